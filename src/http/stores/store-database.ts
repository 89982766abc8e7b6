import type { DialectName } from "../../sql/dialects/list.ts";
import type { SqlText } from "../../sql/fragments/fragment.ts";
import type { DdlRequest } from "../../sql/tables/ddl-request.ts";
import type { ScalarType } from "../../values/types.ts";

/** Database of a store: the connections that change rows, and the differences between databases. */
export interface StoreDatabase {
  readonly dialectName: DialectName;
  /**
   * Runs work in a transaction, and resolves when its changes are durable. If the work fails, nothing is changed.
   *
   * @throws StatementError for errors of the database; also everything that `work` throws
   */
  readonly write: <R>(work: (session: WriteSession) => Promise<R>) => Promise<R>;
  /** Runs work that creates or changes tables, in a transaction. No other process does so at the same time. */
  readonly migrate: <R>(work: (session: WriteSession) => Promise<R>) => Promise<R>;
  /** Whether an error is a value that a constraint or a column type of the table refuses. */
  readonly isRefusedValue: (error: unknown) => boolean;
  /** Whether an error is a value that another row has in a unique index. */
  readonly isDuplicate: (error: unknown) => boolean;
  /** Clause that locks a selected row until the end of the transaction. */
  readonly lock: string;
  /** Whether a changing statement can return the columns of the row under the alias of the table. */
  readonly returnsRows: boolean;
  readonly schema: SchemaReader;
  /** Number of fraction digits of a second that a new table keeps of times, if the default of the database is too few. */
  readonly timePrecision: number | undefined;
}

export interface WriteSession {
  readonly run: (statement: SqlText) => Promise<readonly (readonly unknown[])[]>;
}

export interface ColumnInfo {
  readonly name: string;
  /** Declared type, as the database writes it. */
  readonly type: string;
  readonly nullable: boolean;
  /** Whether an inserted row gets a value if the statement has none. */
  readonly hasDefault: boolean;
  /** Whether only the database sets the values of the column. */
  readonly isGenerated: boolean;
}

/** How a column of a declared type takes the values of a scalar member. */
export interface ColumnAssignment {
  /** Whether the column never stores another value than the bound one. It can refuse values. */
  readonly isExact: boolean;
  /** Returns the SQL that a statement assigns to the column. Default: the bound value. */
  readonly assigned?: (value: SqlText) => SqlText;
  /** Converts a value to the declared type, as the column does. */
  readonly cast: (value: SqlText) => SqlText;
}

/** Statements that read and change the schema of a database. */
export interface SchemaReader {
  readonly quote: (name: string) => string;
  /** Name of the schema of temporary tables. */
  readonly temporary: string;
  /** Type and default of the version column, such as `TEXT NOT NULL DEFAULT '0'`. */
  readonly versionType: string;
  /** Expression of a random version for each row. */
  readonly randomVersion: string;
  readonly createTables: (request: DdlRequest) => readonly string[];
  /** Returns the statements that create the indexes of a request, unless they exist. */
  readonly createIndexes: (request: DdlRequest) => readonly string[];
  /** Whether an index can contain the order of strings. Otherwise it needs columns with sort keys. */
  readonly ordersStrings: boolean;
  /** Returns the statement that creates a unique index. */
  readonly uniqueIndex: (table: readonly string[], columns: readonly string[]) => string;
  /**
   * Drops the indexes that are not unique, and returns the statements that create them again. Undefined if the database has no
   * faster way to fill a table.
   */
  readonly dropIndexes?: (session: WriteSession, table: readonly string[]) => Promise<readonly string[]>;
  /** Returns the columns of a table; an empty list if there is no such table. */
  readonly columns: (session: WriteSession, table: readonly string[]) => Promise<readonly ColumnInfo[]>;
  /** Returns how a column takes values of a member's type. Undefined if it takes each value as it is bound. */
  readonly assignment?: ((column: string, member: ScalarType) => ColumnAssignment | undefined) | undefined;
  /** Greatest integer of a column type. */
  readonly greatestInteger: (type: string) => bigint;
  /** Whether the database refuses the next key after the greatest integer. Otherwise it takes any free one, or rounds it. */
  readonly refusesLargeKeys: boolean;
  /** Returns the sets of columns whose values no two rows share, without expressions and partial indexes. */
  readonly uniqueColumns: (
    session: WriteSession,
    table: readonly string[],
  ) => Promise<readonly (readonly string[])[]>;
}
