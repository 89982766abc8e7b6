import { defineBridge } from "../contract/define-bridge.ts";
import type { Bridge } from "../contract/types.ts";
import { renderJson } from "../json/pieces.ts";
import { readJson } from "../json/source.ts";
import { readSorting, writeSorting, type GridSorting } from "../grids/sorting.ts";
import { AgGridExporter } from "./export.ts";
import { AgGridImporter } from "./import.ts";

/** AG Grid sorts null first in ascending order, as tamis does. */
const SORTING: GridSorting = {
  id: "colId",
  isDescending: (item) => {
    const sort = item.stringOf("sort");
    return sort === "asc" || sort === "desc" ? sort === "desc" : undefined;
  },
  direction: (isDescending) => ({ sort: isDescending ? "desc" : "asc" }),
  unsupported: (item) =>
    item.stringOf("type") === "absolute" ? "tamis cannot sort by the absolute value of a number." : undefined,
  messages: {
    noList: "A sort model is a list of objects such as { colId, sort }.",
    noKey: "A sort key is an object such as { colId, sort }, with 'asc' or 'desc' as sort.",
    noColumn: "A grid is sorted by columns, not by other expressions.",
    strings: "AG Grid sorts strings by code units, tamis in the order of a language.",
    times: "AG Grid sorts times as strings, unless the rows have Date objects.",
  },
};

/**
 * Filter models of columns, advanced filter models and sort models of AG Grid 36, with the default parameters of columns: text
 * is compared in lower case, and blank values match no number and no date.
 *
 * @example agGridBridge.importQuery({ filter: { size: { filterType: "number", type: "greaterThan", filter: 3 } } }) // gt(size,3)
 */
export const agGridBridge: Bridge = /* @__PURE__ */ defineBridge<unknown, object>({
  name: "ag-grid",
  title: "AG Grid filter and sort models",
  form: "json",
  readFilter: (model, importer) =>
    readJson(model, importer, (source) => new AgGridImporter(importer).filter(source)),
  readSortBy: (model, importer) => readSorting(model, importer, SORTING),
  writeFilter: (filter, context) => new AgGridExporter(context).model(filter),
  writeSortBy: (sortBy, context) => writeSorting(sortBy, context, SORTING),
  writeTrue: () => ({}),
  render: renderJson,
});
