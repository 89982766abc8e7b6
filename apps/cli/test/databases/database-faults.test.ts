import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { DuckDBInstance } from "@duckdb/node-api";
import { sampleOf } from "../../../../test/effort.ts";
import { embeddedPool } from "../../../../test/sql/engines/postgres.ts";
import { MARIADB, mariadbAnswers } from "../../../../test/sql/engines/mariadb.ts";
import { loadDriver } from "../../src/io/load-driver.ts";
import { canRun, ended, start } from "../built-program.ts";
import { createInMariadb, duckdbFile, MARIADB_ADDRESS, sqliteFile } from "./database-files.ts";
import { example, folder } from "../files.ts";
import { failure } from "../outcomes.ts";
import { tamis } from "../run-command.ts";
import { createSlowSqlite, LARGE } from "./slow-sqlite.ts";

const file = folder();
const SECRET = "open%20sesame";
const hasNoSecret = (text: string) => !/open|sesame/.test(text);

async function postgresAddress(user = "postgres", database = "postgres"): Promise<string> {
  const pool = await embeddedPool();
  const { host, port } = pool.options;
  await pool.end();
  return `postgres://${user}:${SECRET}@${host}:${port}/${database}`;
}

/** Returns a port without a server. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

describe("a database that cannot be opened", () => {
  it("reports that a server is unreachable, without the password", async () => {
    const port = await closedPort();
    for (const scheme of ["postgres", "mariadb"]) {
      const err = await failure(2, ["query", `${scheme}://me:${SECRET}@127.0.0.1:${port}/x`, "-t", "y"]);
      expect(err).toContain(`${scheme}://me:***@127.0.0.1:${port}/x: `);
      expect(hasNoSecret(err)).toBe(true);
      expect(err.trim().split("\n")).toHaveLength(1);
    }
  });

  it("reports an unknown PostgreSQL user or database", async () => {
    const nobody = await failure(2, ["query", await postgresAddress("nobody"), "-t", "y"]);
    expect(nobody).toMatch(/does not know the user or the password/);
    const nowhere = await tamis(["query", await postgresAddress("postgres", "nowhere"), "-t", "y"]);
    expect(nowhere).toMatchObject({ code: 2, out: "" });
    expect(hasNoSecret(nobody + nowhere.err)).toBe(true);
  });

  it("reports the reason of MariaDB at once, not the timeout of a pool", async () => {
    const start = performance.now();
    const closed = await tamis(["query", `mariadb://me@127.0.0.1:${await closedPort()}/x`, "-t", "y"]);
    expect(closed.err).toMatch(
      /: The connection to MariaDB failed\. \(connect ECONNREFUSED 127\.0\.0\.1:\d+\)\n$/,
    );
    if (await mariadbAnswers()) {
      const { host, port, user } = MARIADB;
      const missing = await tamis(["query", `mariadb://${user}@${host}:${port}/nowhere`, "-t", "y"]);
      expect(missing.err).toMatch(/ \(Unknown database 'nowhere'\)\n$/);
      const nobody = await failure(2, [
        "query",
        `mariadb://nobody:${SECRET}@${host}:${port}/test`,
        "-t",
        "y",
      ]);
      expect(nobody).toMatch(
        /mariadb:\/\/nobody:\*\*\*@.*: MariaDB does not know the user, or the password is wrong\. \(Access denied/,
      );
      expect(hasNoSecret(nobody)).toBe(true);
    }
    // A pool retries for ten seconds.
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it("is reported for files of other kinds, missing files, and several arguments", async () => {
    const text = file("a.db", "no database at all");
    const damaged = file("b.sqlite", `SQLite format 3\0${"x".repeat(2_000)}`);
    const parquet = file("c.parquet", "PAR1 and nothing more");
    for (const path of [text, damaged, parquet, "nosuch.db", "nosuch.parquet"]) {
      expect(await failure(2, ["query", path, "-t", "x"])).toMatch(/^tamis: .+\n$/);
    }
    const both = await tamis(["query", example("places.ndjson"), damaged]);
    expect(both).toMatchObject({ code: 2, out: "" });
  });

  it("is reported for an unknown table, and for database options without a database", async () => {
    const path = file("d.db", "");
    expect((await tamis(["query", path])).err).toContain("has no tables");
    for (const option of [["-t", "x"], ["--timeout", "1"], ["--explain"]])
      expect((await tamis(["query", example("places.ndjson"), ...option])).code).toBe(2);
  });

  it("is reported with the name of a missing driver", async () => {
    const missing = Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
    await expect(loadDriver(() => Promise.reject(missing), "PostgreSQL", "pg")).rejects.toMatchObject({
      exitCode: 2,
      message: "PostgreSQL needs the package pg, which is not installed. Run: npm install pg",
    });
  });
});

describe("a table that does not match the catalog", () => {
  it("can contain values of other types, which count as null with a note", async () => {
    const path = file("mixed.db", "");
    sqliteFile(
      path,
      `CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, b BLOB, j TEXT, d DATE, x REAL);
      INSERT INTO t VALUES (1, 5, x'00', '{"a":1,"l":["p"]}', '2020-01-31', 1),
      (2, 'five', x'01', '{"a":2,"l":[]}', '2021-01-31', 2.5), (3, 7, x'02', NULL, NULL, 9007199254740993),
      (4, 9223372036854775807, NULL, '{"b":true}', NULL, NULL)`,
    );
    const { code, out, err } = await tamis(["query", path, "-f", "isNull(n)", "--select", "id,n"]);
    expect({ code, out }).toEqual({ code: 0, out: '{"id":2,"n":"five"}\n' });
    expect(err).toContain("n: 1 of its values is of another type and counts as null.");
    expect(err).toContain("b: its values are bytes. The column is omitted.");
    const whole = await tamis(["query", path, "-f", "gt(n,7)", "--select", "n"]);
    expect(whole.out).toBe('{"n":9223372036854775807}\n');
    const inJson = await tamis(["query", path, "-f", "and(gt(j.a,1),lt(d,2022-01-01))", "--select", "id,j"]);
    expect(inJson.out).toBe('{"id":2,"j":{"a":2,"l":[]}}\n');
    expect((await tamis(["query", path, "-f", "gt(x,2)", "--select", "id", "-s", "x"])).out).toBe(
      '{"id":2}\n{"id":3}\n',
    );
  });

  it("is queried page by page with a warning if it has no key", async () => {
    const path = file("keyless.db", "");
    sqliteFile(path, "CREATE TABLE t (name TEXT); INSERT INTO t VALUES ('a'), ('b')");
    const warning =
      "t has no key, so rows that tie have no stable order. Pages can repeat or omit such rows.";
    for (const page of ["--limit=1", "--start=1", "--output=envelope"])
      expect((await tamis(["query", path, page])).err, page).toContain(`tamis: ${warning}\n`);
    expect((await tamis(["query", path, "--explain", "-n", "1"])).out).toContain(`warning: ${warning}\n`);
    expect((await tamis(["query", path])).err).toBe("");
  });

  it("is reported if it lacks columns of the catalog", async () => {
    const path = file("plain.db", "");
    sqliteFile(
      path,
      "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT) STRICT; INSERT INTO t VALUES (1, 'a')",
    );
    const catalog = (members: object) => file("c.json", JSON.stringify({ name: "t", members }));
    expect(await failure(2, ["query", path, "-c", catalog({ id: "integer", nmae: "string" })])).toContain(
      "has no column nmae",
    );
    expect(await failure(2, ["query", path, "-c", catalog({ id: "date" })])).toContain(
      "the column id has the type integer",
    );
    const fewer = await tamis(["query", path, "-c", catalog({ name: "string" })]);
    expect(fewer).toEqual({ code: 0, out: '{"name":"a"}\n', err: "" });
  });
});

/** Creates views that never finish in practice. */
async function slowDuckdb(): Promise<string> {
  const path = file("slow.duckdb", "");
  return duckdbFile(
    path,
    "CREATE OR REPLACE VIEW slow AS SELECT a.range * b.range % 7919 AS n FROM range(1000000000) a, range(1000) b",
  );
}

async function slowPostgres(): Promise<string> {
  const pool = await embeddedPool();
  await pool.query(
    "CREATE OR REPLACE VIEW tamis_cli_slow AS SELECT n FROM generate_series(1, 1000000000000) AS n WHERE n % 7919 = 1",
  );
  await pool.end();
  return postgresAddress();
}

describe("a slow statement", () => {
  it("ends after --timeout", async () => {
    for (const [address, table] of [
      [await slowDuckdb(), "slow"],
      [await slowPostgres(), "tamis_cli_slow"],
    ] as const) {
      expect(await failure(2, ["query", address, "-t", table, "--count", "--timeout", "0.3"])).toMatch(
        /: A statement took longer than 0\.3 s \(--timeout\)\.\n$/,
      );
    }
  });

  it("ends after --timeout in MariaDB", async () => {
    const view = `VIEW tamis_cli_slow_${process.pid}`;
    const select = "SELECT seq AS n, SLEEP(0.2) AS s FROM seq_1_to_1000";
    const address = await createInMariadb(view, `CREATE ${view} AS ${select}`);
    if (address === undefined) return;
    const args = ["query", address, "-t", view.slice(5), "-f", "eq(s,1)", "--timeout", "0.5"];
    expect(await failure(2, args)).toContain("took longer than 0.5 s");
  });

  it.each([
    ["postgres://us%er@127.0.0.1/d", "user name"],
    ["postgres://user:pass%word@127.0.0.1/d", "password"],
    ["mariadb://user@127.0.0.1/d%", "database name"],
  ])("names the part of %s with an invalid percent sign", async (address, part) => {
    const err = await failure(2, ["query", address, "--table", "t"]);
    expect(err).toContain(`Invalid ${part} in the database address. Write % as %25.`);
  });

  it.runIf(canRun)("ends on SIGINT, also in the server", async () => {
    const postgres = await slowPostgres();
    for (const [address, table] of [
      [await slowDuckdb(), "slow"],
      [postgres, "tamis_cli_slow"],
    ] as const) {
      const child = start(["query", address, "-t", table, "--count"]);
      const end = ended(child);
      await sleep(1_500);
      child.kill("SIGINT");
      expect(await end).toEqual({ code: 130, out: "", err: "" });
    }
    const pool = await embeddedPool();
    const { rows } = await pool.query(
      "SELECT query FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%tamis_cli_slow%' AND pid <> pg_backend_pid()",
    );
    await pool.end();
    expect(rows).toEqual([]);
  });

  it.runIf(canRun)("ends a statement of a large SQLite file within a second of SIGINT", async () => {
    const path = createSlowSqlite(file("large.db", ""), LARGE);
    const query = ["query", path, "--table", "slow"];
    // SQLite cannot be interrupted while it counts all rows. The signal then ends the process by itself.
    const statements = sampleOf("apps/cli/test/databases/database-faults: interrupted statements", [
      [["--filter", "lt(n,0)"], [130]],
      [["--filter", "lt(n,0)", "--count"], [130]],
      [["--count"], [130, null]],
    ] as const);
    for (const [args, codes] of statements) {
      const child = start([...query, ...args]);
      const end = ended(child);
      await sleep(2_500);
      child.kill("SIGINT");
      const interrupted = performance.now();
      const { code, out, err } = await end;
      expect({ out, err }).toEqual({ out: "", err: "" });
      expect(codes).toContain(code);
      expect(performance.now() - interrupted).toBeLessThan(1_000);
    }
  });

  it.runIf(canRun)("ends on SIGINT in a small SQLite file, which blocks the event loop", async () => {
    const path = createSlowSqlite(file("slow.db", ""));
    const child = start(["query", path, "--count"]);
    const end = ended(child);
    await sleep(1_500);
    child.kill("SIGINT");
    expect(await end).toEqual({ code: null, out: "", err: "" });
  });

  it("reports a connection that MariaDB closed, and leaves none open", async () => {
    if (!(await mariadbAnswers())) return;
    const { createConnection } = await import("mariadb");
    const admin = await createConnection(MARIADB);
    const name = `tamis_cli_lost_${process.pid}`;
    await admin.query(`CREATE VIEW ${name} AS SELECT seq AS n, SLEEP(0.2) AS s FROM seq_1_to_1000`);
    const running = async () =>
      await admin.query<{ readonly id: bigint }[]>(
        "SELECT id FROM information_schema.processlist WHERE info LIKE ? AND id <> CONNECTION_ID()",
        [`%${name}%`],
      );
    try {
      const outcome = tamis(["query", MARIADB_ADDRESS, "-t", name, "-f", "eq(s,1)"]);
      let statements = await running();
      for (; statements.length === 0; statements = await running()) await sleep(50);
      await admin.query(`KILL CONNECTION ${statements[0]!.id}`);
      const { code, out, err } = await outcome;
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err).toMatch(/^tamis: mariadb:.*The connection to MariaDB failed.*\n$/);
      // MariaDB ends a killed statement after its current step.
      await vi.waitFor(async () => expect(await running()).toEqual([]), { timeout: 10_000 });
    } finally {
      await admin.query(`DROP VIEW ${name}`);
      await admin.end();
    }
  });

  it.runIf(canRun)("reports that another program has locked a DuckDB file", async () => {
    const path = await slowDuckdb();
    const instance = await DuckDBInstance.create(path);
    const { code, out, err } = await ended(start(["query", path, "-t", "slow", "--count"]));
    instance.closeSync();
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^tamis: .*lock.*\n$/);
  });

  it("reports that a server stopped", async () => {
    const pool = await embeddedPool();
    const address = await slowPostgres();
    const outcome = tamis(["query", address, "-t", "tamis_cli_slow", "--count"]);
    const find = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE state = 'active' AND query LIKE '%count(*)%tamis_cli_slow%' AND pid <> pg_backend_pid()`;
    for (let found = 0; found === 0;) {
      await sleep(50);
      found = (await pool.query(find)).rowCount ?? 0;
    }
    await pool.end();
    const { code, out, err } = await outcome;
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("cannot be reached");
  });
});
