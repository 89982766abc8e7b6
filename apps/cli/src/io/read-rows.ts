/**
 * Reads rows of any format in batches. What is right before a fault is delivered before the fault is thrown, however
 * the bytes were cut into chunks, so that the same file always gives the same rows and the same error.
 */
import { DataError } from "./errors.ts";
import type { InputFormat } from "./formats.ts";
import { CsvReader, type CsvReaderOptions } from "./read-csv.ts";
import { JsonReader } from "./read-json.ts";
import { NdjsonReader } from "./read-ndjson.ts";
import { BATCH_ROWS, type Batch, type RowReader } from "./row-reader.ts";
import { byteName } from "./show-character.ts";
import { Utf8Gate } from "./utf8-gate.ts";

/** Where rows come from: what `openInput` gives, or anything with a name and bytes. */
export interface RowSource {
  /** For messages. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Bytes read so far, for the progress; without it the bytes of `bytes` are counted. */
  readonly consumed?: () => number;
}

/** How far a read is. */
export interface ReadProgress {
  readonly rows: number;
  /** Bytes of the file, packed if it is. */
  readonly bytes: number;
}

export interface ReadOptions extends CsvReaderOptions {
  readonly format: InputFormat;
  /** Stops the read: it throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each batch and at the end. */
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
}

/**
 * The rows of an input, at most {@link BATCH_ROWS} at a time. Only the rows of a chunk are in memory at once.
 *
 * - `json`: an array of objects, an object whose `items` are such an array, or one object.
 * - `ndjson`: one object a line; blank lines are skipped.
 * - `csv`, `tsv`: a header line, then rows. The options of {@link CsvReaderOptions} give the cells their types.
 *
 * Whole numbers outside ±(2^53-1) are bigint. A byte order mark is skipped.
 *
 * @throws DataError where the data is wrong, with the place; InputError if the input fails; the reason of `signal`
 * @example for await (const batch of readRows(input, { format: await input.format() })) …
 */
export async function* readRows(
  source: RowSource,
  options: ReadOptions,
): AsyncGenerator<Batch, void, undefined> {
  const { signal, onProgress } = options;
  const gate = new Utf8Gate();
  let reader: RowReader | undefined;
  let rows = 0;
  let counted = 0;
  const progress = () => onProgress?.({ rows, bytes: source.consumed?.() ?? counted });

  function* batches(): Generator<Batch> {
    const ready = reader?.rows ?? [];
    if (reader !== undefined) reader.rows = [];
    for (let start = 0; start < ready.length; start += BATCH_ROWS) {
      const batch = ready.length <= BATCH_ROWS ? ready : ready.slice(start, start + BATCH_ROWS);
      rows += batch.length;
      progress();
      yield batch;
    }
  }
  /** Runs a step of the reader; its rows are delivered even if it fails. */
  async function* step(run: () => void | Promise<void>): AsyncGenerator<Batch> {
    let failure: { error: unknown } | undefined;
    try {
      await run();
    } catch (error) {
      failure = { error };
    }
    yield* batches();
    if (failure !== undefined) throw failure.error;
  }

  signal?.throwIfAborted();
  for await (const chunk of source.bytes) {
    signal?.throwIfAborted();
    counted += chunk.length;
    const { bytes, bad } = gate.push(chunk);
    // Whether there is a byte order mark is known with the first bytes that the gate lets through.
    if (bytes.length === 0 && bad === undefined) continue;
    const current = (reader ??= readerOf(source.name, options, gate.skipped));
    yield* step(() => current.push(bytes));
    if (bad !== undefined) yield* step(() => refuse(source.name, current, bad.byte));
    signal?.throwIfAborted();
  }
  const last = (reader ??= readerOf(source.name, options, gate.skipped));
  const bad = gate.end();
  if (bad !== undefined) yield* step(() => refuse(source.name, last, bad.byte));
  yield* step(() => last.end());
  progress();
}

function readerOf(file: string, options: ReadOptions, skipped: number): RowReader {
  switch (options.format) {
    case "json":
      return new JsonReader(file, skipped);
    case "ndjson":
      return new NdjsonReader(file, skipped);
    case "csv":
      return new CsvReader(file, ",", options, skipped);
    case "tsv":
      return new CsvReader(file, "\t", options, skipped);
  }
}

async function refuse(file: string, reader: RowReader, byte: number): Promise<never> {
  const place = await reader.stop();
  throw new DataError(file, place, `byte ${byteName(byte)} is no UTF-8 text; save the file as UTF-8`);
}
