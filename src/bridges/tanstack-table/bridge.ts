import { defineBridge } from "../contract/define-bridge.ts";
import type { Bridge } from "../contract/types.ts";
import { renderJson } from "../json/pieces.ts";
import { readJson } from "../json/source.ts";
import { readSorting, writeSorting, type GridSorting } from "../grids/sorting.ts";
import { TanStackExporter } from "./export.ts";
import { TanStackImporter } from "./import.ts";

const SORTING: GridSorting = {
  id: "id",
  isDescending: (item) => item.property("desc")?.value === true,
  direction: (desc) => ({ desc }),
  messages: {
    noList: "Sorting is a list of objects such as { id, desc }.",
    noKey: "A sort key is an object such as { id, desc }, with a string as id.",
    noColumn: "A table is sorted by columns, not by other expressions.",
    strings:
      "TanStack Table sorts strings by numbers and code units in them, tamis in the order of a language.",
    times: "TanStack Table sorts times as strings, unless the rows have Date objects.",
    nulls: "TanStack Table counts null as 0 or ''. tamis puts it first in ascending order.",
  },
};

/**
 * The state `columnFilters` and `sorting` of TanStack Table 9. Each filter can name its function, as `filterFn` of the column
 * does: `{ id: "size", value: [3, null], filterFn: "inNumberRange" }`.
 *
 * @example tanstackTableBridge.importQuery({ sortBy: [{ id: "size", desc: true }] }).sortBy // size:descending
 */
export const tanstackTableBridge: Bridge = /* @__PURE__ */ defineBridge<unknown, object>({
  name: "tanstack-table",
  title: "TanStack Table column filters and sorting",
  form: "json",
  readFilter: (state, importer) =>
    readJson(state, importer, (source) => new TanStackImporter(importer).filter(source)),
  readSortBy: (state, importer) => readSorting(state, importer, SORTING),
  writeFilter: (filter, context) => new TanStackExporter(context).filters(filter),
  writeSortBy: (sortBy, context) => writeSorting(sortBy, context, SORTING),
  writeTrue: () => [],
  render: renderJson,
});
