import type { KeyColumn } from "../../collation/uca/key-column.ts";

/**
 * Where the members of a catalog stand in a database. Names of tables and columns come from here alone, never from an
 * expression, and are always quoted. A member that is not mentioned stands in the column of its own property: a scalar
 * as such, a list, a map or an object as JSON.
 */
export interface TableDefinition {
  /** The table's name, after those of its schema and database where it needs them. */
  readonly table: string | readonly string[];
  /** By the member's name as a filter writes it: `name`, `owner.city`. */
  readonly members?: { readonly [member: string]: Storage };
  /**
   * The column by which the table is partitioned, never null and of few values. Rows are then counted for each of its
   * values and the counts added, so that each partition counts its own: PostgreSQL sends no count of a whole table to
   * the servers of its foreign partitions, but rows.
   */
  readonly partitionedBy?: string;
}

/** A column's name, or how a member is held. */
export type Storage =
  string | ColumnStorage | ExpressionStorage | JsonStorage | ArrayStorage | ChildTableStorage;

interface Held {
  /** Whether a value can be missing. Default: what the catalog says. */
  readonly nullable?: boolean;
  /** `ascii`: every text is of the characters U+0020 to U+007E; a promise that a CHECK can hold. */
  readonly repertoire?: "ascii";
  /** Digits of a second's fraction that are stored. Default: what the dialect's column type has. */
  readonly precision?: number;
  /** No number is NaN or infinite; a promise. */
  readonly finite?: boolean;
  /** The column's own collation compares texts byte by byte. */
  readonly binary?: boolean;
  /** How a value is held where the dialect knows several ways, such as SQLite's `epochMilliseconds`. */
  readonly form?: string;
  /** Columns beside it that hold sort keys of its texts. Default: those that the catalog names. */
  readonly keys?: readonly KeyColumn[];
}

export interface ColumnStorage extends Held {
  readonly column: string;
}

/** An expression of the database's own SQL. It is the program's text: never build it of anything a user sent. */
export interface ExpressionStorage extends Held {
  readonly expression: string;
}

export type JsonColumnType = "json" | "jsonb" | "text";

/** A value in a JSON column. */
export interface JsonStorage extends Held {
  readonly json: string;
  /** The properties to step through. Default: none, the column's value itself. */
  readonly path?: readonly string[];
  /** The column's type. Default `json`. */
  readonly as?: JsonColumnType;
}

/**
 * A list in a native array column, or a map in a native map column. In PostgreSQL, `form: "text[]"` (or `bigint[]`,
 * `double precision[]`) says that the column is of just that type, so that a GIN index on it can be used.
 */
export interface ArrayStorage extends Held {
  readonly array: string;
}

/** A list or a map in a table of its own, a row for each element or entry. */
export interface ChildTableStorage extends Held {
  readonly childTable: string | readonly string[];
  /** The child's column that names the row it belongs to. */
  readonly parent: string;
  /** The column of this table that it names. Default: that of the catalog's key. */
  readonly references?: string;
  readonly value: string;
  /** Of a map: the column of the keys. */
  readonly key?: string;
}
