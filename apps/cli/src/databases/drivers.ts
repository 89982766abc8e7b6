import type { ClickhouseClient } from "tamis/databases";
import type * as duckdb from "@duckdb/node-api";
import type * as mariadb from "mariadb";
import type * as sqlite from "node:sqlite";
import type * as pg from "pg";
import { InputError } from "../io/errors.ts";
import { loadDriver } from "../io/load-driver.ts";

/** Loads `node:sqlite` without its warning about experimental modules. */
export function loadSqlite(): typeof sqlite {
  const own = Object.getOwnPropertyDescriptor(process, "emitWarning")!;
  Object.defineProperty(process, "emitWarning", { ...own, value: () => undefined });
  try {
    // Older versions of Node lack this module.
    const found = process.getBuiltinModule("node:sqlite" as string);
    if (found !== undefined) return found as typeof sqlite;
  } finally {
    Object.defineProperty(process, "emitWarning", own);
  }
  throw new InputError("SQLite databases need node:sqlite of Node 22.16, 24 or later.");
}

export async function loadPg(): Promise<Pick<typeof pg, "Pool">> {
  const { default: driver } = await loadDriver(() => import("pg"), "PostgreSQL", "pg");
  return driver;
}

export async function loadMariadb(): Promise<typeof mariadb> {
  return loadDriver(() => import("mariadb"), "MariaDB", "mariadb");
}

export async function loadDuckdb(): Promise<typeof duckdb> {
  return loadDriver(() => import("@duckdb/node-api"), "DuckDB", "@duckdb/node-api");
}

export async function loadClickhouse(): Promise<ClickhouseModule> {
  // The package is not installed here, so that its name must not be a constant for the compiler.
  const name: string = "@clickhouse/client";
  return loadDriver(() => import(name) as Promise<ClickhouseModule>, "ClickHouse", name);
}

/** The part of `@clickhouse/client` that the program calls. It is installed only by those who use ClickHouse. */
interface ClickhouseModule {
  createClient: (options: Readonly<Record<string, unknown>>) => ClickhouseClient & { close(): Promise<void> };
}
