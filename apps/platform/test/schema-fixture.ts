import type pg from "pg";
import { fromPg } from "tamis/databases";
import { postgresStore } from "tamis/http";
import { embeddedPool } from "../../../test/sql/engines/postgres.ts";
import { probedOnce } from "../src/storage/postgres-storage.ts";
import type { Storage } from "../src/storage/storage.ts";

let schemas = 0;

/** Runs work with tables in a PostgreSQL schema of their own, and drops it. */
export async function withPostgresSchema(
  work: (storage: Storage, pool: pg.Pool, schema: string) => Promise<void>,
): Promise<void> {
  const pool = await embeddedPool({ max: 8 });
  const source = probedOnce(fromPg(pool));
  const schema = `platform_${process.pid}_${schemas++}`;
  await pool.query(`CREATE SCHEMA ${schema}`);
  try {
    const storage: Storage = {
      open: (catalog, options = {}) =>
        postgresStore({ ...options, catalog, table: { table: [schema, catalog.name] }, pool, source }),
      catchUp: () => undefined,
      close: () => Promise.resolve(),
    };
    await work(storage, pool, schema);
  } finally {
    await pool.query(`DROP SCHEMA ${schema} CASCADE`);
    await pool.end();
  }
}
