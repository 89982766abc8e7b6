import type { SortKey } from "../../ast/nodes.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import { SqlImporter } from "./import.ts";
import type { SqlSortKey } from "./parse.ts";
import { orderBy } from "../syntax/sort-keys.ts";

/** Translates a sort key of SQL. */
export function sqlSortKeys(key: SqlSortKey, importer: BridgeImporter): readonly SortKey[] {
  if (key.of.kind === "value") {
    const message = "A sort key is the name of a member, not a value or the number of a column.";
    importer.report.drop("unsupported-order", message, key.span);
    return [];
  }
  const of = new SqlImporter(importer).exactly(key.of);
  if (of === undefined) return [];
  return orderBy(of, key, importer, {
    strings: "tamis sorts strings in the order of a language, databases in that of a collation.",
    nulls:
      "Databases put null first or last. tamis puts it first in ascending order, and last in descending order.",
  });
}
