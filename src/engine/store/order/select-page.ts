import {
  bucketsOf,
  collectBuckets,
  countBuckets,
  eachCandidate,
  type SortBuckets,
  type PageCandidates,
  type BucketCounts,
} from "./page-candidates.ts";
import type { Slab } from "../kernels/kernels.ts";
import type { CompareKey, LazyKey, NumberKey, OrderKey } from "../kernels/order-key.ts";
import { scratchUint32 } from "../tasks/scratch.ts";
import type { Task } from "../tasks/task.ts";
import { rowsAtEnd } from "./near-page/rows-at-end.ts";
import { keepNearPage, rowsNearPage, type RowsNearPage } from "./near-page/rows-near-page.ts";
import {
  fewRows,
  keepBetween,
  minNarrowed,
  narrowRows,
  rowsIn,
  rowsOf,
  type NarrowedRows,
} from "./near-page/narrow-rows.ts";
import { isShortList, takeSorted, type SortContext } from "./take-sorted.ts";

/** What a selection uses in addition to its candidates. */
export interface SelectionContext extends SortContext {
  /** Bucket counts, reused by all requests. */
  readonly counts: BucketCounts;
}

/** Returns the rows of a page in order. Later sort keys are read only for rows that are equal by the first ones. */
export function* selectPageRows(
  candidates: PageCandidates,
  keys: readonly LazyKey[],
  { start, limit }: { readonly start: number; readonly limit: number },
  context: SelectionContext,
): Task<number[]> {
  const page: number[] = [];
  const { count } = candidates;
  if (start >= count || limit === 0) return page;
  yield* select(candidates, keys, start, Math.min(limit, count - start), page, context);
  return page;
}

function* select(
  candidates: PageCandidates,
  keys: readonly LazyKey[],
  start: number,
  limit: number,
  page: number[],
  context: SelectionContext,
): Task<void> {
  const [first, ...others] = keys;
  if (first === undefined) return yield* takeInRowOrder(candidates, start, limit, page);
  const { count } = candidates;
  const key = yield* first.get(count);
  const isShort = isShortList(count, context.thresholds);
  if (key.kind === "compare" && candidates.kind === "bits" && !isShort) {
    const prefixes = key.prefixesOf && (yield* key.prefixesOf(candidates.slab));
    if (prefixes !== undefined && count > minNarrowed(context))
      return yield* selectByPrefixes(candidates, key, prefixes, others, start, limit, page, context);
    return yield* takeSorted(candidates, { ...key, prefixes }, others, start, limit, page, context);
  }
  if (key.kind === "compare" || isShort)
    return yield* takeSorted(candidates, key, others, start, limit, page, context);
  if (candidates.kind === "bits" && count > minNarrowed(context))
    return yield* selectNarrowed(candidates, key, others, start, limit, page, context);
  return yield* selectFromBuckets(candidates, key, others, start, limit, page, context);
}

/** Narrows the candidates by their first key, and selects from the rest. */
function* selectNarrowed(
  candidates: PageCandidates & { readonly kind: "bits" },
  key: NumberKey,
  others: readonly LazyKey[],
  start: number,
  limit: number,
  page: number[],
  context: SelectionContext,
): Task<void> {
  const { bitmaps, bitmapWords, rows } = context;
  const { slab: selected, count } = candidates;
  const atEnd = yield* rowsAtEnd({ selected, count, start, limit }, key, context);
  if (atEnd !== undefined) {
    const within: PageCandidates = { kind: "list", list: atEnd.rows, count: atEnd.rows.length };
    return yield* takeSorted(within, key, others, atEnd.start, limit, page, context);
  }
  const bytes = bitmapWords * 4;
  const [one, two] = bitmaps.takeTwo(bytes);
  try {
    const narrowed = yield* narrowRows({ selected, count, start, limit }, key, context, [one, two]);
    if (narrowed === undefined)
      return yield* selectFromBuckets(candidates, key, others, start, limit, page, context);
    const { rows: slab, count: left } = narrowed;
    if (left > fewRows(context)) {
      const within: PageCandidates = { kind: "bits", slab, rows, count: left };
      if (narrowed.areEqual) yield* select(within, others, narrowed.start, limit, page, context);
      else yield* selectFromBuckets(within, key, others, narrowed.start, limit, page, context);
      return;
    }
    if (narrowed.areEqual) {
      const list = yield* rowsOf(slab, rows, left);
      const within: PageCandidates = { kind: "list", list, count: left };
      return yield* select(within, others, narrowed.start, limit, page, context);
    }
    const near =
      nearInRoom(slab === one ? two : one, narrowed, key, limit, context) ??
      rowsNearPage(yield* rowsOf(slab, rows, left), key, narrowed.start, limit);
    const list = near?.rows ?? (yield* rowsOf(slab, rows, left));
    const within: PageCandidates = { kind: "list", list, count: list.length };
    yield* takeSorted(within, key, others, near?.start ?? narrowed.start, limit, page, context);
  } finally {
    bitmaps.putBack(one, two);
  }
}

/** Lists narrowed rows in a bitmap that is not used otherwise, and returns those near the page. Returns undefined if they do not fit. */
function nearInRoom(
  room: Slab,
  { rows: slab, count, start }: NarrowedRows,
  key: NumberKey,
  limit: number,
  context: SelectionContext,
): RowsNearPage | undefined {
  const listed = rowsIn(room, slab, context, count);
  if (listed === undefined) return undefined;
  const kept = keepNearPage({ list: room, count, start, limit }, key);
  if (kept === "unchanged") return rowsNearPage(listed, key, start, limit);
  if (kept === "spoiled") return rowsNearPage(rowsIn(room, slab, context, count)!, key, start, limit);
  const list = room.u32().subarray(0, kept.count);
  return rowsNearPage(list, key, kept.start, limit) ?? { rows: list.slice(), start: kept.start };
}

/**
 * Narrows the candidates by prefixes, and sorts the rest. Rows without a prefix can be anywhere in the order, so all of
 * them are sorted with the rest, and the rest has as many rows more before and after the page.
 */
function* selectByPrefixes(
  candidates: PageCandidates & { readonly kind: "bits" },
  key: CompareKey,
  prefixes: NumberKey,
  others: readonly LazyKey[],
  start: number,
  limit: number,
  page: number[],
  context: SelectionContext,
): Task<void> {
  const { kernels, bitmaps, bitmapWords, rows } = context;
  const { slab: selected, count } = candidates;
  const bytes = bitmapWords * 4;
  const known = bitmaps.take(bytes);
  try {
    yield* keepBetween(prefixes, -Infinity, Infinity, context, selected, known);
    const knownCount = kernels.popcount(known, bitmapWords);
    const missing = count - knownCount;
    if (missing > count / MISSING_PREFIX_DIVISOR)
      return yield* takeSorted(candidates, key, others, start, limit, page, context);
    const from = Math.min(knownCount, Math.max(0, start - missing));
    const to = Math.min(knownCount, start + limit);
    const part = { selected: known, count: knownCount, start: from, limit: Math.max(0, to - from) };
    const [one, two] = bitmaps.takeTwo(bytes);
    try {
      const narrowed = yield* narrowRows(part, { ...prefixes, hasNaN: false }, context, [one, two]);
      if (narrowed === undefined)
        return yield* takeSorted(candidates, key, others, start, limit, page, context);
      const target = narrowed.rows === one ? two : one;
      // The selected rows without a prefix, and the narrowed rows.
      target.u32().set(selected.u32().subarray(0, bitmapWords));
      kernels.andNot(target, known, bitmapWords);
      kernels.or(target, narrowed.rows, bitmapWords);
      const left: PageCandidates = { kind: "bits", slab: target, rows, count: narrowed.count + missing };
      const withPrefixes: OrderKey = { ...key, prefixes };
      yield* takeSorted(left, withPrefixes, others, narrowed.start + start - from, limit, page, context);
    } finally {
      bitmaps.putBack(one, two);
    }
  } finally {
    bitmaps.putBack(known);
  }
}

/**
 * Bucket selection: counts candidate rows by their first sort key in order-preserving buckets, and sorts only the
 * rows of the page's buckets.
 */
function* selectFromBuckets(
  candidates: PageCandidates,
  key: NumberKey,
  others: readonly LazyKey[],
  start: number,
  limit: number,
  page: number[],
  context: SelectionContext,
): Task<void> {
  const { thresholds, counts } = context;
  const buckets = yield* bucketsOf(candidates, key, thresholds.countingSortBuckets);
  if (buckets === "one") return yield* select(candidates, others, start, limit, page, context);
  if (buckets === undefined) return yield* takeSorted(candidates, key, others, start, limit, page, context);
  const wanted = yield* bucketsOfPage(candidates, buckets, key.isDescending, { start, limit }, counts);
  const found = new Map<number, number[]>(wanted.map(({ bucket }) => [bucket, []]));
  const range = [wanted[0]!.bucket, wanted.at(-1)!.bucket] as const;
  yield* collectBuckets(candidates, buckets, Math.min(...range), Math.max(...range), (row, bucket) => {
    found.get(bucket)!.push(row);
  });
  for (const { bucket, from, take } of wanted) {
    const rows = found.get(bucket)!;
    const list = scratchUint32(rows.length);
    list.set(rows);
    const within: PageCandidates = { kind: "list", list, count: list.length };
    if (buckets.isExact) yield* select(within, others, from, take, page, context);
    else if (isShortList(list.length, thresholds))
      yield* takeSorted(within, key, others, from, take, page, context);
    else yield* selectFromBuckets(within, key, others, from, take, page, context);
  }
}

interface Wanted {
  readonly bucket: number;
  /** Index of the page's first row within the bucket. */
  readonly from: number;
  readonly take: number;
}

/** Counts the candidates of each bucket. Returns the buckets of the page. */
function* bucketsOfPage(
  candidates: PageCandidates,
  buckets: SortBuckets,
  isDescending: boolean,
  { start, limit }: { readonly start: number; readonly limit: number },
  room: BucketCounts,
): Task<Wanted[]> {
  const { size } = buckets;
  // Taken, because other requests can run between two steps.
  const counts = room.array.length < size ? new Uint32Array(size) : room.array.fill(0, 0, size);
  room.array = NO_COUNTS;
  yield* countBuckets(candidates, buckets, counts);
  const wanted: Wanted[] = [];
  let before = 0;
  let left = limit;
  for (let i = 0; i < size && left > 0; i++) {
    const bucket = isDescending ? size - 1 - i : i;
    const count = counts[bucket]!;
    if (count === 0) continue;
    if (before + count > start) {
      const from = Math.max(0, start - before);
      const take = Math.min(left, count - from);
      wanted.push({ bucket, from, take });
      left -= take;
    }
    before += count;
  }
  room.array = counts;
  return wanted;
}

const NO_COUNTS = new Uint32Array(0);

function* takeInRowOrder(
  candidates: PageCandidates,
  start: number,
  limit: number,
  page: number[],
): Task<void> {
  let position = 0;
  yield* eachCandidate(candidates, () => (row) => {
    if (position >= start && position < start + limit) page.push(row);
    position++;
  });
}

/** Prefixes are not used if more than 1/16 of the strings have none: each page compares all of these strings. */
const MISSING_PREFIX_DIVISOR = 16;
