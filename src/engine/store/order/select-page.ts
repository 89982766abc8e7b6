import {
  collectBuckets,
  countBuckets,
  eachCandidate,
  type SortBuckets,
  type PageCandidates,
  type BucketCounts,
} from "./page-candidates.ts";
import { sortTask, type RowOrder } from "../tasks/sort-task.ts";
import type { NumberKey, NumberArray, OrderKey } from "../kernels/order-key.ts";
import { eachBatch, numbersBetween, type Task } from "../tasks/task.ts";
import type { Thresholds } from "../tasks/thresholds.ts";

/** Returns the rows of a page in order. Sorts only rows of the buckets that contain the page. */
export function* selectPageRows(
  candidates: PageCandidates,
  keys: readonly OrderKey[],
  { start, limit }: { readonly start: number; readonly limit: number },
  thresholds: Thresholds,
  room: BucketCounts,
): Task<number[]> {
  const page: number[] = [];
  const { count } = candidates;
  if (start >= count || limit === 0) return page;
  yield* select(candidates, keys, start, Math.min(limit, count - start), page, thresholds, room);
  return page;
}

/**
 * Bucket selection: counts candidate rows by their first sort key in order-preserving buckets, and sorts only the
 * rows of the page's buckets.
 */
function* select(
  candidates: PageCandidates,
  keys: readonly OrderKey[],
  start: number,
  limit: number,
  page: number[],
  thresholds: Thresholds,
  room: BucketCounts = { array: NO_COUNTS },
): Task<void> {
  const [key, ...others] = keys;
  if (key === undefined) return yield* takeInRowOrder(candidates, start, limit, page);
  if (
    candidates.count <= thresholds.directSortRows ||
    (key.kind === "compare" && candidates.count < thresholds.minRowsToRank)
  )
    return yield* takeSorted(candidates, keys, start, limit, page);
  const numberKey = key.kind === "compare" ? yield* key.toNumbers() : key;
  const buckets = yield* bucketsOf(candidates, numberKey, thresholds.countingSortBuckets);
  if (buckets === "one") return yield* select(candidates, others, start, limit, page, thresholds, room);
  if (buckets === undefined) return yield* takeSorted(candidates, keys, start, limit, page);
  const wanted = yield* bucketsOfPage(candidates, buckets, numberKey.isDescending, { start, limit }, room);
  const found = new Map<number, number[]>(wanted.map(({ bucket }) => [bucket, []]));
  const range = [wanted[0]!.bucket, wanted.at(-1)!.bucket] as const;
  yield* collectBuckets(candidates, buckets, Math.min(...range), Math.max(...range), (row, bucket) => {
    found.get(bucket)!.push(row);
  });
  for (const { bucket, from, take } of wanted) {
    const list = found.get(bucket)!;
    const within: PageCandidates = { kind: "list", list, count: list.length };
    yield* select(within, buckets.isExact ? others : [numberKey, ...others], from, take, page, thresholds);
  }
}

/**
 * Chooses buckets for sort numbers. Returns "one" if all numbers are equal, undefined if doubles cannot represent the
 * range.
 */
function* bucketsOf(
  candidates: PageCandidates,
  key: NumberKey,
  max: number,
): Task<SortBuckets | "one" | undefined> {
  const { numbers } = key;
  const isWhole = !(numbers() instanceof Float64Array);
  const { min, highest, hasNull } =
    candidates.kind === "bits"
      ? { min: key.min, highest: key.max, hasNull: !isWhole }
      : yield* minAndMax(candidates, numbers);
  if (min > highest || (min === highest && !hasNull)) return "one";
  const range = highest - min;
  if (isWhole && range < max) return { numbers, min, scale: 1, first: 0, size: range + 1, isExact: true };
  if (range === 0) return { numbers, min, scale: 1, first: 1, size: 2, isExact: true };
  const scale = (max - 2) / range;
  if (!Number.isFinite(range) || !Number.isFinite(scale)) return undefined;
  return { numbers, min, scale, first: 1, size: max, isExact: false };
}

function* minAndMax(candidates: PageCandidates, numbers: () => NumberArray): Task<MinAndMax> {
  let min = Infinity;
  let highest = -Infinity;
  let hasNull = false;
  yield* eachCandidate(candidates, () => {
    const all = numbers();
    return (row) => {
      const number = all[row]!;
      if (number !== number) hasNull = true;
      if (number < min) min = number;
      if (number > highest) highest = number;
    };
  });
  return { min, highest, hasNull };
}

interface MinAndMax {
  readonly min: number;
  readonly highest: number;
  readonly hasNull: boolean;
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

function* takeSorted(
  candidates: PageCandidates,
  keys: readonly OrderKey[],
  start: number,
  limit: number,
  page: number[],
): Task<void> {
  const rows: number[] = [];
  yield* eachCandidate(candidates, () => (row) => rows.push(row));
  const orders: RowOrder<number>[] = [];
  for (const key of keys) orders.push(yield* orderOf(key, rows));
  const positions = yield* numbersBetween(0, rows.length);
  const sorted = yield* sortTask(positions, (a, b) => {
    for (const order of orders) {
      const compared = order(a, b);
      if (compared !== 0) return compared;
    }
    return 0;
  });
  for (const position of sorted.subarray(start, start + limit)) page.push(rows[position]!);
}

/** Returns a comparison function for indexes into `rows`, by one sort key. */
function* orderOf(key: OrderKey, rows: readonly number[]): Task<RowOrder<number>> {
  let compare: RowOrder<number>;
  if (key.kind === "compare") compare = (a, b) => key.compare(rows[a]!, rows[b]!);
  else {
    const numbers = new Float64Array(rows.length);
    yield* eachBatch(rows.length, (from, end) => {
      const all = key.numbers();
      for (let at = from; at < end; at++) numbers[at] = all[rows[at]!]!;
    });
    compare = (a, b) => compareNumbers(numbers[a]!, numbers[b]!);
  }
  return key.isDescending ? (a, b) => compare(b, a) : compare;
}

function compareNumbers(a: number, b: number): number {
  if (a === b) return 0;
  if (a !== a) return b !== b ? 0 : -1;
  return b !== b || a > b ? 1 : -1;
}
