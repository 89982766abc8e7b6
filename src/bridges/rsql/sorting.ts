import { strengthOf, type SortBy, type SortKey } from "../../ast/nodes.ts";
import type { ExportContext } from "../contract/define-bridge.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import { joinPieces, textPiece, type TextPiece } from "../contract/pieces.ts";
import {
  exportSortKeys,
  importSortKey,
  noteSortKey,
  signedSortKeys,
  type ForeignSortKey,
} from "../syntax/sort-keys.ts";
import { ForeignSyntaxProblem } from "../../readers/token-stream.ts";
import { readText } from "../contract/read-text.ts";

/** Reads `name,asc;age,desc` as rsql-jpa-specification has it, or `-name,+age`. `sort=` may come first. */
export function readRsqlOrder(text: string, importer: BridgeImporter): readonly SortKey[] {
  const start = /^\??sort=/.exec(text)?.[0].length ?? 0;
  const value = text.slice(start);
  if (value.trim() === "") return [];
  const hasDirections = /;|,(?:asc|desc)(?:[,;\s]|$)/i.test(value);
  const keys = hasDirections
    ? readText(importer.report, () => directedSortKeys(value, start))
    : signedSortKeys(value, start);
  return keys?.flatMap((key) => importSortKey(key, importer)) ?? [];
}

/** @throws ForeignSyntaxProblem */
function directedSortKeys(value: string, start: number): readonly ForeignSortKey[] {
  let at = start;
  return value.split(";").flatMap((part): ForeignSortKey[] => {
    const span = { start: at, end: at + part.length };
    at = span.end + 1;
    if (part.trim() === "") return [];
    const [path = "", direction = "asc", folding, ...extras] = part.split(",").map((word) => word.trim());
    const isKnown = /^(?:asc|desc)$/i.test(direction) && /^(?:ic)?$/i.test(folding ?? "");
    if (path === "" || !isKnown || extras.length > 0)
      throw new ForeignSyntaxProblem("Expected a name and a direction, such as size,desc.", span);
    const isDescending = direction.toLowerCase() === "desc";
    return [{ path, isDescending, span, strength: folding ? "secondary" : undefined }];
  });
}

export function writeRsqlOrder(sortBy: SortBy, context: ExportContext<TextPiece>): TextPiece | undefined {
  const pieces = exportSortKeys(sortBy, context, "RSQL", false).map((sortKey) => {
    const strength = strengthOf(sortKey.key);
    const folds = strength === "primary" || strength === "secondary";
    const piece = textPiece(1, sortKey.name, sortKey.isDescending ? ",desc" : ",asc", folds ? ",ic" : "");
    noteSortKey(sortKey, piece, context, false);
    return piece;
  });
  return pieces.length === 0 ? undefined : joinPieces(1, pieces, ";");
}
