import { describe, expect, it } from "vitest";
import { type Catalog, defineCatalog } from "tamis";
import type { Collection, PageOptions, Query } from "tamis/engine";
import { sqlCollection } from "../../../src/engine/databases/sql-collection.ts";
import { createCollection } from "../../../src/engine/store/collections/create-collection.ts";
import { decodeQuery } from "../../../src/url/decode-query.ts";
import { filterOf, sortByOf } from "../../sql/checked-query.ts";
import { backends } from "./backends.ts";
import { CURSOR_KEY as cursorKey, pageOf, useOpened } from "./collection-suite.ts";

const members = { id: { type: "integer", nullable: false }, n: "integer", s: "string" } as const;
const catalog = defineCatalog({ name: "things", key: "id", members, defaultSort: ["n"] });
const otherSort = defineCatalog({ name: "things", key: "id", members, defaultSort: ["n:descending"] });
const otherMembers = defineCatalog({ name: "things", key: "id", members: { ...members, x: "string" } });
const otherName = defineCatalog({ name: "others", key: "id", members, defaultSort: ["n"] });
const ROWS = Array.from({ length: 9 }, (_, id) => ({ id, n: id % 4, s: `s${id % 3}` }));

interface Opened {
  readonly collection: (of: Catalog) => Collection;
}

const BACKENDS = backends<Opened>(
  () => ({
    collection: (of) =>
      createCollection<Record<string, unknown>>(ROWS, { catalog: of }).asCollection({ cursorKey }),
  }),
  async ({ source, run }) => {
    await run("CREATE TABLE things (id INTEGER PRIMARY KEY, n INTEGER, s VARCHAR(20), x VARCHAR(20))");
    const values = ROWS.map(({ id, n, s }) => `(${id}, ${n}, '${s}', NULL)`);
    await run(`INSERT INTO things VALUES ${values.join()}`);
    return {
      collection: (of) => sqlCollection({ source, catalog: of, table: { table: "things" }, cursorKey }),
    };
  },
);

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

describe.each(BACKENDS)("a query of $name", (backend) => {
  let opened: Opened;
  useOpened(backend, (database) => {
    opened = database;
  });

  const filter = filterOf("ge(n,1)", catalog);
  const sortBy = sortByOf("n:descending", catalog);
  const decoded = decodeQuery("filter=ge(n,1)&limit=2", { catalog }).query!;

  it("is refused with a property that no query has, by every method", async () => {
    const { page, count, stream, explain } = opened.collection(catalog);
    for (const method of [page, count, stream, explain])
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
  });

  it("is refused if it is no object, by every method", async () => {
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

  it("continues after a cursor of the same query only", async () => {
    const collection = opened.collection(catalog);
    const next = async (query: Query, locale = "de") => {
      const page = await pageOf(collection, { ...query, limit: 2 }, { locale });
      return page.next!;
    };
    const codeOf = async (query: Query, cursor: string, of = collection, options: PageOptions = {}) => {
      const page = await of.page(query, { cursor, locale: "de", ...options });
      return page.ok ? "ok" : page.diagnostics[0]!.code;
    };
    const cursor = await next({ filter });
    expect(await codeOf({ filter, limit: 3 }, cursor)).toBe("ok");
    expect(await codeOf({ filter, sortBy: sortByOf("n", catalog) }, cursor)).toBe("ok");
    expect(await codeOf({}, cursor)).toBe("stale-cursor");
    expect(await codeOf({ filter: filterOf("ge(n,0)", catalog) }, cursor)).toBe("stale-cursor");
    expect(await codeOf({ filter, sortBy }, cursor)).toBe("stale-cursor");
    expect(await codeOf({ filter }, cursor, collection, { locale: "sv" })).toBe("stale-cursor");
    expect(await codeOf({ filter }, cursor, collection, { rule: filter })).toBe("stale-cursor");
    const sorted = await next({ sortBy: sortByOf("s", catalog) });
    expect(await codeOf({ sortBy: sortByOf("s:primary", catalog) }, sorted)).toBe("stale-cursor");
    const unfiltered = await next({});
    const equal = defineCatalog({ name: "things", key: "id", members, defaultSort: ["n"] });
    expect(await codeOf({}, unfiltered, opened.collection(equal))).toBe("ok");
    for (const other of [otherSort, otherMembers, otherName])
      expect(await codeOf({}, unfiltered, opened.collection(other))).toBe("stale-cursor");
  });

  it("is explained with its cursor", async () => {
    const collection = opened.collection(catalog);
    const { next: cursor } = await pageOf(collection, { filter, limit: 2 });
    const first = await collection.explain({ filter, limit: 2 });
    const second = await collection.explain({ filter, limit: 2 }, { cursor });
    if (first.memory === undefined) expect(second.statements[0]!.text).not.toBe(first.statements[0]!.text);
    await expect(collection.explain({}, { cursor })).rejects.toThrow(TypeError);
  });
});
