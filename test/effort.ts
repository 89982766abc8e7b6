/**
 * The number of cases that the tests try, from the environment variable `TAMIS_TESTS`:
 *
 * - `sample` (default): a few minutes on two cores, for `npm test`.
 * - `full`: every layout of every database and larger counts, for `npm run test:full`.
 * - `proof`: the counts that the docs claim; an hour and more, for `npm run proof`.
 */
export type Effort = "sample" | "full" | "proof";

export const EFFORT: Effort = readEffort(process.env["TAMIS_TESTS"]);

function readEffort(value = "sample"): Effort {
  if (value === "sample" || value === "full" || value === "proof") return value;
  throw new TypeError(`TAMIS_TESTS must be sample, full or proof, got ${value}`);
}

/** Returns the entry for the effort of this run. */
export function byEffort<T>(entries: Readonly<Record<Effort, T>>): T {
  return entries[EFFORT];
}

/** Returns all entries, or in a sample run every `every`th one. Which ones changes from run to run. */
export function sampleOf<T>(entries: readonly T[], every: number): readonly T[] {
  if (EFFORT !== "sample") return entries;
  const start = Math.floor(Math.random() * every);
  return entries.filter((_, i) => i % every === start);
}
