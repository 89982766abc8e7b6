import { chmodSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { fromSqliteFile } from "tamis/databases";
import { sqliteStore } from "tamis/http";
import { withCursorKey } from "./cursor-key.ts";
import { indexesOf } from "./indexes.ts";
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
  return {
    open: withCursorKey((catalog, { unique = [], locales = [], journal, cursorKey }) =>
      sqliteStore({
        catalog,
        table: tableOf(catalog),
        unique,
        indexes: indexesOf(catalog),
        locales,
        journal,
        ...(cursorKey === undefined ? {} : { cursorKey }),
        database: connect(),
        source,
      }),
    ),
    async close() {
      await source.close();
      for (const writer of writers) writer.close();
    },
  };
}
