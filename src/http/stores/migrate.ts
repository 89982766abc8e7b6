import { resolveMember } from "../../catalog/resolve-member.ts";
import type { Catalog } from "../../catalog/types.ts";
import type { Dialect } from "../../sql/dialect-types/dialect.ts";
import { rawSql } from "../../sql/fragments/fragment.ts";
import type { IndexDefinition } from "../../sql/tables/index-definition.ts";
import { splitTableName } from "../../sql/tables/table-columns.ts";
import type { TableDefinition } from "../../sql/tables/table-definition.ts";
import { fillSortKeys } from "./sort-keys.ts";
import type { ColumnInfo, SchemaReader, WriteSession } from "./store-database.ts";

/** Thrown for a table that a store can neither use nor adapt to its catalog. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

export interface MigrationRequest {
  readonly catalog: Catalog;
  readonly table: TableDefinition;
  readonly locales: readonly string[];
  readonly unique: readonly (readonly string[])[];
  readonly indexes: readonly IndexDefinition[] | undefined;
  readonly dialect: Dialect;
  readonly versionColumn: string;
  /** Columns of the members in `unique`, and of the key. */
  readonly columnOf: (member: string) => string;
}

/** Properties of a table that a store uses. */
export interface PreparedTable {
  readonly hasVersions: boolean;
  readonly columns: readonly ColumnInfo[];
}

/**
 * Creates the table of a catalog, or adds the columns and indexes that it lacks. Nothing else of an existing table is changed.
 *
 * @throws MigrationError if a column has another type, or if a new column cannot be null
 */
export async function migrateTable(
  session: WriteSession,
  schema: SchemaReader,
  request: MigrationRequest,
): Promise<PreparedTable> {
  const { table, unique, versionColumn } = request;
  const path = [table.table].flat();
  const run = (text: string) => session.run(rawSql(text));
  const name = path.map(schema.quote).join(".");
  const existing = await schema.columns(session, path);
  if (existing.length === 0) for (const statement of schema.createTables(request)) await run(statement);
  else {
    await addColumns(session, schema, request, existing);
    for (const statement of schema.createIndexes(request)) await run(statement);
  }
  if (!existing.some((column) => column.name === versionColumn)) {
    const version = schema.quote(versionColumn);
    await run(`ALTER TABLE ${name} ADD COLUMN ${version} ${schema.versionType}`);
    if (existing.length > 0) await run(`UPDATE ${name} SET ${version} = ${schema.randomVersion}`);
  }
  for (const members of unique) await createUniqueIndex(session, schema, request, members);
  return verifyTable(session, schema, request);
}

/**
 * Checks that the key of a table is unique, and finds out whether the table has a version column.
 *
 * @throws MigrationError for a missing table or column, and if two rows can have the same key
 */
export async function verifyTable(
  session: WriteSession,
  schema: SchemaReader,
  { catalog, table, versionColumn, columnOf, unique }: MigrationRequest,
): Promise<PreparedTable> {
  const path = [table.table].flat();
  const tableName = path.join(".");
  const columns = await schema.columns(session, path);
  if (columns.length === 0) throw new MigrationError(`There is no table ${tableName}.`);
  const keyColumn = columnOf(catalog.key!);
  if (!columns.some(({ name }) => name === keyColumn))
    throw new MigrationError(`The table ${tableName} has no column ${keyColumn} for the key.`);
  const enforced = (await schema.uniqueColumns(session, path)).map((names) => [...names].sort().join("\n"));
  for (const members of [[catalog.key!], ...unique]) {
    if (enforced.includes(members.map(columnOf).sort().join("\n"))) continue;
    throw new MigrationError(
      `The table ${tableName} can be read but not changed: it has no unique index on ${members.map(columnOf).join(", ")}, so two rows could share these values.`,
    );
  }
  return { hasVersions: columns.some(({ name }) => name === versionColumn), columns };
}

async function addColumns(
  session: WriteSession,
  schema: SchemaReader,
  request: MigrationRequest,
  existing: readonly ColumnInfo[],
): Promise<void> {
  const path = [request.table.table].flat();
  const tableName = path.join(".");
  const expected = await expectedColumns(session, schema, request);
  const added = new Set<string>();
  for (const column of expected) {
    const existingColumn = existing.find(({ name }) => name === column.name);
    if (existingColumn === undefined && !column.nullable)
      throw new MigrationError(
        `The table ${tableName} has no column ${column.name}, and its member cannot be null, so the rows of the table have no value for it. Add the column, or declare the member nullable.`,
      );
    if (existingColumn !== undefined && existingColumn.type.toLowerCase() !== column.type.toLowerCase())
      throw new MigrationError(
        `The column ${column.name} of the table ${tableName} has the type ${existingColumn.type}, and its member needs ${column.type}. Change the column or the catalog.`,
      );
    if (existingColumn !== undefined) continue;
    await session.run(
      rawSql(
        `ALTER TABLE ${path.map(schema.quote).join(".")} ADD COLUMN ${schema.quote(column.name)} ${column.type}`,
      ),
    );
    added.add(column.name);
  }
  await fillAdded(session, schema, request, added);
  const expectedNames = new Set([request.versionColumn, ...expected.map(({ name }) => name)]);
  const unknown = existing.find(
    ({ name, nullable, hasDefault }) => !expectedNames.has(name) && !nullable && !hasDefault,
  );
  if (unknown !== undefined)
    throw new MigrationError(
      `The table ${tableName} has the column ${unknown.name}, which cannot be null and which no member stores, so no row could be inserted.`,
    );
}

/** Fills added columns that contain sort keys. */
async function fillAdded(
  session: WriteSession,
  { quote }: SchemaReader,
  { catalog, table, dialect, columnOf }: MigrationRequest,
  added: ReadonlySet<string>,
): Promise<void> {
  for (const [member, storage] of Object.entries(table.members ?? {})) {
    const stored = typeof storage === "object" ? (storage.keys ?? []) : [];
    const keys = stored.filter(({ column }) => added.has(column));
    if (keys.length === 0) continue;
    await fillSortKeys(session, dialect, {
      keys,
      table: [table.table].flat().map(quote).join("."),
      strings: quote(columnOf(member)),
      key: quote(columnOf(catalog.key!)),
      keyType: resolveMember(catalog, catalog.key!)?.type.type === "integer" ? "integer" : "text",
    });
  }
}

/**
 * Returns the columns that a new table would have, as the database describes them. Creates a temporary table to find out.
 */
async function expectedColumns(
  session: WriteSession,
  schema: SchemaReader,
  { catalog, table, locales }: MigrationRequest,
): Promise<readonly ColumnInfo[]> {
  const { name } = splitTableName(table.table);
  const path = [schema.temporary, name];
  const temporary = { ...table, table: path };
  const [createTable] = schema.createTables({ catalog, locales, table: temporary, indexes: [] });
  await session.run(rawSql(createTable!));
  const columns = await schema.columns(session, path);
  await session.run(rawSql(`DROP TABLE ${path.map(schema.quote).join(".")}`));
  return columns;
}

async function createUniqueIndex(
  session: WriteSession,
  schema: SchemaReader,
  { table, columnOf }: MigrationRequest,
  members: readonly string[],
): Promise<void> {
  const path = [table.table].flat();
  const columns = members.map(columnOf);
  const enforced = await schema.uniqueColumns(session, path);
  if (enforced.some((names) => [...names].sort().join("\n") === [...columns].sort().join("\n"))) return;
  await session.run(rawSql(schema.uniqueIndex(path, columns)));
}
