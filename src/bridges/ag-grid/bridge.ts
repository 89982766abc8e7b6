import { defineBridge } from "../contract/define-bridge.ts";
import type { Bridge } from "../contract/types.ts";
import { renderModel } from "../grids/json.ts";
import { AgGridExporter } from "./export.ts";
import { AgGridImporter } from "./import.ts";
import { readSortModel, writeSortModel } from "./sorting.ts";

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
  readFilter: (source, importer) => new AgGridImporter(importer).filter(source),
  readSortBy: (source, importer) => readSortModel(source, importer),
  writeFilter: (filter, { report, types }) => new AgGridExporter(report, types).model(filter),
  writeSortBy: (sortBy, { report, types }) => writeSortModel(sortBy, report, types),
  writeTrue: () => ({}),
  render: renderModel,
});
