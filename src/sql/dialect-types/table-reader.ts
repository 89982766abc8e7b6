import { isScalarType, type ScalarType } from "../../values/types.ts";
import type { Sql } from "../../functions/definition/port.ts";
import { toStatement, type SqlStatement } from "../fragments/fragment.ts";
import type { Storage } from "../tables/table-definition.ts";

/** What the columns of a database say of themselves, each database in a file of its own beside this one. */

/** A column and what a member that stands in it is. */
export interface FoundColumn {
  readonly name: string;
  /** `json` where the values have to say what they are; undefined where no member can stand in it. */
  readonly type: ScalarType | "list" | "map" | "json" | undefined;
  /** Of a list its items, of a map its values. */
  readonly of?: ScalarType;
  /** How it is held, where it is not simply the column of its type. */
  readonly storage?: Exclude<Storage, string>;
  /** Its values are texts, so that a catalog may take them for dates or for texts. */
  readonly isText?: boolean;
  readonly nullable: boolean;
  /** It alone is the primary key, and no two rows share a value. */
  readonly isKey: boolean;
  /** What people should know of how it is read, or why it is left out. */
  readonly note?: string;
}

/** A table's name after those of its schema. */
export type TablePath = readonly string[];

/** Runs a statement and gives its rows as lists. */
export type RunStatement = (statement: SqlStatement) => Promise<readonly (readonly unknown[])[]>;

/** How a database is asked for its tables and their columns. */
export interface TableReader {
  /** All tables and views that are not the database's own. One that needs no schema in front is named without. */
  readonly tables: (run: RunStatement) => Promise<readonly TablePath[]>;
  /** @param of the table that a view stands for, which has its key. */
  readonly columns: (table: TablePath, run: RunStatement, of?: TablePath) => Promise<readonly FoundColumn[]>;
  /** Some values of a column as JSON text. */
  readonly sample: (table: TablePath, column: FoundColumn, most: number) => SqlStatement;
}

export async function queryRows(run: RunStatement, piece: Sql): Promise<readonly (readonly unknown[])[]> {
  return run(toStatement(piece));
}

export function isTrueFlag(value: unknown): boolean {
  return value === true || value === 1 || value === 1n || value === "1" || value === "YES" || value === "t";
}

/** Whether a member of one type may stand in a column that was found to hold another. */
export function canHold(found: FoundColumn, type: string): boolean {
  return found.type === type || (found.type === "json" && found.storage !== undefined);
}

export function isScalarColumn(type: FoundColumn["type"]): type is ScalarType {
  return type !== undefined && isScalarType(type);
}
