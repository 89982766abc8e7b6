import type { Catalog } from "../catalog/types.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { ExplainedPlan, ExplainOptions } from "./explain.ts";
import type { Query } from "./request.ts";
import type { Rule } from "./rules.ts";

/** What can be said of one request. */
export interface RequestOptions {
  /** The language tag whose collation and case rules apply; root order where there is none. */
  readonly locale?: string | undefined;
  /** Gives the request up. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that one statement may take. Default: the collection's. */
  readonly timeout?: number | undefined;
  /** What every row must fulfill beside the collection's own rule. */
  readonly rule?: Rule | undefined;
}

export interface RowOptions extends RequestOptions {
  /** Names of the catalog's members, not dotted, that rows are given with. Default: all. */
  readonly select?: readonly string[] | undefined;
}

export interface PageOptions extends RowOptions {
  /** Whether the rows are counted. Default true. */
  readonly count?: boolean | undefined;
  /** Where to go on: `next` of the page before. Default: what the query says. */
  readonly cursor?: string | undefined;
}

/** A page of a collection. */
export interface Page<T> {
  readonly ok: true;
  readonly items: readonly T[];
  /** The index of the first item; after a cursor it is what it was when the cursor was made. */
  readonly start: number;
  /** Rows of a page: what was asked for, or the default, and not above the maximum. */
  readonly limit: number;
  /** All rows that the filter keeps, whatever page they are on; undefined where they were not to be counted. */
  readonly count: number | undefined;
  /** The cursor to go on with; undefined on the last page, and where the collection gives no cursors. */
  readonly next: string | undefined;
}

/** What a user asked for and does not get, with the reasons. */
export interface RejectedRequest {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
}

/** Rows that can be asked for by pages. */
export interface Collection<T = Record<string, unknown>> {
  readonly catalog: Catalog;
  /**
   * One page, and how many rows there are in all: of one moment.
   *
   * @throws StatementError for what the database says, RangeError and TypeError for what a program does wrong.
   */
  readonly page: (query: Query, options?: PageOptions) => Promise<Page<T> | RejectedRequest>;
  readonly count: (
    query: Query,
    options?: RequestOptions,
  ) => Promise<{ readonly ok: true; readonly count: number } | RejectedRequest>;
  /**
   * All rows from `start` on, up to `limit` if there is one; the maximum of a page does not apply. The snapshot is open
   * until the last row is taken or the loop is left.
   *
   * @throws ScanLimitError, from the rows, where memory would have to look at more than the collection allows.
   */
  readonly stream: (
    query: Query,
    options?: RowOptions,
  ) => Promise<{ readonly ok: true; readonly rows: AsyncIterable<T> } | RejectedRequest>;
  /** How a page would be got. No statement is run; of rows in memory it tells how many each condition keeps. */
  readonly explain: (query: Query, options?: PageOptions & ExplainOptions) => Promise<ExplainedPlan>;
}
