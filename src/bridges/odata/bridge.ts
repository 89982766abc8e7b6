import { defineTextBridge } from "../contract/define-bridge.ts";
import { textPiece } from "../contract/pieces.ts";
import type { Bridge } from "../contract/types.ts";
import { readText } from "../contract/read-text.ts";
import { ODataExporter } from "./export.ts";
import { ODataImporter } from "./import.ts";
import { parseODataFilter, parseODataOrder } from "./parse.ts";

/**
 * Filters and orders of OData 4.01: the values of `$filter` and `$orderby`, without percent-encoding.
 *
 * @example odataBridge.importQuery({ filter: "Size gt 3 and contains(Name,'a')" }).filter // and(gt(Size,3),contains(Name,'a'))
 */
export const odataBridge: Bridge<string> = /* @__PURE__ */ defineTextBridge({
  name: "odata",
  title: "OData $filter and $orderby",
  readFilter(text, importer) {
    const node = readText(importer.report, () => parseODataFilter(text, importer.limits.depth));
    return node && new ODataImporter(importer).condition(node);
  },
  readSortBy(text, importer) {
    const keys = readText(importer.report, () => parseODataOrder(text, importer.limits.depth)) ?? [];
    const reader = new ODataImporter(importer);
    return keys.flatMap((key) => reader.sortKey(key));
  },
  writeFilter: (filter, context) => new ODataExporter(context).condition(filter),
  writeSortBy: (sortBy, context) => new ODataExporter(context).sortKeys(sortBy),
  writeTrue: () => textPiece(9, "true"),
});
