import type { Catalog } from "../../../catalog/types.ts";
import type { SortValues } from "../../../evaluator/comparator.ts";
import type { CursorPosition } from "../../cursor.ts";
import { positionAfter } from "../order/cursor-position.ts";
import type { MemoryPage } from "./reader.ts";
import type { RowList } from "../kernels/row-list.ts";

/** A page that was found without finding all rows that the filter keeps. */
export type UncountedPage<T> = Omit<MemoryPage<T>, "count"> & { readonly count: undefined };

/** One more row than the page has tells whether there is another page. */
export function askedFor(limit: number): number {
  return limit === 0 ? 0 : limit + 1;
}

/** The page of the rows that were asked for. */
export function pageOf<T>(
  items: T[],
  { start, limit }: { readonly start: number; readonly limit: number },
  after: CursorPosition | undefined,
  catalog: Catalog,
  values: SortValues,
): Omit<MemoryPage<T>, "count"> {
  const hasMore = items.length > limit;
  if (hasMore) items.length = limit;
  const first = (after?.index ?? 0) + start;
  const next = hasMore ? positionAfter(items.at(-1), first + limit, catalog, values) : undefined;
  return { items, start: first, limit, next };
}

export function rowsOf<T>(rows: RowList, numbers: readonly number[]): T[] {
  return numbers.map((row) => rows.at(row) as T);
}
