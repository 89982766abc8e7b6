import { builtinModule } from "../../../../values/builtin-module.ts";
import { StatementError } from "../../source.ts";
import type { NodeSqliteDatabase } from "./connection.ts";
import { sqliteError } from "./errors.ts";

interface SqliteModule {
  readonly DatabaseSync: new (path: string, options: { readonly readOnly: boolean }) => SqliteFile;
}

/** A connection to a SQLite file. */
export interface SqliteFile extends NodeSqliteDatabase {
  close(): void;
}

export interface SqliteFileStart {
  /** Absolute path of the file. */
  readonly path: string;
  readonly readOnly: boolean;
  /** Time in milliseconds that SQLite waits for a lock of another connection. */
  readonly busyTimeout: number;
}

/** Opens the file without the warning of older versions of Node.js that `node:sqlite` is experimental. */
export function openSqliteFile({ path, readOnly, busyTimeout }: SqliteFileStart): SqliteFile {
  const descriptor = Object.getOwnPropertyDescriptor(process, "emitWarning")!;
  Object.defineProperty(process, "emitWarning", { ...descriptor, value: () => undefined });
  try {
    const sqlite = builtinModule("node:sqlite") as SqliteModule | undefined;
    if (sqlite === undefined)
      throw new StatementError("other", "SQLite needs node:sqlite of Node.js 22.16, 24 or later.");
    const database = new sqlite.DatabaseSync(path, { readOnly });
    database.exec(`PRAGMA busy_timeout = ${Math.trunc(busyTimeout)}`);
    return database;
  } catch (error) {
    throw sqliteError(error);
  } finally {
    Object.defineProperty(process, "emitWarning", descriptor);
  }
}
