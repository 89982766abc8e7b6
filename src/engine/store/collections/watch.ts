import { firstIndexWhere } from "../../../values/binary-search.ts";
import type { MemoryPage } from "../queries/page.ts";

/** Difference between a page before and after changes. Indexes count from the start of the page. */
export interface PageChange<T> {
  readonly count: number;
  readonly items: readonly T[];
  /** Rows that are on the new page only, with their indexes there. */
  readonly added: readonly { readonly item: T; readonly index: number }[];
  /** Rows that are on the old page only, with their indexes there. */
  readonly removed: readonly { readonly item: T; readonly index: number }[];
  /** Rows on both pages whose order relative to other rows changed. */
  readonly moved: readonly { readonly item: T; readonly from: number; readonly to: number }[];
  /** Rows on both pages whose key is the same, but whose object was replaced. */
  readonly changed: readonly { readonly item: T; readonly index: number }[];
}

type WatchedPage<T> = Pick<MemoryPage<T>, "count" | "items">;

/**
 * Returns the difference between two pages; undefined if they are the same. Rows outside a longest increasing
 * subsequence count as moved, so that as few rows as possible do.
 *
 * @param keyOf returns the key that identifies a row
 */
export function comparePages<T>(
  before: WatchedPage<T>,
  after: WatchedPage<T>,
  keyOf: (row: T) => unknown,
): PageChange<T> | undefined {
  const indexes = new Map(before.items.map((item, index) => [keyOf(item), index]));
  const keys = new Set(after.items.map(keyOf));
  const added: { item: T; index: number }[] = [];
  const changed: { item: T; index: number }[] = [];
  const commonItems: { item: T; from: number; to: number }[] = [];
  for (const [index, item] of after.items.entries()) {
    const from = indexes.get(keyOf(item));
    if (from === undefined) added.push({ item, index });
    else {
      commonItems.push({ item, from, to: index });
      if (before.items[from] !== item) changed.push({ item, index });
    }
  }
  const removed = before.items.flatMap((item, index) => (keys.has(keyOf(item)) ? [] : [{ item, index }]));
  const unmoved = longestIncreasingSubsequence(commonItems.map(({ from }) => from));
  const moved = commonItems.filter((_, i) => !unmoved.has(i));
  const { count, items } = after;
  const isSame = [added, removed, moved, changed].every(({ length }) => length === 0);
  return isSame && count === before.count ? undefined : { count, items, added, removed, moved, changed };
}

/** Returns the indexes of a longest increasing subsequence, by patience sorting. */
function longestIncreasingSubsequence(numbers: readonly number[]): ReadonlySet<number> {
  /** For each length, the index of the smallest number that ends a subsequence of that length. */
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [index, number] of numbers.entries()) {
    const length = firstIndexWhere(0, ends.length, (i) => numbers[ends[i]!]! >= number);
    previous[index] = length === 0 ? -1 : ends[length - 1]!;
    ends[length] = index;
  }
  const subsequence = new Set<number>();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index]!) subsequence.add(index);
  return subsequence;
}

/** Functions that are called after each change of the rows. */
export class Watchers {
  readonly #watchers = new Set<() => void>();

  /** Adds a watcher. Returns a function that removes it. */
  add(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Calls every watcher that is not removed meanwhile, then throws the errors of those that failed. */
  notify(): void {
    const errors: unknown[] = [];
    for (const watcher of [...this.#watchers]) {
      if (!this.#watchers.has(watcher)) continue;
      try {
        watcher();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length === 1) throw errors[0];
    if (errors.length > 1) throw new AggregateError(errors, "Several watchers of the collection failed.");
  }
}

/**
 * Calls `onChange` after each change that affects a page.
 * @returns a function that stops watching
 */
export function watchPage<T>(
  watchers: Watchers,
  read: () => WatchedPage<T>,
  keyOf: (row: T) => unknown,
  onChange: (change: PageChange<T>) => void,
): () => void {
  let before = read();
  return watchers.add(() => {
    const after = read();
    const change = comparePages(before, after, keyOf);
    before = after;
    if (change !== undefined) onChange(change);
  });
}
