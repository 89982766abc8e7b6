import { firstIndexWhere } from "../../../values/binary-search.ts";
/** What became of a page after changes. Indexes count from the start of the page. */
export interface PageChange<T> {
  readonly count: number;
  readonly items: readonly T[];
  /** Rows that came onto the page, with their indexes on the new page. */
  readonly added: readonly { readonly item: T; readonly index: number }[];
  /** Rows that left it, with their indexes on the old page. */
  readonly removed: readonly { readonly item: T; readonly index: number }[];
  /** Rows that are now before or after rows that they were not before or after. */
  readonly moved: readonly { readonly item: T; readonly from: number; readonly to: number }[];
  /** Rows that are another object under the same key. */
  readonly changed: readonly { readonly item: T; readonly index: number }[];
}

interface Page<T> {
  readonly count: number;
  readonly items: readonly T[];
}

/**
 * The difference of two pages; undefined if there is none. As few rows as possible count as moved: those outside of the
 * longest run that keeps its order.
 *
 * @param keyOf what makes two rows the same one
 */
export function comparePages<T>(
  before: Page<T>,
  after: Page<T>,
  keyOf: (row: T) => unknown,
): PageChange<T> | undefined {
  const places = new Map(before.items.map((item, index) => [keyOf(item), index]));
  const keys = new Set(after.items.map(keyOf));
  const added: { item: T; index: number }[] = [];
  const changed: { item: T; index: number }[] = [];
  const kept: { item: T; from: number; to: number }[] = [];
  for (const [index, item] of after.items.entries()) {
    const from = places.get(keyOf(item));
    if (from === undefined) added.push({ item, index });
    else {
      kept.push({ item, from, to: index });
      if (before.items[from] !== item) changed.push({ item, index });
    }
  }
  const removed = before.items.flatMap((item, index) => (keys.has(keyOf(item)) ? [] : [{ item, index }]));
  const still = longestRun(kept.map(({ from }) => from));
  const moved = kept.filter((_, i) => !still.has(i));
  const { count, items } = after;
  const isSame = [added, removed, moved, changed].every(({ length }) => length === 0);
  return isSame && count === before.count ? undefined : { count, items, added, removed, moved, changed };
}

/** The places of a longest ascending run of some numbers. */
function longestRun(numbers: readonly number[]): ReadonlySet<number> {
  /** For each length of a run, the place of the lowest number that ends one. */
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [place, number] of numbers.entries()) {
    const length = firstIndexWhere(0, ends.length, (i) => numbers[ends[i]!]! >= number);
    previous[place] = length === 0 ? -1 : ends[length - 1]!;
    ends[length] = place;
  }
  const run = new Set<number>();
  for (let place = ends.at(-1) ?? -1; place >= 0; place = previous[place]!) run.add(place);
  return run;
}

/** Who is told after each change. */
export class Watchers {
  readonly #watchers = new Set<() => void>();

  /** Gives a function that ends it. */
  add(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** What one of them throws keeps no other from being told. */
  tell(): void {
    const errors: unknown[] = [];
    for (const tell of [...this.#watchers]) {
      try {
        tell();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length === 1) throw errors[0];
    if (errors.length > 1) throw new AggregateError(errors, "Several watchers of a collection failed.");
  }
}
