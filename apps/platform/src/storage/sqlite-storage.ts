import { chmodSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { fromSqliteFile } from "tamis/databases";
import { sqliteStore } from "tamis/http";
import { withCursorKey } from "./cursor-key.ts";
import { indexesOf } from "./indexes.ts";
import { SqliteChanges } from "./sqlite-changes.ts";
import { tableOf, type Storage } from "./storage.ts";

/** Keeps rows in a SQLite file. Only the owner of the file can read it, because it contains the keys that sign tokens. */
export function sqliteStorage(path: string): Storage {
  const writers: DatabaseSync[] = [];
  const connect = () => {
    // Each table has a connection of its own: a writer waits for another one, and does not fail.
    const writer = new DatabaseSync(path, { timeout: 5_000 });
    writers.push(writer);
    return writer;
  };
  connect();
  chmodSync(path, 0o600);
  const source = fromSqliteFile(path);
  const changes = new SqliteChanges(path);
  return {
    open: withCursorKey(async (catalog, { unique = [], locales = [], journal, cursorKey, onChange }) => {
      const table = tableOf(catalog);
      const store = await sqliteStore({
        catalog,
        table,
        unique,
        indexes: indexesOf(catalog),
        locales,
        journal,
        ...(cursorKey === undefined ? {} : { cursorKey }),
        database: connect(),
        source,
        revision: changes.revision,
      });
      // The caller reads the table after this call, so it misses no change.
      if (onChange !== undefined) await changes.watch(table.table, catalog.key!, onChange);
      return store;
    }),
    catchUp: () => changes.catchUp(),
    async close() {
      await source.close();
      changes.close();
      for (const writer of writers) writer.close();
    },
  };
}
