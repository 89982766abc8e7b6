/** Stream of rows that reads the first rows in advance: results need member names and types. */
import { namesInOrder } from "tamis/catalog";
import type { Scope } from "../command/command.ts";
import { readSettings, type ReadSettings } from "../command/read-options.ts";
import { withoutPrototype } from "../formats/own-members.ts";
import { DataError } from "../io/errors.ts";
import type { InputFormat } from "../formats/formats.ts";
import { COLUMN_ROWS } from "../writers/row-columns.ts";
import { shownOf, type Batch, type Row } from "tamis/files";
import { type MemberNames } from "./rename-members.ts";
import type { TypedRows } from "./sample-types.ts";
import { FileRows, statsOf, type FileRowsOptions, type MemberFilter } from "./read-files.ts";

/** Number of rows to read in advance. */
export const SAMPLE_ROWS = 1_000;
/** Milliseconds after which the sample ends if a pipe sends no rows. */
const SAMPLE_WAIT = 500;
/** Milliseconds after which the output is flushed if a pipe sends no rows. */
const IDLE_WAIT = 100;

export interface RowStream extends TypedRows {
  /** First rows of the input: about `SAMPLE_ROWS`, or fewer from a slow pipe. */
  readonly sample: readonly Row[];
  /** True if the sample contains all rows. */
  readonly complete: boolean;
  /**
   * Yields all batches of the input, including the sample.
   * @param onIdle called whenever a pipe pauses
   */
  readonly batches: (onIdle?: () => Promise<void>) => AsyncGenerator<Batch>;
  readonly format: InputFormat;
  /** Column names before renaming. */
  readonly columns: readonly string[];
  /** True if no row can have other members than `columns`: they come from a header. */
  readonly hasAllColumns: boolean;
  readonly names: MemberNames;
  /** Lets readers replace the following rows by placeholders if the filter does not need them. */
  readonly filterEarly: (filter: MemberFilter) => void;
  readonly hideProgress: () => void;
  /** Closes the input. Called automatically after the last batch. Idempotent. */
  readonly close: () => Promise<void>;
}

/** Opens the files, or standard input if there are none. */
export async function openRows(
  scope: Scope,
  paths: readonly string[],
  options: FileRowsOptions & { readonly settings?: ReadSettings | undefined } = {},
): Promise<RowStream> {
  const { settings = await readSettings(scope), catalog, rename = true } = withoutPrototype(options);
  const files = new FileRows(scope, settings, paths, options);
  await files.check();
  const regular = paths.filter((path) => path !== "-" && statsOf(path)?.isFile() === true);
  // Loaded only for several files.
  const first =
    paths.length > 1 && regular.length > 0
      ? await (await import("./first-rows.ts")).readFirstRows(scope, settings, regular, { catalog, rename })
      : undefined;
  files.inferredTypes = first?.types;
  const source = new BatchQueue(files.rows());
  const sampleBatches: Batch[] = [];
  let rows = 0;
  let complete = false;
  let damage: DataError | undefined;
  while (rows < SAMPLE_ROWS && !complete) {
    if (rows > 0 && files.isPipe && !(await source.isReady(SAMPLE_WAIT))) break;
    let batch: Batch | undefined;
    try {
      batch = await source.next();
    } catch (error) {
      // Rows before damage are results too.
      if (rows === 0 || settings.strict || !(error instanceof DataError)) throw error;
      damage = error;
      break;
    }
    if (batch === undefined) complete = true;
    else {
      sampleBatches.push(batch);
      rows += batch.length;
    }
  }
  if (!complete) files.noteMissingTypes();
  const sample = sampleBatches.flat();
  const close = async () => {
    if (source.isPending) files.close();
    else await source.close();
  };
  return {
    sample,
    firstRows: first?.rows,
    declared: settings.types,
    complete,
    format: files.format ?? "ndjson",
    columns: files.columns ?? [
      ...new Set(sample.slice(0, COLUMN_ROWS).flatMap((row) => namesInOrder(shownOf(row)))),
    ],
    hasAllColumns: files.hasAllColumns,
    names: files.names,
    filterEarly: (filter) => {
      files.filter = filter;
    },
    hideProgress: () => files.hideProgress(),
    batches: async function* (onIdle) {
      try {
        for (let batch = sampleBatches.shift(); batch !== undefined; batch = sampleBatches.shift())
          yield batch;
        if (damage !== undefined) throw damage;
        while (!complete) {
          if (onIdle !== undefined && files.isPipe && !(await source.isReady(IDLE_WAIT))) await onIdle();
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

/** Queue of batches. Callers can wait for the next batch without taking it. */
class BatchQueue {
  readonly #batches: AsyncGenerator<Batch>;
  #next: Promise<IteratorResult<Batch>> | undefined;

  constructor(batches: AsyncGenerator<Batch>) {
    this.#batches = batches;
  }

  get isPending(): boolean {
    return this.#next !== undefined;
  }

  /** Returns whether a batch, the end of the input or an error arrived within the given time. */
  async isReady(milliseconds: number): Promise<boolean> {
    const settled = this.#request().then(
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
    const result = await this.#request().finally(() => (this.#next = undefined));
    return result.done === true ? undefined : result.value;
  }

  async close(): Promise<void> {
    await this.#batches.return(undefined);
  }

  #request(): Promise<IteratorResult<Batch>> {
    return (this.#next ??= this.#batches.next());
  }
}
