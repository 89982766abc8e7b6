/*
 * Counts work, so that long work can be divided without a clock. A unit takes about ten nanoseconds: a character that is
 * read, or a state of a pattern that is visited.
 */

/** Units that were counted. An array, because the engine would allocate each new value of a variable that is no small integer. */
const units = new Float64Array(1);

/** Counts work that was done. */
export function countWork(count: number): void {
  units[0]! += count;
}

/** Counts the work of a test on a value: a unit for each character, or for each element. */
export function countValue(value: unknown): void {
  units[0]! += typeof value === "string" || Array.isArray(value) ? 2 + value.length : 2;
}

/** Returns the units that were counted since the program started. */
export function workDone(): number {
  return units[0]!;
}

/** Counts the work of comparing two values: a unit for each character of the shorter string. */
export function countComparison(a: unknown, b: unknown): void {
  units[0]! += typeof a === "string" && typeof b === "string" ? 4 + Math.min(a.length, b.length) : 4;
}
