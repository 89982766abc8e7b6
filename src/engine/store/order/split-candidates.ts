import type { Slab } from "../kernels/kernels.ts";
import type { NumberKey } from "../kernels/order-key.ts";
import type { Task } from "../tasks/task.ts";
import { keepBetween, narrowRows } from "./near-page/narrow-rows.ts";
import { listedRows, type PageCandidates, type SelectionContext } from "./page-candidates.ts";

type SelectedBits = PageCandidates & { readonly kind: "bits" };

/**
 * Divides candidates into those without a sort number, which are null, and the others.
 *
 * @param targets two bitmaps, which the result may refer to
 */
export function* splitNulls(
  candidates: PageCandidates,
  key: NumberKey,
  context: SelectionContext,
  [numbered, nulls]: readonly [Slab, Slab],
): Task<readonly [nulls: PageCandidates, numbered: PageCandidates]> {
  if (candidates.kind === "list") {
    const numbers = key.numbers();
    const isNull = (row: number) => Number.isNaN(numbers[row]!);
    const { list } = candidates;
    return [listedRows(list.filter(isNull)), listedRows(list.filter((row) => !isNull(row)))];
  }
  const { count } = candidates;
  const numberedCount = yield* splitByNumber(candidates, key, context, [numbered, nulls]);
  return [
    { ...candidates, slab: nulls, count: count - numberedCount },
    { ...candidates, slab: numbered, count: numberedCount },
  ];
}

/** Writes the rows with a sort number to `numbered`, and the others to `unnumbered`. Returns how many rows `numbered` has. */
function* splitByNumber(
  { slab }: SelectedBits,
  key: NumberKey,
  context: SelectionContext,
  [numbered, unnumbered]: readonly [Slab, Slab],
): Task<number> {
  const { kernels, bitmapWords } = context;
  yield* keepBetween(key, -Infinity, Infinity, context, slab, numbered);
  unnumbered.u32().set(slab.u32().subarray(0, bitmapWords));
  kernels.andNot(unnumbered, numbered, bitmapWords);
  return kernels.popcount(numbered, bitmapWords);
}

/**
 * Narrows candidates by prefixes, and passes the rest to `take`. Rows without a prefix can be anywhere in the order, so all of them are
 * in the rest, which has as many rows more before and after the page.
 *
 * @param take the last argument says whether the candidates were narrowed
 */
export function* nearByPrefixes(
  candidates: SelectedBits,
  prefixes: NumberKey,
  start: number,
  limit: number,
  context: SelectionContext,
  take: (near: PageCandidates, start: number, isNarrowed: boolean) => Task<void>,
): Task<void> {
  const { kernels, bitmaps, bitmapWords } = context;
  const { count } = candidates;
  const [numbered, unnumbered] = bitmaps.takeTwo(bitmapWords * 4);
  try {
    const numberedCount = yield* splitByNumber(candidates, prefixes, context, [numbered, unnumbered]);
    const missing = count - numberedCount;
    if (missing > count / MISSING_PREFIX_DIVISOR) return yield* take(candidates, start, false);
    const from = Math.min(numberedCount, Math.max(0, start - missing));
    const to = Math.min(numberedCount, start + limit);
    const part = { selected: numbered, count: numberedCount, start: from, limit: Math.max(0, to - from) };
    const [first, second] = bitmaps.takeTwo(bitmapWords * 4);
    try {
      const narrowed = yield* narrowRows(part, { ...prefixes, hasNaN: false }, context, [first, second]);
      kernels.or(unnumbered, narrowed.rows, bitmapWords);
      const near: PageCandidates = { ...candidates, slab: unnumbered, count: narrowed.count + missing };
      yield* take(near, narrowed.start + start - from, true);
    } finally {
      bitmaps.putBack(first, second);
    }
  } finally {
    bitmaps.putBack(numbered, unnumbered);
  }
}

/** Prefixes are not used if more than 1/16 of the strings have none: each page compares all of these strings. */
const MISSING_PREFIX_DIVISOR = 16;
