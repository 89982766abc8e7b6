import {
  chmodSync,
  copyFileSync,
  existsSync,
  openSync,
  closeSync,
  fsyncSync,
  renameSync,
  rmSync,
} from "node:fs";
import { backup, DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";

/** A backup or a restoration that cannot be done, with a sentence for the user. */
export class BackupError extends Error {}

/**
 * Copies a database to a new file, which only its owner can read. The platform can run meanwhile: the copy has the state of one
 * moment.
 *
 * @throws BackupError if the database is missing or the file exists
 * @example await backUp("platform.db", "2026-03-01.backup");
 */
export async function backUp(database: string, file: string): Promise<void> {
  if (!existsSync(database)) throw new BackupError(`There is no database ${database}.`);
  if (existsSync(file)) throw new BackupError(`The file ${file} exists. A backup never replaces a file.`);
  const source = new DatabaseSync(database, { readOnly: true, timeout: 5_000 });
  try {
    await inOneStep(file, async (temporary) => {
      await backup(source, temporary);
      requirePlatform(temporary);
    });
  } finally {
    source.close();
  }
}

/**
 * Copies a backup to a database that does not exist yet.
 *
 * @throws BackupError if the file is damaged or not a backup, or the database exists
 */
export async function restore(file: string, database: string): Promise<void> {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`);
  // The old log would be applied to the restored file.
  for (const existing of [database, `${database}-wal`, `${database}-journal`])
    if (existsSync(existing))
      throw new BackupError(`${existing} exists. Stop the platform and move the file away first.`);
  requirePlatform(file);
  await inOneStep(database, (temporary) => {
    copyFileSync(file, temporary);
    return Promise.resolve();
  });
}

/** Writes a file that exists only when it is complete, also after a crash. */
async function inOneStep(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = `${path}.part`;
  rmSync(temporary, { force: true });
  // Created before it has content, so that nobody else can open it.
  closeSync(openSync(temporary, "wx", 0o600));
  try {
    await write(temporary);
    chmodSync(temporary, 0o600);
    const descriptor = openSync(temporary, "r+");
    fsyncSync(descriptor);
    closeSync(descriptor);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** @throws BackupError unless a file is an intact database of the platform */
function requirePlatform(file: string): void {
  let problem: string;
  const database = openAlone(file);
  try {
    const tables = database
      .prepare(
        "SELECT count(*) AS count FROM sqlite_schema WHERE type = 'table' AND name LIKE 'platform\\_%' ESCAPE '\\'",
      )
      .get();
    const check = database.prepare("PRAGMA quick_check(1)").get();
    if (check?.["quick_check"] !== "ok") problem = `is damaged: ${String(check?.["quick_check"])}`;
    else if (tables?.["count"] === 0) problem = "is no database of the platform";
    else return;
  } catch (error) {
    problem = `is no database of the platform: ${(error as Error).message}`;
  } finally {
    database.close();
  }
  throw new BackupError(`${file} ${problem}.`);
}

/** Opens a file that nobody else changes. Otherwise SQLite creates two more files in its folder, and leaves them there. */
function openAlone(file: string): DatabaseSync {
  const url = pathToFileURL(file);
  url.searchParams.set("immutable", "1");
  return new DatabaseSync(url, { readOnly: true });
}
