import type { SortBy, SortKey } from "../../ast/nodes.ts";
import { defineTextBridge, type ExportContext } from "../contract/define-bridge.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import { textPiece, type TextPiece } from "../contract/pieces.ts";
import type { Bridge } from "../contract/types.ts";
import { exportSortKeys, importSortKey, noteSortKey } from "../syntax/sort-keys.ts";
import { readText } from "../contract/read-text.ts";
import { ScimExporter, scimAttribute } from "./export.ts";
import { ScimImporter } from "./import.ts";
import { parseScim } from "./parse.ts";

/**
 * Filters of SCIM (RFC 7644), and its parameters `sortBy` and `sortOrder`.
 *
 * @example scimBridge.importQuery({ filter: 'active eq true and not (age lt 18)' }).filter
 */
export const scimBridge: Bridge<string> = /* @__PURE__ */ defineTextBridge({
  name: "scim",
  title: "SCIM filter",
  readFilter(text, importer) {
    const node = readText(importer.report, () => parseScim(text, importer.limits.depth));
    return node && new ScimImporter(importer).condition(node);
  },
  readSortBy: readScimOrder,
  writeFilter: (filter, context) => new ScimExporter(context).condition(filter),
  writeSortBy: writeScimOrder,
  writeTrue: () => textPiece(3, "id pr"),
});

/** Reads `sortBy=name&sortOrder=descending`, or the attribute alone. Null is last in ascending order. */
function readScimOrder(text: string, importer: BridgeImporter): readonly SortKey[] {
  const { report, types } = importer;
  const match = /^(?:sortBy=)?([^&=]*)(?:&sortOrder=(ascending|descending))?$/i.exec(text);
  if (match === null) {
    const message = "Expected sortBy=…&sortOrder=ascending or descending.";
    report.fail("syntax", message, { start: 0, end: text.length });
    return [];
  }
  const [, path = "", order = "ascending"] = match;
  const start = /^sortBy=/i.test(text) ? 7 : 0;
  const isDescending = order.toLowerCase() === "descending";
  const name = types.withoutCase(path) ?? path;
  return importSortKey(
    {
      path: name,
      isDescending,
      nulls: isDescending ? "first" : "last",
      span: { start, end: start + path.length },
    },
    importer,
  );
}

/** Writes the first sort key, with a note on the others: SCIM has only one. */
function writeScimOrder(sortBy: SortBy, context: ExportContext<TextPiece>): TextPiece | undefined {
  const { report } = context;
  const [first, ...otherKeys] = exportSortKeys(sortBy, context, "SCIM", true);
  for (const { key } of otherKeys) report.drop("unsupported-order", "SCIM sorts by one attribute.", key.span);
  if (first === undefined) return undefined;
  const { key, isDescending, nulls } = first;
  const attribute = scimAttribute(first.name);
  if (attribute === undefined)
    return report.drop("unwritable-name", "SCIM cannot write this name.", key.span);
  const piece = textPiece(3, `sortBy=${attribute}`, isDescending ? "&sortOrder=descending" : "");
  noteSortKey(first, piece, context, true);
  if (nulls !== undefined && nulls !== (isDescending ? "first" : "last")) {
    const message = "SCIM puts null last in ascending order, and first in descending order.";
    report.note("null-order", "order", message, key.span, piece);
  }
  return piece;
}
