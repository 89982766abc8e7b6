/**
 * A name of DuckDB, quoted.
 *
 * @throws TypeError for a name with U+0000, which ends the text of a statement.
 */
export function quoteDuckdb(name: string): string {
  if (name.includes("\0")) throw new TypeError("A name in DuckDB has no U+0000.");
  return `"${name.replaceAll('"', '""')}"`;
}
