/** The built program loads drivers with its own loader, with and without compiled code in its cache. */
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { machinePool } from "../../../../test/sql/engines/postgres.ts";
import { BIN, canRun } from "../built-program.ts";
import { folder } from "../files.ts";
import { createInMariadb, createInPostgres, duckdbFile, sqliteFile } from "./database-files.ts";

const file = folder();
const table = `tamis_drivers_${process.pid}`;
const create = `CREATE TABLE ${table} (n INTEGER PRIMARY KEY)`;
const insert = `INSERT INTO ${table} VALUES (1), (2), (3)`;

describe.runIf(canRun)("the built program", () => {
  it("loads the drivers of all databases, at first and from its cache", async () => {
    const cache = file("cache", "");
    const env = { ...process.env, XDG_CACHE_HOME: cache, LOCALAPPDATA: cache };
    const pool = await machinePool();
    const addresses = [
      sqliteFile(file("rows.db", ""), `${create} STRICT; ${insert}`),
      await duckdbFile(file("rows.duckdb", ""), create, insert),
      await createInMariadb(`TABLE ${table}`, create, insert),
      pool && (await createInPostgres(pool, `TABLE ${table}`, create, insert)),
    ].filter((address) => address !== undefined);
    for (let round = 0; round < 2; round++) {
      for (const address of addresses) {
        const args = [BIN, "query", address, "--table", table, "--count", "--filter", "gt(n,1)"];
        const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
        expect([address, status, stdout, stderr]).toEqual([address, 0, "2\n", ""]);
      }
    }
  });
});
