import type { Catalog } from "../../catalog/types.ts";
import { cellText, csvLine } from "../../values/csv/csv-line.ts";
import { representer } from "./represent-row.ts";

export const CSV_TYPE = "text/csv";

export interface CsvPrinter {
  /** Line with the names of the members. */
  readonly header: string;
  /** Returns the line of a row, without its end. */
  readonly print: (row: object) => string;
}

/**
 * Returns a printer of rows as CSV. The values are those of the JSON representation, without links.
 *
 * @param names top-level members in the order of the columns; undefined for all selectable ones in the order of the catalog
 */
export function csvPrinter(catalog: Catalog, names: readonly string[] | undefined): CsvPrinter {
  const represent = representer(catalog, names);
  const columns =
    names ??
    [...catalog.members.byName.values()].filter((member) => member.selectable).map(({ name }) => name);
  return {
    header: csvLine(columns, ","),
    print: (row) => {
      const item = represent(row);
      return csvLine(
        columns.map((name) => (Object.hasOwn(item, name) ? cellText(item[name]) : "")),
        ",",
      );
    },
  };
}
