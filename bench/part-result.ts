import type { Measured } from "./harness.ts";
import { duration, ratio } from "./numbers.ts";

export interface PartOptions {
  /** Fewer rounds and rows: enough to see that everything runs, too few for conclusions. */
  readonly quick: boolean;
}

export interface Table {
  /** File name of the chart without extension, in kebab-case. */
  readonly name: string;
  readonly title: string;
  /** Explains the work and the figures. */
  readonly note: string;
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  /** Bar chart of `value` of each row. */
  readonly chart?: { readonly title: string; readonly unit: string };
}

export interface TableRow {
  readonly name: string;
  readonly ours: boolean;
  readonly cells: readonly string[];
  /** Bar length in the chart: time as a multiple of the reference. */
  readonly value?: number;
}

/** A measured figure and its target, an upper or a lower bound. */
export type Goal = { readonly name: string; readonly reached: number; readonly unit: string } & (
  { readonly atMost: number } | { readonly atLeast: number }
);

export interface PartResult {
  readonly tables: readonly Table[];
  readonly goals: readonly Goal[];
  /** All measurements, for `results/latest.json`. */
}

/** Result of a part that could not run. */
export const SKIPPED: PartResult = { tables: [], goals: [] };

export const atMost = (name: string, reached: number, limit: number, unit = "x"): Goal => ({
  name,
  reached,
  atMost: limit,
  unit,
});

export const atLeast = (name: string, reached: number, limit: number, unit = "x"): Goal => ({
  name,
  reached,
  atLeast: limit,
  unit,
});

export const isOurs = (name: string) => name.startsWith("tamis");

/** Returns a row for each contestant: its time, its ratio to the reference, and `more` cells. */
export function timeRows(
  measured: readonly Measured[],
  prefix = "",
  more: (each: Measured) => readonly string[] = () => [],
): TableRow[] {
  return measured.map((each) => ({
    name: prefix + each.name,
    ours: isOurs(each.name),
    cells: [duration(each.milliseconds.median), ratio(each.ratio.median), ...more(each)],
  }));
}
