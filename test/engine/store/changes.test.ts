import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePredicate, defineCatalog, sortRows } from "tamis";
import { createCollection, loadCollection, type MemoryReader, type PageChange } from "tamis/store";
import { createWithKernels } from "../../../src/engine/store/collections/create-collection.ts";
import { checking } from "../../sql/checked-query.ts";
import { words } from "../../words.ts";
import { TUNINGS } from "./against-rows.ts";
import { KERNELS } from "./tried-kernels.ts";

const catalog = defineCatalog({
  name: "jobs",
  key: "id",
  members: {
    id: "integer",
    name: "string",
    size: "number",
    at: "dateTime",
    done: "boolean",
    tags: { type: "list", items: "string" },
  },
  maximumLimit: 10_000,
});

interface Job {
  readonly id: number;
  readonly [name: string]: unknown;
}

const FILTERS = words(`
  true eq(name,'a') startsWith(name,'b') contains(name,'é') ge($primary,name,'b') not(gt(size,10))
  gt(at,2020-01-01T00:00:00.000001Z) or(done,eq(tags,'x')) isNull(size) ne(name,'a')
`);
const ORDERS = ["name", "size:descending,name", "at", "length(name):descending", "done,size"];

const { filterOf, sortByOf } = checking(catalog);

const bodies = fc.record({
  name: fc.option(fc.string({ unit: fc.constantFrom("a", "b", "é", "É", "z"), maxLength: 4 })),
  size: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.constantFrom<unknown>(null, 2n ** 60n + 1n, 1.5, "x")),
  at: fc.constantFrom(
    "2020-01-01T00:00:00Z",
    "2020-01-01T00:00:00.000001Z",
    "2020-01-01T00:00:00.000000001Z",
    "0001-01-01T00:00:00Z",
    "soon",
  ),
  done: fc.option(fc.boolean()),
  tags: fc.array(fc.constantFrom("x", "y", "z"), { maxLength: 2 }),
});
const jobs: fc.Arbitrary<Job> = fc.tuple(fc.nat(30), bodies).map(([id, body]) => ({ id, ...body }));
const batches = fc.uniqueArray(jobs, { selector: ({ id }) => id, maxLength: 12 });
const steps = fc.record({
  kind: fc.constantFrom("insert" as const, "update" as const, "upsert" as const, "delete" as const),
  batch: batches,
});

/** Applies a step to an array of rows; undefined if the step has a conflict. */
function byHand(rows: readonly Job[], kind: string, batch: readonly Job[]): Job[] | undefined {
  const has = (id: number) => rows.some((row) => row.id === id);
  if (kind === "insert" && batch.some(({ id }) => has(id))) return undefined;
  if ((kind === "update" || kind === "delete") && batch.some(({ id }) => !has(id))) return undefined;
  const left = rows.filter(({ id }) => !batch.some((each) => each.id === id));
  return kind === "delete" ? left : [...left, ...batch];
}

describe.each(KERNELS)("changes, %s kernels", (_name, make) => {
  it.each(TUNINGS)(
    "lead to the same results as a new collection of the same rows, tuning: %s",
    (_tuning, tuning) => {
      fc.assert(
        fc.property(batches, fc.array(steps, { maxLength: 6 }), (first, list) => {
          let rows: readonly Job[] = first;
          const collection = createWithKernels<Job>([...first], { catalog, locale: "en" }, make(), tuning);
          const ask = (filter: string, order: string, on: MemoryReader<Job> = collection) =>
            on.page({ filter: filterOf(filter), sortBy: sortByOf(order), limit: 1000 });
          const same = () => {
            for (const [i, filter] of FILTERS.entries()) {
              const order = ORDERS[i % ORDERS.length]!;
              const kept = rows.filter(compilePredicate(filterOf(filter), { locale: "en" }));
              const page = ask(filter, order);
              expect(page.count).toBe(kept.length);
              expect(page.items).toEqual(sortRows(kept, sortByOf(order), { locale: "en" }));
            }
          };
          same();
          for (const { kind, batch } of list) {
            const before = collection.snapshot();
            const old = ask("true", "name");
            const expected = byHand(rows, kind, batch);
            const changed =
              kind === "delete" ? collection.delete(batch.map(({ id }) => id)) : collection[kind](batch);
            expect(changed.ok).toBe(expected !== undefined);
            rows = expected ?? rows;
            expect(collection.size).toBe(rows.length);
            same();
            expect(ask("true", "name", before)).toEqual(old);
            before.close();
          }
        }),
        { numRuns: 25 },
      );
    },
  );
});

it("a batch with conflicts reports them and changes nothing", () => {
  const collection = createCollection([{ id: 1 }, { id: 2 }], { catalog });
  const changed = collection.change({
    insert: [{ id: 3 }, { id: 1 }],
    update: [{ id: 9 }],
    upsert: [{ id: null }],
    delete: [3, 2n],
  });
  expect(changed).toEqual({
    ok: false,
    conflicts: [
      { kind: "insert", index: 1, reason: "key exists" },
      { kind: "update", index: 0, reason: "key missing" },
      { kind: "upsert", index: 0, reason: "no key" },
      { kind: "delete", index: 0, reason: "key twice" },
    ],
  });
  expect(collection.size).toBe(2);
});

it("changes by key need a catalog with a key", () => {
  const keyless = defineCatalog({ name: "things", members: { a: "integer" } });
  const collection = createCollection<{ a: number }>([{ a: 1 }], { catalog: keyless });
  expect(collection.insert([{ a: 1 }])).toEqual({ ok: true, inserted: 1, updated: 0, deleted: 0 });
  expect(() => collection.delete([1])).toThrow(TypeError);
  expect(() => collection.change({ inserts: [{ a: 2 }] } as never)).toThrow(/Unknown property "inserts"/);
  expect(collection.size).toBe(2);
});

it("a watcher receives the added, removed, moved and changed rows of its page, until it is stopped", () => {
  const collection = createCollection<Job>(
    [1, 2, 3, 4].map((id) => ({ id, name: `n${id}` })),
    { catalog },
  );
  const told: PageChange<Job>[] = [];
  const query = { sortBy: sortByOf("name"), limit: 3 };
  const end = collection.watch(query, (change) => told.push(change));
  collection.update([{ id: 1, name: "n9" }]);
  const none = { added: [], removed: [], moved: [], changed: [] };
  const added = [{ item: { id: 4 }, index: 2 }];
  const removed = [{ item: { id: 1 }, index: 0 }];
  expect(told[0]).toMatchObject({ ...none, count: 4, added, removed });
  collection.change({ update: [{ id: 2, name: "n5" }], insert: [{ id: 7, name: "z" }] });
  const moved = [{ item: { id: 2 }, from: 0, to: 2 }];
  const changed = [{ item: { id: 2 }, index: 2 }];
  expect(told[1]).toMatchObject({ ...none, count: 5, moved, changed });
  collection.insert([{ id: 8, name: "zz" }]);
  expect(told[2]).toMatchObject({ ...none, count: 6 });
  end();
  collection.delete([3]);
  expect(told.length).toBe(3);
  const ends: (() => void)[] = [];
  const endAll = () => ends.forEach((stop) => stop());
  ends.push(
    collection.watch(query, endAll),
    collection.watch(query, () => told.pop()),
  );
  collection.delete([8]);
  expect(told.length, "stopped by the first watcher").toBe(3);
});

it("after a watcher throws, the others are called and the change stays", () => {
  const collection = createCollection<Job>([{ id: 1, name: "a" }], { catalog });
  let told = 0;
  const fail = () => {
    throw new Error("no");
  };
  const ends = [fail, () => told++, fail].map((tell) => collection.watch({}, tell));
  expect(() => collection.insert([{ id: 2, name: "b" }])).toThrow(AggregateError);
  ends[0]!();
  expect(() => collection.insert([{ id: 3, name: "c" }])).toThrow(/^no$/);
  expect([told, collection.size]).toEqual([2, 3]);
});

it("a key that is not a valid instant matches no row", () => {
  const dated = defineCatalog({ name: "days", key: "at", members: { at: "dateTime" } });
  const collection = createCollection([{ at: "2020-01-01T00:00:00Z" }], { catalog: dated });
  expect(collection.delete([`${Date.UTC(2020, 0, 1)} 0`])).toEqual({
    ok: false,
    conflicts: [{ kind: "delete", index: 0, reason: "no key" }],
  });
  expect(collection.delete([new Date("2020-01-01T00:00:00Z")]).ok).toBe(true);
});

it.each(["any", "plain", "text"] as const)(
  "a key that its type cannot read is no key, %s rows",
  async (kind) => {
    for (const [type, id, key] of [
      ["integer", "x", 7],
      ["integer", 1.5, 7],
      ["string", 7, "x"],
      ["date", "2026-02-30", "2026-01-31"],
    ] as const) {
      const keyed = defineCatalog({ name: "things", key: "id", members: { id: type } });
      const rows = [{ id }, { id: key }];
      const text = new TextEncoder().encode(rows.map((row) => JSON.stringify(row)).join("\n"));
      const collection =
        kind === "text"
          ? await loadCollection<object>(text, { format: "ndjson", catalog: keyed })
          : createCollection<object>(rows, { catalog: keyed, rows: kind });
      expect(collection.insert([{ id: key }])).toMatchObject({ conflicts: [{ reason: "key exists" }] });
      expect(collection.insert([{ id }])).toMatchObject({ inserted: 1 });
      expect(collection.delete([id])).toMatchObject({ ok: false });
      expect(collection.size).toBe(3);
    }
  },
);
