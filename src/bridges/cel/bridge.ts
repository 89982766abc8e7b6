import { defineTextBridge } from "../contract/define-bridge.ts";
import { textPiece } from "../contract/pieces.ts";
import type { Bridge } from "../contract/types.ts";
import { readText } from "../contract/read-text.ts";
import { CelExporter } from "./export.ts";
import { CelImporter } from "./import.ts";
import { parseCel } from "./parse.ts";

/**
 * Conditions of CEL over variables with the values of a row, in which a missing value is null. An error, such as `null < 1`,
 * excludes the row.
 *
 * @example celBridge.importQuery({ filter: "size > 3 && name.startsWith('a')" }).filter // and(gt(size,3),startsWith(name,'a'))
 */
export const celBridge: Bridge<string> = /* @__PURE__ */ defineTextBridge({
  name: "cel",
  title: "CEL",
  readFilter(text, importer) {
    const node = readText(importer.report, () => parseCel(text, importer.limits.depth));
    return node && new CelImporter(importer).condition(node);
  },
  writeFilter: (filter, context) => new CelExporter(context).condition(filter),
  writeTrue: () => textPiece(5, "true"),
});
