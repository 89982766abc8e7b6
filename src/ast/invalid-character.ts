import { diagnostic, replace, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { codePointName } from "../diagnostics/describe-value.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import { notANumber, quoteWith } from "./literals.ts";

const TYPOGRAPHIC = new Map([
  ["‘", "'"],
  ["’", "'"],
  ["´", "'"],
  ["`", "'"],
  ["＇", "'"],
  ["“", '"'],
  ["”", '"'],
  ["，", ","],
  ["（", "("],
  ["）", ")"],
  ["−", "-"],
]);

/** Returns whether a character is the full-width form of a comma or a parenthesis. */
export function isFullWidth(image: string): boolean {
  return image === "，" || image === "（" || image === "）";
}

/** Notes for characters that people type because other languages have them. */
const NOTES: ReadonlyMap<string, string> = new Map([
  ["=", "Values are compared by functions: eq(name,'x')."],
  ["<", "Values are compared by functions: lt(size,10)."],
  [">", "Values are compared by functions: gt(size,10)."],
  ["!", "A condition is negated by not(…), and ne(a,b) compares."],
  ["&", "Conditions are joined by and(…)."],
  ["|", "Conditions are joined by or(…)."],
  [";", "Arguments and sort keys are separated by commas."],
  [":", "Arguments are separated by commas. A colon only separates the options of a sort key."],
  [".", "A dot joins the segments of a name: owner.city."],
  ["/", "A path is written with dots: owner.city. A pattern is a string: match(name,'.*')."],
  [
    "*",
    "The language has no arithmetic. To search, use startsWith(…), endsWith(…), contains(…) or match(…).",
  ],
  ["%", "Decode a percent-encoded text first. To search, use startsWith(…), endsWith(…) or contains(…)."],
  ["[", "A list is written as arguments: in(name,'x','y')."],
  ["]", "A list is written as arguments: in(name,'x','y')."],
  ["{", "A filter is an expression, not JSON: eq(name,'x')."],
  ["}", "A filter is an expression, not JSON: eq(name,'x')."],
  ["+", "The language has no arithmetic."],
  ["-", "The language has no arithmetic. A descending sort key is name:descending."],
  ["^", "A pattern is a string: match(name,'.*')."],
  ["~", "A pattern is a string: match(name,'.*')."],
  ["#", "The language has no comments."],
  ["?", "Write values in the text, or use the template filter`…` of the builder."],
  ["\\", "A quote inside a string is doubled, not escaped: 'it''s'."],
  ["`", "Strings are written in quotes: 'text'."],
]);

/** Reports a character that starts no token. */
export function invalidCharacter(image: string, span: Span): Diagnostic {
  if (/^[-+.]+\d/.test(image)) return notANumber(image, span);
  // The full-width digits have the code points U+FF10 to U+FF19.
  const replacement = /^[０-９]$/.test(image) ? String(image.charCodeAt(0) - 0xff10) : TYPOGRAPHIC.get(image);
  const mark = image.length > 1 ? TYPOGRAPHIC.get(image.charAt(0)) : undefined;
  if (mark !== undefined) {
    const string = quoteWith(image.slice(1, -1), mark);
    return diagnostic(
      "invalid-character",
      { start: span.start, end: span.start + 1 },
      `${image.charAt(0)} is a typographic quote; the language knows ${mark}.`,
      [replace(`Write ${show(string)}`, span, string)],
    );
  }
  if (replacement !== undefined) {
    return diagnostic(
      "invalid-character",
      span,
      `${image} is a typographic character; the language knows ${replacement}.`,
      [replace(`Write ${replacement}`, span, replacement)],
    );
  }
  const visible = /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(image)
    ? `'${image}' (${codePointName(image)})`
    : codePointName(image);
  // Invisible characters were probably copied by accident.
  const space = /^\p{Z}$/u.test(image) ? " " : /^[\p{Cf}\p{Cc}]$/u.test(image) ? "" : undefined;
  const fixes = space === undefined ? [] : [replace(`Remove ${codePointName(image)}`, span, space)];
  const note = NOTES.get(image) ?? (space === undefined ? "Strings are written in quotes: 'text'." : "");
  return diagnostic(
    "invalid-character",
    span,
    `Unexpected ${visible}.${note === "" ? "" : ` ${note}`}`,
    fixes,
  );
}
