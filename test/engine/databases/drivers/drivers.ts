import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import type { Client } from "@libsql/client";
import type { PGlite } from "@electric-sql/pglite";
import type { Database } from "better-sqlite3";
import type { Miniflare } from "miniflare";
import type pg from "pg";
import type { Sql } from "postgres";
import { isInstalled } from "../../../../scripts/install-packages.ts";
import type { BunSqliteDatabase } from "../../../../src/engine/databases/adapters/sqlite/bun-sqlite.ts";
import type { D1Database } from "../../../../src/engine/databases/adapters/sqlite/d1.ts";

export type { Miniflare };

/** Drivers whose packages are in this folder. Each function requires that the packages are installed. */

export const HAS_DRIVERS = isInstalled("test/engine/databases/drivers");

/**
 * Opens postgres.js on the server of a pool of `pg`.
 *
 * @param settings settings of the sessions
 */
export async function openPostgresJs(
  { options }: pg.Pool,
  settings: Record<string, string> = {},
  others: {
    readonly max?: number;
    readonly port?: number;
    readonly user?: string;
    readonly connect_timeout?: number;
    readonly transform?: "camel";
  } = {},
): Promise<Sql> {
  const { default: postgres } = await import("postgres");
  const { transform, ...rest } = others;
  return postgres({
    host: options.host!,
    port: options.port!,
    user: options.user!,
    database: options.database!,
    max: 3,
    onnotice: () => undefined,
    connection: settings,
    ...rest,
    ...(transform === undefined ? {} : { transform: postgres[transform] }),
  });
}

let pglite: Promise<PGlite> | undefined;

/** Returns a PostgreSQL in this process, which starts once for all tests of the process. */
export function sharedPglite(): Promise<PGlite> {
  return (pglite ??= import("@electric-sql/pglite").then(({ PGlite: Database }) => Database.create()));
}

/** Database in a temporary file, which tests change with `node:sqlite` while a driver has it open too. */
export interface SharedFile {
  readonly path: string;
  readonly database: DatabaseSync;
  readonly end: () => void;
}

export function sharedFile(): SharedFile {
  const folder = mkdtempSync(join(tmpdir(), "tamis-driver-"));
  const path = join(folder, "opened.db");
  const database = new DatabaseSync(path);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF");
  return {
    path,
    database,
    end() {
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

export async function openBetterSqlite(path: string): Promise<Database> {
  const { default: Sqlite } = await import("better-sqlite3");
  return new Sqlite(path);
}

export async function openLibsql(
  path: string,
  intMode: "number" | "bigint" | "string" = "number",
): Promise<Client> {
  const { createClient } = await import("@libsql/client");
  return createClient({ url: `file:${path}`, intMode });
}

/** Opens an empty database of D1 in the runtime of Cloudflare Workers. */
export async function openD1(): Promise<{
  readonly database: D1Database;
  readonly end: () => Promise<void>;
}> {
  const runtime = await startWorker("export default { fetch: () => new Response() };");
  return { database: await runtime.getD1Database("DB"), end: () => runtime.dispose() };
}

/** Runs a module in the runtime of Cloudflare Workers, bundled with the sources of tamis. It has an empty database, DB. */
export async function runWorker(path: string): Promise<Miniflare> {
  const { rolldown } = await import("rolldown");
  const source = (name: string) =>
    fileURLToPath(new URL(`../../../../src/${name}/index.ts`, import.meta.url));
  const built = await rolldown({
    input: path,
    platform: "browser",
    logLevel: "silent",
    resolve: { alias: { "tamis/databases": source("engine/databases"), "tamis/http": source("http") } },
  });
  const { output } = await built.generate({ format: "esm", codeSplitting: false });
  return startWorker(output[0].code);
}

async function startWorker(script: string): Promise<Miniflare> {
  const { Miniflare: Runtime } = await import("miniflare");
  return new Runtime({ modules: true, script, d1Databases: ["DB"], compatibilityDate: "2026-01-01" });
}

/** Whether Bun runs these tests. */
export const IS_BUN = process.versions["bun"] !== undefined;

/** Opens a file through the driver of Bun, which has to run this. */
export async function openBunSqlite(path: string): Promise<BunSqliteDatabase & { close(): void }> {
  const name = "bun:sqlite";
  const { Database: Sqlite } = (await import(name)) as {
    Database: new (path: string) => BunSqliteDatabase & { close(): void };
  };
  return new Sqlite(path);
}

/** Returns the program of Bun: `TAMIS_BUN`, an installed package, or a command. Undefined if there is none. */
export function findBun(): string | undefined {
  const installed = fileURLToPath(
    new URL("../../../../scripts/runtimes/node_modules/.bin/bun", import.meta.url),
  );
  return [process.env["TAMIS_BUN"] ?? "bun", installed].find(
    (program) => spawnSync(program, ["--version"], { stdio: "ignore" }).error === undefined,
  );
}
