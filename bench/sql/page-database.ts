import type { SqlParameter } from "../../src/sql/fragments/fragment.ts";
import type { TableDefinition } from "../../src/sql/tables/table-definition.ts";
import type { Dialect } from "../../src/sql/dialect-types/dialect.ts";
import type { Row } from "../evaluate/rows.ts";
import type { EntryPoints } from "./entry-points.ts";
import type { HandWrittenSql, Scenario } from "./scenarios.ts";

/** A database whose pages are measured. Each has one file and one line in the list of `run.ts`. */
export interface PageDatabase {
  readonly name: string;
  /** Opens the database and loads the rows. Returns a string with the reason if the database is not available. */
  readonly open: (rows: readonly Row[], entryPoints: EntryPoints) => Promise<OpenDatabase | string>;
}

export interface OpenDatabase {
  readonly dialect: Dialect;
  /** The table described with a column of sort keys of names, and without that column. */
  readonly tables: Readonly<Record<Scenario["keys"], TableDefinition | undefined>>;
  /** Returns the SQL that an expert writes for the scenario in this database. */
  readonly handWritten: (scenario: Scenario) => HandWrittenSql | undefined;
  /** Returns a bound value as the driver takes it. */
  readonly bind: (parameter: SqlParameter) => unknown;
  /** Prepares a statement, to be kept or to be run once. The returned function runs it. */
  readonly prepare: (text: string, values: readonly unknown[], use: "kept" | "once") => Promise<RunStatement>;
  /** Returns whether the query plan of the statement uses an index. */
  readonly usesIndex: (text: string, values: readonly unknown[]) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

export type RunStatement = () => ResultRows | Promise<ResultRows>;
export type ResultRows = readonly (readonly unknown[])[];
