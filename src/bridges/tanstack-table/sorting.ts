import type { SortBy, SortKey } from "../../ast/nodes.ts";
import { isRecord } from "../../values/is-object.ts";
import type { ValueType } from "../../values/types.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import type { MemberTypes } from "../contract/members.ts";
import type { BridgeReport } from "../contract/report.ts";
import type { BridgePlace } from "../contract/types.ts";
import { JsonPlace, NO_TEXT, own, stringIn } from "../grids/json.ts";

/** Reads the state `sorting`. Without sort keys, the list is empty. */
export function readSorting(source: unknown, to: BridgeImporter): readonly SortKey[] {
  const { report, types } = to;
  if (!Array.isArray(source)) {
    report.fail("syntax", "Sorting is a list of objects such as { id, desc }.", new JsonPlace());
    return [];
  }
  const keys: SortKey[] = [];
  for (const [i, item] of (source as readonly unknown[]).entries()) {
    const place = new JsonPlace().at(i);
    const id = isRecord(item) ? stringIn(item, "id") : undefined;
    if (!isRecord(item) || id === undefined) {
      report.fail("syntax", "A sort key is an object such as { id, desc }, with a string as id.", place);
      return [];
    }
    const name = to.name(id, NO_TEXT, place.at("id"));
    if (name === undefined) continue;
    const key = to.sortKey(name, own(item, "desc") === true ? "descending" : "ascending", NO_TEXT);
    noteOrder(types.typeOf(name), types.isNullable(name), report, place, key);
    keys.push(key);
  }
  return keys;
}

/** Writes the state `sorting`. Sort keys other than columns are left out, with a note. */
export function writeSorting(
  { keys }: SortBy,
  report: BridgeReport<object>,
  types: MemberTypes,
): readonly object[] | undefined {
  const items: object[] = [];
  for (const { expression, direction, span } of keys) {
    if (expression.kind !== "name") {
      report.drop("unsupported-order", "A table is sorted by columns, not by other expressions.", span);
      continue;
    }
    const item = { id: expression.name, desc: direction === "descending" };
    noteOrder(types.typeOf(expression), types.isNullable(expression), report, span, item);
    items.push(item);
  }
  return items.length === 0 ? undefined : items;
}

function noteOrder<N extends object>(
  type: ValueType["type"] | undefined,
  isNullable: boolean,
  report: BridgeReport<N>,
  place: BridgePlace,
  node: N,
): void {
  const note = (code: "string-order" | "null-order" | "type-conversion", message: string): void =>
    report.note(code, "order", message, place, node);
  if (type === undefined || type === "string") {
    const message =
      "TanStack Table sorts strings by numbers and code units in them, tamis in the order of a language.";
    note("string-order", message);
  }
  if (type === "time" || type === "dateTime")
    note("type-conversion", "TanStack Table sorts times as strings, unless the rows have Date objects.");
  if (isNullable)
    note("null-order", "TanStack Table counts null as 0 or ''. tamis puts it first in ascending order.");
}
