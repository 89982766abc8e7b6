export interface PgQuery {
  readonly text: string;
  readonly values?: unknown[];
  readonly rowMode: "array";
  readonly types: { readonly getTypeParser: (oid: number) => (value: string) => unknown };
}

export function pgQuery(text: string, values: unknown[] = []): PgQuery {
  return { text, values, rowMode: "array", types: TYPES };
}

/** Returns the function that parses values of a type. Values of most types stay strings. */
export function parserOf(oid: number): (value: string) => unknown {
  return PARSERS.get(oid) ?? ((value) => value);
}

const TYPES: PgQuery["types"] = { getTypeParser: parserOf };

/** Parsers of booleans, doubles, integers up to 32 bits and bytes, by type OID. */
export const PARSERS: ReadonlyMap<number, (value: string) => unknown> = new Map<
  number,
  (value: string) => unknown
>([
  [16, (value) => value === "t"],
  [17, bytesOf],
  [21, Number],
  [23, Number],
  [700, Number],
  [701, Number],
]);

/** Decodes the hexadecimal `bytea` output format: `\x` and two digits for each byte. */
function bytesOf(value: string): Uint8Array {
  const bytes = new Uint8Array((value.length - 2) / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(value.slice(2 * i + 2, 2 * i + 4), 16);
  return bytes;
}

/**
 * Converts a value to the text that the server reads, for drivers that would convert strings again: a date-time would lose
 * its microseconds, for example.
 */
export function textOf(value: unknown): string {
  if (value instanceof Uint8Array)
    return `\\x${Array.from(value, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  if (Array.isArray(value))
    return `{${(value as (string | number | bigint | null)[]).map(elementOf).join(",")}}`;
  return String(value);
}

function elementOf(value: string | number | bigint | null): string {
  return value === null ? "NULL" : `"${String(value).replace(/["\\]/g, "\\$&")}"`;
}
