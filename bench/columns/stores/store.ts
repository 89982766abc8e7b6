import type { Condition } from "../../evaluate/queries.ts";

/** A store that was loaded beforehand. Its queries are prepared once and run many times. */
export interface Store {
  readonly name: string;
  readonly ours?: boolean;
  /** Whether the store works in its own threads, so that the CPU time of this thread is meaningless. */
  readonly isElsewhere?: boolean;
  /** Number of runs before timing, so that all indexes that are built on use exist. */
  readonly warmUpRuns?: number;
  /** Counts the matching rows. */
  readonly count: (condition: Condition) => Prepared<number>;
  /** Returns a page of all rows, ordered by collated name, then by id. */
  readonly page?: (request: PageRequest) => Prepared<readonly Identified[]>;
  readonly close?: () => void;
}

export interface PageRequest {
  readonly start: number;
  readonly limit: number;
}

export interface Identified {
  readonly id: unknown;
}

/** A query that can be run, or the reason why the store does not support it. */
export type Prepared<T> = PreparedQuery<T> | string | Promise<PreparedQuery<T> | string>;
export type PreparedQuery<T> = () => T | Promise<T>;

/** String by which results are compared. */
export const idsOf = (rows: readonly Identified[]): string => rows.map(({ id }) => String(id)).join();
