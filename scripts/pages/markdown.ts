/* Markdown tables and code in them. */

/** Returns code in a table cell. Escapes `|` and invisible characters. */
export function code(text: string): string {
  const visible = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Mn}]|(?! )\p{Zs}/gu, escaped)
    .replaceAll("|", "\\|");
  const fence = visible.includes("`") ? "``" : "`";
  return `${fence}${visible}${fence}`;
}

function escaped(character: string): string {
  const named: Record<string, string> = { "\n": "\\n", "\t": "\\t", "\r": "\\r" };
  return named[character] ?? `\\u{${character.codePointAt(0)!.toString(16)}}`;
}

/** Returns a value as JavaScript source, with strings in single quotes. */
export function literal(value: unknown): string {
  if (typeof value === "string") return `'${value.replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([key, each]) => `${key}: ${literal(each)}`);
    return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
  }
  return String(value);
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}
