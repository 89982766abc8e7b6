import type { Catalog } from "tamis";
import {
  findTable,
  findTablePath,
  listTables,
  sqlCollection,
  StatementError,
  TableMismatchError,
} from "tamis/databases";
import { show } from "tamis/diagnostics";
import { MigrationError } from "tamis/http";
import { didYouMean, UsageError } from "../../command/arguments.ts";
import { note } from "../../command/report.ts";
import { TABLE } from "../../command/shared-options.ts";
import type { DatabaseAddress, DatabaseKind } from "../../databases/database-address.ts";
import { databaseFailure, openFailure } from "../../databases/database-failure.ts";
import { openDatabase } from "../../databases/open-database.ts";
import type { OpenDatabase } from "../../databases/servers/server.ts";
import { InputError, messageOf } from "../../io/errors.ts";
import { collectionName } from "../../rows/collection-name.ts";
import { withChosenKey } from "./key-option.ts";
import type { ServedCollection, ServedSource } from "./served-source.ts";
import { cursorKeyOf, type SourceOptions } from "./source-options.ts";

/** Maximum number of connections to a database. Further requests wait for a free one. */
const CONNECTIONS = 4;
/** Each connection to SQLite is a thread of its own. Two are needed: one can be busy with a statement that is canceled. */
const MIN_SQLITE_CONNECTIONS = 2;

const CHANGEABLE: ReadonlySet<DatabaseKind> = new Set(["sqlite", "postgres"] as const);

/** Opens the tables of a database, or the one that `--table` names. Each request reads the current rows. */
export async function openTables(address: DatabaseAddress, options: SourceOptions): Promise<ServedSource> {
  if (options.isWritable === true && !CHANGEABLE.has(address.kind))
    throw new UsageError(
      `--writable: ${address.shown} can be read only. tamis changes tables of SQLite and PostgreSQL, and copies of files.`,
    );
  const { threads = 1 } = options;
  const connections =
    address.kind === "sqlite"
      ? Math.max(MIN_SQLITE_CONNECTIONS, Math.ceil(CONNECTIONS / threads))
      : CONNECTIONS;
  const database = await openDatabase(address, { connections }).catch((error: unknown) => {
    throw openFailure(error, address.shown);
  });
  try {
    const { source } = database;
    // Registers the functions of tamis: reading a schema fails if its indexes use them.
    await source.prepare({ locales: [] });
    const tables = await tablesOf(address, database, options);
    const collections: ServedCollection[] = [];
    for (const table of tables) {
      const servedTable = await openServedTable(address, database, table, options, tables.length === 1);
      if (servedTable !== undefined) collections.push(servedTable);
    }
    if (collections.length === 0) throw new InputError(`${address.shown} has no table that can be served.`);
    return { location: address.location, shown: address.shown, collections, close: database.close };
  } catch (error) {
    await database.close().catch(() => undefined);
    throw databaseFailure(error, address, undefined);
  }
}

async function tablesOf(
  { shown }: DatabaseAddress,
  { source, onlyTable }: OpenDatabase,
  { scope }: SourceOptions,
): Promise<readonly (readonly string[])[]> {
  const name = scope.args.text(TABLE.name);
  if (onlyTable !== undefined) return [[onlyTable]];
  const tablePaths = await listTables(source, { signal: scope.signal });
  // Idempotency keys and other data of tamis itself.
  const tables = tablePaths.filter((path) => !path.at(-1)!.startsWith("tamis_"));
  if (name === undefined) {
    if (tables.length === 0) throw new InputError(`${shown} has no tables.`);
    return tables;
  }
  const names = tables.map((path) => path.join("."));
  const tablePath = tables[names.indexOf(name)] ?? (await findTablePath(source, name));
  if (tablePath !== undefined) return [tablePath];
  throw new UsageError(`${shown} has no table '${show(name)}'.${didYouMean(name, names)}`);
}

/** @param isOnly whether an error of this table is an error of the command */
async function openServedTable(
  { location, shown }: DatabaseAddress,
  { source, onlyTable, openStore, revision }: OpenDatabase,
  path: readonly string[],
  options: SourceOptions,
  isOnly: boolean,
): Promise<ServedCollection | undefined> {
  const { scope, names, timeout } = options;
  const { signal } = scope;
  const shortName = path.at(-1)!;
  const database = collectionName(location.replace(/[?#].*$/s, ""));
  try {
    const table = onlyTable === undefined ? ((await source.viewOf?.(path)) ?? path) : path;
    const foundTable = await findTable(source, table, { of: path, catalog: options.catalog, signal });
    for (const text of foundTable.notes) note(scope, isOnly ? text : `${show(path.join("."))}: ${text}`);
    const name = names.take([shortName, path.join("."), `${database}-${shortName}`]);
    const catalog: Catalog = { ...withChosenKey(foundTable.catalog, name, options.keys), name };
    const identity = `${location} ${path.join(".")}`;
    const settings = {
      catalog,
      table: foundTable.table,
      timeout,
      identity,
      ...cursorKeyOf(catalog, options),
    };
    if (options.isWritable !== true)
      return { name, collection: { ...sqlCollection({ ...settings, source }), revision }, rows: undefined };
    const store = await openStore!({ ...settings, migrate: false });
    const readOnly = [...catalog.members.byName.keys()].filter(
      (member) => store.isReadOnly?.(member) === true,
    );
    if (readOnly.length > 0)
      note(
        scope,
        `${shown}: clients cannot change ${readOnly.map((member) => `'${show(member)}'`).join(", ")} of ${show(name)}.`,
      );
    return { name, collection: store.collection, store, rows: undefined };
  } catch (error) {
    if (options.isWritable === true && (error instanceof MigrationError || error instanceof TypeError))
      throw new InputError(
        `--writable: ${shown}: ${messageOf(error)} --${TABLE.name} chooses another table.`,
      );
    if (isOnly || !(error instanceof TableMismatchError || error instanceof StatementError)) throw error;
    note(scope, `${shown}: the table '${show(shortName)}' is left out. ${messageOf(error)}`);
    return undefined;
  }
}
