/** The built program loads drivers with its own loader, with and without compiled code in its cache. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { duckdbFile, sqliteFile } from "./database-files.ts";
import { createConnection } from "mariadb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MARIADB, mariadbAnswers } from "../../../../test/sql/engines/mariadb.ts";
import { machinePool } from "../../../../test/sql/engines/postgres.ts";
import { BIN, canRun } from "../built-program.ts";

const directory = mkdtempSync(join(tmpdir(), "tamis-drivers-"));
const table = `tamis_drivers_${process.pid}`;
const create = `CREATE TABLE ${table} (n INTEGER PRIMARY KEY)`;
const insert = `INSERT INTO ${table} VALUES (1), (2), (3)`;
const drop = `DROP TABLE ${table}`;
/** Addresses of databases that have the table. */
const addresses: string[] = [];
const cleanups = [() => Promise.resolve(rmSync(directory, { recursive: true, force: true }))];

beforeAll(async () => {
  addresses.push(sqliteFile(join(directory, "rows.db"), `${create} STRICT; ${insert}`));
  addresses.push(await duckdbFile(join(directory, "rows.duckdb"), create, insert));
  if (await mariadbAnswers()) {
    const run = async (...statements: string[]) => {
      const admin = await createConnection(MARIADB);
      for (const statement of statements) await admin.query(statement);
      await admin.end();
    };
    await run(create, insert);
    cleanups.push(() => run(drop));
    addresses.push(`mariadb://${MARIADB.user}@${MARIADB.host}:${MARIADB.port}/${MARIADB.database}`);
  }
  const pool = await machinePool();
  if (pool === undefined) return;
  await pool.query(`${create}; ${insert}`);
  cleanups.push(async () => {
    await pool.query(drop);
    await pool.end();
  });
  const { user, host, port, database } = pool.options;
  addresses.push(`postgres://${user!}@${host!}:${port!}/${database!}`);
});
afterAll(async () => {
  for (const cleanUp of cleanups) await cleanUp();
});

describe.runIf(canRun)("the built program", () => {
  it("loads the drivers of all databases, at first and from its cache", () => {
    const env = { ...process.env, XDG_CACHE_HOME: join(directory, "cache"), LOCALAPPDATA: directory };
    expect(addresses.length).toBeGreaterThanOrEqual(2);
    for (let round = 0; round < 2; round++) {
      for (const address of addresses) {
        const args = [BIN, "query", address, "--table", table, "--count", "--filter", "gt(n,1)"];
        const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
        expect([address, status, stdout, stderr]).toEqual([address, 0, "2\n", ""]);
      }
    }
  });
});
