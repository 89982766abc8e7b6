import { escapedLiteral } from "../syntax/escaped-strings.ts";

export const KEYWORDS: ReadonlySet<string> = new Set(["AND", "OR", "NOT"]);

/** Writes the name of a field. Segments with other characters than letters, digits and `_` are strings. */
export function aipName(name: string): string {
  return name
    .split(".")
    .map((each) => (/^[A-Za-z_]\w*$/.test(each) && !KEYWORDS.has(each) ? each : escapedLiteral(each)))
    .join(".");
}
