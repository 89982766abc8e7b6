import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { escapeControls } from "tamis/diagnostics";
import { UsageError } from "../../command/arguments.ts";
import { note } from "../../command/report.ts";
import { findDatabase } from "../../databases/database-address.ts";
import { InputError } from "../../io/errors.ts";
import { findSavedCollection } from "../../memory/find-saved-collection.ts";
import { openTables } from "./database-source.ts";
import { openFile, openSaved } from "./file-source.ts";
import type { ServedSource, WatchedSource } from "./served-source.ts";
import type { SourceOptions } from "./source-options.ts";

/** Opens a file or a database. */
export type OpenSource<S> = (location: string, options: SourceOptions) => Promise<S>;

export interface OpenedSources<S> {
  readonly sources: readonly S[];
  readonly folders: readonly string[];
}

/** Opens files, folders and databases, in the order of the command line. Closes all of them after an error. */
export async function openSources<S extends WatchedSource>(
  locations: readonly string[],
  options: SourceOptions,
  open: OpenSource<S>,
): Promise<OpenedSources<S>> {
  const sources: S[] = [];
  try {
    const { files, folders } = await withoutFolders(locations, options);
    for (const file of files) sources.push(await open(file, options));
    return { sources, folders };
  } catch (error) {
    await Promise.allSettled(sources.map(({ close }) => close()));
    throw error;
  }
}

export async function openSource(location: string, options: SourceOptions): Promise<ServedSource> {
  const database = findDatabase([location]);
  if (database !== undefined) return openTables(database, options);
  const saved = findSavedCollection([location]);
  return saved === undefined ? openFile(location, options) : openSaved(saved, options);
}

const DATA_FILE =
  /\.(?:(?:ndjson|jsonl|json|csv|tsv)(?:\.(?:gz|zstd?))?|db3?|sqlite3?|duckdb|ddb|parquet|xlsx|xlsm|tamis)$/i;

/** Replaces each folder by the data files directly in it, by name. */
async function withoutFolders(
  locations: readonly string[],
  { scope }: SourceOptions,
): Promise<{ readonly files: readonly string[]; readonly folders: readonly string[] }> {
  const files: string[] = [];
  const folders: string[] = [];
  for (const location of locations) {
    if (location === "-") throw new UsageError("tamis serve reads files, and not standard input.");
    const fileStat = await stat(location).catch(() => undefined);
    if (fileStat?.isDirectory() !== true) {
      files.push(location);
      continue;
    }
    folders.push(location);
    const { data, others } = await dataFilesOf(location).catch((error: unknown) => {
      throw new InputError(`${escapeControls(location)} cannot be read. ${String(error)}`);
    });
    if (data.length === 0) throw new InputError(`${escapeControls(location)} contains no data files.`);
    if (others > 0)
      note(
        scope,
        `${escapeControls(location)}: ${others === 1 ? "1 file with another extension is" : `${others} files with other extensions are`} not served.`,
      );
    files.push(...data);
  }
  return { files, folders };
}

/** Returns the data files directly in a folder, by name, and the number of its other files. */
export async function dataFilesOf(
  folder: string,
): Promise<{ readonly data: readonly string[]; readonly others: number }> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => name)
    .sort();
  const data = names.filter((name) => DATA_FILE.test(name));
  return { data: data.map((name) => join(folder, name)), others: names.length - data.length };
}
