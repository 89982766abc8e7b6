import { describe, expect, it } from "vitest";
import { compilePredicate, defineCatalog, sortRows } from "tamis";
import type { Collection } from "../../../src/engine/collection.ts";
import { sqlCollection, type SqlSource } from "tamis/databases";
import { createCollection } from "../../../src/engine/store/collections/create-collection.ts";
import { assumedDialect } from "../../../src/sql/dialects/list.ts";
import { checking } from "../../sql/checked-query.ts";
import { words } from "../../words.ts";
import { pageOf, useOpened } from "./collection-suite.ts";
import { DATABASES } from "./opened-databases.ts";
import { PRODUCTS } from "./products.ts";

/** Integers at and beyond the bounds of safe integers, as rows hold them, and what a safe member reads. */
const MAX = Number.MAX_SAFE_INTEGER;
const VALUES: readonly (readonly [given: unknown, read: number | null])[] = [
  [0, 0],
  [-0, 0],
  [7, 7],
  [MAX, MAX],
  [-MAX, -MAX],
  [MAX + 1, null],
  [-MAX - 1, null],
  [2n ** 53n + 1n, null],
  [7n, null],
  [1e300, null],
  [7.5, null],
  ["7", null],
  [true, null],
  [NaN, null],
  [Infinity, null],
  [null, null],
  [undefined, null],
  [[7], null],
];

const catalog = defineCatalog({
  name: "counts",
  members: {
    id: { type: "integer", safe: true, nullable: false },
    n: { type: "integer", safe: true },
    all: { type: "list", items: { type: "integer", safe: true } },
    by: { type: "map", values: { type: "integer", safe: true } },
    owner: { type: "object", members: { age: { type: "integer", safe: true } } },
  },
  key: "id",
});

const LITERALS = words("0 7 -1 9007199254740991 9007199254740992 -9007199254740992 1e300 7.5");
const FILTERS = [
  ...LITERALS.flatMap((literal) =>
    ["eq", "ne", "lt", "le", "gt", "ge"].map((name) => `${name}(n,${literal})`),
  ),
  ...LITERALS.map((literal) => `not(gt(n,${literal}))`),
  ...words(`
    isNull(n) not(isNull(n)) or(lt(n,0),gt(n,5)) or(lt(n,9007199254740992),gt(n,9007199254740992))
    and(gt(n,-9007199254740999),lt(n,9007199254740999)) lt(-9007199254740999,n,9007199254740999)
    in(n,7,9007199254740992) not(in(n,7)) eq(n,id) contains(n,'7')
  `),
];

const { filterOf, sortByOf } = checking(catalog);

describe("a safe integer in memory", () => {
  const given = VALUES.map(([n], id) => ({ id, n }));
  const read = VALUES.map(([, n], id) => ({ id, n }));

  it.each(FILTERS)("is read as null beyond the bounds: %s", (text) => {
    const filter = filterOf(text);
    const wanted = read.filter(compilePredicate(filter)).map(({ id }) => id);
    for (const rows of ["any", "plain"] as const) {
      const predicate = compilePredicate(filter, { rows });
      expect(given.filter(predicate).map(({ id }) => id)).toEqual(wanted);
      const collection = createCollection<object>(given, { catalog, rows });
      expect(collection.page({ filter, limit: 100 }).items).toEqual(wanted.map((id) => given[id]));
    }
  });

  it("is sorted like null beyond the bounds", () => {
    const sortBy = sortByOf("n:descending,id");
    const ids = (rows: readonly unknown[]) => rows.map((row) => (row as { id: number }).id);
    const wanted = ids(sortRows(read, sortBy));
    expect(ids(sortRows(given, sortBy))).toEqual(wanted);
    expect(ids(createCollection<object>(given, { catalog }).page({ sortBy, limit: 100 }).items)).toEqual(
      wanted,
    );
  });

  it("is listed as unreadable beyond the bounds, also in lists, maps and objects", () => {
    const rows = [
      { id: 0, n: MAX, all: [1, -MAX], by: { a: 1 }, owner: { age: 1 } },
      { id: 1, n: MAX + 1 },
      { id: 2, all: [1, 2n] },
      { id: 3, by: { a: 1, b: -MAX - 1 } },
      { id: 4, owner: { age: 2n ** 60n } },
    ];
    const collection = createCollection<object>(rows, { catalog });
    expect([...collection.unreadable()].map(({ index, members }) => [index, members])).toEqual([
      [1, ["n"]],
      [2, ["all"]],
      [3, ["by"]],
      [4, ["owner.age"]],
    ]);
    const count = (text: string) => collection.count({ filter: filterOf(text) });
    expect(count("gt(owner.age,0)")).toBe(1);
    expect(count("eq(all,2)")).toBe(0);
    expect(count("eq(by.b,-9007199254740992)")).toBe(0);
  });
});

const MAX_BIGINT = BigInt(MAX);
const STORED = [0n, 7n, MAX_BIGINT, -MAX_BIGINT, MAX_BIGINT + 1n, -MAX_BIGINT - 1n, 2n ** 62n, null];

describe.each(DATABASES)("a safe integer in $name", (database) => {
  const { types, json } = PRODUCTS[database.product];
  const documents = ["all", "by", "owner"];
  const members = Object.fromEntries(
    documents.map((name) => [name, { json: name, as: json.as ?? ("json" as const) }]),
  );
  const table = { table: "counts", members };
  let source: SqlSource;
  let collection: Collection;
  useOpened(database, async (opened) => {
    ({ source } = opened);
    const q = assumedDialect(database.product).quote;
    const columns = documents.map((name) => `${q(name)} ${json.type}`);
    await opened.run(
      `CREATE TABLE counts (id ${types.integer} PRIMARY KEY, n ${types.integer}, ${columns.join(", ")})`,
    );
    for (const [id, n] of STORED.entries()) {
      const age = n ?? "null";
      await opened.run(
        `INSERT INTO counts VALUES (${id}, ${n ?? "NULL"}, '[1, ${age}]', '{"a": ${age}}', '{"age": ${age}}')`,
      );
    }
    collection = sqlCollection({ source, catalog, table, maximumLimit: 100 });
  });

  const safe = (n: bigint | null) => (n !== null && Number.isSafeInteger(Number(n)) ? Number(n) : null);
  const rows = STORED.map((n, id) => ({
    id,
    n: safe(n),
    all: [1, safe(n)],
    by: { a: safe(n) },
    owner: { age: safe(n) },
  }));

  it("is read as null beyond the bounds", async () => {
    const { items } = await pageOf(collection, { limit: 100 });
    expect(items.map(({ id, n }) => ({ id, n }))).toEqual(rows.map(({ id, n }) => ({ id, n })));
  });

  it("is filtered and sorted like null beyond the bounds", async () => {
    const sortBy = sortByOf("n:descending,id");
    const nested = words(
      "gt(owner.age,1) isNull(owner.age) eq(all,7) eq(all,9007199254740992) eq(by.a,9007199254740992) isNull(by.a)",
    );
    for (const text of [...FILTERS, ...nested]) {
      const filter = filterOf(text);
      const wanted = sortRows(rows.filter(compilePredicate(filter)), sortBy).map(({ id }) => id);
      const { items, count } = await pageOf(collection, { filter, sortBy, limit: 100 });
      expect({ count, ids: items.map(({ id }) => id) }, text).toEqual({ count: wanted.length, ids: wanted });
    }
  });

  it("is compared by the database alone, with a condition that an index of the column serves", async () => {
    const plan = await collection.explain({ filter: filterOf("gt(n,5)") });
    expect(plan.verdict).toBe("exact");
    const text = JSON.stringify(plan);
    expect(text).toContain("BETWEEN -9007199254740991 AND 9007199254740991");
    expect(text.replaceAll(/CASE WHEN.*?END/g, "")).toMatch(/n\W* > /);
  });

  it("needs no condition if the table promises readable values", async () => {
    const finite = { ...table, members: { ...members, n: { column: "n", finite: true } } };
    const promised = sqlCollection({ source, catalog, table: finite });
    const plan = await promised.explain({ filter: filterOf("gt(n,5)") });
    expect(JSON.stringify(plan)).not.toContain("BETWEEN");
  });
});
