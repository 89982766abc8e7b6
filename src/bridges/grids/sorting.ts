import type { SortBy, SortKey } from "../../ast/nodes.ts";
import { isRecord } from "../../values/is-object.ts";
import type { ExportContext } from "../contract/define-bridge.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import type { MemberTypes } from "../contract/members.ts";
import type { BridgeReport } from "../contract/report.ts";
import type { BridgePlace } from "../contract/types.ts";
import { JsonPlace, NO_TEXT, stringIn, type JsonRecord } from "./json.ts";

/** How a grid writes its sort keys: as a list of objects with the id of a column and a direction. */
export interface GridSorting {
  /** Property with the id of the column. */
  readonly id: string;
  /** Returns whether an object sorts in descending order. Undefined if it is no sort key. */
  readonly isDescending: (item: JsonRecord) => boolean | undefined;
  /** Returns the properties next to the id. */
  readonly direction: (isDescending: boolean) => JsonRecord;
  /** Reason why a sort key has no translation. Undefined if it has one. */
  readonly unsupported?: (item: JsonRecord) => string | undefined;
  readonly messages: {
    readonly noList: string;
    readonly noKey: string;
    readonly noColumn: string;
    /** Say how the orders of strings, times and null differ between the grid and tamis. Undefined if null sorts alike. */
    readonly strings: string;
    readonly times: string;
    readonly nulls?: string;
  };
}

export function readSorting(
  source: unknown,
  to: BridgeImporter,
  { id, isDescending, unsupported, messages }: GridSorting,
): readonly SortKey[] {
  const { report, types } = to;
  if (!Array.isArray(source)) {
    report.fail("syntax", messages.noList, new JsonPlace());
    return [];
  }
  const keys: SortKey[] = [];
  for (const [i, item] of (source as readonly unknown[]).entries()) {
    const place = new JsonPlace().at(i);
    const column = isRecord(item) ? stringIn(item, id) : undefined;
    const isDown = isRecord(item) ? isDescending(item) : undefined;
    if (!isRecord(item) || column === undefined || isDown === undefined) {
      report.fail("syntax", messages.noKey, place);
      return [];
    }
    const reason = unsupported?.(item);
    if (reason !== undefined) {
      report.drop("unsupported-order", reason, place);
      continue;
    }
    const name = to.name(column, NO_TEXT, place.at(id));
    if (name === undefined) continue;
    const key = to.sortKey(name, isDown ? "descending" : "ascending", NO_TEXT, place);
    if (key === undefined) continue;
    noteOrder(key, types, report, place, key, messages);
    keys.push(key);
  }
  return keys;
}

/** Writes sort keys. Those other than columns are left out, with a note. */
export function writeSorting(
  { keys }: SortBy,
  { report, types }: ExportContext<object>,
  { id, direction, messages }: GridSorting,
): readonly object[] | undefined {
  const items: object[] = [];
  for (const key of keys) {
    const { expression, span } = key;
    if (expression.kind !== "name") {
      report.drop("unsupported-order", messages.noColumn, span);
      continue;
    }
    const item = { [id]: expression.name, ...direction(key.direction === "descending") };
    noteOrder(key, types, report, span, item, messages);
    items.push(item);
  }
  return items.length === 0 ? undefined : items;
}

function noteOrder<N extends object>(
  { expression }: SortKey,
  types: MemberTypes,
  report: BridgeReport<N>,
  place: BridgePlace,
  node: N,
  { strings, times, nulls }: GridSorting["messages"],
): void {
  const type = types.typeOf(expression);
  if (type === undefined || type === "string") report.note("string-order", "order", strings, place, node);
  if (type === "time" || type === "dateTime") report.note("type-conversion", "order", times, place, node);
  if (nulls !== undefined && types.isNullable(expression))
    report.note("null-order", "order", nulls, place, node);
}
