import { expect, it } from "vitest";
import { Budget, MemoryLimitError } from "../../../src/engine/store/kernels/budget.ts";
import {
  runNow,
  eachBatch,
  runInTimeSlices,
  ROWS_PER_STEP,
  type Task,
} from "../../../src/engine/store/tasks/task.ts";

/** Work that says when a step is done and when it is over. */
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

it("steps at once and in slices come to the same", async () => {
  expect(runNow(work(5, []))).toBe(5);
  expect(await runInTimeSlices(work(5, []))).toBe(5);
  expect(await runInTimeSlices(work(5, []), { milliseconds: 0 })).toBe(5);
});

it("ranges cover each row once, and none is longer than a step", () => {
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

it("the loop turns between two slices", async () => {
  const said: string[] = [];
  setImmediate(() => said.push("other"));
  await runInTimeSlices(work(3, said), { milliseconds: 0 });
  expect(said.indexOf("other")).toBeLessThan(said.indexOf("step 2"));
});

it("several works take turns, one slice in each turn of the loop", async () => {
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
  // The first one has begun when the others come, and they wait.
  expect(order.join("")).toBe("aabcabcabcbc");
  expect(turns).toBeGreaterThanOrEqual(9);
});

it("who is given up is rejected with the reason, after what it began is cleaned up", async () => {
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

it("what progress is told to may end the work", async () => {
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
])("without setImmediate %s does", async (_name, without) => {
  const before = Object.fromEntries(Object.keys(without).map((key) => [key, Reflect.get(globalThis, key)]));
  try {
    Object.assign(globalThis, without);
    expect(await runInTimeSlices(work(4, []), { milliseconds: 0 })).toBe(4);
  } finally {
    Object.assign(globalThis, before);
  }
});

it("a budget takes up to its limit and not a byte more", () => {
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
