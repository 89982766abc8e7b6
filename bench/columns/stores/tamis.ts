import {
  chooseKernels,
  createCollection,
  createWithKernels,
} from "../../../src/engine/store/collections/create-collection.ts";
import type { MemoryCollection } from "../../../src/engine/store/collections/memory-collection.ts";
import { TUNING } from "../../../src/engine/store/tasks/unit-costs.ts";
import { toOurs } from "../../evaluate/languages.ts";
import type { Row } from "../../evaluate/rows.ts";
import { queryOf, rowCatalog } from "../../row-catalog.ts";
import type { PagedStore } from "./store.ts";

export const TAMIS = "tamis";

/** A collection that builds no column indexes. Every query scans the columns. */
export const WITHOUT_INDEXES = "tamis without indexes";

/** Number of runs before timing. Twice as many as make an index of a column worth its cost. */
const WARM_UP_RUNS = (2 * TUNING.placedNumber) / TUNING.columnRow;

export interface TamisStore extends PagedStore {
  readonly collection: MemoryCollection<Row>;
}

/** Wraps a tamis collection. The columns of a query exist when it is measured, because its first result was checked before. */
function tamisStore(name: string, collection: MemoryCollection<Row>): TamisStore {
  return {
    name,
    warmUpRuns: WARM_UP_RUNS,
    collection,
    count: (condition) => {
      const query = queryOf({ filter: toOurs(condition) });
      return () => collection.count(query);
    },
    page: (request) => () =>
      collection.page({ ...queryOf({ sortBy: "name" }), ...request }, { locale: "en" }).items,
  };
}

export function openTamis(rows: readonly Row[]): TamisStore {
  return tamisStore(TAMIS, createCollection<Row>(rows, { catalog: rowCatalog, kernels: "wasm" }));
}

export function openWithoutIndexes(rows: readonly Row[]): TamisStore {
  const tuning = { ...TUNING, placedNumber: Infinity };
  const collection = createWithKernels([...rows], { catalog: rowCatalog }, chooseKernels("wasm"), tuning);
  return tamisStore(WITHOUT_INDEXES, collection);
}
