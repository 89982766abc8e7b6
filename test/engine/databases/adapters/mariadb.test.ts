import * as mariadb from "mariadb";
import * as mysql2 from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromMariadb, fromMysql2, type SqlSource } from "tamis/databases";
import { probeMariadb, refusedVersion } from "../../../../src/sql/dialects/mariadb/probe.ts";
import { toStatement, bindable, sql, rawSql } from "../../../../src/sql/fragments/fragment.ts";
import { MARIADB, mariadbAnswers, mariadbSourceOf } from "../../../sql/engines/mariadb.ts";
import { failureOf } from "../failure-of.ts";
import { all, statement } from "../sessions.ts";

const answers = await mariadbAnswers();

describe.skipIf(!answers).each(["mariadb", "mysql2"] as const)("the adapter of %s", (driver) => {
  let source: SqlSource;
  let end: () => Promise<void>;
  beforeAll(() => {
    ({ source, end } = mariadbSourceOf(driver));
  });
  afterAll(() => end());

  it.for(["a connection", "a pool"])(
    "sends a single statement in one call if it alone uses %s",
    async (kind) => {
      const open =
        kind === "a connection"
          ? driver === "mariadb"
            ? mariadb.createConnection
            : mysql2.createConnection
          : driver === "mariadb"
            ? mariadb.createPool
            : mysql2.createPool;
      const connect = open as (options: object) => mysql2.Pool | Promise<mysql2.Pool>;
      const database = await connect({ ...MARIADB, connectionLimit: 1 });
      const calls: unknown[] = [];
      const counted = (connection: mysql2.Connection) => {
        const execute = connection.execute.bind(connection) as (...args: unknown[]) => unknown;
        connection.execute = ((...args: unknown[]) => {
          calls.push(args[0]);
          return execute(...args);
        }) as never;
        return connection;
      };
      const own =
        kind === "a connection"
          ? counted(database as never)
          : { getConnection: () => database.getConnection().then(counted) };
      const alone = (driver === "mariadb" ? fromMariadb : fromMysql2)(own as never, { exclusive: true });
      const settings = statement("SELECT @@autocommit, @@time_zone, @@max_statement_time");
      for (const expected of [6, 1, 1]) {
        calls.length = 0;
        const single = { isSingle: true, timeout: 5_000 };
        const [row] = await all(alone, settings, single);
        expect(row!.map(String)).toEqual(["1", "+00:00", "5"]);
        expect(calls).toHaveLength(expected);
      }
      await database.end();
    },
  );

  it("returns 64-bit integers, decimals and dates without loss", async () => {
    const rows = await all(
      source,
      "SELECT CAST(9223372036854775807 AS SIGNED), CAST(12.50 AS DECIMAL(20,2)), CAST('2020-01-31 10:00:00.5' AS DATETIME(6)), CAST('24:00:00' AS TIME(6)), DATE'2020-01-31', 0.1e0 + 0.2e0, NULL, JSON_ARRAY(1)",
    );
    expect(rows[0]).toEqual([
      9223372036854775807n,
      "12.50",
      "2020-01-31 10:00:00.500000",
      "24:00:00",
      "2020-01-31",
      0.1 + 0.2,
      null,
      rows[0]![7],
    ]);
  });

  it("reads dates and times as ISO 8601 through the dialect", async () => {
    const dialect = await source.prepare({ locales: [] });
    const read = (written: string, type: "dateTime" | "time" | "date") =>
      dialect.selectValue({ sql: rawSql(written), type, nullable: true, traits: {} });
    const rows = await all(
      source,
      toStatement(
        sql`SELECT ${read("CAST('2020-01-31 10:00:00.5' AS DATETIME(6))", "dateTime")}, ${read("CAST('24:00:00' AS TIME)", "time")}, ${read("DATE'0001-01-01'", "date")}`,
      ),
    );
    expect(rows).toEqual([["2020-01-31T10:00:00.500000Z", "24:00:00", "0001-01-01"]]);
  });

  it("binds any values on the server", async () => {
    const odd = "a' OR 1=1 -- \\ ? \u{1f600}\n";
    const found = await all(
      source,
      toStatement(
        sql`SELECT ${bindable("text", odd)}, CAST(${bindable("integer", 9223372036854775807n)} AS SIGNED), HEX(UNHEX(${bindable("bytes", new Uint8Array([0, 255]))})), CAST(${bindable("number", 5e-324)} AS DOUBLE)`,
      ),
    );
    expect(found).toEqual([[odd, 9223372036854775807n, "00FF", 5e-324]]);
  });

  it("applies the timeout while rows are read", async () => {
    const slow = source.snapshot(
      (session) => drain(session.batches(statement("SELECT seq, SLEEP(0.002) FROM seq_1_to_20000"), 10)),
      { timeout: 100 },
    );
    expect(await failureOf(slow)).toBe("timeout");
    expect(await all(source, "SELECT 1")).toEqual([[1]]);
  });

  it("reports every pattern that exceeded a limit", async () => {
    expect(await failureOf(all(source, "SELECT CONCAT(REPEAT('a', 40), '!') REGEXP '^(a+)+$'"))).toBe(
      "other",
    );
    const batches = () =>
      source.snapshot((session) =>
        drain(session.batches(statement("SELECT CONCAT(REPEAT('a', 40), '!') REGEXP '^(a+)+$'"), 10)),
      );
    expect(await failureOf(batches())).toBe("other");
  });

  it("distinguishes an unreachable server from an unknown user", async () => {
    const make = (options: object) => {
      const config = { ...MARIADB, connectTimeout: 2000, ...options };
      if (driver === "mysql2") {
        const pool = mysql2.createPool(config);
        return { made: fromMysql2(pool), close: () => pool.end() };
      }
      const pool = mariadb.createPool({ ...config, acquireTimeout: 1500, initializationTimeout: 1000 });
      return { made: fromMariadb(pool), close: () => pool.end() };
    };
    for (const [options, expected] of [
      [{ port: 1 }, "connection"],
      [{ user: "no_such_user", password: "x" }, "authentication"],
    ] as const) {
      const { made, close } = make(options);
      expect(await failureOf(all(made, "SELECT 1"))).toBe(expected);
      await close();
    }
  });
});

const VARIABLES =
  "@@sql_mode, @@time_zone, @@collation_connection, @@character_set_results, @@max_statement_time, @@max_error_count, @@default_regex_flags, @@in_transaction";

describe.skipIf(!answers)("one connection", () => {
  it("keeps its settings, and runs one snapshot after the other", async () => {
    const connection = await mariadb.createConnection({ ...MARIADB, rowsAsArray: true });
    try {
      await connection.query("SET sql_mode = 'ANSI_QUOTES', time_zone = '+03:00', max_statement_time = 7");
      const before = await connection.query<unknown[][]>(`SELECT ${VARIABLES}`);
      const source = fromMariadb(connection);
      const twice = await Promise.all([1, 2].map((n) => all(source, `SELECT ${n}, @@time_zone`)));
      expect(twice).toEqual([[[1, "+00:00"]], [[2, "+00:00"]]]);
      await expect(source.snapshot(() => Promise.reject(new RangeError("mine")))).rejects.toThrow(RangeError);
      expect(await connection.query(`SELECT ${VARIABLES}`)).toEqual(before);
    } finally {
      await connection.end();
    }
  });

  it("is rejected within a transaction, which a snapshot would end", async () => {
    const connection = await mysql2.createConnection(MARIADB);
    try {
      await connection.beginTransaction();
      const source = fromMysql2(connection);
      await expect(all(source, "SELECT 1")).rejects.toThrow(/transaction/);
      await connection.rollback();
      expect(await all(source, "SELECT 1")).toEqual([[1]]);
    } finally {
      await connection.end();
    }
  });
});

describe("the probe", () => {
  it("accepts MariaDB from the minimum version on", () => {
    expect(refusedVersion("10.11.6-MariaDB-0+deb12u1")).toBeUndefined();
    expect(refusedVersion("5.5.5-10.11.6-MariaDB-log")).toBeUndefined();
    expect(refusedVersion("11.4.2-MariaDB")).toBeUndefined();
    expect(refusedVersion("10.6.18-MariaDB")).toMatch(/10\.10/);
  });

  it("rejects MySQL, which has not been verified", async () => {
    expect(refusedVersion("8.4.3")).toMatch(/not MariaDB/);
    const found = await probeMariadb(() => Promise.resolve([["9.1.0-commercial"]]));
    expect(found).toHaveProperty("refused");
  });

  it("names a server that is not MariaDB", async () => {
    const lacking = Object.assign(new Error("Unknown system variable 'in_transaction'"), { errno: 1193 });
    const mysql = {
      execute: ({ sql }: { readonly sql: string }) =>
        sql === "SELECT VERSION()" ? Promise.resolve([[["8.4.3"]], []]) : Promise.reject(lacking),
    };
    await expect(fromMysql2(mysql).prepare({ locales: [] })).rejects.toMatchObject({
      failure: "other",
      message: expect.stringContaining("not MariaDB") as string,
      cause: lacking,
    });
  });

  it("does not accept a collation that ranks one string differently", async () => {
    const found = await probeMariadb((written) =>
      Promise.resolve(written.includes("VERSION") ? [["11.4.2-MariaDB"]] : [[1], [2]]),
    );
    expect(found).toHaveProperty("features", new Set());
  });
});

async function drain(batches: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const batch of batches) if (batch !== undefined) count++;
  return count;
}
