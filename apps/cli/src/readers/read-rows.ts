/** Reads rows in batches. Delivers all valid rows before an error, however the input is split into chunks. */
import { DataError } from "../io/errors.ts";
import type { ReadProgress } from "../io/progress.ts";
import type { TextFormat } from "../formats/formats.ts";
import type { CsvReaderOptions } from "./csv-options.ts";
import { CsvReader } from "./read-csv.ts";
import { BATCH_ROWS, type FormatReader } from "./shared/format-reader.ts";
import type { Batch } from "../formats/row.ts";
import { byteName } from "../formats/show-character.ts";
import { InvalidByteReplacer } from "./invalid-bytes.ts";
import { Utf8Validator, type InvalidBytes } from "./utf8-validator.ts";

export interface RowInput {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Returns the number of bytes for the progress display. By default the bytes read from `bytes`. */
  readonly consumed?: () => number;
}

/** Bytes of a file that are not UTF-8 and are read as U+FFFD. */
export interface ReplacedBytes {
  /** Number of replacements so far. */
  readonly count: number;
  /** The first invalid byte, its number in the file from 1, and its line. */
  readonly first: { readonly value: number; readonly byte: number; readonly line: number };
}

export interface ReadOptions extends CsvReaderOptions {
  readonly format: TextFormat;
  /** Names of the members that lead to the rows inside JSON. Default: the rows are the whole value. */
  readonly path?: readonly string[] | undefined;
  /** For `json`: called if the whole input is one object that is a row. */
  readonly onSingleObject?: (() => void) | undefined;
  /** Called after bytes that are not UTF-8, which are read as U+FFFD. Without it, and in binary files, they are an error. */
  readonly onInvalidBytes?: ((bytes: ReplacedBytes) => void) | undefined;
  /** Aborting the signal makes the read throw the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
}

/**
 * Reads rows in batches of at most {@link BATCH_ROWS}. Keeps only one chunk of the input in memory. Integers
 * outside ±(2^53-1) become bigints.
 * @throws DataError, InputError, or the reason of `signal`
 * @example for await (const batch of readRows(input, { format: "csv" })) …
 */
export async function* readRows(
  source: RowInput,
  options: ReadOptions,
): AsyncGenerator<Batch, void, undefined> {
  const { signal, onProgress, onRowError, onInvalidBytes } = options;
  const validator = new Utf8Validator();
  let reader: FormatReader | undefined;
  let replacer: InvalidByteReplacer | undefined;
  let first: ReplacedBytes["first"] | undefined;
  let rows = 0;
  let counted = 0;
  /** Errors of rows that were not passed yet. They are reported with the rows around them. */
  let errors: DataError[] = [];
  let reported = 0;
  const reportErrors = (precede: (error: DataError) => boolean) => {
    let count = 0;
    while (count < errors.length && precede(errors[count]!)) {
      onRowError?.(errors[count++]!);
      reported++;
    }
    errors = errors.slice(count);
  };
  const reportAllErrors = () => reportErrors(() => true);
  const inFile = (error: DataError) => replacer?.inFile(error) ?? error;
  const progress = () => onProgress?.({ rows, bytes: source.consumed?.() ?? counted });

  function* batches(): Generator<Batch> {
    const ready = reader?.rows ?? [];
    if (reader !== undefined) reader.rows = [];
    if (ready.length === 0) reportAllErrors();
    else errors.sort((a, b) => rowOf(a) - rowOf(b));
    for (let start = 0; start < ready.length; start += BATCH_ROWS) {
      const batch = ready.length <= BATCH_ROWS ? ready : ready.slice(start, start + BATCH_ROWS);
      rows += batch.length;
      reportErrors((error) => rowOf(error) <= rows + reported);
      progress();
      yield batch;
    }
  }
  const readOptions = {
    ...options,
    onRowError: onRowError && ((error: DataError) => errors.push(inFile(error))),
  };
  /** Yields the rows that `run` has read, also if it throws afterwards. */
  async function* step(run: () => void | Promise<void>): AsyncGenerator<Batch> {
    let failure: { error: unknown } | undefined;
    try {
      await run();
    } catch (error) {
      failure = { error: error instanceof DataError ? inFile(error) : error };
    }
    yield* batches();
    if (failure === undefined) return;
    reportAllErrors();
    throw failure.error;
  }

  /** Replaces invalid bytes, or reports them as an error. */
  async function* pushInvalid(current: FormatReader, { byte, rest }: InvalidBytes): AsyncGenerator<Batch> {
    if (onInvalidBytes === undefined) {
      yield* step(() => throwInvalidUtf8(source.name, current, byte));
      return;
    }
    first ??= { value: byte, byte: replacer!.passed + 1, line: current.line };
    const { bytes, binary } = replacer!.replace(rest);
    if (replacer!.count > 0) onInvalidBytes({ count: replacer!.count, first });
    yield* step(() => current.push(bytes));
    if (binary !== undefined) yield* step(() => throwInvalidUtf8(source.name, current, binary));
  }

  signal?.throwIfAborted();
  for await (const chunk of source.bytes) {
    signal?.throwIfAborted();
    counted += chunk.length;
    const { bytes, bad } = validator.push(chunk);
    if (bytes.length === 0 && bad === undefined) continue;
    const current = (reader ??= await readerOf(source.name, readOptions, validator.skipped));
    replacer ??= new InvalidByteReplacer(validator.skipped);
    replacer.pass(bytes);
    yield* step(() => current.push(bytes));
    if (bad !== undefined) yield* pushInvalid(current, bad);
    signal?.throwIfAborted();
  }
  const last = (reader ??= await readerOf(source.name, readOptions, validator.skipped));
  replacer ??= new InvalidByteReplacer(validator.skipped);
  const bad = validator.end();
  if (bad !== undefined) yield* pushInvalid(last, bad);
  yield* step(() => last.end());
  reportAllErrors();
  progress();
}

function rowOf({ position }: DataError): number {
  return position.row ?? 0;
}

/** Loads the readers of JSON when they are needed. */
async function readerOf(file: string, options: ReadOptions, skipped: number): Promise<FormatReader> {
  const { path = [] } = options;
  const start = { byte: skipped, line: 1, column: 1 };
  switch (options.format) {
    case "json": {
      if (path.length === 0) {
        const { JsonReader } = await import("./read-json.ts");
        return new JsonReader(file, { ...options, start });
      }
      const { JsonPathReader } = await import("./read-json-path.ts");
      return new JsonPathReader(file, path, { ...options, start });
    }
    case "ndjson": {
      const { NdjsonReader } = await import("./read-ndjson.ts");
      return new NdjsonReader(file, skipped, options);
    }
    case "csv":
      return new CsvReader(file, undefined, options, skipped);
    case "tsv":
      return new CsvReader(file, "\t", options, skipped);
  }
}

async function throwInvalidUtf8(file: string, reader: FormatReader, byte: number): Promise<never> {
  const position = await reader.stop();
  throw new DataError(
    file,
    position,
    `byte ${byteName(byte)} is not valid UTF-8; --encoding names the encoding of the file, such as windows-1252`,
  );
}
