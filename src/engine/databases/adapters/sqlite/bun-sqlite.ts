import type { SqlSource } from "../../source.ts";
import { syncSqliteSource } from "./node-sqlite.ts";

/** The part of a database of `bun:sqlite` that the adapter uses. */
export interface BunSqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): BunSqliteStatement;
}

export interface BunSqliteStatement {
  readonly columnNames: readonly string[];
  iterate(...values: never[]): Iterable<unknown>;
  safeIntegers(enabled: boolean): unknown;
}

/**
 * Creates a source over SQLite through `bun:sqlite`. The driver cannot install functions: memory evaluates more, and timeouts
 * are checked between rows, as signals are. It is synchronous, and blocks the thread while SQLite searches.
 *
 * @example
 * import { Database } from "bun:sqlite";
 * const source = fromBunSqlite(new Database("sales.db", { readonly: true }));
 */
export function fromBunSqlite(database: BunSqliteDatabase): SqlSource {
  return syncSqliteSource({
    exec: (sql) => database.exec(sql),
    prepare(sql) {
      const statement = database.prepare(sql);
      return {
        safeIntegers: (enabled) => statement.safeIntegers(enabled),
        *iterate(...values) {
          const { columnNames } = statement;
          for (const row of statement.iterate(...values))
            yield columnNames.map((name) => (row as Readonly<Record<string, unknown>>)[name]);
        },
      };
    },
  });
}
