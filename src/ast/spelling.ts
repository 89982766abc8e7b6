/** How names are spelled. Rule: grammar.md, "Names". */

const SEGMENT = /^[\p{L}_@][\p{L}0-9_@-]*$/u;

/** Whether a text is one identifier: a function's name, or one step of a dotted name. */
export function isSegment(text: string): boolean {
  return SEGMENT.test(text) && text !== "true" && text !== "false";
}

/** Whether a text is a dotted name that the language can say. */
export function isDottedName(text: string): boolean {
  const segments = text.split(".");
  return segments.every((segment) => SEGMENT.test(segment)) && text !== "true" && text !== "false";
}
