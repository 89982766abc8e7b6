import { NOWHERE } from "../../diagnostics/span.ts";
import { describeValue } from "../../diagnostics/describe-value.ts";
import { hasOwn } from "../../values/own-properties.ts";
import { defineBridge, type ExportContext } from "../contract/define-bridge.ts";
import type { Bridge, BridgePlace } from "../contract/types.ts";
import { Cql2Exporter } from "../cql2/export.ts";
import { Cql2Importer } from "../cql2/import.ts";
import type { ForeignNode } from "../../readers/nodes.ts";
import { exportSortKeys, importSortKey, noteSortKey, type ForeignSortKey } from "../syntax/sort-keys.ts";
import { readJson, type JsonSource } from "../json/source.ts";
import { readCql2Json } from "./read.ts";
import { writeCql2Json } from "./write.ts";

const FORM = { isName: () => true, isString: () => true, hasBigIntegers: false };

interface SortItem {
  readonly field: string;
  readonly direction: "asc" | "desc";
}

interface SortItems {
  readonly items: readonly SortItem[];
}

/**
 * Filters of CQL2 JSON (OGC 21-065), and orders as in the sort extension of STAC.
 *
 * @example cql2JsonBridge.importQuery({ filter: { op: ">", args: [{ property: "size" }, 3] } }).filter // gt(size,3)
 */
export const cql2JsonBridge: Bridge = /* @__PURE__ */ defineBridge<
  unknown,
  ForeignNode | SortItem | SortItems
>({
  name: "cql2-json",
  title: "CQL2 JSON",
  form: "json",
  readFilter(json, importer) {
    const node = readJson(json, importer, readCql2Json);
    return node && new Cql2Importer(importer).condition(node);
  },
  readSortBy(json, importer) {
    const keys = readJson(json, importer, sortItems) ?? [];
    return keys.flatMap((key) => importSortKey(key, importer));
  },
  writeFilter: (filter, context) =>
    new Cql2Exporter(context as ExportContext<ForeignNode>, FORM).condition(filter),
  writeSortBy(sortBy, context) {
    const keys = exportSortKeys(sortBy, context, "STAC", false);
    const items = keys.map((sortKey): SortItem => {
      const item: SortItem = { field: sortKey.name, direction: sortKey.isDescending ? "desc" : "asc" };
      noteSortKey(sortKey, item, context, false);
      return item;
    });
    return items.length === 0 ? undefined : { items };
  },
  writeTrue: () => ({ kind: "value", type: "boolean", text: "true", span: NOWHERE }),
  render(root) {
    const places = new Map<object, BridgePlace>();
    if (hasOwn(root, "kind")) {
      const value = writeCql2Json(root, "", places);
      return { value, placeOf: (node) => places.get(node) };
    }
    const items = hasOwn(root, "items") ? root.items : [root];
    items.forEach((item, i) => places.set(item, { pointer: `/${i}` }));
    return { value: items, placeOf: (node) => places.get(node) };
  },
});

function sortItems(source: JsonSource): readonly ForeignSortKey[] {
  if (!source.isArray) source.fail(`Expected an array of sort keys, found ${describeValue(source.value)}.`);
  return source.items().map((item) => {
    const path = item.stringOf("field");
    const direction = item.property("direction")?.value ?? "asc";
    if (path === undefined || (direction !== "asc" && direction !== "desc"))
      return item.fail('Expected a sort key: { "field": "name", "direction": "asc" }.');
    return { path, isDescending: direction === "desc", span: NOWHERE, place: item.place };
  });
}
