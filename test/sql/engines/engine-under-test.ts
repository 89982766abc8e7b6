import type { Catalog } from "../../../src/catalog/types.ts";
import type { CheckedFilter, CheckedSortBy } from "../../../src/checker/checked.ts";
import type { SqlSource } from "../../../src/engine/databases/source.ts";
import type { SqlTarget } from "../../../src/sql/compile/compile-clauses.ts";
import type { Dialect } from "../../../src/sql/dialect-types/dialect.ts";
import type { SqlStatement } from "../../../src/sql/fragments/fragment.ts";
import type { TableDefinition } from "../../../src/sql/tables/table-definition.ts";
import type { StoredPrecision } from "../canonical-row.ts";

/** The locales that random expressions are compiled for. */
export const LOCALES = ["en", "de", "sv", "cs", "ja", "th", "tr", "fr-CA", "da", "zh", "lt", "und"];

export type StoredRow = Readonly<Record<string, unknown>>;

/** What tests compare with the row predicate and the comparator: a database, or a collection in memory. */
export type Backend = EngineUnderTest | CollectionUnderTest;

interface Loadable {
  readonly name: string;
  /** A row as it can be held, where not each can: a child table has no null list, a native one no texts among numbers. */
  readonly settle?: (row: Readonly<Record<string, unknown>>, catalog: Catalog) => Record<string, unknown>;
  /** Replaces the rows of the table, which is made if it is not there. */
  readonly load: (catalog: Catalog, rows: readonly StoredRow[]) => Promise<void>;
  readonly close: () => Promise<void>;
  /** Ways of doing the same otherwise: with indexes, without them, without an optimizer. */
  readonly plans?: readonly Plan[];
}

/** A database. What it answers, it answers to statements of ours. Its rows are canonical. */
export interface EngineUnderTest extends Loadable {
  readonly kind: "database";
  readonly precision: StoredPrecision;
  readonly dialect: Dialect;
  /** How the table of a catalog is laid out here. */
  readonly tableOf: (catalog: Catalog) => TableDefinition;
  /** The same through the adapter of its driver. Preparing it gives `dialect`. */
  readonly source: SqlSource;
  /** Runs a statement: its rows, each a list of values as the driver gives them. */
  readonly run: (statement: SqlStatement) => Promise<readonly (readonly unknown[])[]>;
  /** A mistake planted on purpose; see planted-bugs.ts. */
  readonly plant?: (target: SqlTarget) => SqlTarget;
}

/** A collection in memory. It answers what is asked. Its rows are as they come. */
export interface CollectionUnderTest extends Loadable {
  readonly kind: "collection";
  readonly answers: Answers;
}

/** What a backend says of its rows. They are told by their keys. */
export interface Answers {
  /** For each filter the rows that it keeps, in any order. Each row is asked: nothing that finds rows comes in. */
  readonly keepEach: (asked: readonly Asked[]) => Promise<readonly Kept[]>;
  /** The rows that a filter keeps, in any order, found as a query finds them. */
  readonly keep: (asked: Asked) => Promise<Kept>;
  /** All rows in order; undefined where the backend does not say the order exactly. */
  readonly order: (sortBy: CheckedSortBy, locale: string | undefined) => Promise<Listed | undefined>;
  /** A page, and at its end `of` and the count; undefined where the backend does not say it exactly. */
  readonly page: (asked: AskedPage) => Promise<Listed | undefined>;
  /** Whatever else it answers, where that is wrong. */
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
  /** How it was asked for. */
  readonly text: string;
}

/** The rows of a filter: those that may be kept, and those of them that are. The same where the backend says it exactly. */
export interface Kept {
  readonly isExact: boolean;
  /** Why it is not exact. */
  readonly reasons: readonly string[];
  readonly upper: Listed;
  readonly lower: Listed;
  /** It failed. */
  readonly error?: string;
}

export interface Wrong {
  readonly what: string;
  readonly expected: readonly unknown[];
  readonly actual: readonly unknown[];
}

/** A way of running statements: it changes what is read how, never what comes out. */
export interface Plan {
  readonly name: string;
  readonly enter: (catalog: Catalog) => Promise<void>;
  readonly leave: (catalog: Catalog) => Promise<void>;
}
