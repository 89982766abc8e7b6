import { requireObject } from "../../../../diagnostics/require-argument.ts";
import { loadLocales } from "../../../../sql/database-functions/locale-rules.ts";
import { sqlite } from "../../../../sql/dialects/sqlite/dialect.ts";
import type { SqlStatement } from "../../../../sql/fragments/fragment.ts";
import type { Session, SnapshotOptions, SqlSource } from "../../source.ts";
import { throwIfCanceled } from "../../abort.ts";
import { createMutex } from "../shared/mutex.ts";
import {
  boundStatement,
  SqliteConnection,
  type NodeSqliteDatabase,
  type SyncSqliteDatabase,
} from "./connection.ts";
import { ownProperties } from "../../../../values/own-properties.ts";

/**
 * Creates a source over SQLite in the process, through `node:sqlite` or `better-sqlite3`.
 *
 * The adapter installs the `tamis_*` functions in the connection. They are deterministic, so indexes can use them. Tables
 * should be STRICT: comparisons rely on columns that hold only values of their type. `capabilities.features` contains
 * `strict:<table>` for each strict table.
 *
 * These drivers are synchronous: while SQLite searches for the next row, nothing else runs in the thread. The signal is
 * checked between rows. The timeout is also checked while SQLite searches: statements call `tamis_in_time` on a share of
 * the rows and list elements, which grows with the size of the condition, and all `tamis_*` functions check it. Only a
 * count of all rows without a filter runs to its end. Set a timeout: without one, a statement blocks the thread as long
 * as it takes. Servers should use `fromSqliteFile`, which blocks no thread of theirs.
 *
 * @example
 * import { DatabaseSync } from "node:sqlite";
 * const source = fromNodeSqlite(new DatabaseSync("sales.db", { readOnly: true }));
 */
export function fromNodeSqlite(database: NodeSqliteDatabase): SqlSource {
  requireObject(database, "database");
  return syncSqliteSource(database);
}

/** Creates a source over a synchronous driver. Without functions, timeouts are checked between rows only. */
export function syncSqliteSource(database: SyncSqliteDatabase): SqlSource {
  const runExclusive = createMutex();
  const connection = new SqliteConnection(database);
  return {
    dialect: "sqlite",
    viewOf: undefined,
    limits: connection.hasFunctions ? ["cancellation"] : ["functions", "cancellation", "timeout"],
    async prepare({ locales }) {
      await loadLocales(locales);
      const { version, functions, features } = connection.prepare();
      return sqlite({ version, functions: new Set(functions), features: new Set(features) });
    },
    snapshot: (work, snapshotOptions = {}) =>
      runExclusive(async () => {
        const options = ownProperties(snapshotOptions);
        throwIfCanceled(options.signal);
        const { isSingle = false } = options;
        connection.begin(isSingle);
        try {
          return await work(session(connection, options));
        } finally {
          if (!isSingle) connection.rollback();
        }
      }),
  };
}

/**
 * Time slice in milliseconds: after reading rows for this time, yield to the event loop, so that an abort takes effect.
 */
const TIME_SLICE = 10;

function session(connection: SqliteConnection, options: SnapshotOptions): Session {
  async function* batches(statement: SqlStatement, size: number) {
    const until = options.timeout === undefined ? Infinity : performance.now() + options.timeout;
    const rows = connection.open(boundStatement(statement));
    let batch: unknown[][] = [];
    let sliceEnd = performance.now() + TIME_SLICE;
    try {
      for (;;) {
        const next = connection.next(rows, until);
        if (next === undefined) break;
        batch.push(next);
        if (performance.now() > sliceEnd) {
          await new Promise((resolve) => setTimeout(resolve));
          throwIfCanceled(options.signal);
          sliceEnd = performance.now() + TIME_SLICE;
        }
        if (batch.length < size) continue;
        yield batch;
        throwIfCanceled(options.signal);
        batch = [];
      }
      if (batch.length > 0) yield batch;
    } finally {
      // Close the statement: an open statement would prevent the end of the transaction.
      connection.stop(rows);
    }
  }
  return {
    async all(statement) {
      throwIfCanceled(options.signal);
      const rows: unknown[][] = [];
      for await (const batch of batches(statement, 1000)) for (const row of batch) rows.push(row);
      return rows;
    },
    batches: (statement, size) => {
      throwIfCanceled(options.signal);
      return batches(statement, size);
    },
  };
}
