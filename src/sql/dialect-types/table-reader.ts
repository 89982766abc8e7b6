import { isScalarType, type ScalarType } from "../../values/types.ts";
import type { SqlStatement } from "../fragments/fragment.ts";
import type { Storage } from "../tables/table-definition.ts";

/** Reads which tables a database has and which members their columns can hold. */
export interface TableReader {
  /** All tables and views except the system's. The schema is left out if the name alone finds the table. */
  readonly tables: (run: RunStatement) => Promise<readonly TablePath[]>;
  /** @param of the table that a view reads from: keys and nulls are taken from it. */
  readonly columns: (table: TablePath, run: RunStatement, of?: TablePath) => Promise<readonly FoundColumn[]>;
  /** Selects up to `most` values of a column as JSON text. */
  readonly sample: (table: TablePath, column: FoundColumn, most: number) => SqlStatement;
}

/** A table's name, after those of its database and schema. */
export type TablePath = readonly string[];

/** Runs a statement and returns its rows, each a list of values. */
export type RunStatement = (statement: SqlStatement) => Promise<readonly (readonly unknown[])[]>;

/** A column and the member that it can hold. */
export interface FoundColumn extends ColumnMeaning {
  readonly name: string;
  /** All values are strings, so that a catalog may declare the member as a date or as a string. */
  readonly isText?: boolean;
  readonly nullable: boolean;
  /** It is the whole primary key. */
  readonly isKey: boolean;
}

/** The member that a column can hold, as its type and its values show. */
export interface ColumnMeaning {
  /** `json` if only the values show their types; undefined if no member can be stored in the column. */
  readonly type: ScalarType | "list" | "map" | "json" | undefined;
  /** Type of the items of a list, or of the values of a map. */
  readonly of?: ScalarType;
  /** Default: a plain column of its type. */
  readonly storage?: Exclude<Storage, string>;
  /** A remark for people: how the column is read, or why it is left out. No final period. */
  readonly note?: string;
}

/** Whether a member of this type can be stored in the column. */
export function canHold(found: FoundColumn, type: string): boolean {
  return found.type === type || (found.type === "json" && found.storage !== undefined);
}

export function isScalarColumn(type: FoundColumn["type"]): type is ScalarType {
  return type !== undefined && isScalarType(type);
}
