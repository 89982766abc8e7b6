import type { Catalog } from "../catalog/types.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { ExplainedPlan, ExplainOptions } from "./explain.ts";
import type { Query } from "./request.ts";
import type { Rule } from "./rules.ts";

export interface RequestOptions {
  /** Language tag whose collation and case rules apply. Default: root collation. */
  readonly locale?: string | undefined;
  /** Cancels the request. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that one statement may take; in memory, the whole request. Default: the collection's. */
  readonly timeout?: number | undefined;
  /** Condition that every returned row fulfills, in addition to the collection's own rule. */
  readonly rule?: Rule | undefined;
}

export interface RowOptions extends RequestOptions {
  /** Names of the catalog's members, not dotted, that returned rows have. Default: all. */
  readonly select?: readonly string[] | undefined;
}

export interface PageOptions extends RowOptions {
  /** Whether to count the matching rows. Default true. */
  readonly count?: boolean | undefined;
  /** Cursor to continue after: `next` of the previous page. Default: the query's. */
  readonly cursor?: string | undefined;
}

export interface Page<T> {
  readonly ok: true;
  readonly items: readonly T[];
  /** Index of the first item. After a cursor, the index at the time when the cursor was made. */
  readonly start: number;
  /** Rows per page: the requested number or the default, and not above the maximum. */
  readonly limit: number;
  /** Number of rows that match the filter, on all pages; undefined if `count` is false. */
  readonly count: number | undefined;
  /** Cursor to continue after; undefined on the last page, and if the collection has no cursor key. */
  readonly next: string | undefined;
}

/** A request that the collection does not execute, with the reasons for the user. */
export interface RejectedRequest {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
}

/** Rows of a table or in memory, with one interface. */
export interface Collection<T = Record<string, unknown>> {
  readonly catalog: Catalog;
  /**
   * Returns one page and the number of matching rows, both from one snapshot.
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
   * Returns all rows from `start` on, up to the query's `limit`. The maximum of a page does not apply. The snapshot is
   * open until the last row is taken or the loop is left.
   *
   * @throws ScanLimitError while the rows are read, if more rows than the collection allows are evaluated in memory
   */
  readonly stream: (
    query: Query,
    options?: RowOptions,
  ) => Promise<{ readonly ok: true; readonly rows: AsyncIterable<T> } | RejectedRequest>;
  /** Explains how a page would be found. Runs no statement. In memory, runs each condition to count its rows. */
  readonly explain: (query: Query, options?: PageOptions & ExplainOptions) => Promise<ExplainedPlan>;
}
