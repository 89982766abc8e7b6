import type { RowOf, UntypedCatalog } from "../../../catalog/row-type.ts";
import type { Catalog } from "../../../catalog/types.ts";
import { ownProperties } from "../../../values/own-properties.ts";
import { yieldToEventLoop } from "../tasks/event-loop.ts";
import { DEFAULT_SLICE_MS, runInTimeSlices, type Task, type TimeSliceOptions } from "../tasks/task.ts";
import { createCollection } from "./create-collection.ts";
import type { CollectionOptions, MemoryCollection } from "./memory-collection.ts";

export interface LoadOptions extends CollectionOptions {
  /** Cancels the loading: the promise is rejected with the signal's reason, and the source is closed. */
  readonly signal?: AbortSignal | undefined;
  /** Length of a time slice in milliseconds, in which no other work runs. Default 10. */
  readonly milliseconds?: number | undefined;
  /**
   * Called after each time slice, and at the end, with the number of rows read so far. An error that it throws ends
   * the loading.
   */
  readonly onProgress?: ((progress: { readonly rows: number }) => void) | undefined;
}

/** Source that yields rows, or arrays of rows. */
export type RowSource<T> = Iterable<T | readonly T[]> | AsyncIterable<T | readonly T[]>;

/**
 * Creates a collection from rows that arrive over time. Works in time slices, so that other work can run. If no catalog is
 * given, one is inferred from up to 10,000 rows after the last has arrived. The types of the rows are those of
 * `createCollection`.
 *
 * @throws the errors of `createCollection` and of the source, and the signal's reason
 * @example
 * const reports = await loadCollection(lines, { catalog, signal: AbortSignal.timeout(60_000) });
 */
export async function loadCollection<T, C extends Catalog = Catalog>(
  source: RowSource<T>,
  options?: LoadOptions & { readonly catalog?: (C & UntypedCatalog<C>) | undefined },
): Promise<MemoryCollection<T>>;
export async function loadCollection<C extends Catalog>(
  source: RowSource<RowOf<C>>,
  options: LoadOptions & { readonly catalog: C },
): Promise<MemoryCollection<RowOf<C>>>;
export async function loadCollection<T>(
  source: RowSource<T>,
  options: LoadOptions = {},
): Promise<MemoryCollection<T>> {
  const { signal, milliseconds, onProgress, ...others } = ownProperties(options);
  const rows: T[] = [];
  const slices: TimeSliceOptions = {
    signal,
    milliseconds,
    onSlice: () => onProgress?.({ rows: rows.length }),
  };
  signal?.throwIfAborted();
  if (Symbol.asyncIterator in source) await collectAsync(source, rows, slices);
  else await runInTimeSlices(collect(source, rows), slices);
  onProgress?.({ rows: rows.length });
  return createCollection<T>(rows, others);
}

function* collect<T>(source: Iterable<T | readonly T[]>, rows: T[]): Task<void> {
  let taken = 0;
  for (const each of source) {
    add(each, rows);
    if (++taken % ITEMS_PER_STEP === 0) yield;
  }
}

/** Number of source items that are read between two checks of the clock. */
const ITEMS_PER_STEP = 256;

/** Reads an asynchronous source into `rows`. Rejects on abort even while the source is waiting. */
function collectAsync<T>(
  source: AsyncIterable<T | readonly T[]>,
  rows: T[],
  { signal, milliseconds = DEFAULT_SLICE_MS, onSlice }: TimeSliceOptions,
): Promise<void> {
  const work = async () => {
    let end = performance.now() + milliseconds;
    let taken = 0;
    for await (const each of source) {
      if (signal?.aborted === true) return;
      add(each, rows);
      if (++taken % ITEMS_PER_STEP !== 0 && !Array.isArray(each)) continue;
      if (performance.now() < end) continue;
      onSlice?.();
      // Without this yield, a source whose rows are already available would never yield to the event loop.
      await yieldToEventLoop();
      end = performance.now() + milliseconds;
    }
  };
  return new Promise((resolve, reject) => {
    const cancel = () => reject(signal!.reason as Error);
    signal?.addEventListener("abort", cancel, { once: true });
    work()
      .then(resolve, reject)
      .finally(() => signal?.removeEventListener("abort", cancel));
  });
}

function add<T>(each: T | readonly T[], rows: T[]): void {
  if (Array.isArray(each)) for (const row of each as readonly T[]) rows.push(row);
  else rows.push(each as T);
}
