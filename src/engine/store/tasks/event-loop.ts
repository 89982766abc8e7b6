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
export function turnStart(): number {
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
export function isTurnOver(milliseconds: number): boolean {
  return turn !== undefined && performance.now() >= turn.start + milliseconds;
}

/** Tasks that wait for the event loop, first in, first out. One task resumes per turn of the event loop. */
const queue: (() => void)[] = [];

/** Returns whether tasks in time slices wait for the event loop. */
export function areTasksWaiting(): boolean {
  return queue.length > 0;
}

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
