import { createConnection } from "mariadb";
import { afterAll, describe, expect, it } from "vitest";
import { MARIADB, mariadbAnswers } from "../../../../test/sql/engines/mariadb.ts";
import { embeddedPool } from "../../../../test/sql/engines/postgres.ts";
import { duckdbFile, sqliteFile } from "./database-files.ts";
import { example, folder } from "../files.ts";
import { failure } from "../outcomes.ts";
import { tamis } from "../run-command.ts";

const file = folder();
const TABLE = `tamis_infer_${process.pid}`;
const endings: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of endings.splice(0)) await end();
});

interface Tables {
  readonly address: string;
  /** Note on the column `until`: one of its three values is read as null. */
  readonly note: string;
}

const DATE_NOTE =
  "until: 1 of the values in its 3 rows is no day of the years 0001 to 9999, such as infinity or 0000-00-00, and read as null.";

function inSqlite(): Promise<Tables> {
  const path = file("infer.db", "");
  sqliteFile(
    path,
    `CREATE TABLE ${TABLE} (id INTEGER PRIMARY KEY, until INTEGER);
    INSERT INTO ${TABLE} VALUES (1, 5), (2, 'never'), (3, NULL), (4, 6), (5, 7), (6, 8)`,
  );
  return Promise.resolve({
    address: path,
    note: "until: 1 of its values is of another type and counts as null.",
  });
}

async function inDuckdb(): Promise<Tables> {
  const path = file("infer/readme.txt", "").replace("readme.txt", "infer.duckdb");
  await duckdbFile(
    path,
    `CREATE TABLE ${TABLE} (id INTEGER PRIMARY KEY, until DATE)`,
    `INSERT INTO ${TABLE} VALUES (1, '2024-05-01'), (2, 'infinity'), (3, NULL)`,
  );
  return { address: path, note: DATE_NOTE };
}

async function inPostgres(): Promise<Tables> {
  const pool = await embeddedPool();
  await pool.query(`CREATE TABLE ${TABLE} (id integer PRIMARY KEY, until date)`);
  await pool.query(`INSERT INTO ${TABLE} VALUES (1, '2024-05-01'), (2, 'infinity'), (3, NULL)`);
  endings.push(async () => {
    await pool.query(`DROP TABLE ${TABLE}`);
    await pool.end();
  });
  const { host, port } = pool.options;
  return { address: `postgres://postgres@${host}:${port}/postgres`, note: DATE_NOTE };
}

async function inMariadb(): Promise<Tables | undefined> {
  if (!(await mariadbAnswers())) return undefined;
  const admin = await createConnection(MARIADB);
  await admin.query("SET sql_mode = ''");
  await admin.query(`CREATE TABLE ${TABLE} (id INTEGER PRIMARY KEY, until DATE)`);
  await admin.query(`INSERT INTO ${TABLE} VALUES (1, '2024-05-01'), (2, '0000-00-00'), (3, NULL)`);
  endings.push(async () => {
    await admin.query(`DROP TABLE ${TABLE}`);
    await admin.end();
  });
  const { user, host, port, database } = MARIADB;
  return { address: `mariadb://${user}@${host}:${port}/${database}`, note: DATE_NOTE };
}

describe.each([
  { name: "SQLite", type: "integer", write: inSqlite },
  { name: "DuckDB", type: "date", write: inDuckdb },
  { name: "PostgreSQL", type: "date", write: inPostgres },
  { name: "MariaDB", type: "date", write: inMariadb },
])("tamis catalog infer over a table of $name", ({ type, write }) => {
  it("writes a catalog that fits the table, and reports values that are read as null", async ({ skip }) => {
    const tables = await write();
    if (tables === undefined) return skip("The server does not answer.");
    const { address, note } = tables;
    const name = (await tamis(["query", address, "--table", "none"])).err.includes(`public.${TABLE}`)
      ? `public.${TABLE}`
      : TABLE;
    const { code, out, err } = await tamis(["catalog", "infer", address, "--table", name]);
    expect({ code, err }).toEqual({ code: 0, err: `tamis: ${note}\n` });
    expect(JSON.parse(out)).toMatchObject({ name: TABLE, key: "id", members: { until: { type } } });
    const catalog = file("inferred.catalog.json", out);
    const found = await tamis([
      ...["query", address, "--table", name, "--catalog", catalog, "-f", "isNull(until)", "--count"],
    ]);
    expect(found).toEqual({ code: 0, out: "2\n", err: "" });
    const renamed = await tamis(["catalog", "infer", address, "--table", name, "--name", "offers"]);
    expect(JSON.parse(renamed.out)).toMatchObject({ name: "offers" });
    expect(await failure(2, ["catalog", "infer", address, "--table", `${TABLE}x`])).toContain("has no table");
  });
});

describe("tamis catalog infer", () => {
  it("counts values that are read as null in the first 10,000 rows only", async () => {
    const path = file("many.db", "");
    sqliteFile(
      path,
      `CREATE TABLE t (id INTEGER PRIMARY KEY, x REAL) STRICT;
      WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s LIMIT 10010)
      INSERT INTO t SELECT i, CASE WHEN i > 9998 THEN 9e999 ELSE i END FROM s`,
    );
    expect((await tamis(["catalog", "infer", path])).err).toBe(
      "tamis: x: 2 of the values in its first 10,000 rows are NaN or infinite, and read as null.\n",
    );
  });

  it("reports a table without readable columns, an unreachable server and misplaced options", async () => {
    const path = file("bytes.db", "");
    sqliteFile(path, "CREATE TABLE bytes (b BLOB) STRICT");
    for (const [args, words] of [
      [["infer", path], "bytes has no column that can become a member, because its values are bytes."],
      [["infer", "postgres://me:secret@127.0.0.1:1/x", "--table", "y"], "postgres://me:***@127.0.0.1:1/x: "],
      [["infer", example("places.ndjson"), "--table", "x"], "--table is only for databases"],
      [["types", "-F", "reports", "--timeout", "1"], "--timeout is only for databases"],
    ] as const) {
      const err = await failure(2, ["catalog", ...args]);
      expect(err).toContain(words);
      expect(err).not.toContain("secret");
    }
  });
});
