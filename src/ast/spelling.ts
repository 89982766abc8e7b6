/* Notation of names (grammar.md, "Names"). */

const SEGMENT = /^[\p{L}_@][\p{L}0-9_@-]*$/u;

/** Whether a string is a function's name, or one segment of a dotted name. */
export function isSegment(text: string): boolean {
  return SEGMENT.test(text) && text !== "true" && text !== "false";
}

export function isDottedName(text: string): boolean {
  const segments = text.split(".");
  return segments.every((segment) => SEGMENT.test(segment)) && text !== "true" && text !== "false";
}
