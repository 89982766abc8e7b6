import { defineBridge, type ExportContext } from "../contract/define-bridge.ts";
import { writePieces, type TextPiece } from "../contract/pieces.ts";
import type { Bridge } from "../contract/types.ts";
import { Cql2Exporter } from "../cql2/export.ts";
import { Cql2Importer } from "../cql2/import.ts";
import type { ForeignNode } from "../../readers/nodes.ts";
import { writeSignedSortBy } from "../syntax/sort-keys.ts";
import { readSignedSortBy } from "../parameters/sort.ts";
import { readText } from "../contract/read-text.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import { hasOwn } from "../../values/own-properties.ts";
import { isNameInCql2, parseCql2 } from "./parse.ts";
import { isStringInCql2, writeCql2 } from "./write.ts";

const FORM = { isName: isNameInCql2, isString: isStringInCql2, hasBigIntegers: true };

/**
 * Filters of CQL2 text (OGC 21-065), and the `sortby` parameter of OGC APIs.
 *
 * @example cql2TextBridge.importQuery({ filter: "size > 3 AND name LIKE 'a%'" }).filter // and(gt(size,3),startsWith(name,'a'))
 */
export const cql2TextBridge: Bridge<string> = /* @__PURE__ */ defineBridge<string, ForeignNode | TextPiece>({
  name: "cql2-text",
  title: "CQL2 text",
  form: "text",
  readFilter(text, importer) {
    const node = readText(importer.report, () => parseCql2(text, importer.limits.depth));
    return node && new Cql2Importer(importer).condition(node);
  },
  readSortBy: (text, importer) => readSignedSortBy(text, ["sortby"], importer),
  writeFilter: (filter, context) =>
    new Cql2Exporter(context as ExportContext<ForeignNode>, FORM).condition(filter),
  writeSortBy: (sortBy, context) =>
    writeSignedSortBy(sortBy, context as ExportContext<TextPiece>, "CQL2", (name) =>
      isNameInCql2(name) ? name : undefined,
    ),
  writeTrue: () => ({ kind: "value", type: "boolean", text: "true", span: NOWHERE }),
  render(root) {
    const pieces = new Map<object, TextPiece>();
    const { text, places } = writePieces(hasOwn(root, "parts") ? root : writeCql2(root, pieces));
    return { value: text, placeOf: (node) => places.get(pieces.get(node) ?? node) };
  },
});
