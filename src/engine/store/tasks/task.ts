import { PatternBudget, withPatternBudget } from "../../../pattern/pattern-work.ts";
import { isTurnOver, areTasksWaiting, turnStart, yieldToEventLoop } from "./event-loop.ts";
import { scratchUint32 } from "./scratch.ts";
import { countWork, workDone } from "../../../values/work.ts";
import { ownProperties } from "../../../values/own-properties.ts";

/**
 * Work that yields between steps of a few milliseconds, whatever the number of rows. The caller decides whether other
 * work runs meanwhile.
 *
 * The generator functions of tasks are declared in modules and classes, never inside functions. On the first call of a
 * generator function, V8 makes a hidden class for its generators, which takes a microsecond. All variables that the
 * function sees stay in memory until the next full garbage collection.
 */
export type Task<T> = Generator<void, T, void>;

/**
 * Units of work (values/work.ts) after which a step ends. The work on a single row or value is never divided, so a step
 * can exceed the limit by that work.
 */
export const UNITS_PER_STEP = 262_144;

/**
 * Time in milliseconds after which a step ends even if it has counted less work. Not all work on values is counted.
 */
const STEP_MS = 4;
/** Maximum number of calls of `isStepOver` between two readings of the clock. */
const MAX_CALLS_PER_CLOCK = 32;
/** Time in milliseconds between two readings of the clock after which each call reads it. */
const MAX_CLOCK_GAP_MS = 0.5;

let stepStart = 0;
/** Whether steps have a limit of time. Without time slices, steps depend on the counted work only. */
let isTimed = false;
let stepEnd = 0;
let lastReading = 0;
let callsPerClock = 1;
let callsLeft = 1;

function beginStep(): void {
  stepStart = workDone();
  if (!isTimed) return;
  lastReading = performance.now();
  stepEnd = lastReading + STEP_MS;
  callsPerClock = callsLeft = 1;
}

/** Returns whether the running step has reached its limit of work or time, so that its task should yield. */
export function isStepOver(): boolean {
  return workDone() - stepStart >= UNITS_PER_STEP || (isTimed && --callsLeft <= 0 && isTimeOver());
}

/** Reads the clock. Short work between two calls makes the next readings rarer. */
function isTimeOver(): boolean {
  const now = performance.now();
  callsPerClock = now - lastReading > MAX_CLOCK_GAP_MS ? 1 : Math.min(2 * callsPerClock, MAX_CALLS_PER_CLOCK);
  callsLeft = callsPerClock;
  lastReading = now;
  return now > stepEnd;
}

/** Yields if the running step has done enough work. Reads the clock each time, because it follows longer work. */
export function* pause(): Task<void> {
  if (workDone() - stepStart >= UNITS_PER_STEP || (isTimed && performance.now() > stepEnd)) yield* nextStep();
}

/** Yields. Tight loops call it if `isStepOver`, because a call of `pause` takes longer than the check. */
export function* nextStep(): Task<void> {
  yield;
  beginStep();
}

/** Rows per step in loops that take nanoseconds per row. */
export const ROWS_PER_STEP = 16_384;
/** Rows that such a loop visits in the time of one unit of work. */
const ROWS_PER_UNIT = 4;

/** Rows or values per step in loops that take up to microseconds for each. */
export const EVALUATIONS_PER_STEP = 1024;

export function runNow<T>(task: Task<T>): T {
  for (;;) {
    const step = nextOf(task, false);
    if (step.done === true) return step.value;
  }
}

/**
 * Runs a task without yielding until it ends, or has done about `MAX_BRIEF_UNITS` units of work or taken
 * `MAX_BRIEF_MS` milliseconds. Returns undefined if it did not end; the task is closed then.
 */
export function runBriefly<T>(task: Task<T>): { readonly value: T } | undefined {
  const [before, start] = [workDone(), performance.now()];
  try {
    for (;;) {
      const step = nextOf(task, isTimed);
      if (step.done === true) return { value: step.value };
      if (workDone() - before >= MAX_BRIEF_UNITS || performance.now() - start >= MAX_BRIEF_MS)
        return undefined;
    }
  } finally {
    task.return(undefined as T);
  }
}

/** Twice the default length of a time slice: a task that is longer would hardly end between two changes. */
const MAX_BRIEF_MS = 20;
export const MAX_BRIEF_UNITS = 8 * UNITS_PER_STEP;

function nextOf<T>(task: Task<T>, hasTimeLimit: boolean): IteratorResult<void, T> {
  // A task can run another one within its step. The work of both counts for the outer step.
  const outer = { isTimed, stepStart };
  isTimed = hasTimeLimit;
  try {
    beginStep();
    return task.next();
  } finally {
    ({ isTimed, stepStart } = outer);
  }
}

/** Runs one step with a limit of time. */
export function runStep<T>(task: Task<T>): IteratorResult<void, T> {
  return nextOf(task, true);
}

export function asTask<A extends readonly unknown[], T>(work: (...args: A) => T): (...args: A) => Task<T> {
  return (...args) => taskOf(work, args);
}

function* taskOf<A extends readonly unknown[], T>(work: (...args: A) => T, args: A): Task<T> {
  return work(...args);
}

/** Calls `work` with consecutive ranges of up to `size` rows, one range per step. `end` is exclusive. */
export function eachBatch(
  rows: number,
  work: (from: number, end: number) => void,
  size = ROWS_PER_STEP,
): Task<void> {
  const workOnAll = (from: number, end: number) => {
    work(from, end);
    return end;
  };
  return eachPart(rows, workOnAll, size);
}

/** Like `eachBatch`. `work` may end early, if `isStepOver`, and returns the first row that it has not done. */
export function* eachPart(
  rows: number,
  work: (from: number, end: number) => number,
  size: number,
): Task<void> {
  let from = 0;
  while (from < rows) {
    const reached = work(from, Math.min(from + size, rows));
    countWork((reached - from) / ROWS_PER_UNIT);
    from = reached;
    if (from < rows) yield* nextStep();
  }
}

/** Calls `visit` with each number from 0 on, below `count`. A step ends once `visit` has counted enough work. */
export function eachItem(count: number, visit: (item: number) => void): Task<void> {
  const visitSome = (from: number, end: number) => {
    for (let item = from; item < end; item++) {
      visit(item);
      if (isStepOver()) return item + 1;
    }
    return end;
  };
  return eachPart(count, visitSome, ROWS_PER_STEP);
}

/**
 * Returns the numbers from `first` on, below `end`.
 *
 * @param numbers array to fill. By default one that must not be kept.
 */
export function* numbersBetween(
  first: number,
  end: number,
  numbers = scratchUint32(end - first),
): Task<Uint32Array> {
  yield* eachBatch(numbers.length, (from, to) => {
    for (let at = from; at < to; at++) numbers[at] = first + at;
  });
  return numbers;
}

/** Runs a task while a condition holds, which is checked before each step. Returns undefined once it does not hold. */
export function* runWhile<T>(
  task: Task<T>,
  condition: () => boolean,
): Task<{ readonly value: T } | undefined> {
  try {
    while (condition()) {
      const step = task.next();
      if (step.done === true) return { value: step.value };
      yield;
    }
    return undefined;
  } finally {
    task.return(undefined as T);
  }
}

/** Runs a task, and reports the work that its steps have counted. Other tasks may run between them. */
export function* measured<T>(task: Task<T>, report: (units: number) => void): Task<T> {
  let units = 0;
  try {
    for (;;) {
      const before = workDone();
      const step = task.next();
      units += workDone() - before;
      if (step.done === true) {
        report(units);
        return step.value;
      }
      yield;
    }
  } finally {
    task.return(undefined as T);
  }
}

export function* discardResult(task: Task<unknown>): Task<void> {
  yield* task;
}

/** Runs a task, and then work that takes little time. */
export function* thenDo<T>(task: Task<unknown>, work: () => T): Task<T> {
  yield* task;
  return work();
}

/** Runs a task without a result. Returns true, which callers can distinguish from a task that was not run. */
export function* asDone(task: Task<void>): Task<true> {
  yield* task;
  return true;
}

export interface TimeSliceOptions {
  /** Cancels the task: it is closed, and the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Maximum time in milliseconds, waiting included. The promise is then rejected with a `TimeoutError`. */
  readonly timeout?: number | undefined;
  /** Length of a time slice in milliseconds, exceeded by one step at most. Default 10. */
  readonly milliseconds?: number | undefined;
  /** Called after each time slice but the last. An error that it throws ends the task. */
  readonly onSlice?: (() => void) | undefined;
}

/**
 * Runs a task, and yields to the event loop between time slices.
 *
 * @throws PatternWorkError if the patterns of the task visit too many states
 * @throws RangeError for a negative timeout
 */
export async function runInTimeSlices<T>(task: Task<T>, options: TimeSliceOptions = {}): Promise<T> {
  const { signal, timeout, milliseconds = DEFAULT_SLICE_MS, onSlice } = ownProperties(options);
  if (timeout !== undefined && !(timeout >= 0))
    throw new RangeError(`timeout must be a number of milliseconds >= 0, got ${timeout}`);
  // Not `AbortSignal.timeout`, whose timer lives until the time is over, for each request that ends earlier.
  const deadline = timeout === undefined ? Infinity : performance.now() + timeout;
  try {
    // Tasks that already wait go first: many short tasks must not block the event loop together.
    if (areTasksWaiting() || isTurnOver(milliseconds)) await yieldToEventLoop();
    const budget = new PatternBudget();
    const next = () => nextOf(task, true);
    for (;;) {
      signal?.throwIfAborted();
      if (performance.now() > deadline)
        throw new DOMException("The operation was aborted due to timeout", "TimeoutError");
      const end = turnStart() + milliseconds;
      let start = performance.now();
      for (;;) {
        const step = withPatternBudget(budget, next);
        if (step.done === true) return step.value;
        const now = performance.now();
        // The next step probably takes as long as this one.
        if (now + (now - start) >= end) break;
        start = now;
      }
      onSlice?.();
      await yieldToEventLoop();
    }
  } finally {
    // Runs the `finally` blocks of a canceled task.
    task.return(undefined as T);
  }
}

/** Maps items lazily, and yields to the event loop after each time slice. */
export async function* mapInTimeSlices<T, R>(
  items: Iterable<T>,
  map: (item: T) => R,
  { signal, milliseconds = DEFAULT_SLICE_MS }: Pick<TimeSliceOptions, "signal" | "milliseconds">,
): AsyncGenerator<R> {
  let end = turnStart() + milliseconds;
  for (const item of items) {
    if (performance.now() >= end) {
      await yieldToEventLoop();
      end = turnStart() + milliseconds;
    }
    signal?.throwIfAborted();
    yield map(item);
  }
}

export const DEFAULT_SLICE_MS = 10;
