import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import { check } from "../../../src/checker/check.ts";
import { createCollection } from "../../../src/engine/store/collections/create-collection.ts";
import { Lockstep } from "../../../src/engine/store/tasks/lockstep.ts";
import { nextStep, runNow, UNITS_PER_STEP, type Task } from "../../../src/engine/store/tasks/task.ts";
import { parseFilter } from "../../../src/parser/parse.ts";
import { countWork } from "../../../src/values/work.ts";

const catalog = defineCatalog({
  name: "things",
  members: { id: "integer", name: "string", state: "string", size: "number", time: "dateTime" },
});
const filterOf = (text: string) => check(parseFilter(text).expression!, catalog).filter!;
const ALL = filterOf(
  "and(ge(id,0),contains(name,'1'),ne(state,'s1'),ge(size,0),gt(time,1970-01-01T00:00:00.000Z))",
);

describe("tasks in lockstep", () => {
  const log: string[] = [];
  function* reader(lockstep: Lockstep, name: string, batch: number, count: number): Task<void> {
    try {
      for (let rows = 0; rows < count;) {
        rows = Math.min(rows + batch, count);
        log.push(`${name}${rows}`);
        yield* lockstep.endBatch(rows);
      }
    } finally {
      log.push(`${name} ends`);
    }
  }

  it("the task that has read the fewest rows runs next", () => {
    log.length = 0;
    const lockstep = new Lockstep();
    runNow(lockstep.run([reader(lockstep, "a", 10, 30), reader(lockstep, "b", 20, 30)]));
    expect(log).toEqual(["a10", "b20", "a20", "a30", "b30", "a ends", "b ends"]);
  });

  it("an error, and the end of the waiting, close all tasks", () => {
    const lockstep = new Lockstep();
    function* failing(): Task<void> {
      yield* lockstep.endBatch(15);
      throw new Error("no memory");
    }
    log.length = 0;
    const tasks = () => [reader(lockstep, "a", 10, 30), failing(), reader(lockstep, "b", 10, 30)];
    expect(() => runNow(lockstep.run(tasks()))).toThrow("no memory");
    expect(log).toEqual(["a10", "b10", "a20", "b20", "a ends", "b ends"]);
    log.length = 0;
    function* pausing(): Task<void> {
      for (;;) yield* nextStep();
    }
    const closed = lockstep.run([pausing(), reader(lockstep, "a", 10, 30)]);
    closed.next();
    closed.next();
    closed.return();
    expect(closed.next().done).toBe(true);
    expect(log).toEqual([]);
  });

  it("steps end with the work of all tasks together, and with the steps of each task", () => {
    const lockstep = new Lockstep();
    function* worker(batches: number, units: number): Task<void> {
      for (let rows = 1; rows <= batches; rows++) {
        countWork(units);
        yield* lockstep.endBatch(rows);
      }
    }
    const stepsOf = (tasks: readonly Task<void>[]) => {
      const task = lockstep.run(tasks);
      for (let steps = 1; ; steps++) if (task.next().done === true) return steps;
    };
    expect(stepsOf([worker(8, UNITS_PER_STEP / 4), worker(8, UNITS_PER_STEP / 4)])).toBeGreaterThan(3);
    function* pausing(): Task<void> {
      for (let i = 0; i < 5; i++) yield* nextStep();
    }
    expect(stepsOf([pausing(), pausing()])).toBeGreaterThan(9);
  });
});

const ROWS = 30_000;
const valuesOf = (id: number) => ({
  id,
  name: `name ${id}`,
  state: `s${id % 50}`,
  size: id / 4,
  time: new Date(1e12 + id).toISOString(),
});

describe.each(["plain", "wasm"] as const)("columns of a filter, %s kernels", (kernels) => {
  it("are built in one pass over the rows", () => {
    const order: number[] = [];
    const rows = Array.from({ length: ROWS }, (_, id) => {
      const getOwnPropertyDescriptor = (target: object, key: PropertyKey) => {
        order.push(id);
        return Reflect.getOwnPropertyDescriptor(target, key);
      };
      return new Proxy(valuesOf(id), { getOwnPropertyDescriptor });
    });
    const collection = createCollection(rows, { catalog, kernels });
    expect(collection.count({ filter: ALL })).toBe(
      Array.from(rows.keys()).filter((id) => `${id}`.includes("1") && id % 50 !== 1).length,
    );
    // Samples and restarts read some rows earlier. Apart from these, all members of a row are read before later batches.
    let last = 0;
    const jumps = order.filter((row) => {
      const isBack = row < last - 2048;
      last = row;
      return isBack;
    });
    expect(jumps.length).toBeLessThan(4);
    expect(order.length).toBeLessThan(7 * ROWS);
  });

  it("are built one after another if memory does not suffice for all at once", () => {
    const twoStrings = defineCatalog({ name: "pairs", members: { a: "string", b: "string" } });
    const rows = Array.from({ length: 8000 }, (_, i) => ({
      a: `first ${i % 7000}`,
      b: `second ${i % 7001}`,
    }));
    const conditions = ["eq(a,'first 1')", "eq(b,'second 1')"].map(
      (text) => check(parseFilter(text).expression!, twoStrings).filter!,
    );
    const both = check(parseFilter("and(eq(a,'first 1'),eq(b,'second 1'))").expression!, twoStrings).filter!;
    const succeeds = (maxBytes: number) => {
      try {
        const collection = createCollection(rows, { catalog: twoStrings, kernels, maxBytes });
        for (const filter of conditions) collection.count({ filter });
        return true;
      } catch (error) {
        expect(error).toMatchObject({ code: "memory-limit" });
        return false;
      }
    };
    let enough = 500_000;
    while (!succeeds(enough)) enough += 20_000;
    const collection = createCollection(rows, { catalog: twoStrings, kernels, maxBytes: enough + 20_000 });
    expect(collection.count({ filter: both })).toBe(1);
  });

  it("are ready for a request that waits for one of them before the others", async () => {
    const rows = Array.from({ length: ROWS }, (_, id) => valuesOf(id));
    const collection = createCollection(rows, { catalog, kernels });
    const ended: string[] = [];
    const all = collection.prepareInSlices([{ filter: ALL }], { milliseconds: 0 });
    const one = collection.asCollection({ milliseconds: 0 }).count({ filter: filterOf("lt(size,0)") });
    await Promise.all([all.then(() => ended.push("all")), one.then(() => ended.push("one"))]);
    expect(ended).toEqual(["one", "all"]);
    expect(await one).toMatchObject({ count: 0 });
  });

  it("of all queries and indexes are prepared in one pass", async () => {
    const reads: string[] = [];
    const rows = Array.from({ length: ROWS }, (_, id) => {
      const getOwnPropertyDescriptor = (target: object, key: PropertyKey) => {
        if (id % 10_000 === 9_999) reads.push(`${String(key)} ${id}`);
        return Reflect.getOwnPropertyDescriptor(target, key);
      };
      return new Proxy(valuesOf(id), { getOwnPropertyDescriptor });
    });
    const collection = createCollection(rows, { catalog, kernels });
    const queries = [{ filter: filterOf("lt(id,0)") }, { filter: filterOf("lt(size,0)") }];
    await collection.prepareInSlices(queries, { indexes: ["time"] });
    expect(reads).toEqual(
      [9_999, 19_999, 29_999].flatMap((id) => ["id", "size", "time"].map((name) => `${name} ${id}`)),
    );
  });
});
