import { defineTextBridge } from "../contract/define-bridge.ts";
import { textPiece } from "../contract/pieces.ts";
import type { Bridge } from "../contract/types.ts";
import { readText } from "../contract/read-text.ts";
import { SqlExporter } from "./export.ts";
import { SqlImporter } from "./import.ts";
import { sqlSortKeys } from "./import-order.ts";
import { parseSqlCondition, parseSqlOrder } from "./parse.ts";

/**
 * Conditions and orders of SQL with literal values: `WHERE` and `ORDER BY` in the notation of SQL:2016, with strings that are
 * compared by code points.
 *
 * @example sqlBridge.importQuery({ filter: "size > 3 AND name LIKE 'a%'" }).filter // and(gt(size,3),startsWith(name,'a'))
 */
export const sqlBridge: Bridge<string> = /* @__PURE__ */ defineTextBridge({
  name: "sql",
  title: "SQL WHERE and ORDER BY",
  readFilter(text, importer) {
    const node = readText(importer.report, () => parseSqlCondition(text, importer.limits.depth));
    return node && new SqlImporter(importer).condition(node);
  },
  readSortBy(text, importer) {
    const keys = readText(importer.report, () => parseSqlOrder(text, importer.limits.depth)) ?? [];
    return keys.flatMap((key) => sqlSortKeys(key, importer));
  },
  writeFilter: (filter, context) => new SqlExporter(context).condition(filter),
  writeSortBy: (sortBy, context) => new SqlExporter(context).sortKeys(sortBy),
  writeTrue: () => textPiece(5, "TRUE"),
});
