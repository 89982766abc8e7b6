const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["a", "\u0007"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["\\", "\\"],
  ["?", "?"],
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
]);

/** Returns the string of a literal with quotes. Undefined for an unknown escape. */
export function escapedString(literal: string): string | undefined {
  const [, prefix = "", quotes = ""] = /^([rRbB]*)("""|'''|"|')/.exec(literal)!;
  const inner = literal.slice(prefix.length + quotes.length, literal.length - quotes.length);
  if (/r/i.test(prefix)) return inner;
  let problems = 0;
  const escape =
    /\\(?:x([\da-fA-F]{2})|X([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-3][0-7]{2})|([^]))/g;
  const text = inner.replaceAll(
    escape,
    (_, x?: string, X?: string, u?: string, U?: string, octal?: string, other?: string) => {
      const hex = x ?? X ?? u ?? U;
      if (hex !== undefined || octal !== undefined) {
        const code = hex === undefined ? Number.parseInt(octal!, 8) : Number.parseInt(hex, 16);
        if (code <= 0x10ffff) return String.fromCodePoint(code);
      }
      const character = ESCAPES.get(other ?? "");
      if (character === undefined) problems++;
      return character ?? "";
    },
  );
  return problems === 0 ? text : undefined;
}

/** Writes a string literal. Line ends and tabs are escaped. */
export function escapedLiteral(text: string): string {
  const escaped = text
    .replaceAll(/[\\"]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");
  return `"${escaped}"`;
}
