import { ownProperties } from "../../../values/own-properties.ts";
import type { CollectionOptions, MemoryCollection } from "./collection-types.ts";
import { createCollection } from "./create-collection.ts";
import { runInTimeSlices, yieldToEventLoop, type TimeSliceOptions, type Task } from "../tasks/task.ts";

export interface LoadOptions extends CollectionOptions {
  /** Gives up: the promise is rejected with the signal's reason, and the source is closed. */
  readonly signal?: AbortSignal | undefined;
  /** So long, in milliseconds, other work waits. Default 10. */
  readonly milliseconds?: number | undefined;
  /** Called now and then with the number of rows so far. What it throws ends the loading. */
  readonly onProgress?: ((progress: { readonly rows: number }) => void) | undefined;
}

/** Rows, or arrays of them: what comes as an array is several rows. */
export type RowSource<T> = Iterable<T | readonly T[]> | AsyncIterable<T | readonly T[]>;

/**
 * Makes a collection of rows that come one after another, in slices: whatever else is to be done is done in between.
 * Without a catalog one is inferred, of 10,000 rows at the most, when the last one is there.
 *
 * @throws What `createCollection` throws, what the source throws, and the signal's reason.
 * @example
 * const reports = await loadCollection(lines, { catalog, signal: AbortSignal.timeout(60_000) });
 */
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
  if (Symbol.asyncIterator in source) await gatherAsync(source, rows, slices);
  else await runInTimeSlices(gather(source, rows), slices);
  onProgress?.({ rows: rows.length });
  return createCollection(rows, others);
}

function* gather<T>(source: Iterable<T | readonly T[]>, rows: T[]): Task<void> {
  let taken = 0;
  for (const each of source) {
    add(each, rows);
    if (++taken % TAKEN_AT_ONCE === 0) yield;
  }
}

/** So many are taken before the clock is looked at. */
const TAKEN_AT_ONCE = 256;

/** A source that never goes on is given up as well. */
function gatherAsync<T>(
  source: AsyncIterable<T | readonly T[]>,
  rows: T[],
  { signal, milliseconds = 10, onSlice }: TimeSliceOptions,
): Promise<void> {
  const work = async () => {
    let end = performance.now() + milliseconds;
    let taken = 0;
    for await (const each of source) {
      if (signal?.aborted === true) return;
      add(each, rows);
      if (++taken % TAKEN_AT_ONCE !== 0 && !Array.isArray(each)) continue;
      if (performance.now() < end) continue;
      onSlice?.();
      // What is there already comes without a turn of the loop.
      await yieldToEventLoop();
      end = performance.now() + milliseconds;
    }
  };
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal!.reason as Error);
    signal?.addEventListener("abort", giveUp, { once: true });
    work()
      .then(resolve, reject)
      .finally(() => signal?.removeEventListener("abort", giveUp));
  });
}

function add<T>(each: T | readonly T[], rows: T[]): void {
  if (Array.isArray(each)) for (const row of each as readonly T[]) rows.push(row);
  else rows.push(each as T);
}
