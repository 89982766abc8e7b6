import type { Catalog } from "../../../../src/catalog/types.ts";
import { fromPglite } from "../../../../src/engine/databases/adapters/postgres/pglite.ts";
import { fromPostgresJs } from "../../../../src/engine/databases/adapters/postgres/postgres-js.ts";
import { textOf } from "../../../../src/engine/databases/adapters/postgres/pg-query.ts";
import { fromBunSqlite } from "../../../../src/engine/databases/adapters/sqlite/bun-sqlite.ts";
import { fromD1 } from "../../../../src/engine/databases/adapters/sqlite/d1.ts";
import { fromLibsql } from "../../../../src/engine/databases/adapters/sqlite/libsql.ts";
import { fromNodeSqlite } from "../../../../src/engine/databases/adapters/sqlite/node-sqlite.ts";
import type { SqlSource } from "../../../../src/engine/databases/source.ts";
import { LOCALES, type EngineUnderTest, type StoredRow } from "../../../sql/engines/engine-under-test.ts";
import type { EngineEntry } from "../../../sql/engines/list.ts";
import { COLUMNS } from "../../../sql/engines/postgres-layouts.ts";
import { embeddedPool, postgresUnderTest, type QueryPool } from "../../../sql/engines/postgres.ts";
import { layOutTable, quoted } from "../../../sql/engines/sqlite-layouts.ts";
import { sqliteUnderTest } from "../../../sql/engines/sqlite.ts";
import {
  HAS_DRIVERS,
  IS_BUN,
  openBetterSqlite,
  openBunSqlite,
  openD1,
  openLibsql,
  openPostgresJs,
  sharedFile,
  sharedPglite,
} from "./drivers.ts";

/** Databases with random tables, through further drivers. */
export const DRIVER_ENGINES: readonly Pick<EngineEntry, "name" | "open">[] = [
  ...(IS_BUN
    ? [{ name: "SQLite through bun:sqlite", open: () => throughFile(openBunSqlite, fromBunSqlite) }]
    : []),
  ...(HAS_DRIVERS
    ? [
        { name: "PostgreSQL through postgres.js", open: throughPostgresJs },
        { name: "PostgreSQL through PGlite", open: throughPglite },
        { name: "SQLite through better-sqlite3", open: () => throughFile(openBetterSqlite, fromNodeSqlite) },
        { name: "SQLite through libSQL", open: () => throughFile(openLibsql, fromLibsql) },
        { name: "SQLite through D1", open: throughD1 },
      ]
    : []),
];

async function throughPostgresJs(): Promise<EngineUnderTest> {
  const pool = await embeddedPool();
  const sql = await openPostgresJs(pool);
  const engine = await postgresUnderTest(pool, COLUMNS, fromPostgresJs(sql));
  return { ...engine, close: () => sql.end().then(engine.close) };
}

async function throughPglite(): Promise<EngineUnderTest> {
  const database = await sharedPglite();
  const serializers = Object.fromEntries(Object.keys(database.serializers).map((type) => [type, textOf]));
  const pool: QueryPool = {
    query: (text, values = []) => database.query(text, values, { serializers }),
    end: () => Promise.resolve(),
  };
  return postgresUnderTest(pool, COLUMNS, fromPglite(database));
}

async function throughFile<D extends { readonly close: () => unknown }>(
  openDriver: (path: string) => Promise<D>,
  sourceOf: (driver: D) => SqlSource,
): Promise<EngineUnderTest> {
  const { path, database, end } = sharedFile();
  const driver = await openDriver(path);
  const engine = await sqliteUnderTest({ database });
  const close = () => Promise.resolve(driver.close()).then(end);
  return { ...engine, ...(await prepared(sourceOf(driver))), close };
}

async function throughD1(): Promise<EngineUnderTest> {
  const { database, end } = await openD1();
  const run = (text: string, values: readonly unknown[] = []) =>
    database
      .prepare(text)
      .bind(...(values as never[]))
      .raw();
  const remake = async (table: string, columns: string) => {
    await run(`DROP TABLE IF EXISTS ${quoted(table)}`);
    await run(`CREATE TABLE ${quoted(table)} (${columns}) STRICT`);
  };
  const insert = (table: string, row: readonly unknown[]) => {
    // D1 binds numbers as doubles.
    const isLiteral = (value: unknown) => typeof value === "bigint" || Number.isSafeInteger(value);
    const values = row.map((value) => (isLiteral(value) ? String(value) : "?"));
    return run(
      `INSERT INTO ${quoted(table)} VALUES (${values.join(", ")})`,
      row.filter((value) => !isLiteral(value)),
    );
  };
  const engine = await sqliteUnderTest();
  return {
    ...engine,
    ...(await prepared(fromD1(database))),
    async load(catalog: Catalog, rows: readonly StoredRow[]) {
      const { columns, children } = layOutTable(catalog, "columns");
      await remake(catalog.name, columns.map(({ name, type }) => `${quoted(name)} ${type}`).join(", "));
      for (const row of rows)
        await insert(
          catalog.name,
          columns.map(({ value }) => value(row)),
        );
      for (const child of children) {
        await remake(child.table, child.columns);
        for (const row of rows.flatMap(child.rows)) await insert(child.table, row);
      }
    },
    close: end,
  };
}

async function prepared(source: SqlSource): Promise<Pick<EngineUnderTest, "source" | "dialect">> {
  return { source, dialect: await source.prepare({ locales: LOCALES }) };
}
