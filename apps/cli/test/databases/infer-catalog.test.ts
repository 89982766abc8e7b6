import { describe, expect, it } from "vitest";
import { embeddedPool } from "../../../../test/sql/engines/postgres.ts";
import { createInMariadb, createInPostgres, duckdbFile, sqliteFile } from "./database-files.ts";
import { example, folder } from "../files.ts";
import { failure } from "../outcomes.ts";
import { tamis } from "../run-command.ts";

const file = folder();
const TABLE = `tamis_infer_${process.pid}`;
const CREATE = `CREATE TABLE ${TABLE} (id INTEGER PRIMARY KEY, until DATE)`;
/** Inserts rows with a date that is read as null. */
const insert = (date: string) => `INSERT INTO ${TABLE} VALUES (1, '2024-05-01'), (2, '${date}'), (3, NULL)`;
const DATE_NOTE =
  "until: 1 of the values in its 3 rows is no day of the years 0001 to 9999, such as infinity or 0000-00-00, and read as null.";

describe.each([
  {
    name: "SQLite",
    type: "integer",
    note: "until: 1 of its values is of another type and counts as null.",
    create: () =>
      sqliteFile(
        file("infer.db", ""),
        `CREATE TABLE ${TABLE} (id INTEGER PRIMARY KEY, until INTEGER);
        INSERT INTO ${TABLE} VALUES (1, 5), (2, 'never'), (3, NULL), (4, 6), (5, 7), (6, 8)`,
      ),
  },
  {
    name: "DuckDB",
    type: "date",
    note: DATE_NOTE,
    create: () => duckdbFile(file("infer.duckdb", ""), CREATE, insert("infinity")),
  },
  {
    name: "PostgreSQL",
    type: "date",
    note: DATE_NOTE,
    create: async () => createInPostgres(await embeddedPool(), `TABLE ${TABLE}`, CREATE, insert("infinity")),
  },
  {
    name: "MariaDB",
    type: "date",
    note: DATE_NOTE,
    create: () => createInMariadb(`TABLE ${TABLE}`, "SET sql_mode = ''", CREATE, insert("0000-00-00")),
  },
])("tamis catalog infer over a table of $name", ({ type, note, create }) => {
  it("writes a catalog that fits the table, and reports values that are read as null", async ({ skip }) => {
    const address = await create();
    if (address === undefined) return skip("The server does not answer.");
    const name = (await tamis(["query", address, "--table", "none"])).err.includes(`public.${TABLE}`)
      ? `public.${TABLE}`
      : TABLE;
    const { code, out, err } = await tamis(["catalog", "infer", address, "--table", name]);
    expect({ code, err }).toEqual({ code: 0, err: `tamis: ${note}\n` });
    expect(JSON.parse(out)).toMatchObject({ name: TABLE, key: "id", members: { until: { type } } });
    const catalog = file("inferred.catalog.json", out);
    const count = await tamis([
      ...["query", address, "--table", name, "--catalog", catalog, "-f", "isNull(until)", "--count"],
    ]);
    expect(count).toEqual({ code: 0, out: "2\n", err: "" });
    const renamed = await tamis(["catalog", "infer", address, "--table", name, "--name", "offers"]);
    expect(JSON.parse(renamed.out)).toMatchObject({ name: "offers" });
    expect(await failure(2, ["catalog", "infer", address, "--table", `${TABLE}x`])).toContain("has no table");
  });
});

describe("tamis catalog infer", () => {
  it("counts values that are read as null in the first 10,000 rows only", async () => {
    const path = sqliteFile(
      file("many.db", ""),
      `CREATE TABLE t (id INTEGER PRIMARY KEY, x REAL) STRICT;
      WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s LIMIT 10010)
      INSERT INTO t SELECT i, CASE WHEN i > 9998 THEN 9e999 ELSE i END FROM s`,
    );
    expect((await tamis(["catalog", "infer", path])).err).toBe(
      "tamis: x: 2 of the values in its first 10,000 rows are NaN or infinite, and read as null.\n",
    );
  });

  it("reports a table without readable columns, an unreachable server and misplaced options", async () => {
    const path = sqliteFile(file("bytes.db", ""), "CREATE TABLE bytes (b BLOB) STRICT");
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
