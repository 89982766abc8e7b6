import { defineCatalog } from "../../../catalog/define-catalog.ts";
import type { Catalog, CatalogDefinition, MemberDefinitions } from "../../../catalog/types.ts";
import { suggest } from "../../../diagnostics/suggest.ts";
import { show } from "../../../diagnostics/show.ts";
import type { RowObject } from "../../../sql/rows/row-parts.ts";
import type { TablePath } from "../../../sql/dialect-types/table-reader.ts";
import { ownProperties, ownProperty } from "../../../values/own-properties.ts";
import type { Collection } from "../../collection.ts";
import { sourceOf, type DatabaseDriver } from "./source-of.ts";
import { findTable, findTablePath, listTables, TableMismatchError } from "../introspect/find-table.ts";
import { StatementError, type SqlSource } from "../source.ts";
import { sqlCollection, type SqlCollectionOptions } from "../sql-collection.ts";

/** Settings of a collection over an existing table. What is missing is read from the table. */
export interface OpenTableOptions extends Omit<SqlCollectionOptions, "source" | "catalog" | "table"> {
  /** Name of the collection. Default: that of the table. */
  readonly name?: string;
  /** Definitions that replace those of the columns, or narrow them. Their `property` names the column. */
  readonly members?: MemberDefinitions;
  /** Names of members that are left out: no filter, order or row can contain them. */
  readonly hidden?: readonly string[];
  /** Member that identifies a row, for a view or a table without a primary key of one column. */
  readonly key?: string;
  /** Sort keys for requests without an order. */
  readonly defaultSort?: CatalogDefinition["defaultSort"];
}

/** A collection over a table whose catalog was found in the database. */
export interface TableCollection<T = RowObject> extends Collection<T> {
  /** Path of the table, in the letter case in which it was created. */
  readonly table: TablePath;
  /** Messages for the operator: columns that are left out or converted, and types that were inferred from values. */
  readonly notes: readonly string[];
}

/** A table that cannot become a collection, with the reason. */
export interface OmittedTable {
  readonly table: TablePath;
  readonly reason: string;
}

/** All tables and views of a database. */
export interface DatabaseCollections {
  readonly tables: readonly TableCollection[];
  readonly omitted: readonly OmittedTable[];
}

/**
 * Opens a table or view as a collection. Its catalog, its key and the dialect are found in the database. The caller keeps the driver's
 * object and closes it.
 *
 * @param driver pool or connection of a driver, or a source. Pass `fromPg(pool, options)` to set options of an adapter.
 * @param name name of the table, preceded by its schema if needed: `reports`, `sales.reports` or `["sales", "reports"]`
 * @throws StatementError with the failure `missing-table`, whose message names the tables that exist, and for errors of the database.
 * @throws TableMismatchError if the options do not fit the columns.
 * @throws TypeError for invalid arguments.
 * @example
 * const reports = await openTable(new pg.Pool(), "reports", { hidden: ["owner_email"] });
 * const page = await reports.page(decodeQuery("?filter=gt(size,10)", reports).query);
 */
export async function openTable(
  driver: DatabaseDriver,
  name: string | TablePath,
  options: OpenTableOptions = {},
): Promise<TableCollection> {
  const source = sourceOf(driver);
  const { timeout } = ownProperties(options);
  await prepare(source, options);
  const path = await findTablePath(source, name, { timeout });
  if (path === undefined) throw await missingTable(source, typeof name === "string" ? name : name.join("."));
  return openPath(source, path, options);
}

/**
 * Opens all tables and views of a database, without system tables.
 *
 * @param options settings of all collections; only tables with a key use `cursorKey`
 * @example
 * const { tables } = await openDatabase(new DatabaseSync("sales.db"));
 * const service = createService({ resources: tables.map((table) => tableResource(`/${table.catalog.name}`, table)) });
 */
export async function openDatabase(
  driver: DatabaseDriver,
  options: Omit<OpenTableOptions, "name" | "members" | "hidden" | "key" | "defaultSort" | "identity"> = {},
): Promise<DatabaseCollections> {
  const source = sourceOf(driver);
  await prepare(source, options);
  const tables: TableCollection[] = [];
  const omitted: OmittedTable[] = [];
  for (const table of await listTables(source)) {
    try {
      tables.push(await openPath(source, table, options, true));
    } catch (error) {
      if (!(error instanceof TableMismatchError || error instanceof StatementError)) throw error;
      omitted.push({ table, reason: error.message });
    }
  }
  return { tables, omitted };
}

/** Registers the functions of tamis: reading a schema fails if its indexes use them. */
async function prepare(source: SqlSource, options: OpenTableOptions): Promise<void> {
  const { locales = [] } = ownProperties(options);
  await source.prepare({ locales });
}

/** @param isOneOfAll whether a table without a key, which can have no cursors, is opened without `cursorKey`. */
async function openPath(
  source: SqlSource,
  path: TablePath,
  options: OpenTableOptions,
  isOneOfAll = false,
): Promise<TableCollection> {
  const { name, members, hidden, key, defaultSort, cursorKey, ...settings } = ownProperties(options);
  const table = (await ownProperty(source, "viewOf")?.(path)) ?? path;
  const { timeout } = settings;
  const first = await findTable(source, table, { of: path, timeout });
  const catalog = adapt(first.catalog, { name: name ?? path.at(-1)!, members, hidden, key, defaultSort });
  const hasTypes = members !== undefined;
  const stored = hasTypes ? await findTable(source, table, { of: path, timeout, catalog }) : first;
  const identity = JSON.stringify(path);
  const collection = sqlCollection({
    identity,
    ...settings,
    ...(cursorKey === undefined || (isOneOfAll && catalog.key === undefined) ? {} : { cursorKey }),
    source,
    catalog,
    table: stored.table,
  });
  return { ...collection, table: path, notes: first.notes };
}

/** Settings of the catalog, instead of those of the table. */
interface CatalogSettings {
  readonly name: string;
  readonly members: MemberDefinitions | undefined;
  readonly hidden: readonly string[] | undefined;
  readonly key: string | undefined;
  readonly defaultSort: CatalogDefinition["defaultSort"] | undefined;
}

function adapt(
  { definition }: Catalog,
  { name, members = {}, hidden = [], key, defaultSort }: CatalogSettings,
): Catalog {
  const merged = { ...definition.members, ...members };
  for (const [option, names] of Object.entries({ hidden, key: key === undefined ? [] : [key] })) {
    const unknown = names.find((member) => !Object.hasOwn(merged, member));
    if (unknown !== undefined)
      throw new TableMismatchError(
        `${option} must name members of the table, got "${show(unknown)}".${question(unknown, Object.keys(merged))}`,
      );
  }
  const visible = Object.entries(merged).filter(([member]) => !hidden.includes(member));
  const { key: foundKey, ...rest } = definition;
  const ownKey = key ?? (hidden.includes(foundKey ?? "") ? undefined : foundKey);
  return defineCatalog({
    ...rest,
    name,
    members: Object.fromEntries(visible),
    ...(ownKey === undefined ? {} : { key: ownKey }),
    ...(defaultSort === undefined ? {} : { defaultSort }),
  });
}

const SHOWN_TABLES = 20;

async function missingTable(source: SqlSource, name: string): Promise<StatementError> {
  const paths = await listTables(source);
  const names = paths.map((path) => path.join("."));
  // A table of another schema is often named without it.
  const lastNames = new Map(paths.map((path, i) => [path.at(-1)!, names[i]!]));
  const closest = suggest(name, names)[0] ?? lastNames.get(suggest(name, lastNames.keys())[0] ?? "");
  const suffix = names.length > SHOWN_TABLES ? ` and ${names.length - SHOWN_TABLES} more` : "";
  const list =
    names.length === 0
      ? " It has none."
      : ` It has ${names.slice(0, SHOWN_TABLES).map(show).join(", ")}${suffix}.`;
  const hint = closest === undefined ? list : ` Did you mean ${show(closest)}?`;
  const message = `The database has no table "${show(name)}".${hint}`;
  return new StatementError("missing-table", message);
}

function question(word: string, names: readonly string[]): string {
  const [closest] = suggest(word, names);
  return closest === undefined ? "" : ` Did you mean ${show(closest)}?`;
}
