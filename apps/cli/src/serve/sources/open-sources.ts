import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { escapeControls, show } from "tamis/diagnostics";
import { UsageError } from "../../command/arguments.ts";
import { note } from "../../command/report.ts";
import { rejectDatabaseOptions, TABLE } from "../../command/shared-options.ts";
import { findDatabase } from "../../databases/database-address.ts";
import { DataError, InputError } from "../../io/errors.ts";
import { findSavedCollection } from "../../memory/find-saved-collection.ts";
import { openTables } from "./database-source.ts";
import { openFile, openSaved } from "./file-source.ts";
import { fileState } from "./file-state.ts";
import { KEY } from "./key-option.ts";
import { PREPARE } from "./prepared-orders.ts";
import type { ServedSource, WatchedSource } from "./served-source.ts";
import type { SourceOptions } from "./source-options.ts";

/** Opens a file or a database. */
export type OpenSource<S> = (location: string, options: SourceOptions) => Promise<S>;

export interface OpenedSources<S> {
  readonly sources: readonly S[];
  readonly folders: readonly string[];
  /** States of the files of folders that cannot be opened, by location. */
  readonly failed: ReadonlyMap<string, string>;
}

/**
 * Opens files, folders and databases, in the order of the command line. Notes the files of folders that cannot be opened, and
 * leaves them out. Closes all sources after an error.
 *
 * @throws the error of a source that the command line names, and InputError if no source is left
 */
export async function openSources<S extends WatchedSource>(
  locations: readonly string[],
  options: SourceOptions,
  open: OpenSource<S>,
): Promise<OpenedSources<S>> {
  const sources: S[] = [];
  try {
    const { files, folders } = await withoutFolders(locations, options);
    const failed = new Map<string, string>();
    for (const { location, isInFolder } of files) {
      const state = isInFolder ? await fileState(location) : undefined;
      try {
        sources.push(await options.names.during(() => open(location, options)));
      } catch (error) {
        if (!isInFolder || !isOfFile(error)) throw error;
        if (state !== undefined) failed.set(location, state);
        note(options.scope, `${escapeControls(location)} cannot be served. ${error.message}`);
      }
    }
    if (sources.length === 0)
      throw new InputError(
        `${folders.map(escapeControls).join(", ")}: none of the data files can be served.`,
      );
    if (failed.size === 0) requireUsedOptions(sources, options);
    return { sources, folders, failed };
  } catch (error) {
    await Promise.allSettled(sources.map(({ close }) => close()));
    throw error;
  }
}

/** @throws UsageError for `--table` without a database, `--prepare` without a file, and a key that no collection has */
function requireUsedOptions(
  sources: readonly WatchedSource[],
  { scope, keys: { unused } }: SourceOptions,
): void {
  const databases = sources.filter(({ location }) => findDatabase([location]) !== undefined);
  if (databases.length === 0) rejectDatabaseOptions(scope.args, [TABLE]);
  if (databases.length === sources.length && scope.args.isGiven(PREPARE.name))
    throw new UsageError(`--${PREPARE.name} is only for files, and no file is served.`);
  // Each thread opens the tables of a database itself.
  const [key] = sources.some(({ collections }) => collections.length === 0) ? [] : unused;
  if (key !== undefined) throw new UsageError(`--${KEY.name} ${show(key)} applies to no collection.`);
}

/** Returns whether an error is about the content of a file. Wrong options are errors of the command. */
function isOfFile(error: unknown): error is InputError | DataError {
  return error instanceof InputError || error instanceof DataError;
}

export async function openSource(location: string, options: SourceOptions): Promise<ServedSource> {
  const database = findDatabase([location]);
  if (database !== undefined) return openTables(database, options);
  const saved = findSavedCollection([location]);
  return saved === undefined ? openFile(location, options) : openSaved(saved, options);
}

const DATA_FILE =
  /\.(?:(?:ndjson|jsonl|json|csv|tsv)(?:\.(?:gz|zstd?))?|db3?|sqlite3?|duckdb|ddb|parquet|xlsx|xlsm|tamis)$/i;

interface LocatedFile {
  readonly location: string;
  /** False for a location that the command line names. */
  readonly isInFolder: boolean;
}

/** Replaces each folder by the data files directly in it, by name. */
async function withoutFolders(
  locations: readonly string[],
  { scope }: SourceOptions,
): Promise<{ readonly files: readonly LocatedFile[]; readonly folders: readonly string[] }> {
  const files: LocatedFile[] = [];
  const folders: string[] = [];
  for (const location of locations) {
    if (location === "-") throw new UsageError("tamis serve reads files, and not standard input.");
    const fileStat = await stat(location).catch(() => undefined);
    if (fileStat?.isDirectory() !== true) {
      files.push({ location, isInFolder: false });
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
    files.push(...data.map((file) => ({ location: file, isInFolder: true })));
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
