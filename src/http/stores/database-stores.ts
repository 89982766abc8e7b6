import { requireCatalog } from "../../catalog/require-catalog.ts";
import { requireKind } from "../../diagnostics/require-argument.ts";
import { resolveMember } from "../../catalog/resolve-member.ts";
import type { RowOf, UntypedCatalog } from "../../catalog/row-type.ts";
import type { Catalog } from "../../catalog/types.ts";
import type { NodeSqliteDatabase } from "../../engine/databases/adapters/sqlite/connection.ts";
import type { PgPool } from "../../engine/databases/adapters/postgres/connections.ts";
import { fromPg } from "../../engine/databases/adapters/postgres/pg.ts";
import type { SqlSource } from "../../engine/databases/source.ts";
import type { SqlCollectionOptions } from "../../engine/databases/sql-collection.ts";
import { loadLocales } from "../../sql/database-functions/locale-rules.ts";
import { assumedDialect } from "../../sql/dialects/list.ts";
import type { RowObject } from "../../sql/rows/row-parts.ts";
import { ownTable } from "../../sql/tables/own-table.ts";
import type { IndexDefinition } from "../../sql/tables/index-definition.ts";
import type { TableDefinition } from "../../sql/tables/table-definition.ts";
import { ownProperties } from "../../values/own-properties.ts";
import type { ChangeJournal } from "../contract/change-journal.ts";
import type { RowStore } from "../contract/row-store.ts";
import { IdempotencyTable } from "./idempotency-table.ts";
import { migrateTable, verifyTable } from "./migrate.ts";
import { PostgresWriter } from "./postgres-writer.ts";
import { withNotification } from "./notification.ts";
import { sqlJournal } from "./sql-journal.ts";
import { SqlRowStore } from "./sql-row-store.ts";
import { SqliteWriter } from "./sqlite-writer.ts";
import { withSortKeys } from "./sort-keys.ts";
import type { StoreDatabase } from "./store-database.ts";
import { writtenColumns } from "./written-columns.ts";

export interface DatabaseStoreOptions extends Pick<
  SqlCollectionOptions,
  "cursorKey" | "identity" | "locales" | "maximumHeap" | "maximumScan" | "strict" | "timeout"
> {
  readonly catalog: Catalog;
  /** Default: a table with the name of the catalog. */
  readonly table?: TableDefinition | undefined;
  /** Sets of members whose values identify a row, in addition to the key, such as `[["domain", "name"]]`. */
  readonly unique?: readonly (readonly string[])[] | undefined;
  /** Records each change in the same transaction. Default: changes are not recorded. */
  readonly journal?: ChangeJournal | undefined;
  /**
   * Indexes of the table, in addition to those of the key and of `unique`. Each one makes changes slower, so name those that
   * requests use. The order of a string has an index for each of the `locales`. Default: the indexes that could serve a filter
   * or an order of a single member.
   */
  readonly indexes?: readonly IndexDefinition[] | undefined;
  /**
   * Whether to create the table, or to add the columns and indexes that it lacks. Default true. If false, the table stays
   * as it is: it needs a unique index on the key, and without a version column, versions are digests of the rows.
   */
  readonly migrate?: boolean | undefined;
  /** Name of the column with the versions of rows. Default `tamis_version`. */
  readonly versionColumn?: string | undefined;
}

export interface SqliteStoreOptions extends DatabaseStoreOptions {
  /** Connection that changes rows. Nothing else may use it. */
  readonly database: NodeSqliteDatabase;
  /** Other connections to the same file, for reading. */
  readonly source: SqlSource;
  /**
   * Returns a number that changes with each change of the file, also by other programs. Pages that are requested again are then
   * answered from memory until it changes. The value of `PRAGMA data_version` on a connection that changes nothing is such a number.
   * Default: all pages are read from the file.
   */
  readonly revision?: (() => number) | undefined;
}

export interface PostgresStoreOptions extends DatabaseStoreOptions {
  readonly pool: PgPool;
  /** Source for reading. Default: `fromPg(pool)`. */
  readonly source?: SqlSource | undefined;
  /**
   * Channel of notifications. Each change of a row notifies the sessions that listen to it (`LISTEN`) after the commit, with the key
   * of the row as payload; the empty string for a key of more than 1,900 characters. Default: no notifications.
   */
  readonly channel?: string | undefined;
}

type Store<C extends Catalog> = RowStore<RowOf<C> & object>;

/**
 * Creates a store over a table of a SQLite file. It sets the file to WAL mode, so that reads and changes do not wait for
 * each other. A change is acknowledged when it is on the disk.
 *
 * @throws MigrationError for a table that does not fit the catalog
 * @throws StatementError for errors of the database
 * @example
 * const database = new DatabaseSync("reports.db");
 * const store = await sqliteStore({ database, source: fromSqliteFile("reports.db"), catalog });
 */
export function sqliteStore<C extends Catalog>(
  options: SqliteStoreOptions & { readonly catalog: C & UntypedCatalog<C> },
): Promise<RowStore<RowObject>>;
export function sqliteStore<C extends Catalog>(
  options: SqliteStoreOptions & { readonly catalog: C },
): Promise<Store<C>>;
export async function sqliteStore(storeOptions: SqliteStoreOptions): Promise<object> {
  const { database, source, revision, ...options } = ownProperties(storeOptions);
  requireKind(database, "options.database", "a database of node:sqlite", "exec", "prepare");
  requireCatalog(options.catalog);
  const { locales = [] } = options;
  await loadLocales(locales);
  const writer = new SqliteWriter(database);
  writer.prepare();
  return openStore(writer, source, options, { revision });
}

/**
 * Creates a store over a table of PostgreSQL. Several processes can share the table.
 *
 * @throws MigrationError for a table that does not fit the catalog
 * @throws StatementError for errors of the database
 * @example const store = await postgresStore({ pool: new pg.Pool({ connectionString }), catalog });
 */
export function postgresStore<C extends Catalog>(
  options: PostgresStoreOptions & { readonly catalog: C & UntypedCatalog<C> },
): Promise<RowStore<RowObject>>;
export function postgresStore<C extends Catalog>(
  options: PostgresStoreOptions & { readonly catalog: C },
): Promise<Store<C>>;
export async function postgresStore(storeOptions: PostgresStoreOptions): Promise<object> {
  const { pool, source, channel, ...options } = ownProperties(storeOptions);
  requireKind(pool, "options.pool", "a pool of pg", "connect");
  requireCatalog(options.catalog);
  const { timeout = DEFAULT_TIMEOUT, locales = [] } = options;
  await loadLocales(locales);
  return openStore(
    new PostgresWriter(pool, Math.max(1, Math.ceil(timeout))),
    source ?? fromPg(pool),
    options,
    { channel },
  );
}

/** Maximum milliseconds of a statement that changes a row. */
const DEFAULT_TIMEOUT = 10_000;
const VERSION_COLUMN = "tamis_version";

async function openStore(
  database: StoreDatabase,
  readSource: SqlSource,
  options: DatabaseStoreOptions,
  { channel, revision }: Pick<PostgresStoreOptions, "channel"> & Pick<SqliteStoreOptions, "revision">,
): Promise<RowStore<RowObject>> {
  const {
    catalog,
    unique = [],
    indexes,
    migrate = true,
    versionColumn = VERSION_COLUMN,
    journal,
    ...collectionOptions
  } = options;
  if (catalog.key === undefined || resolveMember(catalog, catalog.key) === undefined)
    throw new TypeError(`A store requires a key, and the catalog ${catalog.name} has none.`);
  const declaredTable = ownTable(options.table ?? { table: catalog.name });
  const { locales = [] } = options;
  const timed = migrate ? withTimes(declaredTable, catalog, database.timePrecision) : declaredTable;
  const table =
    migrate && !database.schema.ordersStrings ? withSortKeys(timed, catalog, indexes ?? [], locales) : timed;
  const write = migrate ? migrateTable : verifyTable;
  const assumed = assumedDialect(database.dialectName);
  const columns = writtenColumns(catalog, table, assumed);
  const columnOf = (name: string) => {
    const column = columns.find(({ member }) => member === name);
    if (column === undefined)
      throw new TypeError(
        `Unknown member "${name}": catalog ${catalog.name} has no column of its own for it.`,
      );
    return column.name;
  };
  const record = journal && sqlJournal(journal);
  const idempotency = new IdempotencyTable(assumed, [table.table].flat());
  const { hasVersions, columns: preparedColumns } = await database.migrate(async (session) => {
    await idempotency.create(session);
    return write(session, database.schema, {
      catalog,
      table,
      locales,
      unique,
      indexes,
      dialect: assumed,
      versionColumn,
      columnOf,
    });
  });
  // Preparing a SQLite source reads the list of tables, so the table must already exist.
  const dialect = await readSource.prepare({ locales });
  const source: SqlSource = { ...readSource, prepare: () => Promise.resolve(dialect) };
  return new SqlRowStore({
    database,
    source,
    dialect,
    idempotency,
    journal: channel === undefined ? record : withNotification(record, channel),
    versionColumn: hasVersions ? versionColumn : undefined,
    columns: preparedColumns,
    unique,
    revision,
    collection: { ...collectionOptions, catalog, table, source },
  }).port();
}

/** Declares the number of fraction digits of times. A database that stores times as strings does not record it. */
function withTimes(
  table: TableDefinition,
  { members }: Catalog,
  precision: number | undefined,
): TableDefinition {
  if (precision === undefined) return table;
  const times = [...members.byName.values()]
    .filter(({ type, name }) => type === "time" && !Object.hasOwn(table.members ?? {}, name))
    .map(({ name, property }) => [name, { column: property, precision }] as const);
  return { ...table, members: { ...table.members, ...Object.fromEntries(times) } };
}
