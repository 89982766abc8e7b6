/** The drivers, each loaded when a database of its kind is opened and not before. */
import type * as duckdb from "@duckdb/node-api";
import type * as mariadb from "mariadb";
import type * as sqlite from "node:sqlite";
import type * as pg from "pg";
import { InputError, systemCode } from "../io/errors.ts";

/** Node tells that its SQLite is new on standard error, which is for what is wrong with a question. */
export function loadSqlite(): typeof sqlite {
  const own = Object.getOwnPropertyDescriptor(process, "emitWarning")!;
  Object.defineProperty(process, "emitWarning", { ...own, value: () => undefined });
  try {
    // Asked for by name, because older versions of Node have none.
    const found = process.getBuiltinModule("node:sqlite" as string);
    if (found !== undefined) return found as typeof sqlite;
  } finally {
    Object.defineProperty(process, "emitWarning", own);
  }
  throw new InputError("SQLite is asked through node:sqlite, which is part of Node 22.13 or later.");
}

export async function loadPg(): Promise<Pick<typeof pg, "Pool">> {
  const { default: driver } = await loaded(
    () => import("pg"),
    "PostgreSQL",
    "the package pg: npm install pg",
  );
  return driver;
}

export async function loadMariadb(): Promise<typeof mariadb> {
  return loaded(() => import("mariadb"), "MariaDB", "the package mariadb: npm install mariadb");
}

export async function loadDuckdb(): Promise<typeof duckdb> {
  return loaded(
    () => import("@duckdb/node-api"),
    "DuckDB",
    "the package @duckdb/node-api: npm install @duckdb/node-api",
  );
}

/** @throws InputError that names the package, where it is not installed. */
export async function loaded<T>(load: () => Promise<T>, database: string, needs: string): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const code = systemCode(error);
    if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") throw error;
    throw new InputError(`${database} is asked through ${needs}`);
  }
}
