import { expect, it } from "vitest";
import { Budget, MemoryLimitError } from "../../../src/engine/store/kernels/budget.ts";
import {
  runNow,
  eachBatch,
  runInTimeSlices,
  ROWS_PER_STEP,
  type Task,
} from "../../../src/engine/store/tasks/task.ts";

/** A task that logs each step and its end. */
function* work(steps: number, said: string[], name = "step"): Task<number> {
  try {
    for (let step = 0; step < steps; step++) {
      if (step > 0) yield;
      said.push(`${name} ${step}`);
    }
    return steps;
  } finally {
    said.push(`${name} over`);
  }
}

it("a task has the same result at once and in time slices", async () => {
  expect(runNow(work(5, []))).toBe(5);
  expect(await runInTimeSlices(work(5, []))).toBe(5);
  expect(await runInTimeSlices(work(5, []), { milliseconds: 0 })).toBe(5);
});

it("batches cover each row once, and none has more rows than a step", () => {
  for (const rows of [0, 1, ROWS_PER_STEP, ROWS_PER_STEP + 1, 3 * ROWS_PER_STEP + 7]) {
    let next = 0;
    const steps = eachBatch(rows, (from, end) => {
      expect(from).toBe(next);
      expect(end - from).toBeLessThanOrEqual(ROWS_PER_STEP);
      next = end;
    });
    runNow(steps);
    expect(next).toBe(rows);
  }
});

it("the event loop runs between two time slices", async () => {
  const said: string[] = [];
  setImmediate(() => said.push("other"));
  await runInTimeSlices(work(3, said), { milliseconds: 0 });
  expect(said.indexOf("other")).toBeLessThan(said.indexOf("step 2"));
});

/** Resolves in a turn of the event loop in which no task has run. */
async function nextTurn(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** A task whose steps each take `milliseconds`. Logs the turn of the event loop of each step. */
function* busy(steps: number, milliseconds: number, turns: number[], turn: () => number): Task<void> {
  for (let step = 0; step < steps; step++) {
    if (step > 0) yield;
    turns.push(turn());
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
  }
}

/** Returns the largest number of steps that ran in one turn of the event loop. */
async function mostStepsPerTurn(start: (turns: number[], turn: () => number) => Promise<unknown>) {
  await nextTurn();
  let turn = 0;
  let isRunning = true;
  const count = () => {
    turn++;
    if (isRunning) setImmediate(count);
  };
  setImmediate(count);
  const turns: number[] = [];
  await start(turns, () => turn);
  isRunning = false;
  const counts = Map.groupBy(turns, (each) => each);
  return { most: Math.max(...[...counts.values()].map(({ length }) => length)), steps: turns.length };
}

it("tasks that start in one turn of the event loop share one time slice", async () => {
  const { most, steps } = await mostStepsPerTurn((turns, turn) =>
    Promise.all(Array.from({ length: 40 }, () => runInTimeSlices(busy(1, 2, turns, turn)))),
  );
  expect(steps).toBe(40);
  expect(most).toBeLessThanOrEqual(6);
});

it("a task that waits for each result shares the time slice of its turn", async () => {
  const { most } = await mostStepsPerTurn(async (turns, turn) => {
    for (let i = 0; i < 20; i++) await runInTimeSlices(busy(1, 2, turns, turn));
  });
  expect(most).toBeLessThanOrEqual(6);
});

it("a time slice ends before a step that would probably exceed it", async () => {
  const { most, steps } = await mostStepsPerTurn((turns, turn) => runInTimeSlices(busy(6, 6, turns, turn)));
  expect(steps).toBe(6);
  expect(most).toBe(1);
});

it("concurrent tasks alternate, with one time slice per turn of the event loop", async () => {
  await nextTurn();
  const said: string[] = [];
  let turns = 0;
  let isRunning = true;
  const count = () => {
    turns++;
    if (isRunning) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(["a", "b", "c"].map((name) => runInTimeSlices(work(4, said, name), { milliseconds: 0 })));
  isRunning = false;
  const order = said.filter((each) => !each.endsWith("over")).map(([name]) => name);
  // The first task starts at once, unless the slice of the task before has not ended. The others find the queue in use and wait.
  expect(["aabcabcabcbc", "abcabcabcabc"]).toContain(order.join(""));
  expect(turns).toBeGreaterThanOrEqual(9);
});

it("a canceled task is closed, and its promise rejected with the signal's reason", async () => {
  const said: string[] = [];
  const controller = new AbortController();
  const reason = new Error("enough");
  const onSlice = () => {
    if (said.length === 2) controller.abort(reason);
  };
  const { signal } = controller;
  await expect(runInTimeSlices(work(9, said), { milliseconds: 0, signal, onSlice })).rejects.toBe(reason);
  expect(said).toEqual(["step 0", "step 1", "step over"]);
  await expect(runInTimeSlices(work(9, said), { signal })).rejects.toBe(reason);
  expect(said.length).toBe(3);
});

it("an error of onSlice ends the task", async () => {
  const said: string[] = [];
  const onSlice = () => {
    throw new RangeError("no more");
  };
  await expect(runInTimeSlices(work(9, said), { milliseconds: 0, onSlice })).rejects.toThrow("no more");
  expect(said).toEqual(["step 0", "step over"]);
});

it.each([
  ["a channel", { setImmediate: undefined }],
  ["a timer", { setImmediate: undefined, MessageChannel: undefined }],
])("without setImmediate the task uses %s", async (_name, without) => {
  const before = Object.fromEntries(Object.keys(without).map((key) => [key, Reflect.get(globalThis, key)]));
  try {
    Object.assign(globalThis, without);
    expect(await runInTimeSlices(work(4, []), { milliseconds: 0 })).toBe(4);
  } finally {
    Object.assign(globalThis, before);
  }
});

it("a budget reserves up to its limit and not a byte more", () => {
  const budget = new Budget(100);
  budget.reserve(60);
  budget.reserve(40);
  expect(() => budget.reserve(1)).toThrow(MemoryLimitError);
  expect(budget.bytes).toBe(100);
  budget.release(60);
  budget.reserve(60);
  try {
    budget.reserve(2000);
  } catch (error) {
    expect(error).toMatchObject({ code: "memory-limit", wanted: 2000, used: 100, limit: 100 });
    expect((error as Error).message).toBe(
      "The collection may use 100 bytes in addition to its rows. It uses 100 bytes and needs 2,000 bytes more.",
    );
  }
  expect(() => new Budget(-1)).toThrow(RangeError);
  expect(() => new Budget(NaN)).toThrow(RangeError);
});
