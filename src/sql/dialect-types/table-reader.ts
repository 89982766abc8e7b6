import { isScalarType, type ScalarType } from "../../values/types.ts";
import type { SqlStatement } from "../fragments/fragment.ts";
import type { Storage } from "../tables/table-definition.ts";

export interface TableReader {
  /** All except the system's. The schema is left out if the name alone finds the table. */
  readonly tables: (run: RunStatement) => Promise<readonly TablePath[]>;
  /** @param of the table that a view reads from: keys and nulls are taken from it. */
  readonly columns: (table: TablePath, run: RunStatement, of?: TablePath) => Promise<readonly FoundColumn[]>;
  /** As JSON text, up to `most` values. */
  readonly sample: (table: TablePath, column: FoundColumn, most: number) => SqlStatement;
}

/** Ends with the table's name; before it, its database and schema. */
export type TablePath = readonly string[];

export type RunStatement = (statement: SqlStatement) => Promise<readonly (readonly unknown[])[]>;

export interface FoundColumn extends ColumnMeaning {
  readonly name: string;
  /** All values are strings: the member can be a date or a string. */
  readonly isText?: boolean;
  readonly nullable: boolean;
  /** The whole primary key. */
  readonly isKey: boolean;
}

/** The member that a column can hold. */
export interface ColumnMeaning {
  /** `json` if only the values show their types; undefined if the column can hold no member. */
  readonly type: ScalarType | "list" | "map" | "json" | undefined;
  readonly of?: ScalarType;
  /** Default: a plain column of its type. */
  readonly storage?: Exclude<Storage, string>;
  /** For people: how the column is read, or why it is left out. No final period. */
  readonly note?: string;
}

export function canHold(found: FoundColumn, type: string): boolean {
  return found.type === type || (found.type === "json" && found.storage !== undefined);
}

export function isScalarColumn(type: FoundColumn["type"]): type is ScalarType {
  return type !== undefined && isScalarType(type);
}
