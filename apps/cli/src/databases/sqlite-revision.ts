import { loadSqlite } from "./drivers.ts";

export interface SqliteRevision {
  /** Returns a number that changes with each change of the file, also by other programs. */
  readonly read: () => number;
  readonly close: () => void;
}

/** Follows the changes of a SQLite file. SQLite counts the changes by other connections, so this one changes nothing. */
export function sqliteRevision(path: string): SqliteRevision {
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(path, { readOnly: true });
  const statement = database.prepare("PRAGMA data_version");
  return { read: () => statement.get()!["data_version"] as number, close: () => database.close() };
}
