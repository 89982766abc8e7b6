/** A range of UTF-16 offsets in a text. `start` is inclusive, `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The span of nodes that were not parsed from a text. */
export const NOWHERE: Span = Object.freeze({ start: 0, end: 0 });
