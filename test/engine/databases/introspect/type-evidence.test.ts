import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { check, parseFilter } from "tamis";
import { findTable, fromNodeSqlite, withTypeEvidence } from "tamis/databases";
import { useOpened } from "../collection-suite.ts";
import { DATABASES, type OpenedDatabase } from "../opened-databases.ts";

/** Rows of a table: every fifteenth quantity is a word, all codes begin with 0, all prices have a sign, no name is a number. */
const ROWS = Array.from({ length: 30 }, (_, i) => {
  const quantity = i % 15 === 4 ? `'twelve ${"x".repeat(200)}'` : `'${i}'`;
  return `(${i + 1}, ${quantity}, '0${i}', '${i}', 'name ${i}', '$${i}.50', NULL)`;
}).join(", ");

describe.each(DATABASES)("string columns of $name", (entry) => {
  let database: OpenedDatabase;
  useOpened(entry, (opened) => {
    database = opened;
  });

  it("get the values that are no numbers, from a sample", async () => {
    const { source, run, view } = database;
    const text = entry.product === "mariadb" ? "varchar(300)" : "text";
    await run(
      `CREATE TABLE evidence (id integer PRIMARY KEY, quantity ${text}, code ${text}, size ${text}, name ${text}, price ${text}, empty ${text})`,
    );
    await run(`INSERT INTO evidence VALUES ${ROWS}`);
    const name = (await view?.("evidence")) ?? "evidence";
    const { catalog, table } = await findTable(source, [name], { of: ["evidence"] });
    const members = ["quantity", "code", "size", "name", "price", "empty", "id", "missing"];
    const explained = await withTypeEvidence({ source, catalog, table, members });
    const evidenceOf = (member: string) => explained.members.byName.get(member)!.evidence;
    const misfit = `twelve ${"x".repeat(53)}`;
    expect(evidenceOf("quantity")).toEqual({ type: "integer", misfit, more: 1, rows: 30 });
    expect(evidenceOf("code")).toBeUndefined();
    expect(evidenceOf("size")).toEqual({ type: "integer", more: 0, rows: 30 });
    const price = { type: "number", misfit: "$0.50", more: 29, rows: 30, otherFormat: true };
    expect(evidenceOf("price")).toEqual(price);
    for (const member of ["name", "empty", "id"]) expect(evidenceOf(member)).toBeUndefined();
    expect(explained.key).toBe(catalog.key);
    const [found] = check(parseFilter("gt(quantity,10)").expression!, explained).diagnostics;
    expect(found!.message).toMatch(/quantity is a string because of 'twelve x+… and 1 more of 30 rows\.$/);
    expect(found!.inferred).toEqual({ member: "quantity", type: "integer" });
    const [other] = check(parseFilter("gt(price,10)").expression!, explained).diagnostics;
    expect(other!.inferred).toEqual({ member: "price", type: "number", otherFormat: true });
  });
});

it.each([
  [10_000, { type: "integer", misfit: "last", more: 0, rows: 10_000 }],
  [10_001, { type: "integer", more: 0, rows: 10_000 }],
])("a sample of %i rows reads at most 10,000", async (count, evidence) => {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE things (id INTEGER PRIMARY KEY, size TEXT)");
  database.exec(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) INSERT INTO things SELECT i, CASE i WHEN ${count} THEN 'last' ELSE i END FROM n`,
  );
  const source = fromNodeSqlite(database);
  const { catalog, table } = await findTable(source, ["things"]);
  const explained = await withTypeEvidence({ source, catalog, table, members: ["size"] });
  expect(explained.members.byName.get("size")!.evidence).toEqual(evidence);
  database.close();
});
