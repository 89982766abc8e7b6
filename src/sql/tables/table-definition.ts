import type { KeyColumn } from "../../collation/uca/key-column.ts";

/**
 * Maps the members of a catalog to the columns of a table. All names in statements come from here, never from an expression,
 * and are always quoted. A member without an entry is stored in the column named like its property: a scalar directly, a
 * list, a map or an object as JSON.
 */
export interface TableDefinition {
  /** The table's name, preceded by those of its database and schema if needed. */
  readonly table: string | readonly string[];
  /** Storage by member name, as filters write it: `name`, `owner.city`. */
  readonly members?: { readonly [member: string]: Storage };
  /**
   * The column that the table is partitioned by: never null, with few distinct values. Counts are then computed per value
   * and added, so that each partition counts its own rows. For a count of the whole table, PostgreSQL would fetch all rows
   * from the servers of foreign partitions.
   */
  readonly partitionedBy?: string;
}

/** How a member is stored; a string is the name of a column. */
export type Storage =
  string | ColumnStorage | ExpressionStorage | JsonStorage | ArrayStorage | ChildTableStorage;

interface StorageTraits {
  /** Default: as in the catalog. */
  readonly nullable?: boolean;
  /** `ascii`: all characters are in U+0020 to U+007E. Not verified; a CHECK constraint can enforce it. */
  readonly repertoire?: "ascii";
  /** Fraction digits of a second. Default: those of the dialect's column type. */
  readonly precision?: number;
  /** No number is NaN or infinite. Not verified. */
  readonly finite?: boolean;
  /** The column's own collation compares strings byte by byte. */
  readonly binary?: boolean;
  /** How values are stored, if the dialect supports several forms: for example SQLite's `epochSeconds`. */
  readonly form?: string;
  /** Columns that store sort keys of its strings. Default: those of the catalog. */
  readonly keys?: readonly KeyColumn[];
}

export interface ColumnStorage extends StorageTraits {
  readonly column: string;
}

/** An expression in the database's SQL. Never build it from user input: it is inserted as is. */
export interface ExpressionStorage extends StorageTraits {
  readonly expression: string;
}

export type JsonColumnType = "json" | "jsonb" | "text";

/** A value in a JSON column. */
export interface JsonStorage extends StorageTraits {
  readonly json: string;
  /** Path of property names. Default: the column's whole value. */
  readonly path?: readonly string[];
  /** The column's type. Default: `json`. */
  readonly as?: JsonColumnType;
}

/**
 * A list in a native array column, or a map in a native map column. In PostgreSQL, `form: "text[]"` (or `bigint[]`,
 * `double precision[]`) declares the exact type of the column, so that a GIN index on it can be used.
 */
export interface ArrayStorage extends StorageTraits {
  readonly array: string;
}

/** A list or a map in a table of its own, with a row for each element or entry. */
export interface ChildTableStorage extends StorageTraits {
  readonly childTable: string | readonly string[];
  /** The child table's column that references the parent row. */
  readonly parent: string;
  /** The referenced column of the parent table. Default: the key's column. */
  readonly references?: string;
  readonly value: string;
  /** The column of a map's keys. */
  readonly key?: string;
}
