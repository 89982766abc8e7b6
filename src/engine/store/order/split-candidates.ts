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
  [known, nulls]: readonly [Slab, Slab],
): Task<readonly [nulls: PageCandidates, known: PageCandidates]> {
  if (candidates.kind === "list") {
    const numbers = key.numbers();
    const isNull = (row: number) => Number.isNaN(numbers[row]!);
    const { list } = candidates;
    return [listedRows(list.filter(isNull)), listedRows(list.filter((row) => !isNull(row)))];
  }
  const { count } = candidates;
  const left = yield* splitByNumber(candidates, key, context, [known, nulls]);
  return [
    { ...candidates, slab: nulls, count: count - left },
    { ...candidates, slab: known, count: left },
  ];
}

/** Writes the rows with a sort number to `known`, and the others to `others`. Returns the number of the first ones. */
function* splitByNumber(
  { slab }: SelectedBits,
  key: NumberKey,
  context: SelectionContext,
  [known, others]: readonly [Slab, Slab],
): Task<number> {
  const { kernels, bitmapWords } = context;
  yield* keepBetween(key, -Infinity, Infinity, context, slab, known);
  others.u32().set(slab.u32().subarray(0, bitmapWords));
  kernels.andNot(others, known, bitmapWords);
  return kernels.popcount(known, bitmapWords);
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
  const [known, others] = bitmaps.takeTwo(bitmapWords * 4);
  try {
    const knownCount = yield* splitByNumber(candidates, prefixes, context, [known, others]);
    const missing = count - knownCount;
    if (missing > count / MISSING_PREFIX_DIVISOR) return yield* take(candidates, start, false);
    const from = Math.min(knownCount, Math.max(0, start - missing));
    const to = Math.min(knownCount, start + limit);
    const part = { selected: known, count: knownCount, start: from, limit: Math.max(0, to - from) };
    const [one, two] = bitmaps.takeTwo(bitmapWords * 4);
    try {
      const narrowed = yield* narrowRows(part, { ...prefixes, hasNaN: false }, context, [one, two]);
      kernels.or(others, narrowed.rows, bitmapWords);
      const near: PageCandidates = { ...candidates, slab: others, count: narrowed.count + missing };
      yield* take(near, narrowed.start + start - from, true);
    } finally {
      bitmaps.putBack(one, two);
    }
  } finally {
    bitmaps.putBack(known, others);
  }
}

/** Prefixes are not used if more than 1/16 of the strings have none: each page compares all of these strings. */
const MISSING_PREFIX_DIVISOR = 16;
