import type * as duckdb from "@duckdb/node-api";
import type * as mariadb from "mariadb";
import type * as sqlite from "node:sqlite";
import type * as pg from "pg";
import { InputError, systemCode } from "../io/errors.ts";

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
  throw new InputError("SQLite databases need the module node:sqlite, which is part of Node 22.13 or later.");
}

export async function loadPg(): Promise<Pick<typeof pg, "Pool">> {
  const { default: driver } = await loadDriver(
    () => import("pg"),
    "PostgreSQL",
    "the package pg: npm install pg",
  );
  return driver;
}

export async function loadMariadb(): Promise<typeof mariadb> {
  return loadDriver(() => import("mariadb"), "MariaDB", "the package mariadb: npm install mariadb");
}

export async function loadDuckdb(): Promise<typeof duckdb> {
  return loadDriver(
    () => import("@duckdb/node-api"),
    "DuckDB",
    "the package @duckdb/node-api: npm install @duckdb/node-api",
  );
}

/** @throws InputError if the package is missing */
export async function loadDriver<T>(load: () => Promise<T>, database: string, needs: string): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const code = systemCode(error);
    if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") throw error;
    throw new InputError(`${database} needs ${needs}`);
  }
}
