import { defineBridge } from "../contract/define-bridge.ts";
import type { Bridge } from "../contract/types.ts";
import { JsonPiece, renderJson } from "../json/pieces.ts";
import { readJson } from "../json/source.ts";
import { MongoExporter } from "./export.ts";
import { MongoImporter } from "./import.ts";
import { mongoSortKeys } from "./order.ts";

/**
 * Query documents and orders of MongoDB as JSON. Dates and long integers are written in Extended JSON.
 *
 * @example mongoBridge.importQuery({ filter: { size: { $gt: 3 } } }).filter // gt(size,3)
 */
export const mongoBridge: Bridge = /* @__PURE__ */ defineBridge<unknown, JsonPiece>({
  name: "mongo",
  title: "MongoDB queries",
  form: "json",
  readFilter: (query, importer) =>
    readJson(query, importer, (source) => new MongoImporter(importer).document(source)),
  readSortBy: (order, importer) =>
    readJson(order, importer, (source) => mongoSortKeys(source, importer)) ?? [],
  writeFilter: (filter, context) => new MongoExporter(context).condition(filter),
  writeSortBy: (sortBy, context) => new MongoExporter(context).sortKeys(sortBy),
  writeTrue: () => new JsonPiece({}),
  render: renderJson,
});
