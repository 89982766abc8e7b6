import type { Catalog } from "../catalog/types.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { ExplainedPlan, ExplainOptions } from "./explain.ts";
import type { Query } from "./request.ts";
import type { Rule } from "./rules.ts";

export interface RequestOptions {
  /** Language tag for collation and case rules. Default: root collation. */
  readonly locale?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for one statement; in memory, for the whole request. Default: the collection's. */
  readonly timeout?: number | undefined;
  /** Every returned row fulfills it, in addition to the collection's own rule. */
  readonly rule?: Rule | undefined;
}

export interface RowOptions extends RequestOptions {
  /** Catalog members, not dotted, that returned rows have. Default: all. */
  readonly select?: readonly string[] | undefined;
}

export interface PageOptions extends RowOptions {
  /** Default true. */
  readonly count?: boolean | undefined;
  /** `next` of the previous page. Default: the query's. */
  readonly cursor?: string | undefined;
}

export interface Page<T> {
  readonly ok: true;
  readonly items: readonly T[];
  /** Index of the first item. After a cursor, as of when it was made. */
  readonly start: number;
  /** Rows per page: requested or default, and not above the maximum. */
  readonly limit: number;
  /** Matching rows on all pages; undefined if `count` is false. */
  readonly count: number | undefined;
  /** Undefined on the last page, and if the collection has no cursor key. */
  readonly next: string | undefined;
}

/** A request that was not executed, with reasons for the user. */
export interface RejectedRequest {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
}

/** Rows of a table or in memory, with one interface. */
export interface Collection<T = Record<string, unknown>> {
  readonly catalog: Catalog;
  /**
   * One page and the number of matching rows, from one snapshot.
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
   * All rows from `start` on, up to the query's `limit`, whatever the maximum of a page. The snapshot is open until the
   * last row is taken or the loop is left.
   *
   * @throws ScanLimitError while reading, if more rows than the collection allows are evaluated in memory
   */
  readonly stream: (
    query: Query,
    options?: RowOptions,
  ) => Promise<{ readonly ok: true; readonly rows: AsyncIterable<T> } | RejectedRequest>;
  /** Runs no statement; in memory, runs each condition to count its rows. */
  readonly explain: (query: Query, options?: PageOptions & ExplainOptions) => Promise<ExplainedPlan>;
}
