import type { SortBy, SortKey } from "../../ast/nodes.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import type { ExportContext } from "../contract/define-bridge.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import type { MemberTypes } from "../contract/members.ts";
import type { BridgeReport } from "../contract/report.ts";
import type { BridgePlace } from "../contract/types.ts";
import { readJson, type JsonSource } from "../json/source.ts";

/** How a grid writes its sort keys: as a list of objects with the id of a column and a direction. */
export interface GridSorting {
  /** Property with the id of the column. */
  readonly id: string;
  /** Returns whether an object sorts in descending order. Undefined if it is no sort key. */
  readonly isDescending: (item: JsonSource) => boolean | undefined;
  /** Returns the properties next to the id. */
  readonly direction: (isDescending: boolean) => object;
  /** Reason why a sort key has no translation. Undefined if it has one. */
  readonly unsupported?: (item: JsonSource) => string | undefined;
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
  order: unknown,
  to: BridgeImporter,
  { id, isDescending, unsupported, messages }: GridSorting,
): readonly SortKey[] {
  const { report, types } = to;
  const readKey = (item: JsonSource): SortKey | undefined => {
    const column = item.property(id);
    const isDown = isDescending(item);
    if (typeof column?.value !== "string" || isDown === undefined) item.fail(messages.noKey);
    const { place } = item;
    const reason = unsupported?.(item);
    if (reason !== undefined) return report.drop("unsupported-order", reason, place);
    const name = to.name(column.value, NOWHERE, column.place);
    const key = name && to.sortKey(name, isDown ? "descending" : "ascending", NOWHERE, place);
    if (key !== undefined) noteOrder(key, types, report, place, key, messages);
    return key;
  };
  const keys = readJson(order, to, (source) => {
    if (!source.isArray) source.fail(messages.noList);
    return source.items().flatMap((item) => readKey(item) ?? []);
  });
  return keys ?? [];
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
