import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import type { Collection } from "../../../src/engine/collection.ts";
import { MAXIMUM_CURSOR } from "../../../src/engine/cursor.ts";
import { sqlCollection } from "../../../src/engine/databases/sql-collection.ts";
import { createCollection } from "../../../src/engine/store/collections/create-collection.ts";
import { filterOf, sortByOf } from "../../sql/checked-query.ts";
import { beyondSample } from "../../effort.ts";
import { backends } from "./backends.ts";
import { CURSOR_KEY as cursorKey, pageOf as pageOfCollection, useOpened } from "./collection-suite.ts";

const catalog = defineCatalog({
  name: "things",
  key: "id",
  members: {
    id: { type: "string", nullable: false },
    n: "integer",
    s: "string",
    // Databases can compare strings by code points on their own.
    r: { type: "string", strength: "codePoint" },
  },
});

interface Thing {
  readonly id: string;
  readonly n: number;
  readonly s: string;
  readonly r: string;
}

const LONG = 5_000;
const long = (ending: string) => `${"é".repeat(LONG)}${ending}`;
const idOf = (i: number) => `k${String(i).padStart(2, "0")}`;
/** Rows whose sort values are equal up to the last character, so that only whole values order them. */
const THINGS: readonly Thing[] = Array.from({ length: 9 }, (_, i) => ({
  id: idOf(i),
  n: i % 2,
  s: i < 2 ? `s${i}` : long(String(i % 4)),
  r: i < 2 ? "" : long(`r${i % 3}`),
}));

interface Opened {
  readonly collection: Collection;
  readonly insert: (thing: Thing) => Promise<unknown>;
  readonly remove: (id: string) => Promise<unknown>;
  readonly update: (id: string, s: string) => Promise<unknown>;
}

const BACKENDS = backends<Opened>(
  () => {
    const rows = createCollection<Record<string, unknown>>(
      THINGS.map((thing) => ({ ...thing })),
      { catalog },
    );
    return {
      collection: rows.asCollection({ cursorKey }),
      insert: (thing) => Promise.resolve(rows.insert([{ ...thing }])),
      remove: (id) => Promise.resolve(rows.delete([id])),
      update: (id, s) => {
        const thing = rows.all({}).find((row) => row["id"] === id);
        return Promise.resolve(rows.update([{ ...thing, s }]));
      },
    };
  },
  async ({ source, run }) => {
    const insert = ({ id, n, s, r }: Thing) =>
      run(`INSERT INTO things VALUES ('${id}', ${n}, '${s}', '${r}')`);
    // TEXT of MariaDB holds 65,535 bytes.
    await run("CREATE TABLE things (id TEXT NOT NULL, n INTEGER, s TEXT, r TEXT)");
    for (const thing of THINGS) await insert(thing);
    return {
      collection: sqlCollection({ source, catalog, table: { table: "things" }, cursorKey }),
      insert,
      remove: (id) => run(`DELETE FROM things WHERE id = '${id}'`),
      update: (id, s) => run(`UPDATE things SET s = '${s}' WHERE id = '${id}'`),
    };
  },
);

describe.each(BACKENDS)("a sort value that is too long for a cursor, in $name", (backend) => {
  let opened: Opened;
  useOpened(backend, (database) => {
    opened = database;
  });

  const pageOf = (...request: Parameters<Collection["page"]>) =>
    pageOfCollection(opened.collection, ...request);
  const idsOf = (page: { readonly items: readonly object[] }) => page.items.map((row) => (row as Thing).id);

  it.for(["s", "s:descending", "n,r:descending", "r,n:descending,s", "upCase(s):primary,n"])(
    "hides no row from pages in the order of %s",
    async (text) => {
      const sortBy = sortByOf(text, catalog);
      const filter = filterOf("ge(n,0)", catalog);
      for (const select of [undefined, ["id"]])
        for (const limit of [7, ...beyondSample(1, 2)]) {
          const expected = idsOf(await pageOf({ sortBy, limit: 100 }));
          const pagedIds: string[] = [];
          let cursor: string | undefined;
          do {
            const page = await pageOf({ filter, sortBy, limit }, { cursor, select });
            expect(page.start).toBe(pagedIds.length);
            pagedIds.push(...idsOf(page));
            cursor = page.next;
            expect(cursor?.length ?? 0).toBeLessThanOrEqual(MAXIMUM_CURSOR);
          } while (cursor !== undefined && pagedIds.length < 100);
          expect(pagedIds).toEqual(expected);
        }
    },
  );

  it("is looked up by the key, so that other rows can change between two pages", async () => {
    const sortBy = sortByOf("s", catalog);
    const first = await pageOf({ sortBy, limit: 4 });
    const rest = idsOf(await pageOf({ sortBy, start: 4, limit: 100 }));
    await opened.insert({ id: "before", n: 0, s: "a", r: "" });
    const [removed] = idsOf(first);
    await opened.remove(removed!);
    const second = await pageOf({ sortBy, limit: 100 }, { cursor: first.next });
    expect(idsOf(second)).toEqual(rest);
    const explained = await opened.collection.explain({ sortBy, limit: 3 }, { cursor: first.next });
    expect(explained.verdict).not.toBe("refused");
    await opened.remove("before");
    await opened.insert(THINGS.find(({ id }) => id === removed)!);
  });

  it("rejects the cursor if the row was deleted, or if its value changed", async () => {
    const sortBy = sortByOf("s", catalog);
    const first = await pageOf({ sortBy, limit: 4 });
    const last = THINGS.find(({ id }) => id === idsOf(first).at(-1))!;
    const codes = async () => {
      const page = await opened.collection.page({ sortBy, limit: 4 }, { cursor: first.next });
      return page.ok ? [] : page.diagnostics.map(({ code }) => code);
    };
    expect(await codes()).toEqual([]);
    await opened.update(last.id, long("x"));
    expect(await codes()).toEqual(["stale-cursor"]);
    await opened.update(last.id, last.s);
    expect(await codes()).toEqual([]);
    await opened.remove(last.id);
    expect(await codes()).toEqual(["stale-cursor"]);
    await opened.insert(last);
    expect(await codes()).toEqual([]);
  });

  it("is looked up by its index if the key is too long as well", async () => {
    const ids = [long("a"), long("b"), long("c")];
    for (const id of ids) await opened.insert({ id, n: 9, s: long("0"), r: "" });
    const filter = filterOf("eq(n,9)", catalog);
    const sortBy = sortByOf("s,r", catalog);
    const pagedIds: string[] = [];
    const cursors: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await pageOf({ filter, sortBy, limit: 1 }, { cursor });
      pagedIds.push(...idsOf(page));
      cursor = page.next;
      if (cursor !== undefined) cursors.push(cursor);
    } while (cursor !== undefined && pagedIds.length < 10);
    expect(pagedIds).toEqual(ids);
    await opened.remove(ids[0]!);
    const page = await opened.collection.page({ filter, sortBy, limit: 1 }, { cursor: cursors[1]! });
    expect(page.ok || page.diagnostics[0]!.code).toBe("stale-cursor");
    for (const id of ids.slice(1)) await opened.remove(id);
  });
});

describe("a cursor", () => {
  const lengthFor = async (length: number) => {
    const rows = [
      { id: "a", s: "x".repeat(length) },
      { id: "b", s: "y" },
    ];
    const store = createCollection<Record<string, unknown>>(rows, { catalog });
    const collection = store.asCollection({ cursorKey });
    const sortBy = sortByOf("s", catalog);
    const { next } = await pageOfCollection(collection, { sortBy, limit: 1 });
    const second = await pageOfCollection(collection, { sortBy, limit: 1 }, { cursor: next });
    expect(second.items).toEqual([rows[1]]);
    // Cursors are encrypted. A digest is much shorter than the values of this test.
    return { length: next!.length, isWhole: next!.length > 1_000 };
  };

  it("contains values up to its maximum length, and digests of longer ones", async () => {
    let whole = 2_900;
    while ((await lengthFor(whole + 1)).isWhole) whole++;
    expect(whole).toBeGreaterThan(2_900);
    expect((await lengthFor(whole)).length).toBe(MAXIMUM_CURSOR);
    const above = await lengthFor(whole + 1);
    expect(above.isWhole).toBe(false);
    expect(above.length).toBeLessThan(200);
  });
});
