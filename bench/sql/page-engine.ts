import type { SqlParameter } from "../../src/sql/fragments/fragment.ts";
import type { TableDefinition } from "../../src/sql/tables/table-definition.ts";
import type { Dialect } from "../../src/sql/dialect-types/dialect.ts";
import type { Row } from "../evaluate/rows.ts";
import type { Doors } from "./doors.ts";
import type { Hand, Scenario } from "./scenarios.ts";

/** A database that pages are read from: one file for each, and one line in the list of `pages.ts`. */
export interface PageEngine {
  readonly name: string;
  /** Opens it and loads the rows; a text says why it is not measured. */
  readonly open: (rows: readonly Row[], doors: Doors) => Promise<OpenEngine | string>;
}

export interface OpenEngine {
  readonly dialect: Dialect;
  /** The table where sort keys of names stand in a column, and the same table without that column. */
  readonly tables: Readonly<Record<Scenario["keys"], TableDefinition | undefined>>;
  /** What an expert writes for the scenario on this database: its own placeholders and values. */
  readonly byHand: (scenario: Scenario) => Hand | undefined;
  /** A bound value as the driver takes it. */
  readonly bind: (parameter: SqlParameter) => unknown;
  /** Prepares a statement, to be kept or to be run once. What comes back runs it: lists of values. */
  readonly prepare: (text: string, values: readonly unknown[], use: "kept" | "once") => Promise<Run>;
  /** How the database means to go about it, and whether an index serves it. */
  readonly usesIndex: (text: string, values: readonly unknown[]) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

export type Run = () => Rows | Promise<Rows>;
export type Rows = readonly (readonly unknown[])[];
