/** Name of the global function that compares a value with a comment: `(line, value, (rest) => expected)`. */
export const SHOWN = "__shown";
