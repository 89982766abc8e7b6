import { expect, it } from "vitest";
import { defineCatalog } from "tamis";
import { createCollection, loadCollection, type PageChange } from "tamis/store";
import { checking } from "../../sql/checked-query.ts";

const catalog = defineCatalog({ name: "jobs", key: "id", members: { id: "integer", name: "string" } });

interface Job {
  readonly id: number;
  readonly [name: string]: unknown;
}

const { sortByOf } = checking(catalog);

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
  const changes: PageChange<Job>[] = [];
  const query = { sortBy: sortByOf("name"), limit: 3 };
  const end = collection.watch(query, (change) => changes.push(change));
  collection.update([{ id: 1, name: "n9" }]);
  const none = { added: [], removed: [], moved: [], changed: [] };
  const added = [{ item: { id: 4 }, index: 2 }];
  const removed = [{ item: { id: 1 }, index: 0 }];
  expect(changes[0]).toMatchObject({ ...none, count: 4, added, removed });
  collection.change({ update: [{ id: 2, name: "n5" }], insert: [{ id: 7, name: "z" }] });
  const moved = [{ item: { id: 2 }, from: 0, to: 2 }];
  const changed = [{ item: { id: 2 }, index: 2 }];
  expect(changes[1]).toMatchObject({ ...none, count: 5, moved, changed });
  collection.insert([{ id: 8, name: "zz" }]);
  expect(changes[2]).toMatchObject({ ...none, count: 6 });
  end();
  collection.delete([3]);
  expect(changes.length).toBe(3);
  const ends: (() => void)[] = [];
  const endAll = () => ends.forEach((stop) => stop());
  ends.push(
    collection.watch(query, endAll),
    collection.watch(query, () => changes.pop()),
  );
  collection.delete([8]);
  expect(changes.length, "stopped by the first watcher").toBe(3);
});

it("after a watcher throws, the others are called and the change stays", () => {
  const collection = createCollection<Job>([{ id: 1, name: "a" }], { catalog });
  let calls = 0;
  const fail = () => {
    throw new Error("no");
  };
  const ends = [fail, () => calls++, fail].map((listener) => collection.watch({}, listener));
  expect(() => collection.insert([{ id: 2, name: "b" }])).toThrow(AggregateError);
  ends[0]!();
  expect(() => collection.insert([{ id: 3, name: "c" }])).toThrow(/^no$/);
  expect([calls, collection.size]).toEqual([2, 3]);
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
