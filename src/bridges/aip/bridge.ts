import type { SortBy, SortKey } from "../../ast/nodes.ts";
import { defineTextBridge, type ExportContext } from "../contract/define-bridge.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import { joinPieces, textPiece, type TextPiece } from "../contract/pieces.ts";
import type { Bridge } from "../contract/types.ts";
import { exportSortKeys, importSortKey, noteSortKey } from "../syntax/sort-keys.ts";
import { TokenStream } from "../../readers/token-stream.ts";
import { readText } from "../contract/read-text.ts";
import { AipExporter } from "./export.ts";
import { AipImporter } from "./import.ts";
import { aipName } from "./names.ts";
import { AIP_TOKENS, parseAip, readFieldPath } from "./parse.ts";

/**
 * Filters (AIP-160) and orders (`order_by` of AIP-132) of Google APIs. A condition is true or false, never unknown.
 *
 * @example aipBridge.importQuery({ filter: 'size > 3 AND name = "a*"' }).filter // and(gt(size,3),startsWith(name,'a'))
 */
export const aipBridge: Bridge<string> = /* @__PURE__ */ defineTextBridge({
  name: "aip",
  title: "AIP-160 filter",
  readFilter(text, importer) {
    const node = readText(importer.report, () => parseAip(text, importer.limits.depth));
    return node && new AipImporter(importer).condition(node);
  },
  readSortBy: readOrder,
  writeFilter: (filter, context) => new AipExporter(context).filter(filter),
  writeSortBy: writeOrder,
  // An empty filter keeps all rows.
  writeTrue: () => textPiece(1, ""),
});

/** Reads `name, size desc`. */
function readOrder(text: string, importer: BridgeImporter): readonly SortKey[] {
  const keys = readText(importer.report, () => {
    const tokens = new TokenStream(text, AIP_TOKENS, importer.limits.depth);
    const items: { readonly path: string; readonly isDescending: boolean; readonly span: SortKey["span"] }[] =
      [];
    do {
      const { path, span } = readFieldPath(tokens);
      const isDescending = tokens.takeWords("desc");
      if (!isDescending) tokens.takeWords("asc");
      items.push({ path, isDescending, span });
    } while (tokens.takeSymbol(","));
    tokens.expectEnd();
    return items;
  });
  return keys === undefined ? [] : keys.flatMap((key) => importSortKey(key, importer));
}

function writeOrder(sortBy: SortBy, context: ExportContext<TextPiece>): TextPiece | undefined {
  const pieces = exportSortKeys(sortBy, context, "AIP-132", false).map((sortKey) => {
    const piece = textPiece(1, aipName(sortKey.name), sortKey.isDescending ? " desc" : "");
    noteSortKey(sortKey, piece, context, false);
    return piece;
  });
  return pieces.length === 0 ? undefined : joinPieces(1, pieces, ", ");
}
