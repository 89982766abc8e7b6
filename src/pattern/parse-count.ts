import { PatternError, type PatternCursor } from "./pattern-cursor.ts";

/** Maximum count of a repetition, and maximum product of the counts of nested repetitions, as in RE2. */
export const MAX_REPETITIONS = 1000;

export interface Count {
  readonly min: number;
  readonly max: number;
  /** True for counts in braces, false for `*`, `+` and `?`. Only counts in braces are multiplied if nested. */
  readonly isWritten: boolean;
}

/** Parses a repetition operator, without a following `?`. For a literal `{`, reads nothing and returns undefined. */
export function parseCount(cursor: PatternCursor): Count | undefined {
  const operator = OPERATORS.get(cursor.next);
  if (operator !== undefined) {
    cursor.at++;
    return operator;
  }
  COUNT.lastIndex = cursor.at;
  const [text, first, comma, second] = COUNT.exec(cursor.source) ?? [];
  if (text === undefined) return undefined;
  const min = Number(first);
  const max = comma === undefined ? min : second === "" ? Infinity : Number(second);
  if (min > MAX_REPETITIONS || (max > MAX_REPETITIONS && max !== Infinity)) {
    throw new PatternError(`the count of a repetition must be at most ${MAX_REPETITIONS}`, cursor.at, "size");
  }
  if (min > max) throw new PatternError("the minimum of a repetition is above its maximum", cursor.at);
  cursor.at += text.length;
  return { min, max, isWritten: true };
}

/** Matches `{2}`, `{2,}` or `{2,3}`. A brace before a number with a leading zero is a literal. */
const COUNT = /\{(0|[1-9]\d*)(,(0|[1-9]\d*|))?\}/y;

const OPERATORS: ReadonlyMap<string, Count> = new Map([
  ["*", { min: 0, max: Infinity, isWritten: false }],
  ["+", { min: 1, max: Infinity, isWritten: false }],
  ["?", { min: 0, max: 1, isWritten: false }],
]);
