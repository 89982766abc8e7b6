import { defineTextBridge } from "../contract/define-bridge.ts";
import { textPiece } from "../contract/pieces.ts";
import type { Bridge } from "../contract/types.ts";
import { readText } from "../contract/read-text.ts";
import { RsqlExporter } from "./export.ts";
import { RsqlImporter } from "./import.ts";
import { parseRsql } from "./parse.ts";
import { readRsqlOrder, writeRsqlOrder } from "./sorting.ts";

/**
 * Filters of RSQL and FIQL with the usual custom operators, and orders such as `name,asc;age,desc`. An empty text keeps all rows.
 *
 * @example rsqlBridge.importQuery({ filter: "name==a*;tags=in=(x,y)" }).filter // and(startsWith(name,'a'),in(tags,'x','y'))
 */
export const rsqlBridge: Bridge<string> = /* @__PURE__ */ defineTextBridge({
  name: "rsql",
  title: "RSQL and FIQL",
  readFilter(text, importer) {
    if (text.trim() === "") return undefined;
    const node = readText(importer.report, () => parseRsql(text, importer.limits.depth));
    return node && new RsqlImporter(importer).condition(node);
  },
  readSortBy: readRsqlOrder,
  writeFilter: (filter, context) => new RsqlExporter(context).filter(filter),
  writeSortBy: writeRsqlOrder,
  writeTrue: () => textPiece(1, ""),
});
