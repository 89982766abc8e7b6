import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { catalogFromRows } from "../../../../src/catalog/rows/from-rows.ts";
import { type Catalog, compilePredicate, defineCatalog, sortRows } from "tamis";
import type { Collection } from "../../../../src/engine/collection.ts";
import { createCollection } from "../../../../src/engine/store/collections/create-collection.ts";
import { fromNodeSqlite } from "../../../../src/engine/databases/adapters/sqlite/node-sqlite.ts";
import { findTable, findTablePath, listTables, sqlCollection, TableMismatchError } from "tamis/databases";
import { formatInstant, lastReadInstant, readStoredTemporal } from "../../../../src/values/instant.ts";
import { filterOf, sortByOf } from "../../../sql/checked-query.ts";
import { CURSOR_KEY, pageOf, throughPages } from "../collection-suite.ts";

/** Tables of SQLite as other programs create them: without STRICT, with any value in any column. */

function open(script: string, catalog?: Catalog) {
  const database = new DatabaseSync(":memory:");
  database.exec(script);
  const source = fromNodeSqlite(database);
  const find = () => findTable(source, ["t"], { catalog });
  const collection = async () => {
    const found = await find();
    return sqlCollection({ source, ...found, cursorKey: CURSOR_KEY });
  };
  return { database, find, collection };
}

const typesOf = ({ members }: Catalog) =>
  Object.fromEntries([...members.byName.values()].map(({ name, type }) => [name, type]));

/** Reads all pages of three rows, each after the cursor of the previous one. */
const allPages = (collection: Collection, sortBy: string) =>
  throughPages(collection, { sortBy: sortByOf(sortBy, collection.catalog), limit: 3 });

const STORED = [
  "2024-05-01 10:00:00",
  "2024-05-01 10:00",
  "2024-05-01T10:00",
  "2024-05-01 10:00:00.000000001",
  "2024-05-01 12:00:00 +02:00",
  "2024-05-01 12:00:00+02",
  "2024-05-01 10:00:00 Z",
  "2024-05-01T09:59:59.999999999Z",
  "2024-04-30 24:00:00",
];

describe("dates and times as SQLite writes them", () => {
  const unreadable = ["soon", "", "2024-05-01", "2024-05-01  10:00", "2024-02-30 10:00:00"];
  const ofOtherTypes = [1714557600000n, 0.5, 2n ** 63n - 1n, new Uint8Array([1])];
  const values = [...STORED, ...unreadable, ...ofOtherTypes, null];

  it("are the same instants in display, filters and orders as in rows in memory", async () => {
    const { database, find, collection } = open("CREATE TABLE t (id INTEGER PRIMARY KEY, at DATETIME)");
    for (const [id, at] of STORED.entries()) database.prepare("INSERT INTO t VALUES (?, ?)").run(id, at);
    const { catalog, table } = await find();
    expect(typesOf(catalog)).toEqual({ id: "integer", at: "dateTime" });
    expect(table.members).toEqual({ at: { column: "at", form: "text" } });
    // Values of other types are written after the types have been inferred.
    const inserted = await collection();
    for (const [id, at] of values.entries())
      database.prepare("INSERT OR REPLACE INTO t VALUES (?, ?)").run(id, at);
    const rows = values.map((at, id) => ({ id, at: typeof at === "string" ? at : null }));
    const memory = createCollection(rows, { catalog });
    const ids = (items: readonly unknown[]) => items.map((row) => (row as { id: number }).id);
    const comparisons = ["eq", "ne", "lt", "le", "gt", "ge"].flatMap((name) => [
      `${name}(at,2024-05-01T10:00:00Z)`,
      `${name}(at,2024-05-01)`,
    ]);
    const others = ["isNull(at)", "not(isNull(at))", "in(at,2024-05-01T10:00:00Z,2024-05-01T00:00:00Z)"];
    for (const text of [...comparisons, ...others]) {
      const filter = filterOf(text, catalog);
      const expected = rows.filter(compilePredicate(filter));
      const { items, count } = await pageOf(inserted, { filter, limit: 100 });
      expect([text, ids(items), count]).toEqual([text, ids(expected), expected.length]);
      expect(await inserted.explain({ filter })).toMatchObject({ verdict: "exact" });
      expect([text, ids(memory.all({ filter }))]).toEqual([text, ids(expected)]);
    }
    for (const text of ["at", "at:descending"]) {
      const sortBy = sortByOf(text, catalog);
      const expected = ids(sortRows(rows, sortBy));
      expect(ids((await pageOf(inserted, { sortBy, limit: 100 })).items)).toEqual(expected);
      expect(ids(await allPages(inserted, text))).toEqual(expected);
    }
    const { items } = await pageOf(inserted, { limit: 100 });
    const shownOf = (at: string | null) =>
      at !== null && readStoredTemporal("dateTime", at)
        ? formatInstant({ ...lastReadInstant }, "dateTime")
        : null;
    expect(items.map((row) => row["at"])).toEqual(rows.map(({ at }) => shownOf(at)));
  });

  it("that CURRENT_TIMESTAMP, CURRENT_DATE and CURRENT_TIME write are read", async () => {
    const { find, collection } = open(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT DEFAULT CURRENT_TIMESTAMP, d TEXT DEFAULT CURRENT_DATE, c TEXT DEFAULT CURRENT_TIME); INSERT INTO t (id) VALUES (1)",
    );
    const { catalog } = await find();
    expect(typesOf(catalog)).toEqual({ id: "integer", a: "dateTime", d: "date", c: "time" });
    const filter = filterOf("and(gt(a,2020-01-01),gt(d,2020-01-01),ge(c,00:00))", catalog);
    expect(await (await collection()).count({ filter })).toEqual({ ok: true, count: 1 });
  });

  it.each<[type: string, values: readonly unknown[]]>([
    ["dateTime", STORED],
    ["date", ["2024-05-01", "0001-01-01"]],
    ["time", ["10:00", "10:00:00.5", "12:00:00 +02:00", "24:00:00"]],
    ["dateTime", ["2024-05-01 00:00:00"]],
    ["string", ["2024-05-01 10:00:00", "2024-05-01"]],
    ["string", ["2024-05-01 10:00:00", "soon"]],
    ["string", ["2024-05-01 10:00:00", ""]],
    ["string", ["2024-02-30 10:00:00"]],
    ["string", ["0000-01-01"]],
    ["string", ["10:00", "2024-05-01"]],
    ["string", ["2024-05-01 10:00:00 UTC"]],
    ["string", [...Array<string>(50).fill("2024-05-01"), "x"]],
  ])("are inferred as %s in a TEXT column as in rows: %j", async (type, strings) => {
    const { database, find } = open("CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT)");
    for (const value of strings) database.prepare("INSERT INTO t (v) VALUES (?)").run(value as string);
    expect(typesOf((await find()).catalog)["v"]).toBe(type);
    const { catalog } = catalogFromRows(
      strings.map((v, id) => ({ id, v })),
      { name: "t" },
    );
    expect(typesOf(catalog!)["v"]).toBe(type);
  });

  it("keep their declared type if nine of ten values have it, otherwise they are strings", async () => {
    const { database, find } = open(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a DATETIME NOT NULL, b DATE NOT NULL)",
    );
    const insert = database.prepare("INSERT INTO t (a, b) VALUES (?, ?)");
    for (let i = 0; i < 19; i++)
      insert.run("2024-05-01 10:00:00", i < 10 ? "2024-05-01" : "2024-05-01 00:00:00");
    insert.run("soon", "2024-05-01");
    const { catalog, notes } = await find();
    expect(typesOf(catalog)).toEqual({ id: "integer", a: "dateTime", b: "string" });
    expect(catalog.members.byName.get("a")!.nullable).toBe(true);
    expect(notes).toEqual([
      "a: 1 of 20 strings is not of the type dateTime and counts as null.",
      "b: it is declared as DATE, but 9 of 20 strings are not of the type date, so it is read as strings.",
    ]);
  });
});

describe("integers beyond 2^53 in a column of SQLite", () => {
  const wide = 2n ** 53n + 1n;
  const fill = (values: readonly (number | bigint | string | null)[]) => {
    const opened = open("CREATE TABLE t (id INTEGER PRIMARY KEY, v)");
    const insert = opened.database.prepare("INSERT INTO t (v) VALUES (?)");
    for (const value of values) insert.run(value);
    return opened;
  };

  it("are exact if the column holds only integers", async () => {
    const { find, collection } = fill([wide, -wide, 1n, null]);
    expect((await find()).notes).toEqual([]);
    const { catalog } = await find();
    const filter = filterOf(`eq(v,${wide})`, catalog);
    const page = await (await collection()).page({ filter });
    expect(page).toMatchObject({ ok: true, count: 1, items: [{ v: wide }] });
  });

  it("are reported before any query if the column also holds doubles, which rounds them", async () => {
    expect((await fill([0.5, wide, -wide, 2n ** 60n, 7, 2n ** 53n]).find()).notes).toEqual([
      "v: 2 of its values are integers that are rounded to doubles.",
    ]);
    expect((await fill([0.5, 2n ** 63n - 1n, "x"]).find()).notes).toEqual([
      "v: 1 of its values is of another type and counts as null; 1 of its values is an integer that is rounded to a double.",
    ]);
    expect((await fill([0.5, 2n ** 60n, 2n ** 53n, 1]).find()).notes).toEqual([]);
  });
});

describe("an internal table of SQLite", () => {
  it("is neither found nor read, whatever the letter case of its name and its schema", async () => {
    const { database } = open(
      "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, v TEXT); INSERT INTO t (v) VALUES ('a'); ANALYZE",
    );
    database.exec("CREATE TABLE sqliteish (v TEXT); CREATE VIRTUAL TABLE texts USING fts5(v)");
    const source = fromNodeSqlite(database);
    const internal = [
      ...["sqlite_schema", "SQLITE_SCHEMA", "sqlite_master", "sqlite_temp_schema", "sqlite_temp_master"],
      ...["sqlite_sequence", "sqlite_stat1", "texts_data", "texts_config"],
    ];
    for (const name of internal)
      for (const path of [[name], ["main", name]]) {
        expect(await findTablePath(source, path), path.join(".")).toBeUndefined();
        await expect(findTable(source, path)).rejects.toThrow(TableMismatchError);
      }
    expect(await findTablePath(source, ["SQLITEISH"])).toEqual(["sqliteish"]);
    expect(await findTablePath(source, ["texts"])).toEqual(["texts"]);
    expect(await listTables(source)).toEqual([["sqliteish"], ["t"], ["texts"]]);
  });
});

describe("a primary key of SQLite", () => {
  const TYPES = ["", "INT", "BIGINT", "NUMERIC", "TEXT", "BLOB", "VARCHAR(20)", "STRING", "ANY"];
  const KEYS: Readonly<Record<string, readonly (string | number | bigint | Uint8Array | null)[]>> = {
    integers: [1, 2, 3, 4, 5, -7, 2n ** 62n],
    strings: ["a", "b", "A", "", "é", "10", "x".repeat(100)],
    "integers and strings": [1, 2, 3, 4, 5, 6, 7, 8, "a", "b", "c"],
    "strings and integers": ["a", "b", "c", "d", "e", "f", 1, 2],
    "strings and a blob": ["a", "b", "c", new Uint8Array([1])],
    "integers and a fraction": [1, 2, 3, 4, 5, 0.5],
    "integers and a blob": [1, 2, 3, new Uint8Array([1])],
    "null and integers": [null, 1, 2, 3],
    "nulls and strings": [null, null, "a", "b"],
    "doubles and infinity": [0.5, 1.5, 2.5, Infinity],
    "large integers and a fraction": [2n ** 53n, 2n ** 53n + 1n, 0.5],
    dates: ["2024-05-01", "2024-05-02", "2024-05-03", "2024-05-04"],
    instants: ["2024-05-01 10:00:00", "2024-05-01T10:00:00Z", "2024-05-01 10:00", "2024-05-02 10:00:00"],
  };
  const suffixes = ["", " WITHOUT ROWID"];
  const cases = TYPES.flatMap((type) =>
    suffixes.flatMap((suffix) => Object.keys(KEYS).map((kind) => [type, suffix, kind] as const)),
  );

  it.each(cases)(
    "of type %j%s with %s loses no row over cursors, or is not the key",
    async (type, suffix, kind) => {
      const { database, find, collection } = open(
        `CREATE TABLE t (id ${type} PRIMARY KEY, v INTEGER)${suffix}`,
      );
      const insert = database.prepare("INSERT INTO t VALUES (?, ?)");
      let count = 0;
      for (const id of KEYS[kind]!) {
        if (id === null && suffix !== "") continue;
        insert.run(id, count++ % 2);
      }
      const { catalog, notes } = await find();
      if (catalog.key === undefined) {
        expect(notes.join()).toMatch(/so the table has no key|its values are bytes/);
        return;
      }
      expect(catalog.members.byName.get("id")!.nullable).toBe(false);
      for (const sortBy of ["id", "v", "v:descending,id", "id:descending"]) {
        const rows = await allPages(await collection(), sortBy);
        expect(new Set(rows.map(({ id }) => id)).size).toBe(count);
        expect(rows.every(({ id }) => id !== null)).toBe(true);
      }
    },
  );

  it("of bytes is omitted for this reason alone", async () => {
    const { database, find } = open("CREATE TABLE t (id BLOB PRIMARY KEY, v INTEGER)");
    database.prepare("INSERT INTO t VALUES (?, 1)").run(new Uint8Array([1]));
    expect((await find()).notes).toEqual(["id: its values are bytes. The column is omitted."]);
  });

  it.each([
    ["INTEGER PRIMARY KEY", [1, 2], "id"],
    ["PRIMARY KEY", ["a", "b"], "id"],
    ["PRIMARY KEY", [1, "b"], undefined],
    ["TEXT PRIMARY KEY", ["a", null], undefined],
    ["TEXT PRIMARY KEY", ["a", "b"], "id"],
    ["TEXT PRIMARY KEY COLLATE NOCASE", ["a", "B"], "id"],
    ["TEXT PRIMARY KEY COLLATE NOCASE", ["a", "b", new Uint8Array([1])], undefined],
    ["INT PRIMARY KEY", [1, 2], "id"],
    ["INT PRIMARY KEY", [1, 1.5], undefined],
    ["INT PRIMARY KEY", [1, "x"], undefined],
    ["REAL PRIMARY KEY", [1, Infinity], undefined],
    ["TEXT PRIMARY KEY", ["2024-05-01", "2024-05-02"], "id"],
    ["TEXT PRIMARY KEY", ["2024-05-01 10:00", "2024-05-02 10:00"], "id"],
    ["DATETIME PRIMARY KEY", ["2024-05-01 10:00", "2024-05-01 10:00:00"], "id"],
    ["DATE PRIMARY KEY", [], "id"],
    ["INTEGER PRIMARY KEY DESC", [1, "x"], undefined],
    ["BOOLEAN PRIMARY KEY", [0, 1], "id"],
  ] as const)("declared as %s with the values %j has the key %s", async (type, values, key) => {
    const { database, find } = open(`CREATE TABLE t (id ${type}, v INTEGER)`);
    for (const value of values) database.prepare("INSERT INTO t VALUES (?, 1)").run(value as string);
    const { catalog, notes } = await find();
    expect(catalog.key).toBe(key);
    expect(notes.some((note) => note.includes("so the table has no key"))).toBe(key === undefined);
  });

  it.each(["", "INT", "NUMERIC", "TEXT", "TEXT COLLATE NOCASE", "INT COLLATE NOCASE"])(
    "of type %j with strings compares them as strings, not as numbers",
    async (type) => {
      const { collection } = open(
        `CREATE TABLE t (id ${type} PRIMARY KEY); INSERT INTO t VALUES ('9999-12-31'), ('9999-x'), ('a')`,
      );
      const things = await collection();
      for (const [text, count] of [
        ["startsWith(id,'9999-')", 2],
        ["lt(id,'9999.')", 2],
        ["gt(id,'1')", 3],
        ["eq(id,'A')", 0],
      ] as const)
        expect([text, await things.count({ filter: filterOf(text, things.catalog) })]).toEqual([
          text,
          { ok: true, count },
        ]);
    },
  );

  it("whose values cannot be read is rejected as the key of a given catalog", async () => {
    const catalog = defineCatalog({ name: "t", members: { id: "integer" }, key: "id" });
    const { find } = open("CREATE TABLE t (id PRIMARY KEY); INSERT INTO t VALUES (1), (2), ('a')", catalog);
    await expect(find()).rejects.toThrow(TableMismatchError);
    await expect(find()).rejects.toThrow(
      "The catalog's key id does not identify rows: some of its values are null or of different types.",
    );
  });

  it("is checked through its index", async () => {
    const { database, find } = open("CREATE TABLE t (id TEXT PRIMARY KEY)");
    database.exec("INSERT INTO t VALUES ('a')");
    const statements: string[] = [];
    const prepare = database.prepare.bind(database);
    database.prepare = (statement) => {
      statements.push(statement);
      return prepare(statement);
    };
    await find();
    const check = statements.find((statement) => /ORDER BY "id" ASC/.test(statement))!;
    const plan = prepare(`EXPLAIN QUERY PLAN ${check}`).all() as { detail: string }[];
    expect(plan.map(({ detail }) => detail).filter((detail) => /\bt\b/.test(detail))).toEqual([
      "SCAN main.t USING COVERING INDEX sqlite_autoindex_t_1",
      "SCAN main.t USING COVERING INDEX sqlite_autoindex_t_1",
    ]);
  });

  it("that another program fills with unreadable values later makes the cursor fail, and loses no row silently", async () => {
    const { database, collection } = open(
      "CREATE TABLE t (id PRIMARY KEY, v INTEGER); INSERT INTO t VALUES (1, 0), (2, 0), (3, 0), (4, 0)",
    );
    const things = await collection();
    database.exec("INSERT INTO t VALUES ('a', 0), ('b', 0), ('c', 0), ('d', 0)");
    await expect(allPages(things, "id")).rejects.toThrow("The key of t is not unique");
    await expect(allPages(things, "v")).rejects.toThrow("The key of t is not unique");
  });
});
