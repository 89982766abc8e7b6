import { ContentProblem, shown } from "./content-problem.ts";

const START =
  "A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}";
const NAME = `[${START}][${START}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}]*`;

/** A name with at most one prefix (Namespaces in XML 1.0). */
const QUALIFIED_NAME = new RegExp(`^${NAME}(?::${NAME})?$`, "u");

/** Maximum length of a name in UTF-16 units. */
const MAX_NAME = 255;

/** Characters that XML 1.0 does not allow, not even as references. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** @throws ContentProblem unless the text is a name of XML */
export function requireName(name: string): void {
  if (name.length > MAX_NAME || !QUALIFIED_NAME.test(name))
    throw new ContentProblem(10757, `${shown(name)} is not a name of an XML element or attribute.`);
}

/** @throws ContentProblem for a character that XML does not allow */
export function requireCharacters(text: string): void {
  const match = FORBIDDEN.exec(text);
  if (match === null) return;
  const code = match[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
  throw new ContentProblem(10757, `The character U+${code} is not possible in XML.`);
}

/** @throws ContentProblem for a comment that XML cannot contain */
export function requireComment(text: string): void {
  requireCharacters(text);
  if (text.includes("--") || text.endsWith("-"))
    throw new ContentProblem(10757, "A comment contains no '--', and does not end with '-'.");
}
