/**
 * Part of the input that is read. "first": before the first row of a list; "next": before another row; "done": after a
 * complete value.
 */
export type ReaderState = "before" | "first" | "next" | "row" | "after" | "envelope" | "done";

/** Returns why the input must not end in a state. */
export function unfinishedReason(state: ReaderState, rowLine: number, objectLine = 0): string | undefined {
  switch (state) {
    case "before":
      return "the input is empty; a JSON array of rows is expected";
    case "row":
      return `the input ends within this row, which begins on line ${rowLine}`;
    case "envelope":
      return `the input ends before the object that begins on line ${objectLine} is closed`;
    case "done":
      return undefined;
    default:
      return "the input ends before ']' closes the list of rows";
  }
}
