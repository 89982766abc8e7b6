import type * as duckdb from "@duckdb/node-api";
import type * as sqlite from "node:sqlite";
import { InputError } from "../io/errors.ts";
import { loadDriver } from "../io/load-driver.ts";

/** Loads `node:sqlite` without its warning about experimental modules. */
export function loadSqlite(): typeof sqlite {
  const descriptor = Object.getOwnPropertyDescriptor(process, "emitWarning")!;
  Object.defineProperty(process, "emitWarning", { ...descriptor, value: () => undefined });
  try {
    // Older versions of Node lack this module.
    const sqliteModule = process.getBuiltinModule("node:sqlite" as string);
    if (sqliteModule !== undefined) return sqliteModule as typeof sqlite;
  } finally {
    Object.defineProperty(process, "emitWarning", descriptor);
  }
  throw new InputError("SQLite databases need node:sqlite of Node 22.16, 24 or later.");
}

export async function loadDuckdb(): Promise<typeof duckdb> {
  return loadDriver(() => import("@duckdb/node-api"), "DuckDB", "@duckdb/node-api");
}
