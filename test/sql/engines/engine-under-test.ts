import type { Catalog } from "../../../src/catalog/types.ts";
import type { CheckedFilter, CheckedSortBy } from "../../../src/checker/checked.ts";
import type { SqlSource } from "../../../src/engine/databases/source.ts";
import type { SqlTarget } from "../../../src/sql/compile/compile-clauses.ts";
import type { Dialect } from "../../../src/sql/dialect-types/dialect.ts";
import type { SqlStatement } from "../../../src/sql/fragments/fragment.ts";
import type { TableDefinition } from "../../../src/sql/tables/table-definition.ts";
import type { StoredPrecision } from "../canonical-row.ts";

/** Locales of random expressions. */
export const LOCALES = ["en", "de", "sv", "cs", "ja", "th", "tr", "fr-CA", "da", "zh", "lt", "und"];

export type StoredRow = Readonly<Record<string, unknown>>;

/** A database or a collection in memory, to compare with the row predicate and the comparator. */
export type Backend = EngineUnderTest | CollectionUnderTest;

interface Loadable {
  readonly name: string;
  /** Property that identifies a row in comparisons. Default: the catalog's key. */
  readonly identity?: string;
  /** Converts a row to one that the layout can store: a child table has no null list, a native list only one type. */
  readonly settle?: (row: Readonly<Record<string, unknown>>, catalog: Catalog) => Record<string, unknown>;
  /** Replaces the rows of the table; creates it if necessary. */
  readonly load: (catalog: Catalog, rows: readonly StoredRow[]) => Promise<void>;
  readonly close: () => Promise<void>;
  /** Forced query plans: with indexes, without them, without an optimizer. */
  readonly plans?: readonly Plan[];
}

/** A database that runs compiled statements. Its rows are canonical. */
export interface EngineUnderTest extends Loadable {
  readonly kind: "database";
  readonly precision: StoredPrecision;
  readonly dialect: Dialect;
  /** Returns the table layout of a catalog. */
  readonly tableOf: (catalog: Catalog) => TableDefinition;
  /** The adapter of its driver. Its `prepare` returns `dialect`. */
  readonly source: SqlSource;
  /** Runs a statement and returns its rows, each a list of values from the driver. */
  readonly run: (statement: SqlStatement) => Promise<readonly (readonly unknown[])[]>;
  /** Changes the compile target to plant a bug; see planted-bugs.ts. */
  readonly plant?: (target: SqlTarget) => SqlTarget;
}

/** A collection in memory. Its rows are not canonical. */
export interface CollectionUnderTest extends Loadable {
  readonly kind: "collection";
  readonly answers: Answers;
}

/** Results of a backend. Rows are identified by their keys. */
export interface Answers {
  /** Returns the rows that each filter keeps, in any order, by evaluating it on every row: no index is used. */
  readonly keepEach: (asked: readonly Asked[]) => Promise<readonly Kept[]>;
  /** Returns the rows that a filter keeps, in any order, as a query finds them. */
  readonly keep: (asked: Asked) => Promise<Kept>;
  /** Returns all rows in order; undefined if the backend cannot sort exactly. */
  readonly order: (sortBy: CheckedSortBy, locale: string | undefined) => Promise<Listed | undefined>;
  /** Returns a page, followed by `of` and the count; undefined if the backend cannot evaluate it exactly. */
  readonly page: (asked: AskedPage) => Promise<Listed | undefined>;
  /** Runs further comparisons and returns the first wrong result. */
  readonly alsoWrong?: (asked: AskedPage, rows: readonly StoredRow[]) => Promise<Wrong | undefined>;
}

export interface Asked {
  readonly filter: CheckedFilter;
  readonly locale: string | undefined;
}

export interface AskedPage extends Asked {
  readonly sortBy: CheckedSortBy;
  readonly start: number;
  readonly limit: number;
}

export interface Listed {
  readonly ids: readonly string[];
  /** The query, for messages. */
  readonly text: string;
}

/** The rows of a filter: an upper and a lower bound, equal if the backend is exact. */
export interface Kept {
  readonly isExact: boolean;
  /** Reasons why the backend is not exact. */
  readonly reasons: readonly string[];
  readonly upper: Listed;
  readonly lower: Listed;
  /** The message if the query failed. */
  readonly error?: string;
}

export interface Wrong {
  readonly what: string;
  readonly expected: readonly unknown[];
  readonly actual: readonly unknown[];
}

/** A forced query plan: it changes how rows are read, never the result. */
export interface Plan {
  readonly name: string;
  readonly enter: (catalog: Catalog) => Promise<void>;
  readonly leave: (catalog: Catalog) => Promise<void>;
}
