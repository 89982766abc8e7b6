/** Copies of files in SQLite, which clients can change. */
import { rm, stat } from "node:fs/promises";
import type { DatabaseSync } from "node:sqlite";
import {
  check,
  compilePredicate,
  defineCatalog,
  parseFilter,
  type Catalog,
  type CatalogDefinition,
} from "tamis";
import { fromSqliteFile } from "tamis/databases";
import { escapeControls, show } from "tamis/diagnostics";
import { sqliteStore, type RowStore } from "tamis/http";
import { UsageError } from "../../command/arguments.ts";
import { note } from "../../command/report.ts";
import { loadSqlite } from "../../databases/drivers.ts";
import { sqliteRevision } from "../../databases/sqlite-revision.ts";
import type { Row } from "tamis/files";
import { InputError, messageOf } from "../../io/errors.ts";
import { moveIntoPlace } from "../../io/output-file.ts";
import { progressOn, type Progress } from "../../io/progress.ts";
import { fileState } from "./file-state.ts";
import { KEY, requireSameKey } from "./key-option.ts";
import type { ServedSource } from "./served-source.ts";
import { cursorKeyOf, type SourceOptions } from "./source-options.ts";

/** Not an extension of data files, so that a folder does not serve the copies of its files too. */
const EXTENSION = ".tamis-db";
const TABLE = "rows";
/** Memory of SQLite for making a copy, in KiB. Its default would write pages of large files several times. */
const COPY_CACHE_KIB = 65_536;
const CONNECTIONS = 4;

export interface CopiedRows {
  readonly rows: readonly Row[];
  readonly catalog: Catalog;
}

/**
 * Opens the copy of a file. Creates a missing copy in a temporary file first, so that an incomplete copy is never opened.
 *
 * @param load reads the file. Not called if there is a copy
 */
export async function openCopy(
  path: string,
  name: string,
  options: SourceOptions,
  load: () => Promise<CopiedRows>,
): Promise<ServedSource> {
  const copy = path + EXTENSION;
  const state = await fileState(path);
  if (!(await exists(copy))) await makeCopy(path, copy, state, name, await load(), options);
  const database = openFile(copy);
  try {
    const { definition, source } = readDescription(database, copy);
    const catalog: Catalog = { ...defineCatalog(definition), name };
    requireSameKey(
      catalog,
      name,
      options.keys,
      `the copy ${escapeControls(copy)}; remove it to choose another`,
    );
    if (source !== (state ?? ""))
      note(
        options.scope,
        `${escapeControls(path)} has changed since it was copied. The server uses ${escapeControls(copy)}; remove it to copy the file again.`,
      );
    const reader = fromSqliteFile(copy, { connections: CONNECTIONS });
    const settings = { catalog, timeout: options.timeout, ...cursorKeyOf(catalog, options) };
    const revision = sqliteRevision(copy);
    const store = await storeOf(database, reader, { ...settings, revision: revision.read });
    return {
      location: path,
      shown: escapeControls(path),
      collections: [{ name, collection: store.collection, store, rows: undefined }],
      close: async () => {
        await reader.close();
        revision.close();
        database.close();
      },
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

function openFile(path: string): DatabaseSync {
  const { DatabaseSync } = loadSqlite();
  try {
    return new DatabaseSync(path);
  } catch (error) {
    throw new InputError(`${escapeControls(path)} cannot be opened. ${messageOf(error)}`);
  }
}

interface StoreSettings {
  readonly catalog: Catalog;
  readonly timeout?: number;
  readonly cursorKey?: Uint8Array;
  readonly revision?: () => number;
}

function storeOf(
  database: DatabaseSync,
  source: ReturnType<typeof fromSqliteFile>,
  settings: StoreSettings,
): Promise<RowStore> {
  return sqliteStore({ ...settings, database, source, table: { table: TABLE } });
}

interface Description {
  readonly definition: CatalogDefinition;
  /** State of the file when it was copied. */
  readonly source: string;
}

/** @throws InputError for a file that is not a copy */
function readDescription(database: DatabaseSync, copy: string): Description {
  try {
    const row = database.prepare("SELECT definition, source FROM tamis_copy").get()!;
    return {
      definition: JSON.parse(String(row["definition"])) as CatalogDefinition,
      source: String(row["source"]),
    };
  } catch (error) {
    throw new InputError(
      `${escapeControls(copy)} is not a copy that tamis serve has made. ${messageOf(error)}`,
    );
  }
}

async function makeCopy(
  path: string,
  copy: string,
  state: string | undefined,
  name: string,
  { rows, catalog }: CopiedRows,
  { scope }: SourceOptions,
): Promise<void> {
  if (catalog.key === undefined)
    throw new UsageError(
      `--writable: no member of ${escapeControls(path)} identifies its rows. Choose one with --${KEY.name} ${show(name)}=MEMBER.`,
    );
  const temporary = `${copy}.tmp`;
  // Left over from an interrupted copy.
  await removeFiles(temporary);
  const database = openFile(temporary);
  const reader = fromSqliteFile(temporary, { connections: 1 });
  const progress = progressOn(scope.io);
  try {
    database.exec("CREATE TABLE tamis_copy (definition TEXT NOT NULL, source TEXT NOT NULL)");
    const store = await storeOf(database, reader, { catalog });
    // A crash leaves a temporary file, which nothing reads. The checkpoint below waits for the disk.
    database.exec(`PRAGMA synchronous = OFF; PRAGMA cache_size = ${-COPY_CACHE_KIB}`);
    await insertRows(store, rows, catalog, path, progress);
    database
      .prepare("INSERT INTO tamis_copy VALUES (?, ?)")
      .run(JSON.stringify(catalog.definition), state ?? "");
    progress.end();
    await reader.close();
    database.exec("PRAGMA synchronous = FULL; PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
    await moveIntoPlace(temporary, copy);
  } catch (error) {
    progress.end();
    await reader.close();
    if (database.isOpen) database.close();
    throw error;
  } finally {
    await removeFiles(temporary);
  }
}

/** Removes a SQLite file and the files next to it. */
async function removeFiles(path: string): Promise<void> {
  for (const suffix of ["", "-wal", "-shm"]) await rm(path + suffix, { force: true });
}

async function insertRows(
  store: RowStore,
  rows: readonly Row[],
  catalog: Catalog,
  path: string,
  progress: Progress,
): Promise<void> {
  const outcome = await store.createAll!(rows.map(readableRow(catalog)), {
    onProgress: (insertedRows) => progress.update({ rows: insertedRows }),
  });
  if (outcome.kind === "refused")
    throw new InputError(`${escapeControls(path)}: row ${outcome.index + 1} cannot be stored in SQLite.`);
}

/**
 * Returns a function that replaces values of another type than the catalog declares by null, as requests read them.
 */
function readableRow(catalog: Catalog): (row: Row) => Row {
  const tests = [...catalog.members.byName.values()].flatMap(({ name, property }) => {
    const { filter } = check(parseFilter(`isNull(${name})`).expression!, catalog);
    return filter === undefined ? [] : [{ property, isNull: compilePredicate(filter) }];
  });
  return (row) => {
    const unreadable = tests.filter(
      ({ property, isNull }) => (row[property] ?? null) !== null && isNull(row),
    );
    if (unreadable.length === 0) return row;
    return { ...row, ...Object.fromEntries(unreadable.map(({ property }) => [property, null])) };
  };
}
