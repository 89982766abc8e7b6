import { defineBridge } from "../contract/define-bridge.ts";
import type { Bridge } from "../contract/types.ts";
import { renderModel } from "../grids/json.ts";
import { TanStackExporter } from "./export.ts";
import { TanStackImporter } from "./import.ts";
import { readSorting, writeSorting } from "./sorting.ts";

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
  readFilter: (source, importer) => new TanStackImporter(importer).filter(source),
  readSortBy: (source, importer) => readSorting(source, importer),
  writeFilter: (filter, { report, types }) => new TanStackExporter(report, types).filters(filter),
  writeSortBy: (sortBy, { report, types }) => writeSorting(sortBy, report, types),
  writeTrue: () => [],
  render: renderModel,
});
