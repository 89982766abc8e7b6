import type { Catalog } from "../../../catalog/types.ts";
import type { CursorPosition } from "../../cursor.ts";
import type { ExplainedQuery } from "../../explain.ts";
import type { Facets } from "./facets.ts";
import type { MinMax } from "./min-max.ts";
import type { MemoryQuery } from "./query.ts";

export interface MemoryRequestOptions {
  /** Another locale than the collection's. */
  readonly locale?: string | undefined;
}

export interface MemoryPageOptions extends MemoryRequestOptions {
  /** Where to go on: `next` of a page of the same query. `start` counts from there. */
  readonly after?: CursorPosition | undefined;
}

/** A page of a collection in memory. */
export interface MemoryPage<T> {
  readonly items: readonly T[];
  /** The index of the first item; after a place it is what it was when that was given. */
  readonly start: number;
  /** Rows of a page: what was asked for, or the default, and not above the maximum. */
  readonly limit: number;
  /** All rows that the filter keeps, whatever page they are on. */
  readonly count: number;
  /**
   * Where to go on, whatever is changed meanwhile; undefined on the last page, and where the catalog has no key to tell
   * rows apart.
   */
  readonly next: CursorPosition | undefined;
}

export interface FacetOptions extends MemoryRequestOptions {
  /** Values that are given at the most. Default 100. */
  readonly limit?: number | undefined;
}

export interface Unreadable<T> {
  readonly row: T;
  /** From 0, rows that went not counted. */
  readonly index: number;
  readonly members: readonly string[];
}

/** What reads rows: a collection as it is at any time, or as it was at one. */
export interface MemoryReader<T> {
  readonly catalog: Catalog;
  /** Rows that there are. */
  readonly size: number;
  /**
   * The rows that hold what the type of a member cannot read, by their place among the rows, with the dotted names of
   * these members: to filters such values are null.
   */
  readonly unreadable: () => Iterable<Unreadable<T>>;
  /** One page, and how many rows there are in all. @throws RangeError, TypeError for what a program does wrong */
  readonly page: (query: MemoryQuery, options?: MemoryPageOptions) => MemoryPage<T>;
  /** How many rows the filter keeps. */
  readonly count: (query: MemoryQuery, options?: MemoryRequestOptions) => number;
  /** All rows that the filter keeps, in order, from `start` on; the limits of a page do not apply. */
  readonly all: (query: MemoryQuery, options?: MemoryRequestOptions) => readonly T[];
  /**
   * The rows that the filter keeps, one after the other, from `start` on, and up to `limit` if the query has one; the
   * maximum of a page does not apply. They are those that there are when it is called, whatever is changed meanwhile.
   *
   * @example for (const report of reports.stream({ filter })) write(report);
   */
  readonly stream: (query: MemoryQuery, options?: MemoryPageOptions) => Iterable<T>;
  /**
   * Makes what pages of a query need, so that none waits for it: the columns of its filter, and all rows in its order.
   * Without it they are made by and by, as they are asked for.
   */
  readonly prepare: (query: MemoryQuery, options?: MemoryRequestOptions) => void;
  /**
   * How a page would be got. The filter is run, and each of its conditions by itself; nothing is put in order.
   * `showQueryPlan` writes it for people.
   */
  readonly explain: (query: MemoryQuery, options?: MemoryPageOptions) => ExplainedQuery;
  /**
   * The different values of a member among the rows that the filter keeps, with how many rows have each.
   *
   * @throws TypeError if there is no such member.
   */
  readonly facets: (member: string, query: MemoryQuery, options?: FacetOptions) => Facets;
  /**
   * The first and the last value of a member, in its order, among the rows that the filter keeps; undefined where none
   * has a value.
   *
   * @throws TypeError if there is no such member.
   */
  readonly minMax: (member: string, query: MemoryQuery, options?: MemoryRequestOptions) => MinMax | undefined;
}
