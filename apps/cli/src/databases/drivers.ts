import type * as duckdb from "@duckdb/node-api";
import type * as mariadb from "mariadb";
import type * as sqlite from "node:sqlite";
import type * as pg from "pg";
import { InputError, systemCode } from "../io/errors.ts";
import { installCommand } from "./install-command.ts";

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
  const { default: driver } = await loadDriver(() => import("pg"), "PostgreSQL", "pg");
  return driver;
}

export async function loadMariadb(): Promise<typeof mariadb> {
  return loadDriver(() => import("mariadb"), "MariaDB", "mariadb");
}

export async function loadDuckdb(): Promise<typeof duckdb> {
  return loadDriver(() => import("@duckdb/node-api"), "DuckDB", "@duckdb/node-api");
}

/**
 * @param name package of the driver
 * @throws InputError if the package is missing
 */
export async function loadDriver<T>(load: () => Promise<T>, database: string, name: string): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const code = systemCode(error);
    if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") throw error;
    const command = installCommand(name, process.argv[1] ?? "", process.cwd());
    throw new InputError(`${database} needs the package ${name}, which is not installed. Run: ${command}`);
  }
}
