import { check, checkSortBy } from "../../../src/checker/check.ts";
import { chooseKernels, createCollection } from "../../../src/engine/store/collections/create-collection.ts";
import type { MemoryCollection } from "../../../src/engine/store/collections/memory-collection.ts";
import { createWithKernels } from "../../../src/engine/store/collections/create-collection.ts";
import { THRESHOLDS } from "../../../src/engine/store/tasks/thresholds.ts";
import { parseFilter, parseSortBy } from "../../../src/parser/parse.ts";
import { toOurs } from "../../evaluate/languages.ts";
import type { Row } from "../../evaluate/rows.ts";
import { rowCatalog } from "../../row-catalog.ts";
import type { AskedPage, Store } from "./store.ts";

export const TAMIS = "tamis";

/** Columns that are never indexed, nor their texts signed, however often they are asked: each answer is read from them. */
export const SCANNING = "tamis without indexes";

/** Orders and indexes are made where a question comes often; it is asked more often than that. */
export const ASKS =
  2 *
  Math.max(THRESHOLDS.searchesBeforeIndex, THRESHOLDS.usesBeforeRanking, THRESHOLDS.scansBeforeTrigramIndex);

/** A collection of ours. Columns are there when they were asked for once, as the check of the result does. */
export function tamisStore(
  name: string,
  collection: MemoryCollection<Row>,
): Store & { readonly collection: MemoryCollection<Row> } {
  const ask = ({ condition, start, limit }: AskedPage) => {
    const text = condition === undefined ? "true" : toOurs(condition);
    return () => {
      const { filter } = check(parseFilter(text).expression!, rowCatalog);
      const { sortBy } = checkSortBy(parseSortBy("name").expression!, rowCatalog);
      return collection.page({ filter, sortBy, start, limit }, { locale: "en" });
    };
  };
  return {
    name,
    ours: true,
    asks: ASKS,
    collection,
    count: (condition) => {
      const { filter } = check(parseFilter(toOurs(condition)).expression!, rowCatalog);
      return () => collection.count({ filter });
    },
    first: (condition, limit) => {
      const { filter } = check(parseFilter(toOurs(condition)).expression!, rowCatalog);
      return () => collection.page({ filter, limit }).items;
    },
    page: (asked) => {
      const run = ask(asked);
      return () => run().items;
    },
    request: (asked) => {
      const { sortBy } = checkSortBy(parseSortBy("name").expression!, rowCatalog);
      collection.prepare({ sortBy }, { locale: "en" });
      return ask(asked);
    },
  };
}

export function openTamis(rows: readonly Row[], kernels: "wasm" | "plain") {
  const name = kernels === "wasm" ? TAMIS : `${TAMIS} without WebAssembly`;
  return tamisStore(name, createCollection(rows, { catalog: rowCatalog, kernels }));
}

export function openScanning(rows: readonly Row[]) {
  const thresholds = { ...THRESHOLDS, searchesBeforeIndex: Infinity, scansBeforeTrigramIndex: Infinity };
  const collection = createWithKernels([...rows], { catalog: rowCatalog }, chooseKernels("wasm"), thresholds);
  return tamisStore(SCANNING, collection);
}
