import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { defineCatalog } from "../../../../src/catalog/define-catalog.ts";
import type { Collection } from "../../../../src/engine/collection.ts";
import { fromChdb } from "../../../../src/engine/databases/adapters/clickhouse/chdb.ts";
import {
  findTable,
  listTables,
  TableMismatchError,
} from "../../../../src/engine/databases/introspect/find-table.ts";
import { openTable } from "../../../../src/engine/databases/opening/open-table.ts";
import { sqlCollection } from "../../../../src/engine/databases/sql-collection.ts";
import type { SqlSource } from "../../../../src/engine/databases/source.ts";
import { clickhouseTableReader } from "../../../../src/sql/dialects/clickhouse/table-reader.ts";
import { filterOf, sortByOf } from "../../agree.ts";
import { openChdb, type TestSession } from "../../engines/clickhouse/open-chdb.ts";

/** Tables, views and columns of each kind that ClickHouse has, in the engine in the process. */

let session: TestSession | undefined;
let source: SqlSource;

beforeAll(() => {
  session = openChdb();
  if (session === undefined) return;
  source = fromChdb(session);
  const name = session.query("SELECT currentDatabase()", "TSV").trim();
  for (const statement of [
    `CREATE TABLE sales (id Int64, "Full Name" String, twice Int64 ALIAS id * 2, loud String MATERIALIZED upper("Full Name"),
       given String EPHEMERAL 'x', size Int64 DEFAULT 7) ENGINE = MergeTree ORDER BY (id, "Full Name")`,
    `INSERT INTO sales (id, "Full Name") VALUES (1, 'Ada'), (2, 'Bo'), (3, 'Cy')`,
    `CREATE TABLE "Sales" (id Int64) ENGINE = Log`,
    "CREATE VIEW named AS SELECT id, lower(loud) AS quiet FROM sales",
    "CREATE MATERIALIZED VIEW counted ENGINE = MergeTree ORDER BY initial POPULATE AS SELECT left(loud, 1) AS initial, count() AS n FROM sales GROUP BY initial",
    "CREATE TABLE totals (id Int64, n UInt64) ENGINE = SummingMergeTree ORDER BY id",
    "CREATE MATERIALIZED VIEW summed TO totals AS SELECT id, 1 AS n FROM sales",
    "INSERT INTO totals VALUES (1, 1)",
    "INSERT INTO totals VALUES (1, 2)",
    "CREATE TABLE tags (owner Int64, value String) ENGINE = MergeTree ORDER BY owner",
    "INSERT INTO tags VALUES (1, 'a'), (1, 'b'), (2, 'b')",
    // Storage of `Distributed`, without a cluster in the configuration.
    `CREATE TABLE everywhere AS remote('127.0.0.1', ${name}, sales)`,
    `CREATE TABLE "tags everywhere" AS remote('127.0.0.1', ${name}, tags)`,
  ])
    session.query(statement);
}, 60_000);

afterAll(() => session?.close());

beforeEach(({ skip }) => {
  if (session === undefined) skip("chDB is not installed");
});

const open = (name: string, key = "id") => openTable(session!, name, { key });

describe("findTable of ClickHouse", () => {
  it("reads alias and materialized columns, but no ephemeral ones", async () => {
    const sales = await open("sales");
    expect([...sales.catalog.members.byName.keys()]).toEqual(["id", "Full_Name", "twice", "loud", "size"]);
    const filter = filterOf("and(eq(twice,4),eq(loud,'BO'))", sales.catalog);
    expect(await sales.page({ filter })).toMatchObject({
      count: 1,
      items: [{ id: 2, "Full Name": "Bo", twice: 4, loud: "BO", size: 7 }],
    });
  });

  it("finds no key, because sorting keys are not unique", async () => {
    const { catalog, notes } = await findTable(source, ["sales"]);
    expect(catalog.key).toBeUndefined();
    expect(notes).toContain(
      "id: the table is sorted by it, but values can repeat, so it is not used as the key.",
    );
    expect(notes.join()).not.toContain("Full_Name");
  });

  it("reports keys that repeat at the end of a page, because a cursor would skip rows", async () => {
    const totals = await open("totals");
    const page = await totals.page({ sortBy: sortByOf("id", totals.catalog), limit: 1 });
    expect(page).toMatchObject({ ok: true, count: 2, items: [{ id: 1 }] });
    expect(page.ok && page.next).toBeUndefined();
  });

  it("distinguishes names by letter case", async () => {
    expect([...(await open("Sales")).catalog.members.byName.keys()]).toEqual(["id"]);
    expect((await open("sales")).catalog.members.byName.size).toBe(5);
    await expect(openTable(session!, "SALES")).rejects.toMatchObject({ failure: "missing-table" });
  });

  it("reads views and materialized views, and lists no inner tables", async () => {
    const named = await open("named");
    const inOrder = (table: typeof named, key: string) =>
      table.page({ sortBy: sortByOf(key, table.catalog), limit: 2 });
    expect(await inOrder(named, "id")).toMatchObject({ items: [{ quiet: "ada" }, { quiet: "bo" }] });
    expect(await inOrder(await open("counted", "initial"), "initial")).toMatchObject({
      count: 3,
      items: [
        { initial: "A", n: 1 },
        { initial: "B", n: 1 },
      ],
    });
    expect(await inOrder(await open("summed"), "id")).toMatchObject({ count: 2 });
    const names = (await listTables(source)).map((path) => path.at(-1)!);
    expect(names).toEqual(expect.arrayContaining(["named", "counted", "summed", "totals", "everywhere"]));
    expect(names.filter((name) => name.startsWith(".inner"))).toEqual([]);
  });

  it("reads distributed tables, with the columns of their shards", async () => {
    const everywhere = await open("everywhere");
    expect([...everywhere.catalog.members.byName.keys()]).toEqual([
      ...["id", "Full_Name", "twice", "loud", "size"],
    ]);
    const filter = filterOf("gt(twice,2)", everywhere.catalog);
    expect(
      await everywhere.page({ filter, sortBy: sortByOf("id:descending", everywhere.catalog) }),
    ).toMatchObject({
      count: 2,
      items: [{ id: 3, loud: "CY" }, { id: 2 }],
    });
  });

  it("reads replicated tables as others: the engine of a table is not part of its definition", async () => {
    // chDB cannot create them, because it has no Keeper. These are the rows of `system.columns`.
    const run = () =>
      Promise.resolve([
        ["id", "UInt64", 1],
        ["at", "LowCardinality(Nullable(String))", "0"],
      ]);
    expect(await clickhouseTableReader.columns(["replicated"], run)).toMatchObject([
      { name: "id", type: "integer", nullable: false, isKey: false },
      { name: "at", type: "string", nullable: true, isKey: false },
    ]);
  });

  it("reports a column of an unknown type as missing, and a table without columns as unusable", async () => {
    const run = () => Promise.resolve([["state", "AggregateFunction(sum, Int64)", "0"]]);
    expect(await clickhouseTableReader.columns(["states"], run)).toMatchObject([
      { type: undefined, note: "its type is AggregateFunction, which has no counterpart" },
    ]);
    session!.query("CREATE TABLE states (s AggregateFunction(sum, Int64)) ENGINE = Memory");
    await expect(findTable(source, ["states"])).rejects.toThrow(TableMismatchError);
  });
});

describe("child tables of ClickHouse", () => {
  const catalog = defineCatalog({
    name: "sales",
    members: {
      id: { type: "integer", nullable: false },
      loud: "string",
      tags: { type: "list", items: "string" },
    },
    key: "id",
  });
  const salesOf = (table: string, childTable: string) =>
    sqlCollection({
      source,
      catalog,
      table: { table, members: { tags: { childTable, parent: "owner", value: "value" } } },
    });
  const ids = async (sales: Collection, text: string, select?: readonly string[]) => {
    const query = { filter: filterOf(text, catalog), sortBy: sortByOf("id", catalog) };
    const page = await sales.page(query, select === undefined ? {} : { select });
    return page.ok ? page.items.map(({ id }) => id) : page.diagnostics;
  };

  it("are searched for the keys of rows; counts and other members are compared in memory", async () => {
    const sales = salesOf("sales", "tags");
    const verdict = async (text: string) =>
      (await sales.explain({ filter: filterOf(text, catalog) })).verdict;
    expect(await verdict("not(eq(tags,'a'))")).toBe("exact");
    expect(await ids(sales, "eq(tags,'b')")).toEqual([1, 2]);
    expect(await ids(sales, "not(eq(tags,'a'))")).toEqual([2, 3]);
    expect(await ids(sales, "and(in(tags,'a','c'),startsWith(loud,'A'))")).toEqual([1]);
    expect(await verdict("eq(tags,loud)")).toBe("superset");
    expect(await ids(sales, "eq(tags,downCase(substr(loud,0,1)))")).toEqual([1, 2]);
    expect(await verdict("gt(length(tags),1)")).toBe("superset");
    expect(await ids(sales, "gt(length(tags),1)")).toEqual([1]);
  });

  it("are searched for the keys of rows on several servers, but lists are not read there", async () => {
    const sales = salesOf("everywhere", "tags everywhere");
    expect(await ids(sales, "not(eq(tags,'a'))", ["id"])).toEqual([2, 3]);
    await expect(ids(sales, "eq(tags,'a')")).rejects.toMatchObject({ failure: "other" });
  });
});
