/** Dialects for statements that nobody runs: what a server of today has, with the functions of ours where it takes some. */
import {
  DATABASE_FUNCTIONS,
  duckdb,
  mariadb,
  postgres,
  sqlite,
  type Dialect,
  type DialectName,
} from "tamis/sql";
import type { SqlSource } from "tamis/databases";

export const DIALECT_NAMES = [
  "sqlite",
  "postgres",
  "mariadb",
  "duckdb",
] as const satisfies readonly DialectName[];

export function isDialectName(text: string): text is DialectName {
  return DIALECT_NAMES.some((name) => name === text);
}

function dialectOf(name: DialectName): Dialect {
  const functions: ReadonlySet<string> = new Set(DATABASE_FUNCTIONS.map((each) => each.name));
  const none: ReadonlySet<string> = new Set();
  switch (name) {
    case "sqlite":
      return sqlite({ version: "3", functions, features: none });
    case "duckdb":
      return duckdb({ version: "1", functions, features: none });
    case "postgres":
      return postgres({ version: "18", functions: none, features: none, caseRepairs: undefined });
    case "mariadb":
      return mariadb({ version: "11", functions: none, features: none });
  }
}

/** A source that plans can be made for, and that has no rows. */
export function offlineSource(name: DialectName): SqlSource {
  return {
    prepare: () => Promise.resolve(dialectOf(name)),
    snapshot: () => Promise.reject(new TypeError("There is no database behind a plan.")),
  };
}
