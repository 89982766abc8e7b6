import { isTemporal } from "../../../values/types.ts";
import { catalogFromRows } from "../../../catalog/rows/from-rows.ts";
import { readCatalog } from "../../../catalog/read-catalog.ts";
import { memberNamesFor } from "../../../catalog/member-names.ts";
import type { Catalog, MemberDefinition, MemberDefinitions } from "../../../catalog/types.ts";
import { assumedDialect, findDialect, type DialectName } from "../../../sql/dialects/list.ts";
import {
  canHold,
  isScalarColumn,
  type FoundColumn,
  type RunStatement,
  type TablePath,
  type TableReader,
} from "../../../sql/dialect-types/table-reader.ts";
import type { SqlStatement } from "../../../sql/fragments/fragment.ts";
import { ownTable } from "../../../sql/tables/own-table.ts";
import type { Storage, TableDefinition } from "../../../sql/tables/table-definition.ts";
import { requireSource, type Session, type SnapshotOptions, type SqlSource } from "../source.ts";
import { describeValue } from "../../../diagnostics/describe-value.ts";
import { unreadableColumns } from "./unreadable-notes.ts";
import { ownProperties } from "../../../values/own-properties.ts";

export interface FoundTable {
  readonly catalog: Catalog;
  readonly table: TableDefinition;
  /** Messages for users: columns that are omitted or converted, and types that were inferred from sampled values. */
  readonly notes: readonly string[];
}

export interface FindTableOptions extends SnapshotOptions {
  /** Underlying table, if `table` is a view: primary key and nullability are read from it. */
  readonly of?: TablePath | undefined;
  /** Catalog to use instead of an inferred one. The columns then determine only the storage of its members. */
  readonly catalog?: Catalog | undefined;
}

/** Thrown if a catalog does not match its table. The message can be shown to users. */
export class TableMismatchError extends Error {
  override readonly name = "TableMismatchError";
}

/** Lists the tables and views of a database, without system tables. */
export async function listTables(
  source: SqlSource,
  options: SnapshotOptions = {},
): Promise<readonly TablePath[]> {
  const { tables } = tableReaderOf(source);
  return source.snapshot((session) => tables((statement) => session.all(statement)), options);
}

/**
 * Finds a table or view by its name, preceded by its schema if needed: `["sales", "orders"]`, or the text `sales.orders`. Letter case
 * matters only if the database distinguishes names by it. Returns the path in the letter case in which the table was
 * created; undefined if there is no such table.
 */
export async function findTablePath(
  source: SqlSource,
  table: string | TablePath,
  options: SnapshotOptions = {},
): Promise<TablePath | undefined> {
  const reader = tableReaderOf(source);
  const paths = possiblePaths(table);
  return source.snapshot(
    (session) => findFirst(reader, paths, (statement) => session.all(statement)),
    options,
  );
}

function tableReaderOf(source: SqlSource): TableReader {
  requireSource(source);
  return findDialect(source.dialect).tableReader;
}

async function findFirst(
  reader: TableReader,
  paths: readonly TablePath[],
  run: RunStatement,
): Promise<TablePath | undefined> {
  for (const path of paths) {
    const foundPath = await reader.find(path, run);
    if (foundPath !== undefined) return foundPath;
  }
  return undefined;
}

/** Returns the paths that a name can mean, because both schemas and tables can have dots in their names. */
function possiblePaths(table: string | TablePath): readonly TablePath[] {
  if (typeof table !== "string") {
    if (Array.isArray(table) && table.every((name) => typeof name === "string")) return [table];
    throw new TypeError(`table must be the name of a table, or a list of names, got ${describeValue(table)}`);
  }
  const dots = new Set([table.indexOf("."), table.lastIndexOf(".")].filter((at) => at > 0));
  return [[table], ...[...dots].map((at) => [table.slice(0, at), table.slice(at + 1)])];
}

/**
 * Derives a catalog and a table definition from a table: the types and nullability of its columns, and the primary key if
 * it is one column. The type of a JSON column is inferred from a sample of its values.
 *
 * SQLite enforces types only in STRICT tables. In other tables, a primary key is accepted only if all its values are of one
 * type and not null. If other values are written later, call `findTable` again: until then, a page whose cursor would skip
 * rows fails.
 *
 * @throws StatementError for errors of the database.
 * @throws TableMismatchError if a given catalog has other columns or types, or if no column can be a member.
 * @example
 * const { catalog, table } = await findTable(source, "places");
 */
export async function findTable(
  source: SqlSource,
  name: string | TablePath,
  given: FindTableOptions = {},
): Promise<FoundTable> {
  const options = ownProperties(given);
  const reader = tableReaderOf(source);
  const paths = possiblePaths(name);
  return source.snapshot(async (session) => {
    const run = (statement: SqlStatement) => session.all(statement);
    const table = (await findFirst(reader, paths, run)) ?? paths[0]!;
    const columns = await reader.columns(table, run, options.of);
    return options.catalog === undefined
      ? catalogOf(table, columns, source.dialect, session)
      : tableOfCatalog(table, columns, options.catalog);
  }, options);
}

const SAMPLE_VALUES = 1_000;

async function catalogOf(
  table: TablePath,
  columns: readonly FoundColumn[],
  dialect: DialectName,
  session: Session,
): Promise<FoundTable> {
  const reader = findDialect(dialect).tableReader;
  const members: [string, MemberDefinition][] = [];
  const storages: [string, Storage][] = [];
  const notes: string[] = [];
  let key: string | undefined;
  const names = memberNamesFor(columns.map((column) => column.name));
  for (const column of columns) {
    const name = names.get(column.name)!;
    const definition =
      column.type === "json" ? await inferFromSample(table, column, reader, session) : definitionOf(column);
    if (definition === undefined) {
      notes.push(`${column.name}: ${reasonOfOmission(column)}. The column is omitted.`);
      continue;
    }
    if (column.note !== undefined) notes.push(`${column.name}: ${column.note}.`);
    members.push([
      name,
      {
        ...definition,
        nullable: column.nullable,
        ...(name === column.name ? {} : { property: column.name }),
      },
    ]);
    const storage = storageOf(column);
    if (storage !== undefined) storages.push([name, storage]);
    if (column.isKey && isScalarColumn(column.type)) key = name;
  }
  if (members.length === 0) throw new TableMismatchError(noMembers(table, columns));
  const withKey = (keyName: string | undefined): Catalog => {
    const { catalog, problems } = readCatalog({
      name: table.at(-1)!,
      members: Object.fromEntries(members),
      ...(keyName === undefined ? {} : { key: keyName }),
    });
    if (catalog === undefined) throw new TableMismatchError(problems.map(({ message }) => message).join(" "));
    return catalog;
  };
  const catalog = withKey(key);
  const definition = ownTable({ table, members: Object.fromEntries(storages) });
  const converted = new Map(
    columns.filter(({ isPartial }) => isPartial === true).map(({ name }) => [names.get(name)!, name]),
  );
  const unreadable = await unreadableColumns(
    catalog,
    definition,
    converted,
    assumedDialect(dialect),
    session,
  );
  notes.push(...unreadable.map(({ note }) => note));
  // A key with values that are read as null does not identify its rows.
  const hasKey = !unreadable.some(({ member }) => member.name === key);
  return { catalog: hasKey ? catalog : withKey(undefined), table: definition, notes };
}

function reasonOfOmission({ note }: FoundColumn): string {
  return note ?? "its type cannot be inferred from its values; declare it in a catalog";
}

function noMembers(table: TablePath, columns: readonly FoundColumn[]): string {
  const reasons = [...new Set(columns.map(reasonOfOmission))].map((reason) => `, because ${reason}`);
  return `${table.join(".")} has no column that can become a member${reasons.join(", or")}.`;
}

/** Returns the storage of a column. Undefined if it is a column of the member's type without declared properties. */
function storageOf({ name, type, storage, isFinite }: FoundColumn): FoundColumn["storage"] {
  const isLimited = isFinite === true && isScalarColumn(type) && (isTemporal(type) || type === "number");
  if (!isLimited) return storage;
  return storage === undefined ? { column: name, finite: true } : { ...storage, finite: true };
}

type Definition = Exclude<MemberDefinition, string>;

function definitionOf({ type, of }: FoundColumn): Definition | undefined {
  if (isScalarColumn(type)) return { type };
  if (of === undefined) return undefined;
  if (type === "list") return { type, items: of };
  return type === "map" ? { type, values: of } : undefined;
}

/**
 * Infers the type of a JSON column from a sample of its values. Values outside the sample may differ, so all inferred
 * members are nullable.
 */
async function inferFromSample(
  table: TablePath,
  column: FoundColumn,
  reader: TableReader,
  session: Session,
): Promise<Definition | undefined> {
  const rows: { value: unknown }[] = [];
  for (const [json] of await session.all(reader.sample(table, column, SAMPLE_VALUES))) {
    try {
      rows.push({ value: typeof json === "string" ? (JSON.parse(json) as unknown) : json });
    } catch {
      // Skip the sampled value: invalid JSON counts as missing.
    }
  }
  // The extra empty row makes the sample incomplete, so that no member is inferred to be non-null.
  const { catalog } = catalogFromRows([...rows, {}], { name: "sample", sample: Math.max(1, rows.length) });
  const members: MemberDefinitions = catalog?.definition.members ?? {};
  const definition = Object.hasOwn(members, "value") ? members["value"] : undefined;
  return typeof definition === "string" ? { type: definition } : definition;
}

function tableOfCatalog(table: TablePath, columns: readonly FoundColumn[], catalog: Catalog): FoundTable {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const storages: [string, Storage][] = [];
  for (const member of catalog.members.byName.values()) {
    const column = byName.get(member.property);
    if (column === undefined)
      throw new TableMismatchError(
        `${table.join(".")} has no column ${member.property} for the catalog's member ${member.name}. Its columns are ${[...byName.keys()].join(", ")}.`,
      );
    const storage = storageFor(column, member.type);
    if (storage === undefined)
      throw new TableMismatchError(
        column.type === undefined
          ? `The catalog's member ${member.name} cannot be the column ${column.name}: ${reasonOfOmission(column)}.`
          : `The catalog says that ${member.name} is of type ${member.type}, but the column ${column.name} has the type ${column.type}.`,
      );
    if (member.name === catalog.key && column.unusableKey !== undefined)
      throw new TableMismatchError(
        `The catalog's key ${member.name} does not identify rows: ${column.unusableKey}.`,
      );
    if (typeof storage === "object") storages.push([member.name, storage]);
  }
  return { catalog, table: { table, members: Object.fromEntries(storages) }, notes: [] };
}

/**
 * Returns how a column stores a member of this type (`plain` without conversion); undefined if the types do not match.
 */
function storageFor(column: FoundColumn, type: string): Storage | undefined {
  if (canHold(column, type)) return storageOf(column) ?? "plain";
  const declared = column.storageAs?.(type);
  if (declared !== undefined) return declared === column.name ? "plain" : declared;
  if (column.type === "integer" && (type === "boolean" || type === "integer"))
    return column.storage ?? "plain";
  if (column.type === "boolean" && type === "integer") return column.storage ?? "plain";
  return undefined;
}
