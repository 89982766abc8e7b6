/**
 * The rows of a command: some of them are looked at before the first is answered, all of them come one after the
 * other, and where they come slowly what is ready is not held back.
 */
import type { Scope } from "./command.ts";
import type { InputFormat } from "./io/formats.ts";
import { COLUMN_ROWS } from "./io/row-columns.ts";
import type { Batch, Row } from "./io/row-reader.ts";
import { originalOf, type Naming } from "./naming.ts";
import { Files, type FilesOptions } from "./read-files.ts";

/** How many rows are looked at before the first is answered: names and types are told from them. */
export const SAMPLE_ROWS = 1_000;
/** Milliseconds without a row of a pipe after which the sample is what there is. */
const SAMPLE_WAIT = 500;
/** Milliseconds without a row of a pipe after which the output is brought up to date. */
const IDLE_WAIT = 100;

export interface RowStream {
  /** The first rows, `SAMPLE_ROWS` or a few more; of a slow pipe those that came without a pause. */
  readonly sample: readonly Row[];
  /** Whether the sample is all there is. */
  readonly complete: boolean;
  /**
   * All rows, the sample first.
   *
   * @param onIdle called when a pipe is slow
   */
  readonly batches: (onIdle?: () => Promise<void>) => AsyncGenerator<Batch>;
  /** The format of the first file. */
  readonly format: InputFormat;
  /** The members of the first rows, as the file calls them. */
  readonly columns: readonly string[];
  readonly naming: Naming;
  readonly hideProgress: () => void;
  /** Gives the files back. It is called when the last batch was taken or no more are wanted, and can be called twice. */
  readonly close: () => Promise<void>;
}

/** Opens the files that the command names, or standard input, and reads the sample. */
export async function openRows(
  scope: Scope,
  paths: readonly string[],
  options: FilesOptions = {},
): Promise<RowStream> {
  const files = new Files(scope, paths, options);
  await files.check();
  const source = new Source(files.rows());
  const held: Batch[] = [];
  let rows = 0;
  let complete = false;
  while (rows < SAMPLE_ROWS && !complete) {
    if (rows > 0 && files.waits && !(await source.isReady(SAMPLE_WAIT))) break;
    const batch = await source.next();
    if (batch === undefined) complete = true;
    else {
      held.push(batch);
      rows += batch.length;
    }
  }
  const sample = held.flat();
  const close = async () => {
    if (source.isWaiting) files.close();
    else await source.close();
  };
  return {
    sample,
    complete,
    format: files.format ?? "ndjson",
    columns: files.columns ?? [
      ...new Set(sample.slice(0, COLUMN_ROWS).flatMap((row) => Object.keys(originalOf(row)))),
    ],
    naming: files.naming,
    hideProgress: () => files.hideProgress(),
    batches: async function* (onIdle) {
      try {
        for (let batch = held.shift(); batch !== undefined; batch = held.shift()) yield batch;
        while (!complete) {
          if (onIdle !== undefined && files.waits && !(await source.isReady(IDLE_WAIT))) await onIdle();
          const batch = await source.next();
          if (batch === undefined) return;
          yield batch;
        }
      } finally {
        await close();
      }
    },
    close,
  };
}

/** Batches of which the next one can be waited for without being taken. */
class Source {
  readonly #batches: AsyncGenerator<Batch>;
  #next: Promise<IteratorResult<Batch>> | undefined;

  constructor(batches: AsyncGenerator<Batch>) {
    this.#batches = batches;
  }

  /** Whether a batch was asked for and has not come. */
  get isWaiting(): boolean {
    return this.#next !== undefined;
  }

  /** Whether the next batch, the end or a fault comes within some milliseconds. */
  async isReady(milliseconds: number): Promise<boolean> {
    const settled = this.#ask().then(
      () => true,
      () => true,
    );
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), milliseconds)));
    try {
      return await Promise.race([settled, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async next(): Promise<Batch | undefined> {
    const result = await this.#ask().finally(() => (this.#next = undefined));
    return result.done === true ? undefined : result.value;
  }

  async close(): Promise<void> {
    await this.#batches.return(undefined);
  }

  #ask(): Promise<IteratorResult<Batch>> {
    return (this.#next ??= this.#batches.next());
  }
}
