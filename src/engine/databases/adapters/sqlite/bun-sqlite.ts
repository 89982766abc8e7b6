import { requireKind } from "../../../../diagnostics/require-argument.ts";
import type { SqlSource } from "../../source.ts";
import type { NodeSqliteDatabase, NodeSqliteStatement } from "./connection.ts";
import { syncSqliteSource } from "./node-sqlite.ts";

/** The part of a database of `bun:sqlite` that the adapter uses. */
export interface BunSqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): BunSqliteStatement;
  /** Older versions of Bun cannot install functions. */
  readonly function?: NodeSqliteDatabase["function"];
}

export interface BunSqliteStatement {
  readonly columnNames: readonly string[];
  iterate(...values: never[]): Iterable<unknown>;
  values(...values: never[]): readonly unknown[];
  safeIntegers(enabled: boolean): unknown;
}

/**
 * Creates a source over SQLite through `bun:sqlite`. Statements block the thread, as those of `fromNodeSqlite` do. Where Bun has no
 * `Database.function`, memory evaluates what needs functions of tamis, and timeouts are checked between rows only.
 *
 * @example
 * import { Database } from "bun:sqlite";
 * const source = fromBunSqlite(new Database("sales.db", { readonly: true }));
 */
export function fromBunSqlite(database: BunSqliteDatabase): SqlSource {
  requireKind(database, "database", "a database of bun:sqlite", "prepare");
  return syncSqliteSource({
    exec: (sql) => database.exec(sql),
    prepare: (sql) => withArrays(database.prepare(sql)),
    ...(database.function === undefined ? {} : { function: database.function.bind(database) }),
  });
}

/** Returns rows as arrays. The driver iterates over objects, which have one value for columns with the same name. */
function withArrays(statement: BunSqliteStatement): NodeSqliteStatement {
  return {
    // Rows are arrays in any case.
    raw: () => undefined,
    safeIntegers: (enabled) => statement.safeIntegers(enabled),
    *iterate(...values) {
      const { columnNames } = statement;
      if (new Set(columnNames).size < columnNames.length) return yield* statement.values(...values);
      for (const row of statement.iterate(...values))
        yield columnNames.map((name) => (row as Readonly<Record<string, unknown>>)[name]);
    },
  };
}
