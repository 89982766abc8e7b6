import { catalogFromRows } from "../../../catalog/rows/from-rows.ts";
import { readCatalog } from "../../../catalog/read-catalog.ts";
import { memberNamesFor } from "../../../catalog/member-names.ts";
import type { Catalog, MemberDefinition, MemberDefinitions } from "../../../catalog/types.ts";
import { findDialect, type DialectName } from "../../../sql/dialects/list.ts";
import {
  canHold,
  isScalarColumn,
  type FoundColumn,
  type TablePath,
  type TableReader,
} from "../../../sql/dialect-types/table-reader.ts";
import type { Storage, TableDefinition } from "../../../sql/tables/table-definition.ts";
import type { Session, SnapshotOptions, SqlSource } from "../source.ts";

/** What a table of a database has, as its own catalog of columns and its values say. */
export interface FoundTable {
  readonly catalog: Catalog;
  readonly table: TableDefinition;
  /** Columns that are left out or not read as they stand, and what was taken from values alone: for people. */
  readonly notes: readonly string[];
}

export interface FindTableOptions extends SnapshotOptions {
  readonly source: SqlSource;
  readonly dialect: DialectName;
  /** The table, after its schema if it needs one. */
  readonly table: TablePath;
  /** The table that `table` is a view of, whose key and nulls it has. */
  readonly of?: TablePath | undefined;
  /** The catalog that a program gives instead; then the columns say only how its members are held. */
  readonly catalog?: Catalog | undefined;
}

/** A catalog that does not fit its table: what is wrong, for people. */
export class TableMisfitError extends Error {
  override readonly name = "TableMisfitError";
}

/** The tables and views of a database that are not its own. */
export async function listTables(
  source: SqlSource,
  dialect: DialectName,
  options: SnapshotOptions = {},
): Promise<readonly TablePath[]> {
  return source.snapshot(
    (session) => findDialect(dialect).tableReader.tables((each) => session.all(each)),
    options,
  );
}

/**
 * Makes a catalog and a table's definition of what a database says of a table: the types of its columns, which can be
 * null, and the primary key if it is one column. What a JSON column holds is told from some of its values.
 *
 * @throws StatementError for what the database says, TableMisfitError for a catalog that names other columns or types,
 * or where no column can be a member.
 * @example
 * const { catalog, table } = await findTable({ source, dialect: "sqlite", table: ["places"] });
 */
export async function findTable(options: FindTableOptions): Promise<FoundTable> {
  const { source, dialect, table, catalog } = options;
  const reader = findDialect(dialect).tableReader;
  return source.snapshot(async (session) => {
    const columns = await reader.columns(table, (statement) => session.all(statement), options.of);
    return catalog === undefined
      ? catalogOf(table, columns, reader, session)
      : tableOfCatalog(table, columns, catalog);
  }, options);
}

/** Values of a JSON column that are looked at. */
const SAMPLE = 1_000;

async function catalogOf(
  table: TablePath,
  columns: readonly FoundColumn[],
  reader: TableReader,
  session: Session,
): Promise<FoundTable> {
  const members: [string, MemberDefinition][] = [];
  const storages: [string, Storage][] = [];
  const notes: string[] = [];
  let key: string | undefined;
  const names = memberNamesFor(columns.map((column) => column.name));
  for (const column of columns) {
    const name = names.get(column.name)!;
    const definition =
      column.type === "json" ? await sampled(table, column, reader, session) : definitionOf(column);
    if (column.note !== undefined || definition === undefined) {
      const why = column.note ?? "its values do not say what they are; a catalog can";
      notes.push(`${column.name}: ${why}${definition === undefined ? ". It is left out" : ""}.`);
    }
    if (definition === undefined) continue;
    members.push([
      name,
      {
        ...definition,
        nullable: column.nullable,
        ...(name === column.name ? {} : { property: column.name }),
      },
    ]);
    if (column.storage !== undefined) storages.push([name, column.storage]);
    if (column.isKey && isScalarColumn(column.type)) key = name;
  }
  if (members.length === 0)
    throw new TableMisfitError(`${table.join(".")} has no column that can be a member.`);
  const { catalog, problems } = readCatalog({
    name: table.at(-1)!,
    members: Object.fromEntries(members),
    ...(key === undefined ? {} : { key }),
  });
  if (catalog === undefined) throw new TableMisfitError(problems.map(({ message }) => message).join(" "));
  return { catalog, table: { table, members: Object.fromEntries(storages) }, notes };
}

type Definition = Exclude<MemberDefinition, string>;

function definitionOf({ type, of }: FoundColumn): Definition | undefined {
  if (isScalarColumn(type)) return { type };
  if (of === undefined) return undefined;
  if (type === "list") return { type, items: of };
  return type === "map" ? { type, values: of } : undefined;
}

/** What the values of a JSON column seem to be. There may be others, so that nothing in it is taken to be never null. */
async function sampled(
  table: TablePath,
  column: FoundColumn,
  reader: TableReader,
  session: Session,
): Promise<Definition | undefined> {
  const rows: { value: unknown }[] = [];
  for (const [json] of await session.all(reader.sample(table, column, SAMPLE))) {
    try {
      rows.push({ value: typeof json === "string" ? (JSON.parse(json) as unknown) : json });
    } catch {
      // What is no JSON has no value.
    }
  }
  // One row more than is read: what was seen is then never taken for all there is.
  const { catalog } = catalogFromRows([...rows, {}], { name: "sample", sample: Math.max(1, rows.length) });
  const members: MemberDefinitions = catalog?.definition.members ?? {};
  const found = Object.hasOwn(members, "value") ? members["value"] : undefined;
  return typeof found === "string" ? { type: found } : found;
}

function tableOfCatalog(table: TablePath, columns: readonly FoundColumn[], catalog: Catalog): FoundTable {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const storages: [string, Storage][] = [];
  for (const member of catalog.members.byName.values()) {
    const column = byName.get(member.property);
    if (column === undefined)
      throw new TableMisfitError(
        `${table.join(".")} has no column ${member.property} for the catalog's member ${member.name}. Its columns are ${[...byName.keys()].join(", ")}.`,
      );
    const storage = storageFor(column, member.type);
    if (storage === undefined)
      throw new TableMisfitError(
        `The catalog says that ${member.name} is of type ${member.type}, but the column ${column.name} holds ${column.type ?? "something else"}.`,
      );
    if (typeof storage === "object") storages.push([member.name, storage]);
  }
  return { catalog, table: { table, members: Object.fromEntries(storages) }, notes: [] };
}

/** `plain` where the column is read as it stands. */
function storageFor(column: FoundColumn, type: string): Storage | undefined {
  if (canHold(column, type)) return column.storage ?? "plain";
  const isText = (each: string | undefined) =>
    each === "string" || each === "date" || each === "time" || each === "dateTime";
  // A text that holds dates says so itself, and can be a text all the same.
  if (isText(type) && isText(column.type) && column.isText === true) {
    if (type === "string") {
      return column.storage !== undefined && "expression" in column.storage
        ? { expression: column.storage.expression }
        : "plain";
    }
    return column.storage !== undefined && "expression" in column.storage
      ? { expression: column.storage.expression, form: "text" }
      : { column: column.name, form: "text" };
  }
  if (column.type === "integer" && (type === "boolean" || type === "integer"))
    return column.storage ?? "plain";
  if (column.type === "boolean" && type === "integer") return column.storage ?? "plain";
  return undefined;
}
