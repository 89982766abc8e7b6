import * as tableCore from "@tanstack/table-core";
import {
  columnFilteringFeature,
  constructTable,
  createFilteredRowModel,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
} from "@tanstack/table-core";
import { storeReactivityBindings } from "@tanstack/table-core/store-reactivity-bindings";
import type { Row } from "../random.ts";

/** Returns the functions of the library by their names, such as `includesString` for `filterFn_includesString`. */
function functionsOf<P extends "filterFn" | "sortFn">(prefix: P) {
  const found = Object.entries(tableCore).filter(([name]) => name.startsWith(`${prefix}_`));
  type Found = (typeof tableCore)[P extends "filterFn" ? "filterFn_equals" : "sortFn_basic"];
  return Object.fromEntries(found.map(([name, each]) => [name.slice(prefix.length + 1), each as Found]));
}

const features = tableFeatures({
  coreReactivityFeature: storeReactivityBindings(),
  columnFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
  filterFns: functionsOf("filterFn"),
  sortFns: functionsOf("sortFn"),
});

export interface TableFilter {
  readonly id: string;
  readonly value: unknown;
  readonly filterFn?: string;
}

/**
 * Returns the ids of the rows of a TanStack table, in its order. Asynchronous, because each table queues a microtask that
 * keeps the table alive until it runs: a loop without pauses would keep all of its tables.
 */
export async function tableIds(
  rows: readonly Row[],
  filters: readonly TableFilter[],
  sorting: readonly { readonly id: string; readonly desc: boolean }[] = [],
): Promise<readonly number[]> {
  const names = Object.keys(rows[0]!);
  // The function of a column is that of its last filter.
  const functions = new Map(filters.map(({ id, filterFn }) => [id, filterFn ?? "auto"]));
  const table = constructTable({
    features,
    data: [...rows],
    columns: names.map((id) => ({
      id,
      accessorFn: (row: Row) => row[id],
      filterFn: (functions.get(id) ?? "auto") as "auto",
    })),
  });
  table.setColumnFilters(filters.map(({ id, value }) => ({ id, value })));
  table.setSorting(sorting.map(({ id, desc }) => ({ id, desc })));
  const ids = table.getSortedRowModel().rows.map(({ original }) => original.id);
  await Promise.resolve();
  return ids;
}
