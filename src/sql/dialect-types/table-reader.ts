import { isScalarType, type ScalarType } from "../../values/types.ts";
import type { SqlStatement } from "../fragments/fragment.ts";
import type { Storage } from "../tables/table-definition.ts";

export interface TableReader {
  /** Lists all tables and views except system tables. A path omits the schema if the name alone finds the table. */
  readonly tables: (run: RunStatement) => Promise<readonly TablePath[]>;
  /**
   * Finds a table or view by its name, preceded by its schema if needed. Ignores letter case if the database does.
   * Returns its path in the letter case in which it was created; undefined if there is no such table.
   */
  readonly find: (table: TablePath, run: RunStatement) => Promise<TablePath | undefined>;
  /**
   * Describes the columns of a table or view.
   *
   * @param of underlying table of a view: primary key and nullability are read from it.
   */
  readonly columns: (table: TablePath, run: RunStatement, of?: TablePath) => Promise<readonly FoundColumn[]>;
  /** Returns a statement that selects up to `most` values of a JSON column, as JSON text. */
  readonly sample: (table: TablePath, column: FoundColumn, most: number) => SqlStatement;
}

/** Name of a table, preceded by its database and schema if needed. */
export type TablePath = readonly string[];

export type RunStatement = (statement: SqlStatement) => Promise<readonly (readonly unknown[])[]>;

export interface FoundColumn extends ColumnMeaning {
  readonly name: string;
  /**
   * Returns the storage of a member of another type than the inferred one, for a database that does not enforce the types
   * of columns; undefined if the column cannot store the type.
   */
  readonly storageAs?: (type: string) => Storage | undefined;
  readonly nullable: boolean;
  /** Whether this column alone is the primary key. */
  readonly isKey: boolean;
  /** Whether the table guarantees that all doubles and dates of the column are readable, without NaN and infinity. */
  readonly isFinite?: boolean;
  /** Why the values of this primary key do not identify rows, whatever the catalog. No final period. */
  readonly unusableKey?: string;
}

/** Type and storage of the member that a column can store. */
export interface ColumnMeaning {
  /** Type of the member. `json` if only sampled values show the type; undefined if the column cannot be a member. */
  readonly type: ScalarType | "list" | "map" | "json" | undefined;
  readonly of?: ScalarType;
  /** Storage of the member. Default: a column of the member's type. */
  readonly storage?: Exclude<Storage, string>;
  /** Whether some values of the column, other than null, are converted to null. Default: false. */
  readonly isPartial?: boolean;
  /** Message for users: how the column is read, or why it is omitted. No final period. */
  readonly note?: string;
}

export function canHold(column: FoundColumn, type: string): boolean {
  return column.type === type || (column.type === "json" && column.storage !== undefined);
}

export function isScalarColumn(type: FoundColumn["type"]): type is ScalarType {
  return type !== undefined && isScalarType(type);
}
