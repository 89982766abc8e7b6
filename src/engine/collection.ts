import type { Catalog } from "../catalog/types.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Aggregates, Aggregation } from "./aggregate.ts";
import type { ExplainedPlan, ExplainOptions } from "./explain.ts";
import type { Query } from "./request.ts";
import type { Rule } from "./rules.ts";

export interface RequestOptions {
  /** BCP 47 language tag for collation and case rules. Default: root collation; in memory, the collection's locale. */
  readonly locale?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * Timeout in milliseconds: per SQL statement, or in memory for the whole request. Default: the collection's
   * timeout.
   */
  readonly timeout?: number | undefined;
  /** Condition that every returned row fulfills, in addition to the collection's own rule. */
  readonly rule?: Rule | undefined;
  /**
   * Called with the milliseconds of each snapshot that the request reads in a database, including the time in which it waits for a
   * connection. Collections in memory never call it.
   */
  readonly onDatabase?: ((milliseconds: number) => void) | undefined;
}

export interface RowOptions extends RequestOptions {
  /** Names of the top-level catalog members that returned rows have. Default: all properties of the rows. */
  readonly select?: readonly string[] | undefined;
}

export interface PageOptions extends RowOptions {
  /** Whether to count the matching rows. Default true. */
  readonly count?: boolean | undefined;
  /** Whether to make a cursor for the next page, which takes about as long as finding a page by an index. Default true. */
  readonly next?: boolean | undefined;
  /** Cursor to continue after: `next` of the previous page of the same query. */
  readonly cursor?: string | undefined;
}

export interface Page<T> {
  readonly ok: true;
  readonly items: readonly T[];
  /**
   * Index of the first item among the matching rows. After a cursor, the index at the time when the cursor was made.
   */
  readonly start: number;
  /** Maximum number of items per page: as requested or by default, lowered to the allowed maximum. */
  readonly limit: number;
  /** Number of matching rows on all pages; undefined if `count` is false. */
  readonly count: number | undefined;
  /**
   * Cursor for the next page. Undefined only on the last page, if the collection has no cursor key, and if the option `next`
   * is false.
   */
  readonly next: string | undefined;
}

/** A request that was not executed, with reasons for the user. */
export interface RejectedRequest {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
}

/** Rows that can be queried, either of a database table or in memory. */
export interface Collection<T = Record<string, unknown>> {
  readonly catalog: Catalog;
  /**
   * Returns a number that changes with each change of the rows, so that responses can be cached. Collections in memory have it, and
   * those of SQLite stores with the option `revision`. Undefined for other tables of databases, whose rows other programs can change
   * at any time without a notice.
   */
  readonly revision?: (() => number) | undefined;
  /**
   * Whether pages return the same object for a row until it changes, so that its JSON can be kept. Collections in memory do. Default
   * false.
   */
  readonly keepsRows?: boolean | undefined;
  /** Whether pages have cursors, which requires a cursor key. Undefined if the collection does not know. */
  readonly hasCursors?: boolean | undefined;
  /**
   * Returns one page and the number of matching rows, both read from one snapshot.
   *
   * @throws StatementError for errors of the database
   * @throws RangeError and TypeError for wrong arguments
   */
  readonly page: (query: Query, options?: PageOptions) => Promise<Page<T> | RejectedRequest>;
  readonly count: (
    query: Query,
    options?: RequestOptions,
  ) => Promise<{ readonly ok: true; readonly count: number } | RejectedRequest>;
  /**
   * Groups the matching rows by the values of members, and returns the number of rows and the measures of each group. The
   * query's order, `start` and `limit` do not apply.
   *
   * @throws TypeError if the catalog lacks a member, or if requests cannot learn its values
   * @example
   * await places.aggregate({ filter }, { by: ["country"], measures: [{ function: "sum", member: "population" }] });
   */
  readonly aggregate: (
    query: Query,
    aggregation: Aggregation,
    options?: RequestOptions,
  ) => Promise<({ readonly ok: true } & Aggregates) | RejectedRequest>;
  /**
   * Returns the matching rows from `start` on, up to the query's `limit`. The maximum of a page does not apply. The
   * snapshot stays open until the last row is read or the loop is left.
   *
   * @throws ScanLimitError while reading, if more rows than the collection allows are evaluated in memory
   */
  readonly stream: (
    query: Query,
    options?: RowOptions,
  ) => Promise<{ readonly ok: true; readonly rows: AsyncIterable<T> } | RejectedRequest>;
  /**
   * Returns random rows among those that match, each with the same probability, in random order. The query's order, `start`
   * and `limit` do not apply. Returns undefined if the database cannot evaluate the filter exactly: the rows of a stream are
   * then the only ones to choose from. Collections in memory do not have this method.
   *
   * @param size maximum number of rows; fewer are returned only if fewer match
   */
  readonly sample?: (
    size: number,
    query: Query,
    options?: RowOptions,
  ) => Promise<{ readonly ok: true; readonly rows: readonly T[] } | RejectedRequest | undefined>;
  /**
   * Explains how `page` would find its rows, or `aggregate` its groups, or `sample` its rows. Runs SQL only to look up the row of a cursor with long values. In memory, evaluates each condition to count its
   * rows.
   *
   * @throws TypeError for a cursor that is invalid or belongs to another query
   */
  readonly explain: (query: Query, options?: PageOptions & ExplainOptions) => Promise<ExplainedPlan>;
}
