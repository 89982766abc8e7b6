import type { SortBy, SortKey } from "../../ast/nodes.ts";
import { isRecord } from "../../values/is-object.ts";
import type { ValueType } from "../../values/types.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import type { MemberTypes } from "../contract/members.ts";
import type { BridgeReport } from "../contract/report.ts";
import type { BridgePlace } from "../contract/types.ts";
import { JsonPlace, NO_TEXT, own, stringIn } from "../grids/json.ts";

/** Reads a sort model. AG Grid sorts null first in ascending order, as tamis does. */
export function readSortModel(source: unknown, to: BridgeImporter): readonly SortKey[] {
  const { report, types } = to;
  if (!Array.isArray(source)) {
    report.fail("syntax", "A sort model is a list of objects such as { colId, sort }.", new JsonPlace());
    return [];
  }
  const keys: SortKey[] = [];
  for (const [i, item] of (source as readonly unknown[]).entries()) {
    const place = new JsonPlace().at(i);
    const id = isRecord(item) ? stringIn(item, "colId") : undefined;
    const sort = isRecord(item) ? own(item, "sort") : undefined;
    if (!isRecord(item) || id === undefined || (sort !== "asc" && sort !== "desc")) {
      report.fail(
        "syntax",
        "A sort key is an object such as { colId, sort }, with 'asc' or 'desc' as sort.",
        place,
      );
      return [];
    }
    if (own(item, "type") === "absolute") {
      report.drop("unsupported-order", "tamis cannot sort by the absolute value of a number.", place);
      continue;
    }
    const name = to.name(id, NO_TEXT, place.at("colId"));
    if (name === undefined) continue;
    const key = to.sortKey(name, sort === "desc" ? "descending" : "ascending", NO_TEXT);
    noteOrder(types.typeOf(name), report, place, key);
    keys.push(key);
  }
  return keys;
}

/** Writes a sort model. Sort keys other than columns are left out, with a note. */
export function writeSortModel(
  { keys }: SortBy,
  report: BridgeReport<object>,
  types: MemberTypes,
): readonly object[] | undefined {
  const items: object[] = [];
  for (const { expression, direction, span } of keys) {
    if (expression.kind !== "name") {
      report.drop("unsupported-order", "A grid is sorted by columns, not by other expressions.", span);
      continue;
    }
    const item = { colId: expression.name, sort: direction === "descending" ? "desc" : "asc" };
    noteOrder(types.typeOf(expression), report, span, item);
    items.push(item);
  }
  return items.length === 0 ? undefined : items;
}

function noteOrder<N extends object>(
  type: ValueType["type"] | undefined,
  report: BridgeReport<N>,
  place: BridgePlace,
  node: N,
): void {
  if (type === undefined || type === "string") {
    const message = "AG Grid sorts strings by code units, tamis in the order of a language.";
    report.note("string-order", "order", message, place, node);
  }
  if (type === "time" || type === "dateTime") {
    const message = "AG Grid sorts times as strings, unless the rows have Date objects.";
    report.note("type-conversion", "order", message, place, node);
  }
}
