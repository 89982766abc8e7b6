import { describe, expect, it } from "vitest";
import { insertRows, sqliteFile } from "./database-files.ts";
import { folder } from "../files.ts";
import { tamis } from "../run-command.ts";

const file = folder();
const orders = Array.from({ length: 200 }, (_, id) => {
  const qty = id % 100 === 56 ? "twelve" : String(id);
  return { id, qty, day: "05.01.2024", untyped: qty };
});
const path = sqliteFile(
  file("orders.db", ""),
  `CREATE TABLE orders (id INTEGER PRIMARY KEY, qty TEXT, day TEXT, untyped); ${insertRows("orders", orders)}`,
);

const query = (...args: readonly string[]) => tamis(["query", path, ...args]);

describe("a TEXT column of numbers with a few words", () => {
  it("gets a message with a word and the number of others", async () => {
    const args = ["--filter", "gt(qty,10)", "--count"];
    const { code, err } = await query(...args);
    expect(code).toBe(3);
    expect(err).toContain("qty is a string because of 'twelve' and 1 more of 200 rows.");
    expect(err).toContain("help: Give --type qty=integer: other values are then null, and are counted");
    expect(err).not.toContain("'10'");
    expect((await query("--type", "qty=integer", ...args)).out).toBe("187\n");
  });

  it("compares as numbers also without a type of the column, which then has integers", async () => {
    const { out } = await query("--type", "untyped=integer", "--filter", "gt(untyped,10)", "--count");
    expect(out.trim()).toBe("187");
  });

  it("is explained for a column without a type, for explain, and in the shell", async () => {
    const reason = "because of 'twelve' and 1 more of 200 rows.";
    expect((await query("--filter", "lt(untyped,10)")).err).toContain(`untyped is a string ${reason}`);
    const plan = await tamis(["explain", path, "--filter", "gt(qty,10)"]);
    expect(plan.err).toContain(reason);
    for (const line of ["gt(qty,10)", ".count gt(qty,10)", ".explain gt(qty,10)"]) {
      const { err } = await tamis(["shell", path], { stdin: `${line}\n` });
      expect(err).toContain(reason);
    }
  });

  it("cannot be summed because of the words", async () => {
    const { code, err } = await query("--sum", "qty");
    expect(code).toBe(2);
    expect(err).toContain("--sum needs numbers, but qty is a string because of 'twelve' and 1 more.");
    expect(err).toContain("Give --type qty=integer:");
    expect((await query("--type", "qty=integer", "--sum", "qty")).out).toBe('{"qty_sum":19688}\n');
  });

  it("can still be compared with strings", async () => {
    const { code, out, err } = await query("--filter", "eq(qty,'twelve')", "--count");
    expect([code, out.trim(), err]).toEqual([0, "2", ""]);
  });
});

it("a TEXT column of local dates gets a message with the options that read them", async () => {
  const { err } = await query("--filter", "gt(day,2024-01-01)", "--count");
  expect(err).toContain("day is a string because of '05.01.2024' and 199 more of 200 rows.");
  expect(err).toContain("--type day=date, and --dates day-first or month-first");
});

it("values of another type than their column's are printed, and are null for conditions and orders", async () => {
  const mixed = file("mixed.db", "");
  sqliteFile(
    mixed,
    "CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, day DATE, b BLOB); INSERT INTO t VALUES (1, 5, '2024-01-05', 'x'), " +
      "(2, 'abc', 7, 'y'), (3, 2, '2024-01-04', x'00'), (4, NULL, 'soon', 'z'), (5, 7, '2024-01-01', 'x')",
  );
  const rows = async (...args: readonly string[]) => {
    const { out } = await tamis(["query", mixed, "-o", "ndjson", ...args]);
    return out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
  };
  expect(await rows("--filter", "isNull(n)")).toEqual([
    { id: 2, n: "abc", day: 7, b: "y" },
    { id: 4, n: null, day: "soon", b: "z" },
  ]);
  const sorted = await rows("--sort-by", "n,id:descending", "--select", "n", "--limit", "3");
  expect(sorted).toEqual([{ n: null }, { n: "abc" }, { n: 2 }]);
  expect(await rows("--filter", "isNull(b)")).toEqual([{ id: 3, n: 2, day: "2024-01-04", b: null }]);
});

describe("advice of --type", () => {
  const rows = `${Array.from({ length: 20 }, (_, i) => `{"qty":"${i}"}`).join("\n")}\n`;

  it("reads the strings of NDJSON as numbers", async () => {
    const args = ["query", file("q.ndjson", rows), "--filter", "gt(qty,10)", "--count"];
    const { err } = await tamis(args);
    expect(err).toContain("The strings of qty in 20 rows look like values of type integer.");
    expect(err).toContain("help: Give --type qty=integer");
    expect((await tamis([...args, "--type", "qty=integer"])).out.trim()).toBe("9");
  });

  it("reads the strings of a collection file as numbers", async () => {
    const csv = `qty\n${Array.from({ length: 20 }, (_, i) => (i === 7 ? "seven" : i)).join("\n")}\n`;
    const saved = file("saved.tamis", "");
    await tamis(["save", file("s.csv", csv), "-o", saved, "--force"]);
    const { err } = await tamis(["query", saved, "--filter", "gt(qty,10)"]);
    expect(err).toContain("qty is a string because of 'seven' in row 8 of 20 rows.");
    expect(err).toContain("help: Give --type qty=integer");
    const typed = ["query", saved, "--type", "qty=integer", "--filter", "gt(qty,10)", "--count"];
    expect((await tamis(typed)).out.trim()).toBe("9");
  });

  it("is not given if a catalog declares the type", async () => {
    const qty = { type: "string", evidence: { type: "integer", more: 0, rows: 20 } };
    const catalog = file("catalog.json", JSON.stringify({ name: "q", members: { qty } }));
    const { err } = await tamis(["query", file("q2.ndjson", rows), "-c", catalog, "--filter", "gt(qty,10)"]);
    expect(err).toContain("look like values of type integer");
    expect(err).not.toContain("help:");
  });
});
