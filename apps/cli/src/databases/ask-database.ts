/** From an address and options to a collection that can be asked, which is closed whatever happens. */
import type { Catalog } from "tamis";
import { show } from "tamis/diagnostics";
import { findTable, listTables, sqlCollection } from "tamis/databases";
import { type Collection } from "tamis/engine";
import { chosenCatalog, chosenLocale } from "../catalogs.ts";
import type { Scope } from "../command.ts";
import type { Option } from "../options.ts";
import { didYouMean, UsageError } from "../options.ts";
import { note } from "../report.ts";
import type { DatabaseAddress } from "./database-address.ts";
import { databaseFailure } from "./database-failure.ts";
import { openDatabase, type OpenDatabase } from "./open-database.ts";

export const TABLE: Option = {
  name: "table",
  short: "t",
  value: "NAME",
  help: "of a database: the table or view",
};
export const TIMEOUT: Option = {
  name: "timeout",
  value: "SECONDS",
  help: "of a database: how long a statement may take",
};

/** Files have no bound either. */
const UNBOUNDED = Number.MAX_SAFE_INTEGER - 1;

export interface Table {
  readonly collection: Collection;
  readonly catalog: Catalog;
  /** The database lets no event in while a statement runs. */
  readonly blocks: boolean;
}

/** Does some work with the table that the options name. */
export async function withTable<T>(
  scope: Scope,
  address: DatabaseAddress,
  work: (table: Table) => Promise<T>,
): Promise<T> {
  const seconds = scope.args.text(TIMEOUT.name);
  const timeout = readTimeout(seconds);
  const given = await chosenCatalog(scope);
  try {
    const database = await openDatabase(address);
    if (database.blocks) scope.io.letSignalsEnd?.();
    try {
      return await work(await tableOf(scope, address, database, given, timeout));
    } finally {
      await closed(database);
    }
  } catch (error) {
    throw databaseFailure(error, address, seconds);
  }
}

/** What went wrong before is the reason, and not that a lost server cannot be left. */
async function closed(database: OpenDatabase): Promise<void> {
  try {
    await database.close();
  } catch {
    // The program ends.
  }
}

async function tableOf(
  scope: Scope,
  address: DatabaseAddress,
  database: OpenDatabase,
  given: Catalog | undefined,
  timeout: number | undefined,
): Promise<Table> {
  const { source, dialect } = database;
  const { signal } = scope;
  const locales = Object.values<string>(chosenLocale(scope));
  // Indexes can stand on functions of ours, which a connection within the process has to have before it reads.
  if (database.blocks) await source.prepare({ locales });
  const asked = await chosenTable(scope, address, database, timeout);
  const table = await database.ready(asked);
  const found = await findTable({ source, dialect, table, of: asked, catalog: given, signal, timeout });
  for (const each of found.notes) note(scope, each);
  const name = asked.at(-1)!;
  const catalog = given ?? named(found.catalog, name);
  const collection = sqlCollection({
    source,
    catalog,
    table: found.table,
    maximumScan: UNBOUNDED,
    maximumHeap: UNBOUNDED,
    maximumLimit: UNBOUNDED,
    locales,
    ...(timeout === undefined ? {} : { timeout }),
  });
  return { collection, catalog, blocks: database.blocks };
}

/** The catalog of a view that stands for a table has the table's name. */
function named(catalog: Catalog, name: string): Catalog {
  return catalog.name === name ? catalog : { ...catalog, name };
}

async function chosenTable(
  { args, signal }: Scope,
  { shown }: DatabaseAddress,
  { source, dialect, onlyTable }: OpenDatabase,
  timeout: number | undefined,
): Promise<readonly string[]> {
  const name = args.text(TABLE.name);
  if (onlyTable !== undefined) {
    if (name !== undefined && name !== onlyTable)
      throw new UsageError(`${shown} is one table: leave --table out.`);
    return [onlyTable];
  }
  const tables = await listTables(source, dialect, { signal, timeout });
  const names = tables.map((path) => path.join("."));
  if (name === undefined) {
    if (tables.length === 1) return tables[0]!;
    if (tables.length === 0) throw new UsageError(`${shown} has no tables.`);
    throw new UsageError(`Which table? Choose it with --table: ${listed(names)}.`);
  }
  const at = names.indexOf(name);
  if (at >= 0) return tables[at]!;
  const near = didYouMean(name, names);
  const has = names.length === 0 ? " It has none." : ` It has ${listed(names)}.`;
  throw new UsageError(`${shown} has no table '${show(name)}'.${near === "" ? has : near}`);
}

/** Tables that are named. */
const NAMED = 20;

function listed(names: readonly string[]): string {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : "";
  return names.slice(0, NAMED).map(show).join(", ") + more;
}

function readTimeout(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const milliseconds = Math.round(Number(text) * 1000);
  if (/^\d+(?:\.\d+)?$/.test(text) && milliseconds >= 1 && milliseconds < 2 ** 31) return milliseconds;
  throw new UsageError(`--timeout is a number of seconds, such as 5 or 0.5, not '${show(text)}'.`);
}
