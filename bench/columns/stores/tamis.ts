import { check, checkSortBy } from "../../../src/checker/check.ts";
import { chooseKernels, createCollection } from "../../../src/engine/store/collections/create-collection.ts";
import type { MemoryCollection } from "../../../src/engine/store/collections/memory-collection.ts";
import { createWithKernels } from "../../../src/engine/store/collections/create-collection.ts";
import { TUNING } from "../../../src/engine/store/tasks/unit-costs.ts";
import { parseFilter, parseSortBy } from "../../../src/parser/parse.ts";
import { toOurs } from "../../evaluate/languages.ts";
import type { Row } from "../../evaluate/rows.ts";
import { rowCatalog } from "../../row-catalog.ts";
import type { Store } from "./store.ts";

export const TAMIS = "tamis";

/** A collection that builds no column indexes. Every query scans the columns. */
export const WITHOUT_INDEXES = "tamis without indexes";

/** Number of runs before timing. Twice as many as make an index of a column worth its cost. */
export const WARM_UP_RUNS = (2 * TUNING.placedNumber) / TUNING.columnRow;

/** Wraps a tamis collection. The columns of a query exist when it is measured, because its first result was checked before. */
export function tamisStore(
  name: string,
  collection: MemoryCollection<Row>,
): Store & { readonly collection: MemoryCollection<Row> } {
  return {
    name,
    ours: true,
    warmUpRuns: WARM_UP_RUNS,
    collection,
    count: (condition) => {
      const { filter } = check(parseFilter(toOurs(condition)).expression!, rowCatalog);
      return () => collection.count({ filter });
    },
    page:
      ({ start, limit }) =>
      () => {
        const { sortBy } = checkSortBy(parseSortBy("name").expression!, rowCatalog);
        return collection.page({ sortBy, start, limit }, { locale: "en" }).items;
      },
  };
}

export function openTamis(rows: readonly Row[]) {
  return tamisStore(TAMIS, createCollection<Row>(rows, { catalog: rowCatalog, kernels: "wasm" }));
}

export function openWithoutIndexes(rows: readonly Row[]) {
  const tuning = { ...TUNING, placedNumber: Infinity };
  const collection = createWithKernels([...rows], { catalog: rowCatalog }, chooseKernels("wasm"), tuning);
  return tamisStore(WITHOUT_INDEXES, collection);
}
