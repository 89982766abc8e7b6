import type { Condition } from "../../evaluate/queries.ts";

/** A store that was filled beforehand: what it is asked is prepared once, and run many times. */
export interface Store {
  readonly name: string;
  readonly ours?: boolean;
  /** Its work is done by threads of its own. */
  readonly isElsewhere?: boolean;
  /** So often it is asked before it is timed: what is made by use is there then. */
  readonly asks?: number;
  /** Counts the rows that a condition keeps. */
  readonly count: (condition: Condition) => Prepared<number>;
  /** The first rows that a condition keeps, in source order. */
  readonly first?: (condition: Condition, limit: number) => Prepared<readonly Identified[]>;
  /** The rows that a condition keeps, by the collated name and then by id. */
  readonly page?: (asked: AskedPage) => Prepared<readonly Identified[]>;
  /** The same, with the number of all rows that are kept. Made of text to rows each time where it is ours. */
  readonly request?: (asked: AskedPage) => Prepared<CountedPage>;
  readonly close?: () => void;
}

export interface AskedPage {
  /** All rows, if there is none. */
  readonly condition?: Condition;
  readonly start: number;
  readonly limit: number;
}

export interface CountedPage {
  readonly count: number;
  readonly items: readonly Identified[];
}

export interface Identified {
  readonly id: unknown;
}

/** What can be run, or why it cannot be said. */
export type Prepared<T> = Ask<T> | string | Promise<Ask<T> | string>;
export type Ask<T> = () => T | Promise<T>;

/** The texts that results are compared by. */
export const idsOf = (rows: readonly Identified[]): string => rows.map(({ id }) => String(id)).join();
export const pageText = ({ count, items }: CountedPage): string => `${count}: ${idsOf(items)}`;
