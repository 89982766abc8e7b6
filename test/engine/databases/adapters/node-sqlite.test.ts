import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fromNodeSqlite } from "../../../../src/engine/databases/adapters/sqlite/node-sqlite.ts";
import { toStatement, bindable, sql } from "../../../../src/sql/fragments/fragment.ts";
import { failureOf } from "../failure-of.ts";
import { all, statement } from "../sessions.ts";

const NUMBERS = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 200000)";

const open: DatabaseSync[] = [];
afterEach(() => {
  for (const database of open.splice(0)) database.close();
});

async function opened(setUp = "") {
  const database = new DatabaseSync(":memory:");
  open.push(database);
  database.exec(setUp);
  const source = fromNodeSqlite(database);
  return { database, source, dialect: await source.prepare({ locales: ["de", "tlh"] }) };
}

it("a node:sqlite that cannot return rows as arrays is refused", async () => {
  const database = new DatabaseSync(":memory:");
  open.push(database);
  // As in Node 22.13.
  const older = {
    exec: (text: string) => database.exec(text),
    prepare: (text: string) => ({ iterate: () => database.prepare(text).iterate() }),
    function: () => undefined,
  };
  await expect(fromNodeSqlite(older as never).prepare({ locales: [] })).rejects.toThrow(
    "SQLite needs node:sqlite of Node.js 22.16, 24 or later, or better-sqlite3.",
  );
});

describe("prepared statements", () => {
  it.for([
    [64, 64],
    [65, 130],
  ] as const)("of %i texts in turn are prepared %i times in two rounds", async ([texts, times]) => {
    const { database, source } = await opened();
    const prepare = vi.spyOn(database, "prepare");
    for (let i = 0; i < 2 * texts; i++) {
      expect(await all(source, `SELECT ${i % texts}`)).toEqual([[i % texts]]);
    }
    expect(prepare).toHaveBeenCalledTimes(times);
  });

  it("are not kept if they are long, have failed or are still open", async () => {
    const { database, source } = await opened("CREATE TABLE a (i INTEGER); INSERT INTO a VALUES (1), (2)");
    const prepare = vi.spyOn(database, "prepare");
    const [long, failing] = [`SELECT 1${" ".repeat(20_000)}`, "SELECT abs(-9223372036854775808) FROM a"];
    await source.snapshot(async (session) => {
      for (const text of [long, failing, long, failing])
        await session.all(statement(text)).catch(() => undefined);
      const rows = statement("SELECT i FROM a");
      for await (const batch of session.batches(rows, 1)) {
        expect(batch).toEqual([[1]]);
        expect(await session.all(rows)).toEqual([[1], [2]]);
        break;
      }
    });
    expect(prepare).toHaveBeenCalledTimes(6);
  });

  it("see the columns of a table that has changed", async () => {
    const { database, source } = await opened("CREATE TABLE a (i INTEGER); INSERT INTO a VALUES (1)");
    expect(await all(source, "SELECT * FROM a")).toEqual([[1]]);
    database.exec("ALTER TABLE a ADD COLUMN j INTEGER");
    expect(await all(source, "SELECT * FROM a")).toEqual([[1, null]]);
  });
});

describe("prepare", () => {
  it("returns the version, the functions, the strict tables and the tables with row numbers", async () => {
    const { dialect } = await opened(
      `CREATE TABLE a (x TEXT) STRICT; CREATE TABLE B (x); CREATE TABLE c (x PRIMARY KEY) WITHOUT ROWID;
       CREATE TABLE d (_RowId_ TEXT); CREATE VIEW e AS SELECT x FROM a; CREATE TEMP TABLE f (x);
       CREATE TABLE f (x); CREATE TABLE g (x); CREATE TEMP VIEW G AS SELECT 1`,
    );
    expect(dialect.capabilities.version).toMatch(/^3\.\d+/);
    expect(dialect.capabilities.functions).toContain("tamis_key");
    expect([...dialect.capabilities.features].filter((name) => !name.includes("sqlite_")).sort()).toEqual([
      "rowid:a",
      "rowid:b",
      "rowid:f",
      "strict:a",
    ]);
  });

  it("rejects a database in UTF-16, which sorts strings by code units", async () => {
    const database = new DatabaseSync(":memory:");
    open.push(database);
    database.exec("PRAGMA encoding = 'UTF-16le'; CREATE TABLE t (x TEXT) STRICT");
    const { lesser } = database.prepare("SELECT ? < ? AS lesser").get("\u0100", "\u00ff")!;
    expect(lesser).toBe(1);
    expect(await failureOf(fromNodeSqlite(database).prepare({ locales: [] }))).toBe("other");
  });

  it("rejects a connection whose settings rename the columns of subqueries", async () => {
    const script = "PRAGMA full_column_names = ON; PRAGMA short_column_names = OFF";
    expect(await failureOf(opened(script))).toBe("other");
  });
});

describe("values", () => {
  it("are bound and read with their types", async () => {
    const { source } = await opened("CREATE TABLE t (i INTEGER, r REAL, s TEXT, b BLOB) STRICT");
    const select = sql`SELECT ${bindable("integer", 2n ** 62n)}, ${bindable("integer", 5)}, ${bindable("number", 0.5)}, ${bindable("text", "é")}, ${bindable("boolean", true)}, ${bindable("bytes", new Uint8Array([1]))}, ${bindable("integers", [1, 2n ** 60n])}, NULL, typeof(${bindable("integer", 5)})`;
    const rows = await all(source, toStatement(select));
    expect(rows).toEqual([
      [2n ** 62n, 5, 0.5, "é", 1, new Uint8Array([1]), "[1,1152921504606846976]", null, "integer"],
    ]);
  });
});

describe("snapshot", () => {
  it("runs after the previous one, and always rolls back", async () => {
    const { database, source } = await opened("CREATE TABLE t (i INTEGER) STRICT; INSERT INTO t VALUES (1)");
    const order: string[] = [];
    const first = source.snapshot(async (session) => {
      await session.all(statement("SELECT i FROM t"));
      await new Promise((resolve) => setTimeout(resolve, 20));
      order.push("first");
      throw new RangeError("mine");
    });
    const second = source.snapshot((session) => {
      order.push("second");
      return session.all(statement("SELECT count(*) FROM t"));
    });
    await expect(first).rejects.toThrow(new RangeError("mine"));
    expect(await second).toEqual([[1]]);
    expect(order).toEqual(["first", "second"]);
    expect(database.isTransaction).toBe(false);
  });

  it("stops at the timeout, between rows and inside a tamis function", async () => {
    const { source } = await opened();
    for (const what of ["i", "count(tamis_text(i / 7.0))"]) {
      const rows = all(source, `${NUMBERS} SELECT ${what} FROM n`, { timeout: 5 });
      expect(await failureOf(rows), what).toBe("timeout");
    }
    expect(await all(source, "SELECT 1")).toEqual([[1]]);
  });
});
