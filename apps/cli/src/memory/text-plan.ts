/** Plans how the rows of a file are read as texts. */
import type { Catalog } from "tamis";
import { namesInOrder } from "tamis/catalog";
import {
  faultOfNdjson,
  ObjectsRequired,
  readCsvTexts,
  type CsvTexts,
  type ReadingFault,
  type Row,
} from "tamis/files";
import type { InvalidRow, LoadedText } from "tamis/store";
import type { Arguments } from "../command/arguments.ts";
import { givenRowOption, type ReadSettings } from "../command/read-options.ts";
import type { InputFormat } from "../formats/formats.ts";
import type { Input } from "../io/open-input.ts";
import { columnNotes, fileOptions } from "../rows/csv-settings.ts";
import type { FileReport } from "../rows/file-report.ts";
import { MemberNames } from "../rows/rename-members.ts";
import { COLUMN_ROWS } from "../writers/row-columns.ts";

export interface TextPlan {
  readonly format: InputFormat;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Undefined for NDJSON. */
  readonly csv: CsvTexts["csv"] | undefined;
  /**
   * Returns the fault of an invalid row.
   * @throws ObjectsRequired
   */
  readonly faultOf: (row: InvalidRow) => ReadingFault;
  /** Minimum number of valid rows. */
  readonly minRows: number;
  /** Sentences about the columns. */
  readonly notes: readonly string[];
  /** Returns the names of the columns. */
  readonly columnsOf: (text: LoadedText<Row>) => readonly string[];
}

/** @throws ObjectsRequired for other formats, and for options that require objects, and the errors of reading */
export async function planFor(
  input: Input,
  args: Arguments,
  catalog: Catalog | undefined,
  settings: ReadSettings,
  report: FileReport,
): Promise<TextPlan> {
  const format = await input.format(settings.format);
  if (format === "ndjson") {
    const option = givenRowOption(args);
    if (option !== undefined) throw new ObjectsRequired(`--${option.name} changes the rows`);
    return planNdjson(input);
  }
  if (format === "json" || format === "xlsx") throw new ObjectsRequired(`the rows are ${format}`);
  if (settings.sheet !== undefined) throw new ObjectsRequired("--sheet is for workbooks");
  if (settings.ragged) throw new ObjectsRequired("--ragged accepts rows that the text reader does not");
  if (settings.path.length > 0) throw new ObjectsRequired("--path is for JSON");
  return planCsv(input, format, catalog, settings, report);
}

function planNdjson(input: Input): TextPlan {
  return {
    format: "ndjson",
    bytes: input.bytes,
    csv: undefined,
    faultOf: faultOfNdjson,
    // A single row may be an object that contains the rows, which the reader of objects notes.
    minRows: 2,
    notes: [],
    columnsOf: (text) =>
      Array.from({ length: Math.min(text.length, COLUMN_ROWS) }, (_, i) => text.at(i)!).flatMap(namesInOrder),
  };
}

async function planCsv(
  input: Input,
  format: "csv" | "tsv",
  catalog: Catalog | undefined,
  settings: ReadSettings,
  report: FileReport,
): Promise<TextPlan> {
  const { bytes, csv, columns, notes, requireInvalid } = await readCsvTexts(input.bytes, format, {
    ...fileOptions(settings, catalog, input.encoding),
    onProblem: report.addProblem,
  });
  const names = csv.cells.columns.map(({ name }) => name);
  if (catalog !== undefined) requireNames(names, catalog);
  return {
    ...{ format, bytes, csv },
    faultOf: (row) => {
      requireInvalid(row);
      return row.fault;
    },
    minRows: 0,
    notes: columnNotes(input.name, columns, notes, settings, report),
    columnsOf: () => names,
  };
}

/** @throws ObjectsRequired if members have other names in the catalog */
export function requireNames(names: Iterable<string>, catalog: Catalog): void {
  const members = new MemberNames(catalog);
  for (const name of names) if (members.mayRename(name)) throw new ObjectsRequired("members are renamed");
}
