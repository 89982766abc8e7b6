/** Reads rows in batches. Delivers all valid rows before an error, however the input is split into chunks. */
import { ReadingFault } from "../rows/reading-fault.ts";
import type { EarlyFilterMaker, FileFormat, ReaderOptions, ReplacedBytes } from "../cells/file-options.ts";
import { CsvReader } from "../csv/read-csv.ts";
import { ROWS_PER_BATCH, type FormatReader } from "../rows/format-reader.ts";
import type { FileBatch } from "../rows/row.ts";
import { byteName } from "../rows/descriptions.ts";
import { BINARY } from "./detect-format.ts";
import { Utf8Validator } from "./utf8-validator.ts";

export interface ReadOptions extends ReaderOptions {
  readonly format: FileFormat;
  /** Encoding that was converted to UTF-8. */
  readonly encoding?: string | undefined;
  /** Number of bytes after which rows are filtered early. Default: more than in files that take less time than to begin. */
  readonly filterFrom?: number | undefined;
}

const FILTER_FROM = 1 << 19;

/**
 * Reads rows in batches of at most {@link ROWS_PER_BATCH}. Keeps only one chunk of the input in memory. Integers
 * outside ±(2^53-1) become bigints.
 * @throws ReadingFault, the reason of `signal`, and the errors of the source
 * @example for await (const batch of readBatches(source, { format: "csv" })) …
 */
export async function* readBatches(
  source: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<FileBatch, void, undefined> {
  const { strict, signal, onProgress, onFault, onProblem, rowFilter, filterFrom = FILTER_FROM } = options;
  const { encoding } = new TextDecoder(options.encoding);
  const validator = new Utf8Validator();
  let maker: EarlyFilterMaker | undefined;
  let reader: FormatReader | undefined;
  let first: ReplacedBytes["first"] | undefined;
  let rows = 0;
  let counted = 0;
  /** Errors of rows that were not passed yet. They are reported with the rows around them. */
  let errors: ReadingFault[] = [];
  let reported = 0;
  const reportErrors = (precede: (error: ReadingFault) => boolean) => {
    let count = 0;
    for (; count < errors.length && precede(errors[count]!); count++, reported++) onFault?.(errors[count]!);
    errors = errors.slice(count);
  };
  const reportAllErrors = () => reportErrors(() => true);
  const progress = () => onProgress?.({ rows, bytes: counted });

  function* batches(): Generator<FileBatch> {
    const ready = reader?.rows.splice(0) ?? [];
    if (ready.length === 0) reportAllErrors();
    else errors.sort((a, b) => rowOf(a) - rowOf(b));
    for (let start = 0; start < ready.length; start += ROWS_PER_BATCH) {
      const batch = ready.length <= ROWS_PER_BATCH ? ready : ready.slice(start, start + ROWS_PER_BATCH);
      rows += batch.length;
      reportErrors((error) => rowOf(error) <= rows + reported);
      progress();
      yield batch;
    }
  }
  const readOptions = {
    ...options,
    onFault: (error: ReadingFault) => errors.push(validator.inFile(error)),
    earlyFilterMaker: () => maker,
  };
  /** Yields the rows that `run` has read, also if it throws afterwards. */
  async function* step(run: () => void | Promise<void>): AsyncGenerator<FileBatch> {
    let failure: { error: unknown } | undefined;
    try {
      await run();
    } catch (error) {
      failure = { error: error instanceof ReadingFault ? validator.inFile(error) : error };
    }
    yield* batches();
    if (failure === undefined) return;
    reportAllErrors();
    throw failure.error;
  }

  /** Replaces invalid bytes, or reports them as an error. */
  async function* pushInvalid(current: FormatReader, bad: Uint8Array): AsyncGenerator<FileBatch> {
    if (strict === true) {
      yield* step(() => throwInvalidBytes(current, encoding, bad[0]!));
    } else {
      first ??= { value: bad[0]!, byte: validator.passed + 1, line: current.line };
      const { bytes, isBinary } = validator.replace(bad);
      const { count } = validator;
      if (count > 0) onProblem?.({ kind: "bytes", count, encoding, first });
      yield* step(() => current.push(bytes));
      if (isBinary) yield* step(() => throwBinary(current));
    }
  }

  signal?.throwIfAborted();
  for await (const chunk of source) {
    signal?.throwIfAborted();
    counted += chunk.length;
    const { bytes, bad } = validator.push(chunk);
    if (bytes.length === 0 && bad === undefined) continue;
    const current = (reader ??= await readerOf(readOptions, validator.skipped));
    if (rowFilter !== undefined && counted > filterFrom)
      maker ??= (await import("../located/early-filter.ts")).makeEarlyFilter;
    yield* step(() => current.push(bytes));
    if (bad !== undefined) yield* pushInvalid(current, bad);
    signal?.throwIfAborted();
  }
  const last = (reader ??= await readerOf(readOptions, validator.skipped));
  const bad = validator.end();
  if (bad !== undefined) yield* pushInvalid(last, bad);
  yield* step(() => last.end());
  reportAllErrors();
  progress();
}

function rowOf({ position }: ReadingFault): number {
  return position.row ?? 0;
}

/** Loads the readers of JSON when they are needed. */
async function readerOf({ format, ...options }: ReadOptions, skipped: number): Promise<FormatReader> {
  const merged = { ...options, start: { byte: skipped, line: 1, column: 1 } };
  if (format === "csv" || format === "tsv") return new CsvReader(format === "tsv" ? "\t" : undefined, merged);
  if (format === "ndjson") return new (await import("../json/read-ndjson.ts")).NdjsonReader(merged);
  const { path = [] } = options;
  if (path.length === 0) return new (await import("../json/read-json.ts")).JsonReader(merged);
  return new (await import("../json/read-json-path.ts")).JsonPathReader(path, merged);
}

async function throwBinary(reader: FormatReader): Promise<never> {
  throw new ReadingFault(await reader.stop(), BINARY);
}

async function throwInvalidBytes(reader: FormatReader, encoding: string, byte: number): Promise<never> {
  const position = await reader.stop();
  const reason =
    encoding === "utf-8" ? `byte ${byteName(byte)} is not valid UTF-8` : `the text is not valid ${encoding}`;
  throw new ReadingFault(position, reason, "encoding");
}
