import { requireIterable } from "../../../diagnostics/require-argument.ts";
import type { Catalog } from "../../../catalog/types.ts";
import { ownProperties } from "../../../values/own-properties.ts";
import { NO_WEBASSEMBLY } from "../../../wasm/instantiate.ts";
import { RowKernel } from "../../../wasm/row-kernel.ts";
import { CsvFormat, formatOfCells } from "../../../files/located/csv-format.ts";
import { InvalidRowError, type InvalidRow } from "../../../files/located/invalid-row.ts";
import type { CsvTexts } from "../../../files/reading/row-texts.ts";
import { JsonFormat } from "../../../files/located/json-format.ts";
import type { TextFormat } from "../../../files/located/text-format.ts";
import { csvTextOptions, requireDelimiter, type CsvOptions } from "../texts/csv-options.ts";
import { loadedText, type LoadedText } from "../texts/loaded-text.ts";
import { TextReader } from "../texts/text-reader.ts";
import { runInTimeSlices, type Task } from "../tasks/task.ts";
import type { CollectionOptions } from "./memory-collection.ts";
import { isAsync, orAbort, readSource } from "./read-source.ts";

/** Text in UTF-8: all bytes, or a source that yields parts of them. */
export type TextSource = Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export interface TextOptions {
  /**
   * How the rows are written.
   * - `ndjson`: a JSON object on each line
   * - `csv` and `tsv`: RFC 4180, with a header whose names are the properties of the rows. The header, the delimiter and the types of
   *   columns are those of `readRows` of `tamis/files`. Other CSV must be read by `readRows`.
   */
  readonly format: "ndjson" | "csv" | "tsv";
  /** Another delimiter, or columns that read their own cells. Only for CSV. */
  readonly csv?: CsvOptions | undefined;
  /** Catalog with the types of columns. Default: those of CSV are inferred. */
  readonly catalog?: Catalog | undefined;
  /**
   * Called for each invalid row, which is then left out. Without it, the first invalid row rejects the promise with an
   * `InvalidRowError`.
   */
  readonly onInvalidRow?: ((row: InvalidRow) => void) | undefined;
  /**
   * Called with the numbers of a row of NDJSON that cannot be read, such as NaN: they are null. Without it, such rows are invalid.
   */
  readonly onUnreadableNumbers?: ((numbers: { readonly count: number }) => void) | undefined;
  /**
   * Maximum number of bytes of text whose rows a collection keeps as objects after it has parsed them. Further rows are parsed
   * again when they are used again. The objects of JSON take three to five times the bytes of their text. Default: no limit, and
   * 0 for a collection with `maxBytes`.
   */
  readonly maxKeptBytes?: number | undefined;
  /**
   * How rows are read, like `CollectionOptions.kernels`. Only a kernel in WebAssembly finds values in the text. Without one, rows are
   * parsed to read their values.
   */
  readonly kernels?: CollectionOptions["kernels"];
  /** Cancels the loading: the promise is rejected with the signal's reason, and the source is closed. */
  readonly signal?: AbortSignal | undefined;
  /** Length of a time slice in milliseconds, in which no other work runs. Default 10. */
  readonly milliseconds?: number | undefined;
  /**
   * Called after each time slice, and at the end, with the number of valid rows so far, and how many of them must be
   * parsed to read their values. An error that it throws ends the loading.
   */
  readonly onProgress?:
    ((progress: { readonly rows: number; readonly parsedRows: number }) => void) | undefined;
}

/**
 * Reads and validates rows that are text. The rows are not parsed. `createCollection` accepts the result, so that a catalog can
 * be chosen after the rows were looked at; `loadCollection` does both at once. Works in time slices, so that other work can run.
 *
 * @throws the errors of the source, the signal's reason, `InvalidRowError`, `ObjectsRequired` if only `readRows` can read the CSV,
 * TypeError for invalid options, or if WebAssembly is requested but not available, and RangeError for a row of more than 64 MB
 * @example
 * const text = await loadText(createReadStream("orders.ndjson"), { format: "ndjson" });
 * text.at(0) // { id: 1, … }
 * const orders = createCollection(text, { catalog: chooseCatalog(text) });
 */
export async function loadText<T = unknown>(
  source: TextSource,
  options: TextOptions,
): Promise<LoadedText<T>> {
  requireIterable(source, "source");
  const ownOptions = ownProperties(options);
  const { kernels, onInvalidRow, maxKeptBytes, signal, milliseconds, onProgress } = ownOptions;
  const kernel = kernelOf(kernels);
  requireFormat(ownOptions);
  signal?.throwIfAborted();
  const declaredText = textOf(ownOptions);
  const text: Text =
    declaredText === undefined
      ? await textAfterHeader(source, ownOptions.format as "csv" | "tsv", ownOptions)
      : { ...declaredText, bytes: partsOf(source) };
  const { bytes, textFormat, start, requireInvalid, undecided = [] } = text;
  const report = (row: InvalidRow) => {
    requireInvalid?.(row);
    if (onInvalidRow === undefined) throw new InvalidRowError(row);
    onInvalidRow(row);
  };
  const reader = new TextReader(textFormat, report, kernel, start);
  const onSlice = () => onProgress?.({ rows: reader.rows, parsedRows: reader.parsedRows });
  const add = (part: Uint8Array) => {
    reader.push(part);
    // The clock is checked after each part.
    return true;
  };
  await readSource(bytes, add, { signal, milliseconds, onSlice });
  reader.end();
  onSlice();
  const { blocks, rows, parsedRows } = reader;
  const loaded = loadedText<T>({ format: textFormat, blocks, length: rows, parsedRows, maxKeptBytes });
  if (undecided.length > 0) await runInTimeSlices(readColumns(loaded, undecided), { signal, milliseconds });
  return loaded;
}

/** Reads the values of columns that are expected to have none, so that one of them is reported now. */
function* readColumns(text: LoadedText, names: readonly string[]): Task<void> {
  for (const name of names) {
    const values = text.values(name)[Symbol.iterator]();
    for (let count = 1; values.next().done !== true; count++) if (count % VALUES_PER_STEP === 0) yield;
  }
}

const VALUES_PER_STEP = 1_024;

/** @throws TypeError if WebAssembly is requested but not available */
function kernelOf(choice: TextOptions["kernels"]): RowKernel | undefined {
  if (choice === "plain") return undefined;
  const kernel = RowKernel.get();
  if (kernel === undefined && choice === "wasm") throw new TypeError(NO_WEBASSEMBLY);
  return kernel;
}

/** @throws TypeError if the format is unknown, or if the options of `csv` are invalid */
function requireFormat({ format: declaredFormat, csv }: TextOptions): void {
  const format: string = declaredFormat;
  if (!["ndjson", "csv", "tsv"].includes(format))
    throw new TypeError(`format must be 'ndjson', 'csv' or 'tsv', not '${format}'.`);
  if (csv === undefined) return;
  if (format === "ndjson") throw new TypeError("the option csv requires the format 'csv' or 'tsv'.");
  const { cells, columns = cells, row, start } = ownProperties(csv);
  for (const [name, value] of Object.entries({ row, start }))
    if (value !== undefined && columns === undefined)
      throw new TypeError(`csv.${name} requires csv.columns: it cannot know the header.`);
}

interface Text {
  readonly bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  readonly textFormat: TextFormat;
  readonly start?: CsvOptions["start"];
  readonly requireInvalid?: CsvTexts["requireInvalid"];
  readonly undecided?: CsvTexts["undecided"];
}

/** Returns undefined for CSV whose columns the header names. */
function textOf({ format, catalog, csv, onUnreadableNumbers }: TextOptions): Omit<Text, "bytes"> | undefined {
  if (format === "ndjson")
    return {
      textFormat: new JsonFormat(onUnreadableNumbers && (({ count }) => onUnreadableNumbers({ count }))),
    };
  const options = ownProperties(csv ?? {});
  const { delimiter = ",", cells, decide, start } = options;
  if (cells !== undefined) {
    requireDelimiter(delimiter);
    return { textFormat: formatOfCells(delimiter, cells, decide), start };
  }
  if (options.columns === undefined) return undefined;
  return { textFormat: new CsvFormat(csvTextOptions(catalog, options)), start };
}

/** Reads the header of CSV. */
async function textAfterHeader(
  source: TextSource,
  format: "csv" | "tsv",
  options: TextOptions,
): Promise<Text> {
  const { csv, catalog, signal } = options;
  const { delimiter } = ownProperties(csv ?? {});
  if (delimiter !== undefined) requireDelimiter(delimiter);
  const { readCsvTexts } = await import("../../../files/reading/row-texts.ts");
  const readTexts = () => readCsvTexts(asyncOf(partsOf(source)), format, { delimiter, catalog });
  const { csv: header, ...text } = await orAbort(signal, readTexts);
  return {
    ...text,
    textFormat: formatOfCells(header.delimiter, header.cells, header.decide),
    start: header.start,
  };
}

async function* asyncOf(bytes: Text["bytes"]): AsyncGenerator<Uint8Array> {
  yield* bytes;
}

/**
 * Divides the parts of a text into small ones, between which other work can run.
 *
 * @throws TypeError for a part that is no Uint8Array
 */
export function partsOf(source: TextSource): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  if (source instanceof Uint8Array) return divide(source);
  return isAsync(source) ? divideAllAsync(source) : divideAll(source);
}

function* divide(part: Uint8Array): Generator<Uint8Array> {
  if (!(part instanceof Uint8Array))
    throw new TypeError(
      "A text must be a Uint8Array, or a source that yields them, such as a file stream without an encoding.",
    );
  for (let from = 0; from < part.length; from += MAX_PART_BYTES)
    yield part.subarray(from, from + MAX_PART_BYTES);
}

function* divideAll(source: Iterable<Uint8Array>): Generator<Uint8Array> {
  for (const part of source) yield* divide(part);
}

async function* divideAllAsync(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const part of source) yield* divide(part);
}

const MAX_PART_BYTES = 1 << 16;
