import { defineCatalog, type Catalog, type MemberDefinition } from "tamis";
import { show } from "tamis/diagnostics";
import {
  findTable,
  findTablePath,
  listTables,
  sqlCollection,
  StatementError,
  withTypeEvidence,
} from "tamis/databases";
import { chosenCatalog } from "../command/catalog-option.ts";
import { chosenLocale } from "../command/locale-option.ts";
import type { Scope } from "../command/command.ts";
import { didYouMean, UsageError } from "../command/arguments.ts";
import { note } from "../command/report.ts";
import { TABLE, TIMEOUT } from "../command/shared-options.ts";
import type { OpenTable } from "../query/query-collection.ts";
import type { DatabaseAddress } from "./database-address.ts";
import { databaseFailure, openFailure } from "./database-failure.ts";
import { openDatabase, type OpenOptions } from "./open-database.ts";
import type { OpenDatabase } from "./servers/server.ts";

const UNLIMITED = Number.MAX_SAFE_INTEGER - 1;

/** Maximum time in milliseconds to sample the values of a column for a message. */
const MAXIMUM_SAMPLE_TIME = 2_000;

/** Milliseconds after an interruption in which the connections can be closed. */
const CLOSE_TIME = 300;

export interface TableOptions extends Pick<OpenOptions, "threads"> {
  /** Names of the members whose values are converted after they are read: the catalog does not have the types of their columns. */
  readonly retyped?: ReadonlyMap<string, unknown> | undefined;
}

/** Opens a table, passes it to `work` with the scope for its messages, and closes the database afterwards. */
export async function withTable<T>(
  scope: Scope,
  address: DatabaseAddress,
  work: (table: OpenTable, scope: Scope) => Promise<T>,
  options: TableOptions = {},
): Promise<T> {
  const seconds = scope.args.text(TIMEOUT.name);
  const timeout = readTimeout(seconds);
  const catalog = await chosenCatalog(scope);
  try {
    const database = await openDatabase(address, options).catch((error: unknown) => {
      throw openFailure(error, address.shown);
    });
    if (database.blocks) scope.io.restoreSignals?.();
    try {
      const table = await openTable(scope, address, database, {
        given: catalog,
        timeout,
        retyped: options.retyped,
      });
      return await work(table, { ...scope, takesTypes: true });
    } finally {
      await closeQuietly(database, scope);
    }
  } catch (error) {
    throw databaseFailure(error, address, seconds);
  }
}

/** Closes the database and ignores errors, which would hide an earlier error. */
async function closeQuietly(database: OpenDatabase, { io, signal }: Scope): Promise<void> {
  // A thread can be inside SQLite, which cannot be interrupted there. Node would wait for it before it exits.
  const timer = signal.aborted ? setTimeout(() => io.interrupt?.(), CLOSE_TIME) : undefined;
  try {
    await database.close();
  } catch {
    // Ignored: the program ends after this call.
  } finally {
    clearTimeout(timer);
  }
}

async function openTable(
  scope: Scope,
  address: DatabaseAddress,
  database: OpenDatabase,
  options: {
    readonly given: Catalog | undefined;
    readonly timeout: number | undefined;
    readonly retyped: TableOptions["retyped"];
  },
): Promise<OpenTable> {
  const { source } = database;
  const { timeout, retyped } = options;
  const { signal } = scope;
  const locales = Object.values<string>(chosenLocale(scope));
  // Registers the functions of tamis in an embedded database: reading a schema fails if its indexes use them.
  if (database.blocks) await source.prepare({ locales });
  const chosen = await chosenTable(scope, address, database, timeout);
  const table = database.onlyTable === undefined ? ((await source.viewOf?.(chosen)) ?? chosen) : chosen;
  const finding = { of: chosen, signal, timeout };
  const typedCatalog =
    options.given === undefined || retyped === undefined
      ? options.given
      : withStoredTypes(options.given, (await findTable(source, table, finding)).catalog, retyped);
  const foundTable = await findTable(source, table, { ...finding, catalog: typedCatalog });
  for (const text of foundTable.notes) note(scope, text);
  const name = chosen.at(-1)!;
  // Output keeps what only SQLite can store: values that are not of the column's type.
  const stored =
    source.dialect === "sqlite" ? { ...foundTable.table, unreadable: "stored" as const } : foundTable.table;
  const catalog = typedCatalog ?? withName(foundTable.catalog, name);
  const collection = sqlCollection({
    source,
    catalog,
    table: stored,
    maximumScan: UNLIMITED,
    maximumHeap: UNLIMITED,
    maximumLimit: UNLIMITED,
    locales,
    ...(timeout === undefined ? {} : { timeout }),
  });
  const sampleTimeout = Math.min(timeout ?? MAXIMUM_SAMPLE_TIME, MAXIMUM_SAMPLE_TIME);
  return {
    collection,
    catalog,
    blocks: database.blocks,
    withEvidence: async (members, signal) => {
      const options = { source, catalog, table: foundTable.table, members, signal };
      try {
        return await withTypeEvidence({ ...options, timeout: sampleTimeout });
      } catch (error) {
        // The filter is invalid in any case. Without a sample, the message only has no example.
        if (error instanceof StatementError && error.failure === "timeout") return catalog;
        throw error;
      }
    },
  };
}

/** Sets the types of members to those of their columns. */
function withStoredTypes(
  { definition, members: { byName } }: Catalog,
  stored: Catalog,
  names: ReadonlyMap<string, unknown>,
): Catalog {
  const columns = new Map([...stored.members.byName.values()].map((member) => [member.property, member]));
  const changed: [string, MemberDefinition][] = [];
  for (const { name, property } of byName.values()) {
    const column = names.has(name) || names.has(property) ? columns.get(property) : undefined;
    if (column === undefined) continue;
    const of = stored.definition.members[column.name]!;
    changed.push([name, { ...(typeof of === "string" ? { type: of } : of), property }]);
  }
  return defineCatalog({ ...definition, members: { ...definition.members, ...Object.fromEntries(changed) } });
}

/** Replaces the catalog's name, because a view has another name than its table. */
function withName(catalog: Catalog, name: string): Catalog {
  return catalog.name === name ? catalog : { ...catalog, name };
}

async function chosenTable(
  { args, signal }: Scope,
  { shown }: DatabaseAddress,
  { source, onlyTable }: OpenDatabase,
  timeout: number | undefined,
): Promise<readonly string[]> {
  const name = args.text(TABLE.name);
  if (onlyTable !== undefined) {
    if (name !== undefined && name !== onlyTable)
      throw new UsageError(`${shown} contains a single table. Leave out --table.`);
    return [onlyTable];
  }
  const tables = await listTables(source, { signal, timeout });
  const names = tables.map((path) => path.join("."));
  if (name === undefined) {
    if (tables.length === 1) return tables[0]!;
    if (tables.length === 0) throw new UsageError(`${shown} has no tables.`);
    throw new UsageError(`Choose a table with --table: ${listNames(names)}.`);
  }
  const at = names.indexOf(name);
  if (at >= 0) return tables[at]!;
  const tablePath = await findTablePath(source, name, { signal, timeout });
  if (tablePath !== undefined) return tablePath;
  const suggestion = didYouMean(name, names);
  const tableNames = names.length === 0 ? " It has none." : ` It has ${listNames(names)}.`;
  throw new UsageError(
    `${shown} has no table '${show(name)}'.${suggestion === "" ? tableNames : suggestion}`,
  );
}

const SHOWN_TABLES = 20;

function listNames(names: readonly string[]): string {
  const remainder = names.length > SHOWN_TABLES ? ` and ${names.length - SHOWN_TABLES} more` : "";
  return names.slice(0, SHOWN_TABLES).map(show).join(", ") + remainder;
}

function readTimeout(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const milliseconds = Math.round(Number(text) * 1000);
  if (/^\d+(?:\.\d+)?$/.test(text) && milliseconds >= 1 && milliseconds < 2 ** 31) return milliseconds;
  throw new UsageError(`--timeout must be a number of seconds, such as 5 or 0.5, not '${show(text)}'.`);
}
