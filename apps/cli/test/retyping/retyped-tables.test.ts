/** `--type` for tables: the results must be those of the same rows in a CSV file. */
import { describe, expect, it } from "vitest";
import { embeddedPool } from "../../../../test/sql/engines/postgres.ts";
import { createInMariadb, createInPostgres, duckdbFile, sqliteFile } from "../databases/database-files.ts";
import { folder } from "../files.ts";
import { failure } from "../outcomes.ts";
import { tamis } from "../run-command.ts";

const file = folder();
const TABLE = `tamis_retyped_${process.pid}`;

const ROWS = Array.from({ length: 300 }, (_, i) => ({
  id: i,
  qty: i % 100 === 56 ? "twelve" : i % 7 === 0 ? "" : String((i * 37) % 250),
  day: `${String(1 + (i % 28)).padStart(2, "0")}.${String(1 + (i % 12)).padStart(2, "0")}.2024`,
  price: `${i},50`,
}));
type Cells = readonly (number | string | null)[];
// An empty cell of CSV is null.
const CELLS: readonly Cells[] = ROWS.map(({ id, qty, day, price }) => [
  id,
  qty === "" ? null : qty,
  day,
  price,
]);
const literal = (cell: Cells[number]) => (cell === null ? "NULL" : `'${cell}'`);
const VALUES = CELLS.map((cells) => `(${cells.map(literal).join(", ")})`).join(", ");
const lines = CELLS.map((cells) => `${cells.map((cell) => cell ?? "").join(";")}\n`);
const csv = file("rows.csv", `id;qty;day;price\n${lines.join("")}`);

const CREATE = `CREATE TABLE ${TABLE} (id INTEGER PRIMARY KEY, qty TEXT, day TEXT, price VARCHAR(20))`;
const INSERT = `INSERT INTO ${TABLE} VALUES ${VALUES}`;

const inSqlite = () => sqliteFile(file("retyped.db", ""), `${CREATE}; ${INSERT}`);
const inDuckdb = () => duckdbFile(file("retyped.duckdb", ""), CREATE, INSERT);

async function inParquet(): Promise<string> {
  const parquet = file("rows.parquet", "");
  await duckdbFile(
    file("copied.duckdb", ""),
    CREATE,
    INSERT,
    `COPY ${TABLE} TO '${parquet}' (FORMAT parquet)`,
  );
  return parquet;
}

/** A collection file whose members are strings. */
async function inCollectionFile(): Promise<string> {
  const path = file("retyped.tamis", "");
  const { code } = await tamis(["save", csv, "--text", "--type", "id=integer", "-o", path, "--force"]);
  expect(code).toBe(0);
  return path;
}

const QTY = ["--type", "qty=integer"];
const DAY = ["--type", "day=date", "--dates", "day-first"];
const REQUESTS: readonly (readonly string[])[] = [
  [...QTY, "--filter", "gt(qty,100)", "--count"],
  [...QTY, "--filter", "or(lt(qty,20),eq(id,56))", "--sortBy", "qty:descending,id", "--limit", "30"],
  [...QTY, "--sum", "qty", "--count-by", "day", "--sortBy", "day"],
  [...QTY, "--min", "qty", "--max", "qty", "--avg", "qty"],
  [...QTY, ...DAY, "--filter", "and(gt(qty,10),lt(day,2024-03-01))", "--select", "id,day"],
  [...DAY, "--distinct", "day", "--sortBy", "day"],
  ["--type", "price=number", "--decimal-comma", "--filter", "ge(price,290)", "--select", "id,price"],
  [...QTY, "--sample", "5", "--seed", "3"],
  [...QTY, "--filter", "lt(qty,30)", "--start", "3", "--limit", "2", "-o", "envelope"],
];

describe.each([
  { name: "SQLite", open: inSqlite },
  { name: "DuckDB", open: inDuckdb },
  { name: "Parquet", open: inParquet },
  {
    name: "PostgreSQL",
    open: async () => createInPostgres(await embeddedPool(), `TABLE ${TABLE}`, CREATE, INSERT),
  },
  { name: "MariaDB", open: () => createInMariadb(`TABLE ${TABLE}`, CREATE, INSERT) },
  { name: "a collection file", open: inCollectionFile },
])("$name with --type", ({ name, open }) => {
  it("answers like the same rows in a CSV file", async (context) => {
    const address = await open();
    if (address === undefined) return context.skip("MariaDB does not answer.");
    const isFile = name === "a collection file" || name === "Parquet";
    const table = [address, ...(isFile ? [] : ["--table", TABLE])];
    for (const request of REQUESTS) {
      // The name of a collection is that of its table or file.
      const rows = (text: string) => text.replaceAll(/retyped|tamis_retyped_\d+/g, "rows");
      const output = request.includes("envelope") ? [] : ["-o", "ndjson"];
      const expected = await tamis(["query", csv, "--text", "--type", "id=integer", ...request, ...output]);
      const outcome = await tamis(["query", ...table, ...request, ...output]);
      expect([outcome.code, rows(outcome.out)]).toEqual([0, expected.out]);
      expect(expected.code).toBe(0);
      if (!request.includes("qty=integer") || request.includes("--limit")) continue;
      expect(outcome.err).toContain("3 rows have values that do not match the types of --type");
    }
    const strict = await tamis(["query", ...table, ...QTY, "--filter", "gt(qty,240)", "--strict"]);
    expect(strict.code).toBe(4);
    expect(strict.err).toContain("'twelve' of the member 'qty' is not an integer");
    const shell = await tamis(["shell", ...table, ...QTY], { stdin: ".count gt(qty,100)\n" });
    const expected = await tamis(["query", csv, ...QTY, "--filter", "gt(qty,100)", "--count"]);
    expect(shell.out).toBe(expected.out);
  });
});

describe("--type for a table", () => {
  const table = ["query", inSqlite(), "--table", TABLE];

  it("is announced, because the database does not evaluate the filter", async () => {
    const { err } = await tamis([...table, ...QTY, "--filter", "gt(qty,100)"]);
    expect(err).toContain("--type converts values that the database has returned, so all rows are read");
    expect(err).toContain("id 56 (qty), id 156 (qty)");
    const plan = await tamis([...table, ...QTY, "--filter", "gt(qty,100)", "--explain"]);
    expect([plan.code, plan.out]).toEqual([2, ""]);
    expect(plan.err).toContain("there is no plan to show");
    const explained = await tamis(["explain", ...table.slice(1), ...QTY]);
    expect([explained.code, explained.err]).toEqual([2, plan.err]);
    const groups = await tamis(["explain", ...table.slice(1), ...QTY, "--sum", "qty"]);
    expect([groups.code, groups.out]).toEqual([0, expect.stringContaining("qty")]);
  });

  it("names a column that the table has", async () => {
    const err = await failure(2, [...table, "--type", "qtty=integer"]);
    expect(err).toContain("has no column 'qtty'. Did you mean qty?");
  });

  it("is needed by --dates and --decimal-comma", async () => {
    for (const style of [["--dates", "day-first"], ["--decimal-comma"]]) {
      expect(await failure(2, [...table, ...style])).toContain("Give --type NAME=");
    }
  });

  it("is stronger than a catalog, which need not have the type of the column", async () => {
    const members = { id: "integer", amount: { type: "integer", property: "qty" } };
    const catalog = file("catalog.json", JSON.stringify({ name: "rows", members }));
    const args = [...table, "-c", catalog, "--filter", "gt(amount,100)", "--count"];
    expect((await tamis(args)).err).toContain("the column qty has the type string");
    const { out } = await tamis([...args, ...QTY]);
    const expected = await tamis(["query", csv, ...QTY, "--filter", "gt(qty,100)", "--count"]);
    expect(out).toBe(expected.out);
    expect((await tamis([...args, "--type", "amount=integer"])).out).toBe(out);
  });

  it("reports invalid expressions and names before the rows are read", async () => {
    for (const [request, message] of [
      [["--filter", "gt(quantity,1)"], "quantity"],
      [["--filter", "gt(day,2024-01-01)"], "day is a string because of"],
      [["--select", "nothing"], "There is no member 'nothing'"],
      [["--sum", "day"], "--sum needs numbers"],
    ] as const) {
      const { code, err } = await tamis([...table, ...QTY, ...request]);
      expect([code, err]).toEqual([expect.any(Number), expect.stringContaining(message)]);
      expect(code).not.toBe(0);
      expect(err).not.toContain("all rows are read");
    }
  });

  it("reads JSON in a column of strings, whose members can then be used", async () => {
    const path = file("json.db", "");
    sqliteFile(
      path,
      `CREATE TABLE j (id INTEGER PRIMARY KEY, "The Data" TEXT);
      INSERT INTO j VALUES (1, '{"a":5,"b":["x"]}'), (2, '{"a":7}'), (3, 'no JSON')`,
    );
    const request = ["query", path, "--type", "The Data=json", "--filter", "gt(The_Data.a,5)"];
    const { out, err } = await tamis(request);
    expect(out).toBe('{"id":2,"The Data":{"a":7}}\n');
    expect(err).toContain("1 row has values that do not match the types of --type");
  });
});
