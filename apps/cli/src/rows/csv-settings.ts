/** Options of the reader of files, and notes about columns, from the options of a command and a catalog. */
import type { Catalog } from "tamis";
import { escapeControls, show } from "tamis/diagnostics";
import { didYouMean, UsageError } from "../command/arguments.ts";
import type { ReadSettings } from "../command/read-options.ts";
import {
  isTemporalType,
  columnOf,
  type CellStyle,
  type FileColumn,
  type FileOptions,
  type ReadingNote,
} from "tamis/files";
import { noteText } from "../io/reading-faults.ts";
import { decimalCommaNote, headerRowNote, type FileReport } from "./file-report.ts";

export function fileOptions(
  { path, types, inferTypes, style, dialect, header, ragged, strict }: ReadSettings,
  catalog: Catalog | undefined,
  encoding: string,
): FileOptions {
  const { dates, decimalComma, nulls } = style;
  return {
    ...dialect,
    encoding,
    // Inputs are converted to UTF-8 when they are opened.
    isDecoded: true,
    path,
    header,
    types,
    catalog,
    inferTypes,
    dates,
    decimalComma,
    nulls,
    ragged,
    strict,
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
  columns: readonly FileColumn[],
  notes: readonly ReadingNote[],
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
    ...notes.map((note) => `${escapeControls(file)}: ${noteText(note)}.`),
    report.headerNote(),
    decimalCommaNote(file, columns),
    datesNote(file, columns, style),
    rowNote,
  ].filter((text) => text !== undefined);
}

/** Returns a note if --dates is given and no column has such dates. */
function datesNote(file: string, columns: readonly FileColumn[], { dates }: CellStyle): string | undefined {
  if (dates === undefined || columns.some(({ type }) => isTemporalType(type))) return undefined;
  return `${escapeControls(file)}: --dates ${dates} applies to no column: none has only such dates in the first rows. --type NAME=date reads a column as dates, and other cells as null.`;
}
