import { describeKeyColumn } from "../../src/collation/uca/key-column.ts";
import { createCollation } from "../../src/collation/uca/keyed-collation.ts";
import type { Dialect } from "../../src/sql/dialect-types/dialect.ts";
import type { SqlParameter } from "../../src/sql/fragments/fragment.ts";
import type { ColumnStorage, TableDefinition } from "../../src/sql/tables/table-definition.ts";
import type { Row } from "../evaluate/rows.ts";
import type { Scenario } from "./scenarios.ts";

/** A database whose pages are measured. Each has one file and one line in the list of `run.ts`. */
export interface PageDatabase {
  readonly name: string;
  /** Opens the database and loads the rows. Returns a string with the reason if the database is not available. */
  readonly open: (rows: readonly Row[]) => Promise<OpenDatabase | string>;
}

export interface OpenDatabase {
  readonly dialect: Dialect;
  /** The table described with a column of sort keys of names, and without that column. */
  readonly tables: Readonly<Partial<Record<Scenario["keys"], TableDefinition>>>;
  /** Changes the hand-written SQL of a scenario to what an expert writes in this database. Default: no changes. */
  readonly handWritten?: (scenario: Scenario) => Partial<Scenario>;
  /** Returns a bound value as the driver takes it. */
  readonly bind: (parameter: Pick<SqlParameter, "type" | "value">) => unknown;
  /** Prepares a statement. The returned function runs it. */
  readonly prepare: (text: string, values: readonly unknown[]) => Promise<RunStatement>;
  readonly close: () => unknown;
}

export type RunStatement = () => ResultRows | Promise<ResultRows>;
export type ResultRows = readonly (readonly unknown[])[];

/**
 * Describes columns without nulls, and a column of sort keys of names. Databases ignore the case of names without quotes.
 *
 * @param traits of all columns
 * @param precision number of fraction digits of a second that are stored
 */
export function describeTable(traits: Omit<ColumnStorage, "column">, precision?: number): TableDefinition {
  const storage = (column: string) => ({ column, nullable: false, ...traits });
  return {
    table: "reports",
    members: {
      createdBy: storage("createdby"),
      state: storage("state"),
      description: storage("description"),
      modifiedTimeStamp: {
        ...storage("modifiedtimestamp"),
        ...(precision === undefined ? {} : { precision }),
      },
      score: storage("score"),
      size: storage("size"),
      name: { ...storage("name"), keys: [keyColumn()] },
    },
  };
}

export const keyColumn = () => describeKeyColumn("namekey", {});

/** Returns a function that reads the values of a row in the order of the columns of the tables, with a sort key of the name. */
export function columnReader() {
  const collation = createCollation();
  return ({ id, name, createdBy, state, description, modifiedTimeStamp, score, size }: Row) =>
    [
      ...[id, name, collation.sortKey(name), createdBy, state, description],
      ...[new Date(modifiedTimeStamp), score, size],
    ] as const;
}
