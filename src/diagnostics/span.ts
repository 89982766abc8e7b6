/**
 * A stretch of a text in UTF-16 code units, half open: `start` is the first unit, `end` is one past the last.
 */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The span of a node that was not read from a text: a node built in code or read from JSON. */
export const NOWHERE: Span = Object.freeze({ start: 0, end: 0 });
