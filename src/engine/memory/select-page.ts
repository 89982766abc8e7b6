import { eachRow } from "./growing.ts";
import type { Order } from "./ranks.ts";
import { TUNING, type Tuning } from "./tuning.ts";
import type { NumberKey, Numbers, OrderKey } from "./sort-keys.ts";

/** The rows of a page in order, by their numbers. Nothing but the page is ever put in order. */
export function selectPage(
  selected: Uint32Array,
  rows: number,
  count: number,
  keys: readonly OrderKey[],
  start: number,
  limit: number,
  tuning: Tuning = TUNING,
): number[] {
  const page: number[] = [];
  if (start >= count || limit === 0) return page;
  const selection: Candidates = {
    count,
    each: (visit) => eachRow(selected, rows, visit),
    isAll: true,
  };
  select(selection, keys, start, Math.min(limit, count - start), page, tuning);
  return page;
}

interface Candidates {
  readonly count: number;
  /** Visits the rows in ascending order of their numbers. */
  readonly each: (visit: (row: number) => void) => void;
  /** Whether the bounds of a key are worth taking as those of the candidates. */
  readonly isAll: boolean;
}

/**
 * Adds to the page the candidates that have the places from `start` on in the order of the keys. They are counted by
 * the first key into buckets that keep the order; only the buckets in which places of the page lie are gone into.
 */
function select(
  candidates: Candidates,
  keys: readonly OrderKey[],
  start: number,
  limit: number,
  page: number[],
  tuning: Tuning,
): void {
  const [key, ...others] = keys;
  if (key === undefined) return takeInTurn(candidates, start, limit, page);
  if (candidates.count <= tuning.fewRows || (key.kind === "compare" && candidates.count < tuning.manyRows))
    return takeSorted(candidates, keys, start, limit, page);
  const numberKey = key.kind === "compare" ? key.asNumbers() : key;
  const buckets = bucketsOf(candidates, numberKey, tuning.buckets);
  if (buckets === "one") return select(candidates, others, start, limit, page, tuning);
  if (buckets === undefined) return takeSorted(candidates, keys, start, limit, page);
  const { bucketOf, size, isExact } = buckets;
  const counts = new Uint32Array(size);
  candidates.each((row) => {
    counts[bucketOf(row)]!++;
  });
  const wanted = bucketsAt(counts, numberKey.isDescending, start, limit);
  const found = new Map<number, number[]>(wanted.map(({ bucket }) => [bucket, []]));
  const first = Math.min(...found.keys());
  const last = Math.max(...found.keys());
  candidates.each((row) => {
    const bucket = bucketOf(row);
    if (bucket >= first && bucket <= last) found.get(bucket)?.push(row);
  });
  for (const { bucket, from, take } of wanted) {
    const rows = found.get(bucket)!;
    const within: Candidates = {
      count: rows.length,
      each: (visit) => rows.forEach((row) => visit(row)),
      isAll: false,
    };
    select(within, isExact ? others : [numberKey, ...others], from, take, page, tuning);
  }
}

interface Buckets {
  readonly bucketOf: (row: number) => number;
  readonly size: number;
  /** Whether all rows of a bucket have the same number. */
  readonly isExact: boolean;
}

/**
 * Buckets for the numbers of the candidates, the first for null. "one" where all have the same number; undefined where
 * the numbers lie too far apart, or too close together, for doubles to divide them.
 */
function bucketsOf(candidates: Candidates, key: NumberKey, size: number): Buckets | "one" | undefined {
  const numbers = key.numbers();
  const { least, most, hasNull } = candidates.isAll
    ? { ...key, hasNull: true }
    : boundsOf(candidates, numbers);
  if (!hasNull && least === most) return "one";
  if (hasNull && least > most) return "one";
  const isWhole = !(numbers instanceof Float64Array);
  const range = most - least;
  if (isWhole && range < size) {
    return { bucketOf: (row) => numbers[row]! - least, size: range + 1, isExact: true };
  }
  const scale = (size - 2) / range;
  if (least === most) {
    return { bucketOf: (row) => (numbers[row] === least ? 1 : 0), size: 2, isExact: true };
  }
  if (!Number.isFinite(range) || !Number.isFinite(scale)) return undefined;
  return {
    bucketOf: (row) => {
      const number = numbers[row]!;
      return number === number ? Math.min(1 + Math.floor((number - least) * scale), size - 1) : 0;
    },
    size,
    isExact: false,
  };
}

function boundsOf(candidates: Candidates, numbers: Numbers) {
  let least = Infinity;
  let most = -Infinity;
  let hasNull = false;
  candidates.each((row) => {
    const number = numbers[row]!;
    if (number !== number) hasNull = true;
    if (number < least) least = number;
    if (number > most) most = number;
  });
  return { least, most, hasNull };
}

interface Wanted {
  readonly bucket: number;
  /** The first place of the page within the bucket, and how many. */
  readonly from: number;
  readonly take: number;
}

function bucketsAt(counts: Uint32Array, isDescending: boolean, start: number, limit: number): Wanted[] {
  const wanted: Wanted[] = [];
  let before = 0;
  let left = limit;
  for (let i = 0; i < counts.length && left > 0; i++) {
    const bucket = isDescending ? counts.length - 1 - i : i;
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

function takeInTurn(candidates: Candidates, start: number, limit: number, page: number[]): void {
  let place = 0;
  candidates.each((row) => {
    if (place >= start && place < start + limit) page.push(row);
    place++;
  });
}

function takeSorted(
  candidates: Candidates,
  keys: readonly OrderKey[],
  start: number,
  limit: number,
  page: number[],
): void {
  const rows: number[] = [];
  candidates.each((row) => rows.push(row));
  const orders = keys.map(orderOf);
  rows.sort((a, b) => {
    for (const order of orders) {
      const compared = order(a, b);
      if (compared !== 0) return compared;
    }
    return a - b;
  });
  for (const row of rows.slice(start, start + limit)) page.push(row);
}

/** The order of two rows by one key, its direction included. */
function orderOf(key: OrderKey): Order<number> {
  const numbers = key.kind === "numbers" ? key.numbers() : undefined;
  const compare: Order<number> =
    key.kind === "compare" ? key.compare : (a, b) => compareNumbers(numbers![a]!, numbers![b]!);
  return key.isDescending ? (a, b) => compare(b, a) : compare;
}

function compareNumbers(a: number, b: number): number {
  if (a === b) return 0;
  if (a !== a) return b !== b ? 0 : -1;
  return b !== b || a > b ? 1 : -1;
}
