import type { Member } from "../../../src/catalog/types.ts";
import type { SqlSource } from "../../../src/engine/databases/source.ts";
import type { DialectName } from "../../../src/sql/dialects/list.ts";
import type { Random } from "./random.ts";

/** Tables with every native type of a database. Their values were written by the database itself, not by tamis. */

export interface NativeType {
  /** Type as `CREATE TABLE` declares it, possibly with a collation. Unique in its database. */
  readonly ddl: string;
  /** Name of the type in the documentation. Default: `ddl`. */
  readonly title?: string;
  /** SQL literals in groups. A column has values of one group or of two. Null is always added. */
  readonly values: readonly (readonly string[])[];
  /**
   * Type of the member that `findTable` reads the column as, as `describeMember` writes it, or `none` if the column is not a
   * member. Undefined if the values of the column determine the type.
   */
  readonly readAs: string | undefined;
  /** Returns SQL that selects the raw value of a column. Default: that of the database. */
  readonly raw?: (column: string) => string;
  /** Converts a raw value of the column to the value in a row. Independent of the project's own readers. */
  readonly oracle: Oracle;
}

/**
 * @param raw the value as the database itself writes it: a string, or for SQLite a `SqliteValue`. Never null
 */
export type Oracle = (raw: unknown, member: Member) => unknown;

export interface NativeColumn {
  readonly name: string;
  readonly type: NativeType;
}

/** A table, with everything that is necessary to create it again. */
export interface NativeTable {
  readonly columns: readonly NativeColumn[];
  /** Columns of the primary key; can contain `IDENTITY`. Empty for a table without a key. */
  readonly key: readonly string[];
  /** SQL after the closing parenthesis of `CREATE TABLE`. */
  readonly options: string;
  /** Statements that change settings of the session. */
  readonly session: readonly string[];
  /** Columns of each index. */
  readonly indexes: readonly (readonly string[])[];
  /** SQL literals: a list for each row, with a literal for each column. */
  readonly rows: readonly (readonly string[])[];
}

/** Column of every table with the number of the row. The other columns are compared by it. */
export const IDENTITY = "n";

/** A database that creates tables. */
export interface NativeDatabase {
  readonly name: DialectName;
  readonly types: readonly NativeType[];
  /** Number of expressions per second, relative to the slowest database. */
  readonly speed: number;
  /** Draws settings of the session that can change results, as statements. */
  readonly session: (random: Random) => readonly string[];
  /** Draws what follows the columns of `CREATE TABLE`; may exclude types that such a table cannot have. */
  readonly layout: (random: Random) => NativeLayout;
  /** Opens a connection. Returns undefined if the database is not available. */
  readonly open: () => Promise<NativeConnection | undefined>;
}

export interface NativeLayout {
  readonly options: string;
  readonly canHave: (type: NativeType) => boolean;
  /** Returns the groups of values of a type that such a table can store. Default: all. */
  readonly valuesOf?: (type: NativeType) => NativeType["values"];
  readonly requiresKey: boolean;
}

/** Layout of databases whose tables are all of one kind. */
export const ONLY_LAYOUT: NativeLayout = { options: "", requiresKey: false, canHave: () => true };

export interface NativeConnection {
  /**
   * Creates a table. Rows that the database refuses are left out.
   *
   * @throws Error if the database refuses the table
   */
  readonly create: (table: NativeTable) => Promise<OpenTable>;
  readonly close: () => Promise<void>;
}

export interface OpenTable {
  /** Source over a session with the settings of the table. */
  readonly source: SqlSource;
  readonly path: readonly string[];
  /** Underlying table, if `path` is a view. */
  readonly of?: readonly string[];
  /** Raw values of every row that the table holds, by the row's number. */
  readonly raw: ReadonlyMap<number, readonly unknown[]>;
  readonly close: () => Promise<void>;
}

/** Describes the type of a member: `integer`, `list of string`, `map of integer`, `object`. */
export function describeMember(member: Pick<Member, "type">): string {
  const { type, items, values } = member as {
    type: string;
    items?: { type: string };
    values?: { type: string };
  };
  const element = items ?? values;
  return element === undefined ? type : `${type} of ${describeMember(element as Pick<Member, "type">)}`;
}

/** Returns a string literal of standard SQL. */
export const literal = (value: string) => `'${value.replaceAll("'", "''")}'`;

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

export interface TableStatements {
  readonly create: string;
  readonly inserts: readonly string[];
  readonly indexes: readonly string[];
}

/**
 * Creates a table and its rows. Leaves out what the database refuses: a primary key of types that it cannot index, rows with
 * duplicate keys, and indexes.
 *
 * @param statements statements of a table, for example by `statementsOf`
 * @throws Error if the database refuses the table without a primary key
 */
export async function createTable(
  table: NativeTable,
  statements: (table: NativeTable) => TableStatements,
  run: (statement: string) => Promise<unknown>,
): Promise<void> {
  const { create, inserts, indexes } = statements(table);
  await run(create).catch(async (error: unknown) => {
    if (table.key.length === 0) throw error;
    await run(statements({ ...table, key: [] }).create);
  });
  for (const statement of [...inserts, ...indexes]) await run(statement).catch(() => undefined);
}

/** Reads the raw values of a table. @param values SQL of a value for each column */
export async function rawRows(
  query: (statement: string) => Promise<readonly (readonly unknown[])[]>,
  name: string,
  values: readonly string[],
): Promise<OpenTable["raw"]> {
  const rows = await query(`SELECT ${[IDENTITY, ...values].join(", ")} FROM ${name}`);
  return new Map(rows.map(([id, ...row]) => [Number(id), row]));
}

/** Returns the statements that create a table and its rows, in standard SQL. @param name quoted, with its schema if necessary */
export function statementsOf(table: NativeTable, name: string, quote = quoted): TableStatements {
  const columns = [
    `${quote(IDENTITY)} INTEGER NOT NULL`,
    ...table.columns.map((column) => `${quote(column.name)} ${column.type.ddl}`),
    ...(table.key.length > 0 ? [`PRIMARY KEY (${table.key.map(quote).join(", ")})`] : []),
  ];
  return {
    create: `CREATE TABLE ${name} (${columns.join(", ")})${table.options}`,
    inserts: table.rows.map((row, i) => `INSERT INTO ${name} VALUES (${[String(i), ...row].join(", ")})`),
    indexes: table.indexes.map(
      (columns, i) => `CREATE INDEX ${quote(`index ${i}`)} ON ${name} (${columns.map(quote).join(", ")})`,
    ),
  };
}
