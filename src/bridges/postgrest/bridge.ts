import type { SortBy, SortKey } from "../../ast/nodes.ts";
import { defineTextBridge, type ExportContext } from "../contract/define-bridge.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import { joinPieces, textPiece, type TextPiece } from "../contract/pieces.ts";
import type { Bridge } from "../contract/types.ts";
import { encodeParameter, readParameters } from "../parameters/query-string.ts";
import { exportSortKeys, importSortKey, noteSortKey } from "../syntax/sort-keys.ts";
import { ForeignSyntaxProblem } from "../../readers/token-stream.ts";
import { readText } from "../contract/read-text.ts";
import { isNameInPostgrest, PostgrestExporter } from "./export.ts";
import { PostgrestImporter } from "./import.ts";
import { parsePostgrest } from "./parse.ts";

/**
 * Parameters of PostgREST: `size=gt.1&or=(name.like.a*,name.is.null)`, and `order=size.desc.nullslast`.
 *
 * @example postgrestBridge.importQuery({ filter: "name=like.a*" }).filter // startsWith(name,'a')
 */
export const postgrestBridge: Bridge<string> = /* @__PURE__ */ defineTextBridge({
  name: "postgrest",
  title: "PostgREST parameters",
  readFilter(text, importer) {
    const nodes = readText(importer.report, () => parsePostgrest(text, importer.limits.depth));
    if (nodes === undefined || nodes.length === 0) return undefined;
    const translator = new PostgrestImporter(importer);
    return importer.and(
      nodes.map((node) => translator.condition(node)),
      { start: 0, end: text.length },
    );
  },
  readSortBy: readPostgrestOrder,
  writeFilter(filter, context) {
    if (filter.kind === "literal" && filter.value === true) return textPiece(1, "");
    return new PostgrestExporter(context).condition(filter, false, "", true);
  },
  writeSortBy: writePostgrestOrder,
  writeTrue: () => textPiece(1, ""),
});

/** Reads `order=`. Null is last in ascending order and first in descending order, unless the key has `nullsfirst` or `nullslast`. */
function readPostgrestOrder(text: string, importer: BridgeImporter): readonly SortKey[] {
  const keys = readText(importer.report, () => {
    const parameter = readParameters(text).find(({ name }) => name === "order");
    const [value, start] = parameter === undefined ? [text, 0] : [parameter.value, parameter.valueSpan.start];
    let at = start;
    return value.split(",").map((part) => {
      const end = Math.min(at + part.length, text.length);
      const span = { start: Math.min(at, end), end };
      at += part.length + 1;
      const match = /^(.*?)(?:\.(asc|desc))?(?:\.(nullsfirst|nullslast))?$/.exec(part);
      if (match === null)
        throw new ForeignSyntaxProblem("Expected a name, such as size.desc.nullslast.", span);
      const [, path = "", direction, end2] = match;
      const isDescending = direction === "desc";
      const usual = isDescending ? ("first" as const) : ("last" as const);
      const nulls =
        end2 === undefined ? usual : end2 === "nullsfirst" ? ("first" as const) : ("last" as const);
      return { path, isDescending, nulls, span };
    });
  });
  return keys?.flatMap((key) => importSortKey(key, importer)) ?? [];
}

function writePostgrestOrder(sortBy: SortBy, context: ExportContext<TextPiece>): TextPiece | undefined {
  const pieces: TextPiece[] = [];
  for (const sortKey of exportSortKeys(sortBy, context, "PostgREST", true)) {
    const { name, isDescending, nulls, key } = sortKey;
    if (!isNameInPostgrest(name)) {
      context.report.drop("unwritable-name", "PostgREST cannot write this name.", key.span);
      continue;
    }
    const usual = isDescending ? "first" : "last";
    const end = nulls === undefined || nulls === usual ? "" : `.nulls${nulls}`;
    const piece = textPiece(1, encodeParameter(name), isDescending ? ".desc" : "", end);
    noteSortKey(sortKey, piece, context, true);
    pieces.push(piece);
  }
  return pieces.length === 0 ? undefined : textPiece(1, "order=", joinPieces(1, pieces, ","));
}
