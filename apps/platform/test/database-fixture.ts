import { afterAll, beforeAll } from "vitest";
import type pg from "pg";
import { machinePool } from "../../../test/sql/engines/postgres.ts";

export interface TestDatabase {
  readonly name: string;
  /** Address for `--database`; undefined before the tests, and if the server is not available. */
  readonly address: string | undefined;
  /** Connections to another database of the same server; undefined like the address. */
  readonly server: pg.Pool | undefined;
}

/**
 * Creates an empty PostgreSQL database before the tests of a file or suite, and drops it after them.
 *
 * @param label beginning of its name, which no other file uses
 * @param connect connects to the server: that of this machine, which may be missing, or the one that the tests install
 */
export function createDatabase(
  label: string,
  connect: () => Promise<pg.Pool | undefined> = machinePool,
): TestDatabase {
  const name = `${label}_${process.pid}`;
  const database: { -readonly [Key in keyof TestDatabase]: TestDatabase[Key] } = {
    name,
    address: undefined,
    server: undefined,
  };
  beforeAll(async () => {
    const server = await connect();
    if (server === undefined) return;
    await server.query(`CREATE DATABASE ${name}`);
    const { user, host, port } = server.options;
    database.server = server;
    database.address = `postgres://${user}@${host}:${port}/${name}`;
  });
  afterAll(async () => {
    // A process that a test has killed may still be connected.
    await database.server?.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await database.server?.end();
  });
  return database;
}
