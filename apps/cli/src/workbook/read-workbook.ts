/** Reads the rows of a sheet of an Excel workbook (.xlsx). */
import { getHeapStatistics } from "node:v8";
import { escapeControls } from "tamis/diagnostics";
import { foreignFile, isZip, type Batch, type HeaderProblem } from "tamis/files";
import { DataError, InputError, messageOf } from "../io/errors.ts";
import type { Input } from "../io/open-input.ts";
import { loadDriver } from "../io/load-driver.ts";
import type { ReadProgress } from "../io/progress.ts";
import { chooseSheet, sheetNote, type SheetInfo } from "./choose-sheet.ts";
import { SheetTable, type ErrorCell } from "./sheet-table.ts";
import { zippedFiles } from "./zip-sizes.ts";

export interface WorkbookOptions {
  /** Name of the sheet, or its number from 1. By default the first visible sheet that has rows. */
  readonly sheet: string | undefined;
  /** False: the first row is a row of data, and the columns are called column1, column2 … */
  readonly header: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Called for each cell without a value, such as `#N/A`. It is read as null. */
  readonly onErrorCell: (cell: ErrorCell) => void;
  /** Called for each changed name of the header. Without it, blank and duplicate names are errors. */
  readonly onHeaderProblem?: ((problem: HeaderProblem) => void) | undefined;
  /** Called before the first row, with a sentence about the sheet if there are several. */
  readonly onColumns: (names: readonly string[], sheetNote: string | undefined) => void;
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
}

/**
 * Reads rows in batches. Keeps all rows of the sheet in memory.
 * @throws DataError for a file that is not a workbook, InputError if the package is missing, UsageError for an unknown sheet
 */
export async function* readWorkbook(
  source: Pick<Input, "name" | "bytes"> & Partial<Pick<Input, "consumed">>,
  options: WorkbookOptions,
): AsyncGenerator<Batch> {
  const { name } = source;
  const { signal, onHeaderProblem, onColumns, onProgress } = options;
  const archive = await bytesOf(source, options);
  requireWorkbook(name, archive);
  const xlsx = await loadDriver(() => import("hucre/xlsx"), "An xlsx workbook", "hucre");
  const readSheet = async (sheet: SheetInfo) => {
    const table = new SheetTable(options);
    let rows = 0;
    let cells = 0;
    for await (const row of xlsx.streamXlsxRows(archive, { sheet: sheet.index })) {
      if (rows++ % ROWS_PER_CHECK === 0) {
        signal?.throwIfAborted();
        requireHeap(name);
      }
      cells += row.values.length;
      if (cells > MAX_CELLS) throw tooManyRows(name);
      table.add(row);
    }
    return table;
  };
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof InputError || error instanceof DataError || signal?.aborted === true) throw error;
      throw new DataError(name, {}, `the workbook is damaged: ${messageOf(error)}`);
    }
  };
  const sheets: SheetInfo[] = [];
  const addSheet = ({ name, index, hidden, veryHidden }: SheetState) => {
    sheets.push({ name, index, isHidden: hidden === true || veryHidden === true });
    return false;
  };
  await guarded(() => xlsx.readXlsx(archive, { sheets: addSheet }));
  const candidates =
    options.sheet === undefined
      ? sheets.toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden))
      : [chooseSheet(name, sheets, options.sheet)];
  let table = new SheetTable(options);
  let chosen = candidates[0];
  for (const sheet of candidates) {
    table = await guarded(() => readSheet(sheet));
    chosen = sheet;
    if (table.rowCount > 0) break;
  }
  const { names, problems } = table.header();
  if (onHeaderProblem !== undefined) problems.forEach(onHeaderProblem);
  else if (problems.length > 0) throw new DataError(name, {}, problems[0]!.reason);
  const isChoice = options.sheet === undefined && sheets.length > 1;
  onColumns(names, isChoice ? sheetNote(name, sheets, chosen!) : undefined);
  let rows = 0;
  for (const batch of table.rows(names)) {
    signal?.throwIfAborted();
    rows += batch.length;
    onProgress?.({ rows, bytes: archive.length });
    yield batch;
  }
}

interface SheetState {
  readonly name: string;
  readonly index: number;
  readonly hidden?: boolean;
  readonly veryHidden?: boolean;
}

const ROWS_PER_CHECK = 256;

const MEBIBYTE = 1_048_576;
const MAX_FILE_BYTES = 512 * MEBIBYTE;
/** Maximum size of the XML of a sheet, which is not kept in memory. */
const MAX_SHEET_BYTES = 1_024 * MEBIBYTE;
/** Other XML, such as the strings of all sheets, takes up to 40 times its size in memory. */
const MAX_HEAP_SHARE = 1 / 64;

/**
 * A larger file in the workbook that unpacks to more than so many times its packed size was made to exhaust memory: 100 kB of empty
 * strings take 3.5 GB. XML of Excel unpacks to 5 to 20 times its size.
 */
const MAX_RATIO = 100;
const MAX_REPETITIVE_BYTES = MEBIBYTE;

/** Maximum number of cells, with the empty ones before the last of each row. */
const MAX_CELLS = 50_000_000;
/** Rows may fill the heap up to this share. */
const FULL_HEAP = 0.8;

/** @throws InputError if the heap is nearly full */
function requireHeap(name: string): void {
  const { used_heap_size: usedBytes, heap_size_limit: limit } = getHeapStatistics();
  if (usedBytes >= limit * FULL_HEAP) throw tooManyRows(name);
}

function tooManyRows(name: string): InputError {
  return new InputError(
    `The sheet of ${escapeControls(name)} does not fit into memory. Save it as CSV, ` +
      "or raise the limit with NODE_OPTIONS=--max-old-space-size=MEGABYTES.",
  );
}

async function bytesOf(
  source: Pick<Input, "name" | "bytes"> & Partial<Pick<Input, "consumed">>,
  { signal, onProgress }: WorkbookOptions,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source.bytes) {
    signal?.throwIfAborted();
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_FILE_BYTES) throw tooLarge(source.name, MAX_FILE_BYTES);
    onProgress?.({ rows: 0, bytes: source.consumed?.() ?? length });
  }
  return Buffer.concat(chunks);
}

/**
 * Checks that a file is a workbook of a size that fits into memory. The package unpacks no file of the archive to more than its
 * stated size.
 */
function requireWorkbook(name: string, archive: Buffer): void {
  if (!isZip(archive)) throw new DataError(name, {}, foreignFile(archive) ?? "this is not an xlsx workbook");
  const files = zippedFiles(archive);
  if (files === undefined)
    throw new DataError(name, {}, "the workbook ends too early: the file is truncated or damaged");
  const names = new Set(files.map((file) => file.name));
  if (!names.has("[Content_Types].xml") || !files.some((file) => WORKBOOK.test(file.name)))
    throw new DataError(name, {}, otherArchive(archive, names));
  let otherBytes = 0;
  const maxOtherBytes = getHeapStatistics().heap_size_limit * MAX_HEAP_SHARE;
  for (const { name: file, size, packedSize } of files) {
    if (size === 0 && packedSize > EMPTY_BYTES)
      throw new DataError(name, {}, "the workbook is damaged: it states no size of a file in it");
    if (/^xl\/worksheets\/[^/]*\.xml$/i.test(file)) {
      if (size > MAX_SHEET_BYTES) throw tooLarge(name, MAX_SHEET_BYTES);
    } else if (/\.(?:xml|rels)$/i.test(file) && !/pivotCacheRecords/i.test(file)) otherBytes += size;
    if (otherBytes > maxOtherBytes) throw tooLarge(name, maxOtherBytes);
    if (size > MAX_REPETITIVE_BYTES && size > packedSize * MAX_RATIO)
      throw new DataError(
        name,
        {},
        `the workbook is damaged: ${escapeControls(file)} hardly has any content`,
      );
  }
}

const WORKBOOK = /^xl\/workbook[^/]*\.xml$/i;
/** Maximum size of no bytes, compressed. */
const EMPTY_BYTES = 16;

function tooLarge(name: string, bytes: number): DataError {
  const limit = `${Math.floor(bytes / MEBIBYTE).toLocaleString("en-US")} MiB`;
  return new DataError(
    name,
    {},
    `the workbook is too large: a part of it has more than ${limit}; save it as CSV`,
  );
}

function otherArchive(archive: Buffer, names: ReadonlySet<string>): string {
  if (archive.subarray(30, 80).toString("latin1").startsWith("mimetypeapplication/vnd.oasis.opendocument."))
    return "this is an OpenDocument file; save it as .xlsx or CSV";
  if (names.has("xl/workbook.bin")) return "this is a binary workbook (.xlsb); save it as .xlsx or CSV";
  return "this is a ZIP archive without an xlsx workbook; unpack it first";
}
