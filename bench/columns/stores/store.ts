import type { Condition } from "../../evaluate/queries.ts";

/** A store that was loaded beforehand. Its queries are prepared once and run many times. */
export interface Store {
  readonly name: string;
  /** Whether the store works in its own threads, so that the CPU time of this thread is meaningless. */
  readonly isElsewhere?: boolean;
  /** Number of runs before timing, so that all indexes that are built on use exist. */
  readonly warmUpRuns?: number;
  /** Counts the matching rows. */
  readonly count: (condition: Condition) => Prepared<number>;
}

export interface PagedStore extends Store {
  /** Returns a page of all rows, ordered by collated name, then by id. */
  readonly page: (request: PageRequest) => Prepared<readonly Identified[]>;
}

export interface PageRequest {
  readonly start: number;
  readonly limit: number;
}

export interface Identified {
  readonly id: unknown;
}

export type Prepared<T> = PreparedQuery<T> | Promise<PreparedQuery<T>>;
type PreparedQuery<T> = () => T | Promise<T>;

/** String by which results are compared. */
export const idsOf = (rows: readonly Identified[]): string => rows.map(({ id }) => String(id)).join();
