import type { RowsPage, RowsRequest } from "../contract/protocol.ts";
import type { Data } from "./data.ts";
import type { ReadQuery } from "./read-query.ts";

export function rowsPage(
  { collection, positions }: Data,
  { filter, sortBy, options }: ReadQuery,
  { start, limit, count }: RowsRequest,
): RowsPage {
  const begin = performance.now();
  const page = collection.page({ filter, sortBy, start, limit }, options);
  return {
    count: count ? page.count : undefined,
    start,
    milliseconds: performance.now() - begin,
    rows: page.items.map((row) => ({ name: String(positions.get(row)! + 1), row })),
  };
}
