import { DatabaseSync } from "node:sqlite";
import * as driver from "@duckdb/node-api";
import { createConnection } from "mariadb";
import { describe, expect, it } from "vitest";
import { findTable, findTablePath, fromDuckdb, fromNodeSqlite, fromPg, listTables } from "tamis/databases";
import { findDialect } from "../../../../src/sql/dialects/list.ts";
import { MARIADB, mariadbAnswers, mariadbSourceOf } from "../../../sql/engines/mariadb.ts";
import { openedDuckdb } from "../adapters/opened-duckdb.ts";
import { embeddedPool } from "../../../sql/engines/postgres.ts";

describe("the name of a table", () => {
  it("is found in any ASCII letter case in SQLite", async () => {
    const database = new DatabaseSync(":memory:");
    database.exec(`CREATE TABLE "Größe É" (id INTEGER PRIMARY KEY)`);
    const pathOf = (...table: string[]) => findTablePath(fromNodeSqlite(database), table);
    expect(await pathOf("größe É")).toEqual(["Größe É"]);
    expect(await pathOf("MAIN", "GRößE É")).toEqual(["main", "Größe É"]);
    for (const table of [["größe é"], ["temp", "Größe É"], ["x"]])
      expect(await pathOf(...table)).toBeUndefined();
  });

  it("is found in any ASCII letter case in DuckDB, and names the catalog as the table was created", async () => {
    const { connection } = await openedDuckdb(
      `CREATE SCHEMA "Sales"; CREATE TABLE "Größe É" (id INTEGER); CREATE TABLE "Sales".t (id INTEGER)`,
    );
    const source = fromDuckdb(connection, driver);
    const pathOf = (...table: string[]) => findTablePath(source, table);
    expect(await pathOf("größe É")).toEqual(["Größe É"]);
    expect(await pathOf("Main", "GRößE É")).toEqual(["main", "Größe É"]);
    expect(await pathOf("sales", "T")).toEqual(["Sales", "t"]);
    for (const table of [["größe é"], ["t"], ["memory", "main", "Größe É"], []])
      expect(await pathOf(...table)).toBeUndefined();
    const { catalog } = await findTable(source, ["größe É"]);
    expect(catalog.name).toBe("Größe É");
  });

  it("is found only in its own letter case in PostgreSQL", async () => {
    const pool = await embeddedPool();
    const table = `Tamis Path ${process.pid}`;
    await pool.query(`CREATE TABLE "${table}" (id integer)`);
    try {
      const pathOf = (...path: string[]) => findTablePath(fromPg(pool), path);
      expect(await pathOf(table)).toEqual([table]);
      expect(await pathOf("public", table)).toEqual(["public", table]);
      for (const path of [[table.toLowerCase()], ["PUBLIC", table], ["pg_catalog", table]])
        expect(await pathOf(...path)).toBeUndefined();
    } finally {
      await pool.query(`DROP TABLE "${table}"`);
      await pool.end();
    }
  });

  it("is found in the letter case that the MariaDB server requires", async () => {
    if (!(await mariadbAnswers())) return;
    const admin = await createConnection(MARIADB);
    const { source, end } = mariadbSourceOf("mariadb");
    const table = `Tamis_Path_${process.pid}`;
    try {
      const [row] = await admin.query<[{ folds: unknown }]>("SELECT @@lower_case_table_names AS folds");
      const isExact = Number(row.folds) === 0;
      await admin.query(`CREATE TABLE ${table} (id INTEGER)`);
      const pathOf = (...path: string[]) => findTablePath(source, path);
      const other = isExact ? undefined : [table.toLowerCase()];
      expect(await pathOf(table.toUpperCase())).toEqual(other);
      if (isExact) expect(await pathOf("test", table)).toEqual(["test", table]);
    } finally {
      await admin.query(`DROP TABLE IF EXISTS ${table}`);
      await admin.end();
      await end();
    }
  });

  it.each([
    [0, undefined],
    [1, ["Orders"]],
    [2, ["Orders"]],
  ])("is looked up in MariaDB as lower_case_table_names = %d says", async (setting, path) => {
    const { find } = findDialect("mariadb").tableReader;
    const rows = (text: string) => (text.includes("@@lower") ? [[setting]] : [["shop", "Orders", 1]]);
    expect(
      await find(["ORDERS"], (statement) => Promise.resolve(rows(statement.segments.join("?")))),
    ).toEqual(path);
  });
});

describe("the tables of SQLite", () => {
  it("are listed by name, with views and virtual tables, without the tables that hold their data", async () => {
    const database = new DatabaseSync(":memory:");
    database.exec(`CREATE VIRTUAL TABLE search USING fts5(body); CREATE TABLE "B b" (id INTEGER PRIMARY KEY AUTOINCREMENT);
      CREATE VIEW v AS SELECT id FROM "B b"; CREATE TABLE a (id); CREATE TEMP TABLE hidden (id);
      CREATE VIEW broken AS SELECT x FROM missing; INSERT INTO "B b" DEFAULT VALUES`);
    const tables = await listTables(fromNodeSqlite(database));
    expect(tables).toEqual([["B b"], ["a"], ["broken"], ["search"], ["v"]]);
  });
});
