import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import type { Catalog } from "../../../src/catalog/types.ts";
import type { Collection } from "../../../src/engine/collection.ts";
import { sqlCollection } from "../../../src/engine/databases/sql-collection.ts";
import type { Query } from "../../../src/engine/request.ts";
import { createCollection } from "../../../src/engine/store/collections/create-collection.ts";
import { decodeQuery } from "../../../src/url/decode-query.ts";
import { checkFilterText, checkSortText } from "../../sql/engines/mariadb-queries.ts";
import { DATABASES } from "./opened-databases.ts";

const members = { id: { type: "integer", nullable: false }, n: "integer", s: "string" } as const;
const catalog = defineCatalog({ name: "things", key: "id", members, defaultSort: ["n"] });
const otherSort = defineCatalog({ name: "things", key: "id", members, defaultSort: ["n:descending"] });
const otherMembers = defineCatalog({ name: "things", key: "id", members: { ...members, x: "string" } });
const otherName = defineCatalog({ name: "others", key: "id", members, defaultSort: ["n"] });
const ROWS = Array.from({ length: 9 }, (_, id) => ({ id, n: id % 4, s: `s${id % 3}` }));
const cursorKey = new Uint8Array(32).fill(7);

type Backend = (of: Catalog) => Collection;

const BACKENDS: readonly {
  readonly name: string;
  readonly open: () => Promise<
    { readonly collection: Backend; readonly end: () => Promise<void> } | undefined
  >;
}[] = [
  {
    name: "memory",
    open: () =>
      Promise.resolve({
        collection: (of) =>
          createCollection<Record<string, unknown>>(ROWS, { catalog: of }).asCollection({ cursorKey }),
        end: () => Promise.resolve(),
      }),
  },
  ...DATABASES.map(({ name, open }) => ({
    name,
    open: async () => {
      const database = await open();
      if (database === undefined) return undefined;
      await database.run(
        "CREATE TABLE things (id INTEGER PRIMARY KEY, n INTEGER, s VARCHAR(20), x VARCHAR(20))",
      );
      const values = ROWS.map(({ id, n, s }) => `(${id}, ${n}, '${s}', NULL)`).join();
      await database.run(`INSERT INTO things VALUES ${values}`);
      const { source, end } = database;
      const table = { table: "things" };
      return {
        collection: (of: Catalog) => sqlCollection({ source, catalog: of, table, cursorKey }),
        end,
      };
    },
  })),
];

it.each([
  ["undefined", undefined],
  ["null", null],
  ['"things"', "things"],
])("a table that is %s is refused by sqlCollection", (described, table) => {
  expect(() => sqlCollection({ source: {} as never, catalog, table: table as never })).toThrow(
    new TypeError(
      `table must be an object with the name of a table, such as { table: "things" }, got ${described}`,
    ),
  );
});

describe.each(BACKENDS)("a query of $name", ({ name, open }) => {
  let opened: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.end());

  const filter = checkFilterText("ge(n,1)", catalog);
  const sortBy = checkSortText("n:descending", catalog);
  const decoded = decodeQuery("filter=ge(n,1)&limit=2", { catalog }).query!;

  it("is refused with a property that no query has, by every method", async ({ skip }) => {
    if (opened === undefined) return skip(`${name} is not here`);
    const collection = opened.collection(catalog);
    const { page, count, stream, explain } = collection;
    for (const method of [page, count, stream, explain]) {
      for (const query of [{ filter }, decoded]) {
        const run = (properties: object) => method({ ...query, ...properties });
        await expect(run({ cursor: "x" })).rejects.toThrow(
          new TypeError(
            "cursor is not a property of a query. Pass it in the options, the argument after the query: { cursor }.",
          ),
        );
        await expect(run({ cursor: undefined })).rejects.toThrow(TypeError);
        await expect(run({ filtr: filter })).rejects.toThrow('Unknown property "filtr" of the query');
        await expect(run({ __proto__: { cursor: "x" } })).resolves.toBeDefined();
      }
    }
  });

  it("is refused if it is no object, by every method", async ({ skip }) => {
    if (opened === undefined) return skip(`${name} is not here`);
    const { page, count, stream, explain } = opened.collection(catalog);
    for (const method of [page, count, stream, explain])
      for (const [value, described] of [
        [null, "null"],
        [undefined, "undefined"],
        [1, "1"],
        ["n", '"n"'],
      ])
        await expect(method(value as never)).rejects.toThrow(
          new TypeError(`query must be an object, got ${String(described)}`),
        );
  });

  it("continues after a cursor of the same query only", async ({ skip }) => {
    if (opened === undefined) return skip(`${name} is not here`);
    const collection = opened.collection(catalog);
    const next = async (query: Query, locale = "de") => {
      const page = await collection.page({ ...query, limit: 2 }, { locale });
      if (!page.ok || page.next === undefined) throw new Error("the page has no cursor");
      return page.next;
    };
    const codeOf = async (query: Query, cursor: string, of = collection, locale = "de") => {
      const page = await of.page(query, { cursor, locale });
      return page.ok ? "ok" : page.diagnostics[0]!.code;
    };
    const cursor = await next({ filter });
    expect(await codeOf({ filter, limit: 3 }, cursor)).toBe("ok");
    expect(await codeOf({ filter, sortBy: checkSortText("n", catalog) }, cursor)).toBe("ok");
    expect(await codeOf({}, cursor)).toBe("stale-cursor");
    expect(await codeOf({ filter: checkFilterText("ge(n,0)", catalog) }, cursor)).toBe("stale-cursor");
    expect(await codeOf({ filter, sortBy }, cursor)).toBe("stale-cursor");
    expect(await codeOf({ filter }, cursor, collection, "sv")).toBe("stale-cursor");
    const unfiltered = await next({});
    for (const other of [otherSort, otherMembers, otherName])
      expect(await codeOf({}, unfiltered, opened.collection(other))).toBe("stale-cursor");
    expect(
      await codeOf(
        {},
        unfiltered,
        opened.collection(defineCatalog({ name: "things", key: "id", members, defaultSort: ["n"] })),
      ),
    ).toBe("ok");
  });

  it("is explained with its cursor", async ({ skip }) => {
    if (opened === undefined) return skip(`${name} is not here`);
    const collection = opened.collection(catalog);
    const page = await collection.page({ filter, limit: 2 });
    const cursor = page.ok ? page.next : undefined;
    const first = await collection.explain({ filter, limit: 2 });
    const second = await collection.explain({ filter, limit: 2 }, { cursor });
    if (first.memory === undefined) expect(second.statements[0]!.text).not.toBe(first.statements[0]!.text);
    await expect(collection.explain({}, { cursor })).rejects.toThrow(TypeError);
  });
});
