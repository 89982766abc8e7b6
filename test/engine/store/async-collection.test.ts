import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import { createCollection, loadCollection } from "tamis/store";
import { showPlan, showQueryPlan } from "tamis/engine";
import { checking } from "../../sql/checked-query.ts";
import { succeeded } from "../../succeeded.ts";
import { inEachTurn } from "./largest-turn.ts";
import { KERNEL_NAMES } from "./tried-kernels.ts";

const catalog = defineCatalog({
  name: "things",
  key: "id",
  members: { id: "integer", name: "string", size: "number", owner: "string" },
  defaultLimit: 5,
  maximumLimit: 50,
});
const rows = Array.from({ length: 20_000 }, (_, id) => ({
  id,
  name: `name ${(id * 7919) % 20_011}`,
  size: id % 100,
  owner: id % 3 === 0 ? "a" : "b",
}));
const { filterOf, sortByOf } = checking(catalog);
const QUERIES = [
  {},
  { filter: filterOf("lt(size,10)"), sortBy: sortByOf("name"), start: 3, limit: 7 },
  { filter: filterOf("contains(name,'99')"), sortBy: sortByOf("size:descending,name") },
  { filter: filterOf("and(gt(length(name),8),eq(substr(name,5,1),owner))") },
  { filter: filterOf("or(startsWith($primary,name,'NAME 1'),eq(id,5))"), sortBy: sortByOf("name:primary") },
];

describe.each(KERNEL_NAMES)("the asynchronous interface of a collection in memory, %s kernels", (kernels) => {
  it("returns the same pages, counts and streams as the synchronous methods", async () => {
    for (const query of QUERIES) {
      const memory = createCollection(rows, { catalog, kernels });
      const expected = createCollection(rows, { catalog, kernels }).page(query);
      const collection = memory.asCollection({ milliseconds: 0 });
      const page = await collection.page(query);
      expect(page).toMatchObject({ ok: true, items: expected.items, count: expected.count });
      expect(await collection.count(query)).toEqual({ ok: true, count: expected.count });
      const stream = await collection.stream(query);
      const items = [];
      if (stream.ok)
        for await (const row of stream.rows) if (items.push(row) === expected.items.length) break;
      expect(items).toEqual(expected.items);
    }
  });

  it("returns a page of one state of the rows if they change meanwhile", async () => {
    const filter = filterOf("and(gt(length(name),8),contains(name,'1'))");
    const query = { filter, sortBy: sortByOf("name") };
    const memory = createCollection(rows, { catalog, kernels });
    const mirror = createCollection(rows, { catalog, kernels });
    const states = [mirror.page(query)];
    const collection = memory.asCollection({ milliseconds: 0 });
    const pages = [collection.page(query), collection.page(query)];
    for (let change = 0; change < 12; change++) {
      await new Promise(setImmediate);
      const row = { id: 50_000 + change, name: `a 1 ${9 - change} long enough`, size: 1, owner: "c" };
      memory.change({ insert: [row], delete: [change * 3] });
      mirror.change({ insert: [row], delete: [change * 3] });
      states.push(mirror.page(query));
    }
    for (const page of await Promise.all(pages)) {
      const { items, count } = succeeded(page);
      expect(states.map((state) => [state.items, state.count])).toContainEqual([items, count]);
    }
  });

  it("releases the memory of a canceled request, and remains usable", async () => {
    const query = QUERIES[2]!;
    const memory = createCollection(rows, { catalog, kernels });
    const collection = memory.asCollection({ milliseconds: 0 });
    const empty = memory.bytes();
    for (const turns of [0, 1]) {
      const controller = new AbortController();
      const reason = new Error("enough");
      const asked = collection.page(query, { signal: controller.signal });
      asked.catch(() => undefined);
      for (let i = 0; i < turns; i++) await new Promise(setImmediate);
      controller.abort(reason);
      await expect(asked).rejects.toBe(reason);
      expect(memory.bytes()).toBe(empty);
    }
    const expected = createCollection(rows, { catalog, kernels }).page(query);
    expect(await collection.page(query)).toMatchObject({ items: expected.items, count: expected.count });
  });

  it("applies rules and select, and continues after cursors", async () => {
    const memory = createCollection(rows, { catalog, kernels });
    const collection = memory.asCollection({
      rule: filterOf("eq(owner,'a')"),
      cursorKey: new Uint8Array(16),
    });
    const query = { sortBy: sortByOf("name"), limit: 4 };
    const options = { select: ["id"], rule: filterOf("lt(size,50)") };
    const first = succeeded(await collection.page(query, options));
    const all = memory.all({ filter: filterOf("and(eq(owner,'a'),lt(size,50))"), sortBy: query.sortBy });
    expect(first.items).toEqual(all.slice(0, 4).map(({ id }) => ({ id })));
    expect(first.count).toBe(all.length);
    expect(await collection.page(query, { ...options, next: false })).toEqual({
      ...first,
      next: undefined,
    });
    const second = await collection.page(query, { ...options, cursor: first.next!, count: false });
    expect(second).toMatchObject({ start: 4, count: undefined });
    expect(second.ok && second.items).toEqual(all.slice(4, 8).map(({ id }) => ({ id })));
    for (const cursor of ["x", "", null, 5, {}, ["x"]] as string[])
      expect(await collection.page(query, { ...options, cursor })).toMatchObject({
        ok: false,
        diagnostics: [{ code: "invalid-cursor", span: { start: 0, end: cursor === "x" ? 1 : 0 } }],
      });
    expect(() => memory.page(query, { cursor: "x" } as object)).toThrow("takes a cursor position as `after`");
  });

  it("yields to the event loop between the rows of a stream, until the stream is canceled", async () => {
    const query = { filter: filterOf("lt(size,3)"), sortBy: sortByOf("name"), start: 2, limit: 300 };
    const memory = createCollection(rows, { catalog, kernels });
    const expected = [...memory.stream(query)];
    const controller = new AbortController();
    const { signal } = controller;
    const reason = new Error("enough");
    const stream = succeeded(await memory.asCollection({ milliseconds: 0 }).stream(query, { signal }));
    memory.delete(rows.map(({ id }) => id));
    let turns = 0;
    inEachTurn((turn) => {
      turns = turn;
      return !signal.aborted;
    });
    const streamed: unknown[] = [];
    const reading = (async () => {
      for await (const row of stream.rows) if (streamed.push(row) === 200) controller.abort(reason);
    })();
    await expect(reading).rejects.toBe(reason);
    expect(streamed).toEqual(expected.slice(0, 200));
    expect(turns).toBeGreaterThan(150);
  });

  it("explains the same as the synchronous method", async () => {
    const memory = createCollection(rows, { catalog, kernels });
    const [, query] = QUERIES;
    const explained = await memory.asCollection({ milliseconds: 0 }).explain(query!);
    expect(explained).toMatchObject({ verdict: "exact", filteredBy: "memory", statements: [] });
    expect(explained.memory).toEqual(memory.explain(query!));
    expect(showPlan(explained)).toBe(showQueryPlan(memory.explain(query!)));
    expect(showPlan(explained)).toContain("lt(size,10): numbers, 2000 rows");
  });

  it("finds a page without a count by evaluating few rows if possible, without building columns", async () => {
    const memory = createCollection([...rows], { catalog, kernels, maxBytes: 260_000 });
    memory.prepare({ sortBy: sortByOf("id:descending") });
    const prepared = memory.bytes();
    const collection = memory.asCollection({ milliseconds: 0 });
    const soon = { filter: filterOf("contains(name,'7')"), sortBy: sortByOf("id:descending") };
    const matching = rows.filter(({ name }) => name.includes("7")).toReversed();
    for (const start of [0, 1, 70, 700]) {
      const page = await collection.page({ ...soon, start, limit: 9 }, { count: false });
      expect(page).toMatchObject({ items: matching.slice(start, start + 9), start, count: undefined });
      expect(memory.bytes()).toBe(prepared);
    }
    // Pages that early termination cannot find need columns, for which there is no memory here.
    const late = { filter: filterOf("eq(name,'name 0')"), sortBy: sortByOf("id:descending") };
    await expect(collection.page(late, { count: false })).rejects.toMatchObject({ code: "memory-limit" });
    const deep = { ...soon, start: 4096 };
    await expect(collection.page(deep, { count: false })).rejects.toMatchObject({ code: "memory-limit" });
  });

  it("returns a page without a count of one state of the rows, without deleted rows", async () => {
    const memory = createCollection([...rows], { catalog, kernels });
    memory.prepare({});
    const collection = memory.asCollection({ milliseconds: 0 });
    const query = { filter: filterOf("gt(length(name),9)"), limit: 3, start: 2500 };
    const asked = collection.page(query, { count: false });
    await new Promise(setImmediate);
    memory.delete(rows.slice(0, 2000).map(({ id }) => id));
    const expected = rows.slice(2000).filter(({ name }) => name.length > 9);
    expect(await asked).toMatchObject({ items: expected.slice(2500, 2503) });
    const later = await collection.page({ ...query, start: 1 }, { count: false });
    expect(later).toMatchObject({ items: expected.slice(1, 4) });
  });

  it("throws if a query needs more memory than maxBytes, and remains usable", () => {
    const free = createCollection(rows, { catalog, kernels });
    const empty = free.bytes();
    free.page(QUERIES[1]!);
    const needed = free.bytes();
    const roomy = createCollection(rows, { catalog, kernels, maxBytes: needed * 3 });
    const expected = roomy.page(QUERIES[1]!);
    for (const share of [0.05, 0.2, 0.5, 0.8, 0.95]) {
      const maxBytes = Math.ceil(empty + (needed - empty) * share);
      const collection = createCollection(rows, { catalog, kernels, maxBytes });
      const before = collection.bytes();
      let refusal: unknown;
      try {
        expect(collection.page(QUERIES[1]!).items).toEqual(expected.items);
      } catch (error) {
        refusal = error;
      }
      if (share < 0.2) expect(refusal).toMatchObject({ code: "memory-limit" });
      expect(collection.bytes()).toBeLessThanOrEqual(maxBytes);
      expect(collection.bytes()).toBeGreaterThanOrEqual(before);
      expect(collection.size).toBe(rows.length);
      expect(collection.page({}).items).toEqual(rows.slice(0, 5));
    }
  });
});

describe("loadCollection", () => {
  // eslint-disable-next-line @typescript-eslint/require-await -- the source has its rows already
  async function* lines(batch: number) {
    for (let i = 0; i < rows.length; i += batch) yield rows.slice(i, i + batch);
  }

  it("accepts rows one by one or in arrays, from sync and async iterables", async () => {
    for (const source of [rows, [rows.slice(0, 7), rows.slice(7)], lines(999), lines(1)]) {
      const told: number[] = [];
      const collection = await loadCollection<(typeof rows)[number]>(source, {
        catalog,
        milliseconds: 0,
        onProgress: (progress) => told.push(progress.rows),
      });
      expect(collection.size).toBe(rows.length);
      expect(collection.page({}).items[0]).toBe(rows[0]);
      expect(told.at(-1)).toBe(rows.length);
      expect(told).toEqual(told.toSorted((a, b) => a - b));
    }
  });

  it("is canceled by a signal, even while the source is waiting", async () => {
    async function* stuck() {
      yield [rows[0]!];
      await new Promise(() => undefined);
    }
    const controller = new AbortController();
    const reason = new Error("enough");
    const loading = loadCollection(stuck(), { catalog, signal: controller.signal });
    await new Promise(setImmediate);
    controller.abort(reason);
    await expect(loading).rejects.toBe(reason);
    await expect(loadCollection(rows, { catalog, signal: controller.signal })).rejects.toBe(reason);
  });
});
