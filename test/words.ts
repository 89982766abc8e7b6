/** Returns the words of a text, which spaces and line breaks separate: `words("eq ne")` is `["eq", "ne"]`. */
export const words = (text: string): string[] => text.trim().split(/\s+/);

/**
 * Returns the words of a text, which are separated by white space. For lists of many short strings, such as expressions.
 *
 * @example
 * wordsOf("isNull(n) gt(n,3)"); // ["isNull(n)", "gt(n,3)"]
 */
export function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/);
}
