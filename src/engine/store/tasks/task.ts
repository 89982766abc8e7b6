import { PatternBudget, withPatternBudget } from "../../../pattern/pattern-work.ts";
import { countWork, workDone } from "../../../values/work.ts";
import { ownProperties } from "../../../values/own-properties.ts";

/**
 * Work that yields between steps of a few milliseconds, whatever the number of rows. The caller decides whether other
 * work runs meanwhile.
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

/** Rows or values per step in loops that take up to microseconds for each. */
export const EVALUATIONS_PER_STEP = 1024;

export function runNow<T>(task: Task<T>): T {
  for (;;) {
    const step = nextOf(task, false);
    if (step.done === true) return step.value;
  }
}

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

export function asTask<A extends readonly unknown[], T>(work: (...args: A) => T): (...args: A) => Task<T> {
  return function* (...args) {
    return work(...args);
  };
}

/** Calls `work` with consecutive ranges of up to `size` rows, one range per step. `end` is exclusive. */
export function eachBatch(
  rows: number,
  work: (from: number, end: number) => void,
  size = ROWS_PER_STEP,
): Task<void> {
  const whole = (from: number, end: number) => {
    work(from, end);
    return end;
  };
  return eachPart(rows, whole, size);
}

/** Like `eachBatch`. `work` may end early, if `isStepOver`, and returns the first row that it has not done. */
export function* eachPart(
  rows: number,
  work: (from: number, end: number) => number,
  size: number,
): Task<void> {
  for (let from = 0; from < rows;) {
    if (from > 0) yield* nextStep();
    const done = work(from, Math.min(from + size, rows));
    countWork(done - from);
    from = done;
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

/** Returns the numbers from `first` on, below `end`. */
export function* numbersBetween(first: number, end: number): Task<Uint32Array> {
  const numbers = new Uint32Array(end - first);
  yield* eachBatch(numbers.length, (from, to) => {
    for (let at = from; at < to; at++) numbers[at] = first + at;
  });
  return numbers;
}

/** Runs a task while a condition holds, which is checked after each yield. Returns undefined once it does not hold. */
export function* runWhile<T>(
  task: Task<T>,
  condition: () => boolean,
): Task<{ readonly value: T } | undefined> {
  try {
    for (;;) {
      const step = task.next();
      if (step.done === true) return { value: step.value };
      yield;
      if (!condition()) return undefined;
    }
  } finally {
    task.return(undefined as T);
  }
}

export interface TimeSliceOptions {
  /** Cancels the task: it is closed, and the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Length of a time slice in milliseconds, exceeded by one step at most. Default 10. */
  readonly milliseconds?: number | undefined;
  /** Called after each time slice but the last. An error that it throws ends the task. */
  readonly onSlice?: (() => void) | undefined;
}

/**
 * Runs a task, and yields to the event loop between time slices.
 *
 * @throws PatternWorkError if the patterns of the task visit too many states
 */
export async function runInTimeSlices<T>(task: Task<T>, options: TimeSliceOptions = {}): Promise<T> {
  const { signal, milliseconds = DEFAULT_SLICE_MS, onSlice } = ownProperties(options);
  try {
    // Tasks that already wait go first: many short tasks must not block the event loop together.
    if (queue.length > 0 || isTurnOver(milliseconds)) await yieldToEventLoop();
    const budget = new PatternBudget();
    const next = () => nextOf(task, true);
    for (;;) {
      signal?.throwIfAborted();
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

/** A turn of the event loop in which tasks have run. */
interface Turn {
  /** Time in milliseconds at which the first task of the turn began. */
  readonly start: number;
}

/** The running turn; undefined if no task has run in it. */
let turn: Turn | undefined;

/**
 * Returns the time at which the first task of this turn of the event loop began. Tasks of one turn share one time slice,
 * because many requests can arrive in one turn.
 */
function turnStart(): number {
  if (turn === undefined) {
    const begun = { start: performance.now() };
    turn = begun;
    scheduleMacrotask(() => {
      if (turn === begun) turn = undefined;
    });
  }
  return turn.start;
}

/** Returns whether the tasks of this turn of the event loop have used up a time slice of this length. */
function isTurnOver(milliseconds: number): boolean {
  return turn !== undefined && performance.now() >= turn.start + milliseconds;
}

/** Tasks that wait for the event loop, first in, first out. One task resumes per turn of the event loop. */
const queue: (() => void)[] = [];

/** Resolves in a later turn of the event loop, after tasks that are already queued. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    queue.push(resolve);
    if (queue.length === 1) scheduleMacrotask(resumeNext);
  });
}

function resumeNext(): void {
  const resolve = queue.shift();
  turn = undefined;
  if (queue.length > 0) scheduleMacrotask(resumeNext);
  resolve?.();
}

/** Scheduling functions of the platform. Only `setTimeout` is on all platforms. */
interface SchedulingPlatform {
  readonly setImmediate?: (work: () => void) => unknown;
  readonly MessageChannel?: new () => {
    readonly port1: { onmessage: (() => void) | null; readonly close: () => void };
    readonly port2: { readonly postMessage: (message: unknown) => void };
  };
  readonly setTimeout: (work: () => void) => unknown;
}

/**
 * Schedules work for a later turn of the event loop. Timers are the last choice: browsers delay nested timers by four
 * milliseconds.
 */
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
