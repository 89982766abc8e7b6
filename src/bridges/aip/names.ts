import { escapedLiteral } from "../texts/escaped-strings.ts";

export const KEYWORDS: ReadonlySet<string> = new Set(["AND", "OR", "NOT"]);

/** Writes the name of a field. Segments with other characters than letters, digits and `_` are strings. */
export function aipName(name: string): string {
  return name
    .split(".")
    .map((part) => (/^[A-Za-z_]\w*$/.test(part) && !KEYWORDS.has(part) ? part : escapedLiteral(part)))
    .join(".");
}
