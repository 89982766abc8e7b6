import type { Expression, SortKey } from "../../ast/nodes.ts";
import type { Span } from "../../diagnostics/span.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import { SqlImporter } from "./import.ts";
import type { SqlSortKey } from "./parse.ts";

/** Translates a sort key of SQL. `NULLS LAST` in ascending order, and `NULLS FIRST` in descending order, need a key of their own. */
export function sqlSortKeys(
  { of, isDescending, nulls, collation, span }: SqlSortKey,
  importer: BridgeImporter,
): readonly SortKey[] {
  const { report, types } = importer;
  if (of.kind === "value") {
    const message = "A sort key is the name of a member, not a value or the number of a column.";
    report.drop("unsupported-order", message, span);
    return [];
  }
  const key = new SqlImporter(importer).exactly(of);
  if (key === undefined) return [];
  const direction = isDescending ? "descending" : "ascending";
  const made = importer.sortKey(key, direction, span);
  noteStringOrder(importer, key, collation?.text, span, made);
  const lowest = isDescending ? "last" : "first";
  if (!types.isNullable(key)) return [made];
  if (nulls === undefined) {
    const message =
      "Databases put null first or last. tamis puts it first in ascending order, and last in descending order.";
    report.note("null-order", "order", message, span, made);
  }
  if (nulls === undefined || nulls === lowest) return [made];
  return [importer.sortKey(importer.isNull(key, span), direction, span), made];
}

function noteStringOrder(
  importer: BridgeImporter,
  key: Expression,
  collation: string | undefined,
  span: Span,
  made: SortKey,
): void {
  const { report, types } = importer;
  const type = types.typeOf(key);
  if (type !== undefined && type !== "string") return;
  if (types.strengthOf([key]) === "codePoint" && collation === undefined) return;
  const message = "tamis sorts strings in the order of a language, databases in that of a collation.";
  report.note("string-order", "order", message, span, made);
}
