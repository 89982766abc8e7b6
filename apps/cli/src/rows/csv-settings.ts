/** Options of the reader of CSV, and notes about columns, from the options of a command and a catalog. */
import type { Catalog } from "tamis";
import { escapeControls, show } from "tamis/diagnostics";
import { didYouMean, UsageError } from "../command/arguments.ts";
import type { ReadSettings } from "../command/read-options.ts";
import { isTemporalType, type CellStyle } from "../formats/cell-types.ts";
import { columnOf } from "../formats/column-of.ts";
import type { CsvColumn } from "../readers/csv-columns.ts";
import type { CsvReaderOptions } from "../readers/csv-options.ts";
import { ColumnTypes } from "./column-types.ts";
import { decimalCommaNote, headerRowNote, type FileReport } from "./file-report.ts";

/** @param report collects the problems of the header, unless the reading is strict */
export function csvReaderOptions(
  { types, inferTypes, style, dialect, header, strict }: ReadSettings,
  catalog: Catalog | undefined,
  report: FileReport,
): CsvReaderOptions {
  return {
    dialect,
    header,
    types: catalog === undefined ? undefined : new ColumnTypes(catalog),
    requiredTypes: types,
    style,
    inferTypes,
    onHeaderProblem: strict ? undefined : report.addHeaderProblem,
    onStrayQuote: strict ? undefined : report.addStrayQuote,
  };
}

/**
 * Returns sentences about the columns of a file.
 *
 * @param notes what the reader detected
 * @throws UsageError if `--type` names a column that does not exist
 */
export function columnNotes(
  file: string,
  columns: readonly CsvColumn[],
  notes: readonly string[],
  { types, header, style }: ReadSettings,
  report: FileReport,
): readonly string[] {
  const names = columns.map(({ name }) => name);
  for (const name of types.keys()) {
    if (columnOf(name, names) !== undefined) continue;
    throw new UsageError(
      `--type: ${escapeControls(file)} has no column '${show(name)}'.${didYouMean(name, names)}`,
    );
  }
  const rowNote = header ? headerRowNote(file, columns, style) : undefined;
  return [
    ...notes.map((each) => `${escapeControls(file)}: ${each}.`),
    report.headerNote(),
    decimalCommaNote(file, columns),
    datesNote(file, columns, style),
    rowNote,
  ].filter((text) => text !== undefined);
}

/** Returns a note if --dates is given and no column has such dates. */
function datesNote(file: string, columns: readonly CsvColumn[], { dates }: CellStyle): string | undefined {
  if (dates === undefined || columns.some(({ type }) => isTemporalType(type))) return undefined;
  return `${escapeControls(file)}: --dates ${dates} applies to no column: none has only such dates in the first rows. --type NAME=date reads a column as dates, and other cells as null.`;
}
