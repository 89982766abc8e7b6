import type { KeyColumn } from "../../collation/uca/key-column.ts";

/**
 * Maps the members of a catalog to columns. All names in statements come from here and are quoted. A member without an
 * entry has the column of its name: lists, maps and objects as JSON.
 */
export interface TableDefinition {
  /** Preceded by its database and schema if needed. */
  readonly table: string | readonly string[];
  /** By member name, as filters write it: `owner.city`. */
  readonly members?: { readonly [member: string]: Storage };
  /**
   * Partition column: never null, few distinct values. Counts are computed per value, in each partition; otherwise
   * PostgreSQL fetches all rows of foreign partitions.
   */
  readonly partitionedBy?: string;
}

/** A string is the name of a column. */
export type Storage =
  string | ColumnStorage | ExpressionStorage | JsonStorage | ArrayStorage | ChildTableStorage;

interface StorageTraits {
  /** Default: as in the catalog. */
  readonly nullable?: boolean;
  /** All characters are in U+0020 to U+007E. Not verified; a CHECK constraint can enforce it. */
  readonly repertoire?: "ascii";
  /** Fraction digits of a second. Default: those of the column type. */
  readonly precision?: number;
  /** No NaN or infinity. Not verified. */
  readonly finite?: boolean;
  /** The column's collation compares byte by byte. */
  readonly binary?: boolean;
  /** For dialects with several forms: SQLite's `epochSeconds`. */
  readonly form?: string;
  /** Columns of its sort keys. Default: those of the catalog. */
  readonly keys?: readonly KeyColumn[];
}

export interface ColumnStorage extends StorageTraits {
  readonly column: string;
}

/** Inserted as is: never build it from user input. */
export interface ExpressionStorage extends StorageTraits {
  readonly expression: string;
}

export type JsonColumnType = "json" | "jsonb" | "text";

/** A value in a JSON column. */
export interface JsonStorage extends StorageTraits {
  readonly json: string;
  /** Default: the column's whole value. */
  readonly path?: readonly string[];
  /** The column's type. Default: `json`. */
  readonly as?: JsonColumnType;
}

/**
 * A native array or map. PostgreSQL: `form: "text[]"` (`bigint[]`, `double precision[]`) declares the exact type for a
 * GIN index.
 */
export interface ArrayStorage extends StorageTraits {
  readonly array: string;
}

/** One row for each element or entry. */
export interface ChildTableStorage extends StorageTraits {
  readonly childTable: string | readonly string[];
  /** The column that references the parent row. */
  readonly parent: string;
  /** Column of the parent table. Default: the key's. */
  readonly references?: string;
  readonly value: string;
  readonly key?: string;
}
