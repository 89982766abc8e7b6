import type { KeyColumn } from "../../collation/uca/key-column.ts";

/**
 * Storage of a catalog's members in a table. All names in statements come from here and are quoted. A scalar member
 * without an entry has the column of its name. A list, map or object without an entry is JSON in the column of its
 * name.
 */
export interface TableDefinition {
  /** Name of the table. An array starts with its database and schema if needed. */
  readonly table: string | readonly string[];
  /** Storage by member name, as filters write it: `owner.city`. */
  readonly members?: { readonly [member: string]: Storage };
  /**
   * Name of a partition column, which is never null and has few distinct values. Counts are computed per value, in each
   * partition; otherwise PostgreSQL fetches all rows of foreign partitions.
   */
  readonly partitionedBy?: string;
  /**
   * What rows have where a stored value is not of its member's type: `null` (default), or the string or number that is
   * `stored`. Conditions and orders read null in both cases. For members computed from the column that their property names.
   */
  readonly unreadable?: "null" | "stored";
}

/** Storage of a member. A string is the name of a column. */
export type Storage =
  string | ColumnStorage | ExpressionStorage | JsonStorage | ArrayStorage | ChildTableStorage;

interface StorageTraits {
  /** Whether the stored value can be null. Default: as in the catalog. */
  readonly nullable?: boolean;
  /** Promises that all characters are in U+0020 to U+007E. Not verified; a CHECK constraint can enforce it. */
  readonly repertoire?: "ascii";
  /** Number of fraction digits of a second that are stored. Default: those of the column type. */
  readonly precision?: number;
  /**
   * Promises that every value is readable: no NaN, no infinity, no date outside the years 0001 to 9999, and only safe
   * integers in a member with `safe`. Not verified. Filters would find other values.
   */
  readonly finite?: boolean;
  /** Promises that the column's collation compares byte by byte. Not verified. */
  readonly binary?: boolean;
  /** Name of the storage form, for dialects with several forms, such as SQLite's `epochSeconds`. */
  readonly form?: string;
  /** Columns that store sort keys of the string. Default: those of the catalog. */
  readonly keys?: readonly KeyColumn[];
}

export interface ColumnStorage extends StorageTraits {
  readonly column: string;
}

/** Member computed by an SQL expression. The expression is inserted as is: never build it from user input. */
export interface ExpressionStorage extends StorageTraits {
  readonly expression: string;
  /**
   * Name of a column that equals the expression wherever the expression is not null. Comparisons with constants then
   * also test this column, so that its index serves them. Not verified.
   */
  readonly indexedColumn?: string;
  /**
   * Name of the column that the expression only converts to the type of the member. A store writes the values of the member into
   * it. Default: `indexedColumn`. Not verified.
   */
  readonly convertedColumn?: string;
}

export type JsonColumnType = "json" | "jsonb" | "text";

/** Member stored as a value in a JSON column. */
export interface JsonStorage extends StorageTraits {
  readonly json: string;
  /** Path to the value in the JSON. Default: the column's whole value. */
  readonly path?: readonly string[];
  /** SQL type of the JSON column. Default: `json`. */
  readonly as?: JsonColumnType;
}

/**
 * Member stored in a native array or map. PostgreSQL: `form: "text[]"` (`bigint[]`, `double precision[]`) declares the
 * exact type for a GIN index.
 */
export interface ArrayStorage extends StorageTraits {
  readonly array: string;
}

/** Member stored in a child table, with one row for each element or entry. */
export interface ChildTableStorage extends StorageTraits {
  readonly childTable: string | readonly string[];
  /** Name of the child column that references the parent row. */
  readonly parent: string;
  /** Name of the referenced column of the parent table. Default: the key's. */
  readonly references?: string;
  readonly value: string;
  readonly key?: string;
}
