import {
  collectBuckets,
  countBuckets,
  forEachCandidate,
  type SortBuckets,
  type PageCandidates,
  type BucketCounts,
} from "./page-candidates.ts";
import { sortTask, type RowOrder } from "../tasks/sort-task.ts";
import type { NumberKey, NumberArray, OrderKey } from "../kernels/order-key.ts";
import type { Task } from "../tasks/task.ts";
import type { Thresholds } from "../tasks/thresholds.ts";

/** Returns the rows of a page in order. Sorts only rows of the buckets that contain the page. */
export function* selectPageRows(
  candidates: PageCandidates,
  keys: readonly OrderKey[],
  { start, limit }: { readonly start: number; readonly limit: number },
  thresholds: Thresholds,
  counts: BucketCounts,
): Task<number[]> {
  const page: number[] = [];
  const { count } = candidates;
  if (start >= count || limit === 0) return page;
  yield* select(candidates, keys, start, Math.min(limit, count - start), page, thresholds, counts);
  return page;
}

const NO_COUNTS = new Uint32Array(0);

/**
 * Bucket selection: counts candidate rows by their first sort key in order-preserving buckets, and sorts only the
 * rows of the page's buckets.
 *
 * A bitmap is read only before the first yield, because memory growth invalidates its view.
 */
function* select(
  candidates: PageCandidates,
  keys: readonly OrderKey[],
  start: number,
  limit: number,
  page: number[],
  thresholds: Thresholds,
  counts: BucketCounts = { array: NO_COUNTS },
): Task<void> {
  const [key, ...others] = keys;
  if (key === undefined) return takeInRowOrder(candidates, start, limit, page);
  if (
    candidates.count <= thresholds.directSortRows ||
    (key.kind === "compare" && candidates.count < thresholds.minRowsToRank)
  )
    return yield* takeSorted(candidates, keys, start, limit, page);
  const numberKey = key.kind === "compare" ? yield* key.toNumbers() : key;
  const buckets = bucketsOf(candidates, numberKey, thresholds.countingSortBuckets);
  if (buckets === "one") return yield* select(candidates, others, start, limit, page, thresholds, counts);
  if (buckets === undefined) return yield* takeSorted(candidates, keys, start, limit, page);
  const wanted = bucketsOfPage(
    countBuckets(candidates, buckets, counts),
    buckets.size,
    numberKey.isDescending,
    start,
    limit,
  );
  const found = new Map<number, number[]>(wanted.map(({ bucket }) => [bucket, []]));
  const range = [wanted[0]!.bucket, wanted.at(-1)!.bucket] as const;
  collectBuckets(candidates, buckets, Math.min(...range), Math.max(...range), (row, bucket) => {
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
function bucketsOf(candidates: PageCandidates, key: NumberKey, max: number): SortBuckets | "one" | undefined {
  const numbers = key.numbers();
  const isWhole = !(numbers instanceof Float64Array);
  const { min, highest, hasNull } =
    candidates.kind === "bits"
      ? { min: key.min, highest: key.max, hasNull: !isWhole }
      : minAndMax(candidates, numbers);
  if (min > highest || (min === highest && !hasNull)) return "one";
  const range = highest - min;
  if (isWhole && range < max) return { numbers, min, scale: 1, first: 0, size: range + 1, isExact: true };
  if (range === 0) return { numbers, min, scale: 1, first: 1, size: 2, isExact: true };
  const scale = (max - 2) / range;
  if (!Number.isFinite(range) || !Number.isFinite(scale)) return undefined;
  return { numbers, min, scale, first: 1, size: max, isExact: false };
}

function minAndMax(candidates: PageCandidates, numbers: NumberArray) {
  let min = Infinity;
  let highest = -Infinity;
  let hasNull = false;
  forEachCandidate(candidates, (row) => {
    const number = numbers[row]!;
    if (number !== number) hasNull = true;
    if (number < min) min = number;
    if (number > highest) highest = number;
  });
  return { min, highest, hasNull };
}

interface Wanted {
  readonly bucket: number;
  /** Index of the page's first row within the bucket. */
  readonly from: number;
  readonly take: number;
}

function bucketsOfPage(
  counts: Uint32Array,
  size: number,
  isDescending: boolean,
  start: number,
  limit: number,
): Wanted[] {
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
  return wanted;
}

function takeInRowOrder(candidates: PageCandidates, start: number, limit: number, page: number[]): void {
  let position = 0;
  forEachCandidate(candidates, (row) => {
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
  forEachCandidate(candidates, (row) => rows.push(row));
  const orders = keys.map((key) => orderOf(key, rows));
  const positions = Uint32Array.from(rows, (_, position) => position);
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
function orderOf(key: OrderKey, rows: readonly number[]): RowOrder<number> {
  let compare: RowOrder<number>;
  if (key.kind === "compare") compare = (a, b) => key.compare(rows[a]!, rows[b]!);
  else {
    const all = key.numbers();
    const numbers = Float64Array.from(rows, (row) => all[row]!);
    compare = (a, b) => compareNumbers(numbers[a]!, numbers[b]!);
  }
  return key.isDescending ? (a, b) => compare(b, a) : compare;
}

function compareNumbers(a: number, b: number): number {
  if (a === b) return 0;
  if (a !== a) return b !== b ? 0 : -1;
  return b !== b || a > b ? 1 : -1;
}
