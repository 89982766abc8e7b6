import type { Measured } from "./harness.ts";

/** What a part of the bench is told. */
export interface PartOptions {
  /** Fewer rounds and rows: enough to see that all runs, too few to conclude from. */
  readonly quick: boolean;
}

/** A table that was measured, and the goals that it was measured for. */
export interface Table {
  /** Short, in kebab-case: names the chart. */
  readonly name: string;
  readonly title: string;
  /** What was done, and what the numbers are. */
  readonly note: string;
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  /** What the chart shows of each row, if there is one. */
  readonly chart?: Chart;
  /** Lines beside the rows, if there are any. */
  readonly plot?: Plot;
}

export interface TableRow {
  readonly name: string;
  readonly ours: boolean;
  readonly cells: readonly string[];
  /** What is drawn: how often the reference's time. */
  readonly value?: number;
}

export interface Chart {
  readonly title: string;
  readonly unit: string;
}

/** Lines over two logarithmic scales: how something grows. */
export interface Plot {
  readonly title: string;
  readonly across: string;
  readonly lines: readonly {
    readonly name: string;
    /** Pairs of size and milliseconds. */
    readonly points: readonly (readonly [number, number])[];
  }[];
}

/** What was reached, and what is to be reached at the most or at the least. */
export type Goal = { readonly name: string; readonly reached: number; readonly unit: string } & (
  { readonly atMost: number } | { readonly atLeast: number }
);

export interface PartResult {
  readonly tables: readonly Table[];
  readonly goals: readonly Goal[];
  /** All that was measured, for `results/latest.json`. */
  readonly measured: Readonly<Record<string, readonly Measured[]>>;
}
