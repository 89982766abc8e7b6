import { type Catalog, defineCatalog } from "tamis";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as driver from "@duckdb/node-api";
import { describe, expect, it, onTestFinished } from "vitest";
import { duckdbView, findTable, fromDuckdb, sqlCollection } from "tamis/databases";
import { compileWhere, sqlTarget } from "../../../../src/sql/compile/compile-clauses.ts";
import { whereClause } from "../../../../src/sql/compile/compile-sql.ts";
import { toStatement, bindable, sql, rawSql } from "../../../../src/sql/fragments/fragment.ts";
import type { TableDefinition } from "../../../../src/sql/tables/table-definition.ts";
import { filterOf } from "../../../sql/checked-query.ts";
import { words } from "../../../words.ts";
import { openedDuckdb } from "./opened-duckdb.ts";
import { failureOf } from "../failure-of.ts";
import { all, statement } from "../sessions.ts";

async function opened(...setUp: string[]) {
  const { connection } = await openedDuckdb(...setUp);
  const source = fromDuckdb(connection, driver);
  const dialect = await source.prepare({ locales: ["de", "tlh"] });
  const found = async (filter: string, catalog: Catalog, table: TableDefinition) => {
    const target = sqlTarget({ catalog, table, dialect });
    const where = compileWhere(filterOf(filter, catalog), target);
    expect([filter, where.reasons]).toEqual([filter, []]);
    const select = sql`SELECT t.id FROM ${rawSql(dialect.quote(table.table as string))} AS t${whereClause(where.upper, target)} ORDER BY t.id`;
    return (await all(source, toStatement(select))).flat();
  };
  return { connection, source, dialect, found };
}

describe("values", () => {
  it("are bound and read with their types", async () => {
    const { dialect, source } = await opened();
    const bound = [
      bindable("integer", 2n ** 62n),
      bindable("integer", 5),
      bindable("number", 5),
      bindable("text", "é'😀"),
      bindable("boolean", true),
      bindable("bytes", new Uint8Array([0, 255])),
    ].map(dialect.bind);
    const select = bound.reduce((columns, column) => sql`${columns}, ${column}`);
    expect(await all(source, toStatement(sql`SELECT ${select}, NULL`))).toEqual([
      [2n ** 62n, 5, 5, "é'😀", true, new Uint8Array([0, 255]), null],
    ]);
    const list = dialect.isOneOf(rawSql("2"), bindable("integers", [1, 2]));
    expect(await all(source, toStatement(sql`SELECT ${list}`))).toEqual([[true]]);
  });

  it("dates and times are read as ISO 8601 from any storage", async () => {
    const { dialect, source } = await opened();
    const read = (value: string, type: "date" | "time" | "dateTime", form?: string) =>
      dialect.selectValue({ sql: rawSql(value), type, nullable: true, traits: { form } });
    const held = (value: string, type: "time" | "dateTime") => {
      const result = dialect.temporal.fromColumn(rawSql(value), type, "text");
      if ("refused" in result) throw new Error(result.refused);
      return dialect.selectValue({ sql: result.sql, type, nullable: true, traits: { form: result.form } });
    };
    const columns = [
      read("DATE '0009-01-31'", "date"),
      read("TIME '24:00:00'", "time"),
      read("TIMESTAMP '0001-01-01 00:00:00.000001'", "dateTime"),
      read("TIMESTAMPTZ '2020-01-01 00:00:00.5+02'", "dateTime", "timestamptz"),
      read("TIMESTAMP_NS '2020-01-01 00:00:00.123456789'", "dateTime", "timestampNs"),
      held("'2020-01-01T02:00:00.123456789+02:00'", "dateTime"),
      held("'24:00'", "time"),
      held("'13:45:00.5'", "time"),
    ];
    const select = columns.reduce((before, column) => sql`${before}, ${column}`);
    const expected = words(`
      0009-01-31 24:00:00 0001-01-01T00:00:00.000001Z 2019-12-31T22:00:00.500000Z
      2020-01-01T00:00:00.123456789Z 2020-01-01T00:00:00.123456789Z 24:00:00 13:45:00.500000000
    `);
    expect(await all(source, toStatement(sql`SELECT ${select}`))).toEqual([expected]);
  });
});

describe("a snapshot", () => {
  it("leaves no transaction open, also if a long result is not read to its end", async () => {
    const { connection, source } = await opened();
    await source.snapshot(async (session) => {
      for await (const batch of session.batches(statement("SELECT * FROM range(50_000_000)"), 1500)) {
        expect(batch).toHaveLength(1500);
        break;
      }
    });
    await connection.run("BEGIN");
    await connection.run("ROLLBACK");
  });

  it("reports missing files and invalid calls of tamis functions by kind", async () => {
    const { source } = await opened();
    for (const [text, failure] of [
      ["SELECT * FROM 'nothing.parquet'", "missing-table"],
      ["SELECT tamis_key('a', 'no tag!', 'nothing')", "other"],
    ] as const)
      expect([text, await failureOf(all(source, text))]).toEqual([text, failure]);
    expect(await all(source, "SELECT tamis_key(NULL, 'de', 'primary')")).toEqual([[null]]);
  });
});

const catalog = defineCatalog({
  name: "t",
  members: {
    id: "integer",
    n: "number",
    at: "dateTime",
    zoned: "dateTime",
    ns: "dateTime",
    o: {
      type: "object",
      members: {
        star: { type: "string", property: "*" },
        quoted: { type: "string", property: "a\"b\\'" },
        nought: { type: "string", property: "0" },
        dotted: { type: "string", property: "x.y" },
        none: { type: "string", property: "" },
      },
    },
    l: { type: "list", items: "string" },
    m: { type: "map", values: "number" },
  },
  key: "id",
});

describe("special cases of DuckDB", () => {
  it("reads JSON members whose names have a meaning in paths", async () => {
    const { found } = await opened(
      `CREATE TABLE t AS SELECT 1 AS id, '{"*":"s","a\\"b\\\\''":"q","0":"z","x.y":"d","":"n"}'::JSON AS o`,
      `INSERT INTO t VALUES (2, '{"k":"s"}'), (3, '["z"]'), (4, '"text"'), (5, NULL)`,
    );
    const table = { table: "t" };
    expect(await found("eq(o.star,'s')", catalog, table)).toEqual([1]);
    expect(await found("eq(o.quoted,'q')", catalog, table)).toEqual([1]);
    expect(await found("eq(o.nought,'z')", catalog, table)).toEqual([1]);
    expect(await found("eq(o.dotted,'d')", catalog, table)).toEqual([1]);
    expect(await found("isNull(o.none)", catalog, table)).toEqual([2, 3, 4, 5]);
    expect(await found("isNull(o)", catalog, table)).toEqual([3, 4, 5]);
  });

  it("reads non-finite numbers and invalid JSON as null", async () => {
    const { found } = await opened(
      "CREATE TABLE t AS SELECT * FROM (VALUES (1, 'NaN'::DOUBLE), (2, 'inf'::DOUBLE), (3, '-inf'::DOUBLE), (4, 1.5), (5, NULL)) v(id, n)",
      `CREATE TABLE j AS SELECT * FROM (VALUES (1, '{"x":1e400}'), (2, '{'), (3, '{"x":1}'), (4, '{"x":12345678901234567890123456789}')) v(id, m)`,
    );
    expect(await found("gt(n,0)", catalog, { table: "t" })).toEqual([4]);
    expect(await found("lt(n,2)", catalog, { table: "t" })).toEqual([4]);
    expect(await found("isNull(n)", catalog, { table: "t" })).toEqual([1, 2, 3, 5]);
    expect(await found("ne(n,3)", catalog, { table: "t" })).toEqual([4]);
    const texts = { table: "j", members: { m: { json: "m", as: "text" as const } } };
    expect(await found("gt(m.x,0)", catalog, texts)).toEqual([3, 4]);
    expect(await found("eq(m.x,12345678901234567890123456789)", catalog, texts)).toEqual([]);
    expect(await found("isNull(m)", catalog, texts)).toEqual([2]);
  });

  it("reads instants with zone and nanoseconds, whatever the session's zone", async () => {
    const { connection, found } = await opened(
      "CREATE TABLE t AS SELECT 1 AS id, TIMESTAMP '2020-01-01 00:00:00' AS at, TIMESTAMPTZ '2020-01-01 02:00:00+02' AS zoned, TIMESTAMP_NS '2020-01-01 00:00:00.000000001' AS ns",
    );
    await connection.run("SET TimeZone = 'Asia/Tokyo'");
    const members = {
      zoned: { column: "zoned", form: "timestamptz" },
      ns: { column: "ns", form: "timestampNs" },
    };
    const table = { table: "t", members };
    for (const filter of words(`
      eq(at,2020-01-01) eq(zoned,2020-01-01T00:00:00Z) eq(ns,2020-01-01T00:00:00.000000001Z) gt(ns,at)
      eq(zoned,at) lt(zoned,ns) gt(ns,0001-01-01) lt(ns,9999-12-31)
    `))
      expect([filter, await found(filter, catalog, table)]).toEqual([filter, [1]]);
  });
});

describe("a view over a file", () => {
  const folder = () => {
    const path = mkdtempSync(join(tmpdir(), "tamis-duckdb-"));
    onTestFinished(() => rmSync(path, { recursive: true }));
    return path;
  };

  it("has columns of types that the dialect reads", async () => {
    const { connection, found, source } = await opened();
    const path = join(folder(), "it's.parquet");
    await connection.run(
      `COPY (SELECT 1::UTINYINT AS id, 1.5::FLOAT AS n, 1.25::DECIMAL(10,2) AS dd, TIMESTAMPTZ '2020-01-01 00:00:00Z' AS zoned, TIMESTAMP_NS '2020-01-01' AS ns, ['a'] AS l, MAP {'k': 1} AS m, {'0': 'z'} AS o, uuid() AS u, [[1]] AS ll, TIME '12:00' AS time) TO '${path.replaceAll("'", "''")}' (FORMAT parquet)`,
    );
    const { table, columns } = await duckdbView(connection, 'a "view"', path);
    expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      "id UTINYINT",
      "n DOUBLE",
      "dd DOUBLE",
      "zoned TIMESTAMP WITH TIME ZONE",
      "ns TIMESTAMP_NS",
      "l VARCHAR[]",
      "m MAP(VARCHAR, INTEGER)",
      "o JSON",
      "u VARCHAR",
      "ll JSON",
      "time TIME",
    ]);
    const described = await all(source, 'SELECT column_type FROM (DESCRIBE "a ""view""")');
    expect(described.flat()).toEqual(columns.map(({ type }) => type));
    for (const filter of words(`
      eq(n,1.5) eq(zoned,2020-01-01) eq(ns,zoned) contains(l,'a') eq(m.k,1) match(m,'k','1')
      eq(o.nought,'z')
    `))
      expect([filter, await found(filter, catalog, table)]).toEqual([filter, [1]]);
  });

  it("reads the logical types of Parquet exactly, or as null", async () => {
    const { connection, source } = await opened("SET binary_as_string = true");
    const path = join(folder(), "types.parquet");
    await connection.run(
      `COPY (SELECT 1 AS id, 18446744073709551615::UBIGINT AS u64, 4294967295::UINTEGER AS u32, 1.5::FLOAT AS f,
        1234567890123456789012345678.1234567891::DECIMAL(38,10) AS d38, 99999999999999999999::DECIMAL(38,0) AS whole,
        0.1::DECIMAL(18,3) AS d18, 'b'::ENUM('b', 'a') AS e, '00000000-0000-0000-0000-00000000000A'::UUID AS u,
        '{"a":1}'::JSON AS j, '\\xFF\\x00'::BLOB AS b, INTERVAL 1 MONTH AS i, TIME '12:00:00.5' AS t,
        TIMESTAMP_NS '2020-01-01 00:00:00.123456789' AS ns, TIMESTAMP_MS '2020-01-01 00:00:00.123' AS ms,
        TIMESTAMPTZ '2020-01-01 00:00:00+02' AS tz, DATE 'infinity' AS day, [18446744073709551615::UBIGINT, NULL] AS l,
        [[1], NULL] AS ll, {x: 'nan'::DOUBLE, "at": TIMESTAMPTZ '2020-01-01 00:00:00+02'} AS s, MAP {1: 0.5::FLOAT} AS m)
        TO '${path}' (FORMAT parquet)`,
    );
    await duckdbView(connection, "types", path);
    const found = await findTable(source, ["types"]);
    const collection = sqlCollection({ source, catalog: found.catalog, table: found.table });
    const page = await collection.page({});
    expect(page.ok && page.items).toEqual([
      {
        id: 1,
        u64: 2n ** 64n - 1n,
        u32: 4294967295,
        f: 1.5,
        d38: 1234567890123456789012345678.1234567891,
        whole: 99999999999999999999n,
        d18: 0.1,
        e: "b",
        u: "00000000-0000-0000-0000-00000000000a",
        j: { a: 1 },
        b: "\\xFF\\x00",
        i: "1 month",
        t: "12:00:00.500Z",
        ns: "2020-01-01T00:00:00.123456789Z",
        ms: "2020-01-01T00:00:00.123Z",
        tz: "2019-12-31T22:00:00Z",
        day: null,
        l: [2n ** 64n - 1n, null],
        ll: [[1], null],
        s: { x: null, at: "2019-12-31T22:00:00.000000Z" },
        m: { 1: 0.5 },
      },
    ]);
    for (const filter of words(`
      eq(u64,18446744073709551615) gt(whole,9223372036854775807) eq(l,18446744073709551615)
      eq(d38,1234567890123456789012345678.1234567891) eq(e,'b') isNull(day) eq(tz,2019-12-31T22:00:00Z)
    `)) {
      const kept = await collection.page({ filter: filterOf(filter, found.catalog) });
      expect([filter, kept.ok && kept.items.length]).toEqual([filter, 1]);
    }
  });

  it("reads CSV and JSON as well, and reports other formats", async () => {
    const { connection, found } = await opened();
    const path = folder();
    writeFileSync(join(path, "a.csv"), "id,n\n1,2\n2,\n");
    writeFileSync(join(path, "a.jsonl"), '{"id":3,"n":2.5,"l":["x"]}\n');
    const csv = await duckdbView(connection, "csv", join(path, "a.csv"));
    const integers = defineCatalog({ name: "t", members: { id: "integer", n: "integer" }, key: "id" });
    expect(await found("isNull(n)", integers, csv.table)).toEqual([2]);
    const json = await duckdbView(connection, "json", join(path, "a.jsonl"));
    expect(await found("and(eq(l,'x'),gt(n,2))", catalog, json.table)).toEqual([3]);
    expect(await failureOf(duckdbView(connection, "x", join(path, "none.parquet")))).toBe("missing-table");
    await expect(duckdbView(connection, "x", join(path, "a.txt"))).rejects.toThrow(TypeError);
    await expect(duckdbView(connection, "x", "a\0.csv")).rejects.toThrow(TypeError);
  });
});
