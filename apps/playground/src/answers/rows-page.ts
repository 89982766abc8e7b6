import { compilePredicate } from "tamis";
import type { MemoryCollection } from "tamis/store";
import { PAGE_ROWS, type RowsPage, type RowsRequest } from "../contract/protocol.ts";
import { cellText } from "./cell-text.ts";
import type { Data, Row } from "./data.ts";
import type { ReadQuery } from "./read-query.ts";

export function rowsPage(
  { catalog, rows, collection, positions }: Data,
  query: ReadQuery,
  { start, show }: RowsRequest,
): RowsPage {
  const begin = performance.now();
  const page = collection.page({ filter: query.filter, sortBy: query.sortBy, start, limit: PAGE_ROWS });
  const milliseconds = performance.now() - begin;
  const items = show === "kept" ? page.items : excludedRows(collection, query, start);
  const names = [...catalog.members.byName.values()].map(({ property }) => property);
  return {
    kept: page.count,
    total: rows.length,
    start,
    milliseconds,
    rows: items.map((row) => ({
      index: positions.get(row)!,
      cells: names.map((name) => (Object.hasOwn(row, name) ? cellText(row[name]) : null)),
    })),
  };
}

function excludedRows(
  collection: MemoryCollection<Row>,
  { filter, sortBy }: ReadQuery,
  start: number,
): readonly Row[] {
  if (filter === undefined) return [];
  const isKept = compilePredicate(filter);
  const found: Row[] = [];
  let skipped = 0;
  for (const row of collection.stream({ sortBy })) {
    if (isKept(row) || skipped++ < start) continue;
    found.push(row);
    if (found.length === PAGE_ROWS) break;
  }
  return found;
}
