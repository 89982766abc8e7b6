/**
 * Work that can be left between two of its steps. A step is as short as some milliseconds whatever there is to do: it
 * goes over so many rows and no more. Who runs the steps decides whether anything else happens between them.
 */
export type Task<T> = Generator<void, T, void>;

/** So many rows are gone over in one step. */
export const ROWS_PER_STEP = 16_384;

/** Does all of it now. */
export function runNow<T>(steps: Task<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Work that is not worth dividing. */
export function asTask<A extends readonly unknown[], T>(work: (...args: A) => T): (...args: A) => Task<T> {
  return function* (...args) {
    return work(...args);
  };
}

/** So many rows or values are asked by themselves in one step: that can take microseconds for each. */
export const EVALUATIONS_PER_STEP = 1024;

/** So many rows are read and compared in one step: whole texts by a language's rules, some times each. */
export const COMPARISONS_PER_STEP = 4096;

/** Work on rows, from the first of a range to before its end, a step at a time. */
export function* eachBatch(
  rows: number,
  work: (from: number, end: number) => void,
  size = ROWS_PER_STEP,
): Task<void> {
  for (let from = 0; from < rows; from += size) {
    if (from > 0) yield;
    work(from, Math.min(from + size, rows));
  }
}

/** Takes steps as long as a condition holds between them; undefined where they were left. */
export function* runWhile<T>(steps: Task<T>, holds: () => boolean): Task<{ readonly value: T } | undefined> {
  try {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return { value: step.value };
      yield;
      if (!holds()) return undefined;
    }
  } finally {
    steps.return(undefined as T);
  }
}

export interface TimeSliceOptions {
  /** Gives the work up: what it has made so far is let go, and the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** So long nothing else happens, one step more at the most. Default 10. */
  readonly milliseconds?: number | undefined;
  /** Called after each slice that is not the last. What it throws ends the work. */
  readonly onSlice?: (() => void) | undefined;
}

/** Does some of the work at a time, and gives way to whatever else waits in between. */
export async function runInTimeSlices<T>(
  steps: Task<T>,
  { signal, milliseconds = DEFAULT_SLICE_MS, onSlice }: TimeSliceOptions = {},
): Promise<T> {
  try {
    // Who comes while others wait for their turn waits as well: else many short ones would make a long one.
    if (waiting.length > 0) await yieldToEventLoop();
    for (;;) {
      signal?.throwIfAborted();
      const end = performance.now() + milliseconds;
      do {
        const step = steps.next();
        if (step.done === true) return step.value;
      } while (performance.now() < end);
      onSlice?.();
      await yieldToEventLoop();
    }
  } finally {
    // Work that is left in the middle cleans up; for what is at its end this is nothing.
    steps.return(undefined as T);
  }
}

/** Gives one after the other, and gives way between two of them when others had no turn for so long. */
export async function* mapInTimeSlices<T, R>(
  given: Iterable<T>,
  make: (each: T) => R,
  { signal, milliseconds = DEFAULT_SLICE_MS }: Pick<TimeSliceOptions, "signal" | "milliseconds">,
): AsyncGenerator<R> {
  let end = performance.now() + milliseconds;
  for (const each of given) {
    if (performance.now() >= end) {
      await yieldToEventLoop();
      end = performance.now() + milliseconds;
    }
    signal?.throwIfAborted();
    yield make(each);
  }
}

/** Milliseconds. */
const DEFAULT_SLICE_MS = 10;

/** Those who wait for their turn, in the order in which they came: one of them goes on in each turn of the loop. */
const waiting: (() => void)[] = [];

/** Resolves in another turn of the loop, after what else waits for one. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) scheduleMacrotask(resumeNext);
  });
}

function resumeNext(): void {
  const resolve = waiting.shift();
  if (waiting.length > 0) scheduleMacrotask(resumeNext);
  resolve?.();
}

/** What platforms have to let other work go first. Not all have each. */
interface SchedulingPlatform {
  readonly setImmediate?: (work: () => void) => unknown;
  readonly MessageChannel?: new () => {
    readonly port1: { onmessage: (() => void) | null; readonly close: () => void };
    readonly port2: { readonly postMessage: (message: unknown) => void };
  };
  readonly setTimeout: (work: () => void) => unknown;
}

/** In the next turn of the loop. A timer comes last: browsers let it wait for four milliseconds. */
function scheduleMacrotask(work: () => void): void {
  const platform = globalThis as unknown as SchedulingPlatform;
  if (platform.setImmediate !== undefined) platform.setImmediate(work);
  else if (platform.MessageChannel !== undefined) {
    const { port1, port2 } = new platform.MessageChannel();
    port1.onmessage = () => {
      port1.close();
      work();
    };
    port2.postMessage(0);
  } else platform.setTimeout(work);
}
