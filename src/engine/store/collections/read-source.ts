import { yieldToEventLoop } from "../tasks/event-loop.ts";
import { DEFAULT_SLICE_MS, runInTimeSlices, type Task, type TimeSliceOptions } from "../tasks/task.ts";

/**
 * Passes the parts of a source to `add`, in time slices. Rejects on abort even while the source is waiting.
 *
 * @param add returns whether the part was large, so that the clock is checked
 */
export async function readSource<P>(
  source: Iterable<P> | AsyncIterable<P>,
  add: (part: P) => boolean,
  slices: TimeSliceOptions,
): Promise<void> {
  if (isAsync(source)) await addAllAsync(source, add, slices);
  else await runInTimeSlices(addAll(source, add), slices);
}

/** Returns whether a source is asynchronous. Streams inherit the method that returns their iterator. */
export function isAsync<P>(source: Iterable<P> | AsyncIterable<P>): source is AsyncIterable<P> {
  return (source as { readonly [Symbol.asyncIterator]?: unknown })[Symbol.asyncIterator] !== undefined;
}

function* addAll<P>(source: Iterable<P>, add: (part: P) => boolean): Task<void> {
  let partCount = 0;
  for (const part of source) if (add(part) || ++partCount % PARTS_PER_STEP === 0) yield;
}

/** Number of small parts that are added between two checks of the clock. */
const PARTS_PER_STEP = 256;

function addAllAsync<P>(
  source: AsyncIterable<P>,
  add: (part: P) => boolean,
  { signal, milliseconds = DEFAULT_SLICE_MS, onSlice }: TimeSliceOptions,
): Promise<void> {
  const work = async () => {
    let end = performance.now() + milliseconds;
    let partCount = 0;
    for await (const part of source) {
      if (signal?.aborted === true) return;
      if (!add(part) && ++partCount % PARTS_PER_STEP !== 0) continue;
      if (performance.now() < end) continue;
      onSlice?.();
      // A source that has all its parts already would otherwise let no other work run.
      await yieldToEventLoop();
      end = performance.now() + milliseconds;
    }
  };
  return orAbort(signal, work);
}

/** Runs a task whose promise an abort rejects at once, even while the task is waiting. */
export function orAbort<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const cancel = () => reject(signal!.reason as Error);
    signal?.addEventListener("abort", cancel, { once: true });
    work()
      .then(resolve, reject)
      .finally(() => signal?.removeEventListener("abort", cancel));
  });
}
