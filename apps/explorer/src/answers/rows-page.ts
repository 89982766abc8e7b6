import { compilePredicate } from "tamis";
import type { MemoryCollection } from "tamis/store";
import type { Row, RowsPage, RowsRequest } from "../contract/protocol.ts";
import type { Data } from "./data.ts";
import type { ReadQuery } from "./read-query.ts";

export function rowsPage(
  { collection, positions }: Data,
  query: ReadQuery,
  { start, limit, show, count }: RowsRequest,
): RowsPage {
  const begin = performance.now();
  const page = collection.page({ filter: query.filter, sortBy: query.sortBy, start, limit });
  const milliseconds = performance.now() - begin;
  const items = show === "kept" ? page.items : excludedRows(collection, query, start, limit);
  return {
    kept: count ? page.count : undefined,
    start,
    milliseconds,
    rows: items.map((row) => ({ name: String(positions.get(row)! + 1), row })),
  };
}

function excludedRows(
  collection: MemoryCollection<Row>,
  { filter, sortBy }: ReadQuery,
  start: number,
  limit: number,
): readonly Row[] {
  if (filter === undefined) return [];
  const isKept = compilePredicate(filter);
  const rows: Row[] = [];
  let skipped = 0;
  for (const row of collection.stream({ sortBy })) {
    if (isKept(row) || skipped++ < start) continue;
    rows.push(row);
    if (rows.length === limit) break;
  }
  return rows;
}
