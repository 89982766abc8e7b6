import * as driver from "@duckdb/node-api";
import { describe, expect, it } from "vitest";
import { duckdbTableView, findTable, fromDuckdb, sqlCollection } from "tamis/databases";
import { compilePredicate } from "../../../../src/evaluator/index.ts";
import { openedDuckdb } from "../adapters/opened-duckdb.ts";
import { filterOf, sortByOf } from "../../../sql/checked-query.ts";
import { words } from "../../../words.ts";
import { pageOf } from "../collection-suite.ts";

/** Finds a table of the columns, directly or through a view that converts its columns. */
async function found(columns: string, values: string, through: "table" | "view" = "view") {
  const { connection } = await openedDuckdb(
    `CREATE TABLE things (${columns})`,
    `INSERT INTO things VALUES ${values}`,
  );
  const source = fromDuckdb(connection, driver);
  const of = ["things"];
  if (through === "view") await duckdbTableView(connection, "seen", of);
  const table = through === "view" ? ["seen"] : of;
  const { catalog, table: definition, notes } = await findTable(source, table, { of });
  const collection = sqlCollection({ source, catalog, table: definition });
  const page = async (filter = "true", order?: string) => {
    const sortBy = order === undefined ? undefined : sortByOf(order, catalog);
    return (await pageOf(collection, { filter: filterOf(filter, catalog), sortBy })).items;
  };
  return { catalog, notes, page };
}

const MAX_HUGEINT = 2n ** 127n - 1n;

describe("integers of DuckDB beyond 64 bits", () => {
  const columns =
    "id UBIGINT PRIMARY KEY, h HUGEINT, uh UHUGEINT, w DECIMAL(38,0), d DOUBLE, b BIGINT, l UBIGINT[]";
  const values = `(18446744073709551615, ${MAX_HUGEINT}, 340282366920938463463374607431768211455, ${"9".repeat(38)}, 1e308, -1, [18446744073709551615]),
    (9223372036854775808, -${MAX_HUGEINT + 1n}, 7, -${"9".repeat(38)}, -1e308, 9223372036854775807, [0]),
    (9223372036854775807, 9223372036854775808, NULL, 5, 9223372036854775808, 9223372036854775807, NULL),
    (5, 5, 5, 5, 5.5, 5, [])`;

  it.each(["table", "view"] as const)("are read and compared exactly (%s)", async (through) => {
    const { catalog, page } = await found(columns, values, through);
    expect(catalog.key).toBe("id");
    const rows = await page();
    expect(rows.map(({ id, h, uh, w, l }) => [id, h, uh, w, l])).toEqual([
      [5, 5, 5, 5, []],
      [2n ** 63n - 1n, 2n ** 63n, null, 5, null],
      [2n ** 63n, -MAX_HUGEINT - 1n, 7, -(10n ** 38n) + 1n, [0]],
      [2n ** 64n - 1n, MAX_HUGEINT, null, 10n ** 38n - 1n, [2n ** 64n - 1n]],
    ]);
    for (const filter of [
      ...words(`
        eq(id,18446744073709551615) in(id,5,9223372036854775808) ge(id,9223372036854775808) lt(id,-1)
        lt(id,1e300) gt(h,9223372036854775807) eq(h,170141183460469231731687303715884105727)
        lt(h,-9223372036854775808) eq(uh,340282366920938463463374607431768211455) isNull(uh) lt(id,b)
        eq(id,b) lt(h,id) lt(h,d) eq(h,d) gt(id,d) eq(w,d) ge(w,1e30) eq(l,18446744073709551615)
        in(l,0,1,18446744073709551615) ne(l,0) contains(id,'44')
      `),
      `in(id,${Array.from({ length: 25 }, (_, i) => String(2n ** 63n + BigInt(i))).join()})`,
    ]) {
      const kept = rows.filter(compilePredicate(filterOf(filter, catalog), {}));
      expect([filter, await page(filter)]).toEqual([filter, kept]);
    }
    expect((await page("true", "h:descending")).map(({ id }) => id)).toEqual([
      ...[2n ** 64n - 1n, 2n ** 63n - 1n, 5, 2n ** 63n],
    ]);
  });
});

describe("types of DuckDB without a counterpart", () => {
  it("are converted by a view, and values without a counterpart become null", async () => {
    const { page, notes } = await found(
      `id INTEGER PRIMARY KEY, f FLOAT, d DECIMAL(38,10), e ENUM('z', 'a'), u UUID, i INTERVAL, b BLOB, bits BIT,
       tz TIMESTAMPTZ, s TIMESTAMP_S, ns TIMESTAMP_NS, zoned TIMETZ, "array" INTEGER[2], lists INTEGER[][], floats FLOAT[],
       zones TIMESTAMPTZ[], pos STRUCT(x DOUBLE, "at" TIMESTAMPTZ, l FLOAT[]), m MAP(INTEGER, DOUBLE), un UNION(n DOUBLE, s VARCHAR)`,
      `(1, 0.1, 1234567890123456789012345678.1234567891, 'a', '00000000-0000-0000-0000-00000000000A', '1 month 2 days',
       '\\xAAa', '101', '2020-01-01 00:00:00+02', '2020-01-01 00:00:00', '2020-01-01 00:00:00.123456789', '10:00:00+02',
       [1, NULL], [[1], NULL], ['0.1', 'nan'], ['2020-01-01 00:00:00+02'],
       {x: 'nan', "at": '2020-01-01 00:00:00+02', l: ['inf', '0.5']}, MAP {7: 'inf'}, union_value(n := 'nan'::DOUBLE)),
       (2, 'nan', NULL, 'z', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, union_value(s := 'x'))`,
    );
    expect(notes).toEqual(["f: 1 of the values in its 2 rows is NaN or infinite, and read as null."]);
    const [row] = await page("eq(id,1)");
    expect(row).toEqual({
      id: 1,
      f: 0.1,
      d: 1234567890123456789012345678.1234567891,
      e: "a",
      u: "00000000-0000-0000-0000-00000000000a",
      i: "1 month 2 days",
      b: "\\xAAa",
      bits: "101",
      tz: "2019-12-31T22:00:00Z",
      s: "2020-01-01T00:00:00Z",
      ns: "2020-01-01T00:00:00.123456789Z",
      zoned: "10:00:00+02",
      array: [1, null],
      lists: [[1], null],
      floats: [0.1, null],
      zones: ["2019-12-31T22:00:00Z"],
      pos: { x: null, at: "2019-12-31T22:00:00.000000Z", l: [null, 0.5] },
      m: { 7: null },
      un: { n: null },
    });
    for (const filter of [
      ...["eq(d,1234567890123456789012345678.1234567891)", "eq(f,0.1)", "eq(array,1)"],
      ...["eq(zones,2019-12-31T22:00:00Z)", "eq(pos.at,2019-12-31T22:00:00Z)", "eq(pos.l,0.5)", "lt(e,'z')"],
      ...["eq(floats,0.1)", "startsWith(b,'\\xAA')", "gt(ns,2020-01-01T00:00:00.123456788Z)"],
    ])
      expect([filter, (await page(filter)).map(({ id }) => id)]).toEqual([filter, [1]]);
    expect((await page("isNull(f)")).map(({ id }) => id)).toEqual([2]);
    expect((await page("true", "e")).map(({ id }) => id)).toEqual([1, 2]);
  });

  it("instants with nanoseconds can be any that a column holds, also on the first day, which DuckDB cannot convert", async () => {
    const { page } = await found(
      "id INTEGER PRIMARY KEY, ns TIMESTAMP_NS",
      "(1, make_timestamp_ns(-9223372036854775806)), (2, '1677-09-22'), (3, '2262-04-11 23:47:16.854775806'), (4, NULL)",
    );
    expect((await page()).map(({ ns }) => ns)).toEqual([
      ...[null, "1677-09-22T00:00:00Z", "2262-04-11T23:47:16.854775806Z", null],
    ]);
    const ids = async (filter: string) => (await page(filter)).map(({ id }) => id);
    expect(await ids("isNull(ns)")).toEqual([1, 4]);
    expect(await ids("gt(ns,1677-09-22T00:00:00+01:00)")).toEqual([2, 3]);
    expect(await ids("le(ns,1677-09-22T00:00:00Z)")).toEqual([2]);
    expect(await ids("in(ns,1677-09-22T00:00:00+01:00,1677-09-22)")).toEqual([2]);
  });

  it.each(["table", "view"] as const)(
    "far values of TIMESTAMP_S and TIMESTAMP_MS are null (%s)",
    async (through) => {
      const far = [
        "'infinity'",
        "'-infinity'",
        "'294247-01-10 04:00:54.775806'",
        "'290309-12-22 (BC) 00:00:00'",
      ];
      const { page } = await found(
        "id INTEGER PRIMARY KEY, s TIMESTAMP_S, ms TIMESTAMP_MS",
        ["'2020-01-01'", ...far].map((value, id) => `(${id}, ${value}, ${value})`).join(),
        through,
      );
      expect((await page()).map(({ s, ms }) => s ?? ms)).toEqual([
        "2020-01-01T00:00:00Z",
        null,
        null,
        null,
        null,
      ]);
      expect((await page("isNull(s)")).length).toBe(4);
      expect((await page("ge(ms,2020-01-01)")).length).toBe(1);
    },
  );

  it("are null in a column without null if a value cannot be read", async () => {
    const { page, catalog } = await found(
      "id INTEGER PRIMARY KEY, uh UHUGEINT NOT NULL, d DOUBLE NOT NULL",
      "(1, 340282366920938463463374607431768211455, 'nan'), (2, 1, 1)",
      "table",
    );
    expect(catalog.members.byName.get("uh")?.nullable).toBe(true);
    expect((await page("isNull(uh)")).map(({ id }) => id)).toEqual([1]);
    expect((await page("isNull(d)")).map(({ id }) => id)).toEqual([1]);
    expect((await page("true", "uh")).map(({ id }) => id)).toEqual([1, 2]);
  });

  it.each([
    ["UHUGEINT", "340282366920938463463374607431768211455", undefined],
    ["DOUBLE", "1", undefined],
    ["DECIMAL(38,10)", "1", undefined],
    ["DATE", "'infinity'", undefined],
    ["TIMESTAMPTZ", "'-infinity'", undefined],
    ["DATE", "'2020-01-01'", "k"],
    ["TIMESTAMP", "'2020-01-01'", "k"],
    ["TIMESTAMP_NS", "'2020-01-01'", "k"],
    ["TIMESTAMP_NS", "'infinity'", undefined],
    ["DECIMAL(20,0)", "1", "k"],
    ["UUID", "'00000000-0000-0000-0000-000000000001'", "k"],
  ])(
    "a primary key %s with the value %s is a key only if every value is read as a different one",
    async (type, value, key) => {
      const { catalog } = await found(`k ${type} PRIMARY KEY, x INTEGER`, `(${value}, 1)`);
      expect(catalog.key).toBe(key);
    },
  );
});

describe("a table of DuckDB is found as a query finds it", () => {
  const statements = [
    "CREATE TABLE Things (id INTEGER PRIMARY KEY, a VARCHAR)",
    "CREATE SCHEMA other",
    "CREATE TABLE other.things (id INTEGER, b DOUBLE)",
    "ATTACH ':memory:' AS attached",
    "CREATE TABLE attached.things (first INTEGER, second INTEGER, PRIMARY KEY (first, second))",
  ];

  it.each<[string, string[], string[], string | undefined]>([
    ["in another letter case", ["THINGS"], ["id", "a"], "id"],
    ["of a schema", ["other", "Things"], ["id", "b"], undefined],
    ["of an attached database", ["attached", "main", "things"], ["first", "second"], undefined],
    ["of a database without a schema", ["memory", "things"], ["id", "a"], "id"],
  ])("%s", async (_, table, members, key) => {
    const { connection } = await openedDuckdb(...statements);
    const source = fromDuckdb(connection, driver);
    const { catalog } = await findTable(source, table);
    expect([...catalog.members.byName.keys()]).toEqual(members);
    expect(catalog.key).toBe(key);
  });
});
