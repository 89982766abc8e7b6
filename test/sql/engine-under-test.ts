import type { Catalog } from "../../src/catalog/types.ts";
import type { SqlSource } from "../../src/engine/source.ts";
import type { SqlTarget } from "../../src/sql/compile.ts";
import type { Dialect } from "../../src/sql/dialect.ts";
import type { SqlStatement } from "../../src/sql/fragment.ts";
import type { TableDefinition } from "../../src/sql/table.ts";
import type { StoredPrecision } from "./canonical-row.ts";

/** The locales that random expressions are compiled for. */
export const LOCALES = ["en", "de", "sv", "cs", "ja", "th", "tr", "fr-CA", "da", "zh", "lt", "und"];

export type StoredRow = Readonly<Record<string, unknown>>;

/** A database that tests compare with memory. */
export interface EngineUnderTest {
  readonly name: string;
  readonly dialect: Dialect;
  readonly precision: StoredPrecision;
  /** How the table of a catalog is laid out here. */
  readonly tableOf: (catalog: Catalog) => TableDefinition;
  /** A canonical row as the table can hold it, where it cannot hold each: a child table has no null list, a native one no texts among numbers. */
  readonly settle?: (row: Readonly<Record<string, unknown>>, catalog: Catalog) => Record<string, unknown>;
  /** Replaces the rows of the table, which is made if it is not there; rows are canonical. */
  readonly load: (catalog: Catalog, rows: readonly StoredRow[]) => Promise<void>;
  /** The same through the adapter of its driver. Preparing it gives `dialect`. */
  readonly source: SqlSource;
  /** Runs a statement: its rows, each a list of values as the driver gives them. */
  readonly run: (statement: SqlStatement) => Promise<readonly (readonly unknown[])[]>;
  readonly close: () => Promise<void>;

  /** Ways of running the same statement otherwise: with indexes, without them, without an optimizer. */
  readonly plans?: readonly Plan[];
  /** A mistake planted on purpose; see planted-bugs.ts. */
  readonly plant?: (target: SqlTarget) => SqlTarget;
}

/** A way of running statements: it changes what is read how, never what comes out. */
export interface Plan {
  readonly name: string;
  readonly enter: (catalog: Catalog) => Promise<void>;
  readonly leave: (catalog: Catalog) => Promise<void>;
}
