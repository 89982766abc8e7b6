import type { Column } from "../data/column.ts";
import { STEP, type Slices } from "../data/slices.ts";
import { descendingOrder } from "../data/sorted-order.ts";
import { countsOf } from "./variable-summary.ts";

export interface VariableDeviation {
  readonly level: "interval" | "nominal";
  /** Number of groups of values that are compared. */
  readonly bins: number;
  readonly deviation: number;
}

/** Added to the number of rows of each group, so that an empty group has no infinite weight. */
const SMOOTHING = 0.5;

/**
 * Returns the population stability index of a variable: the sum of `(p - q) * ln(p / q)` over groups of values, where `p` and `q`
 * are the shares of the group in the table and in the baseline. The groups of numbers end at quantiles of the baseline. Other
 * values are groups of their own, as are missing values.
 *
 * @param bins number of quantiles. Equal quantiles are one
 */
export async function deviationOf(
  current: Column,
  baseline: Column,
  bins: number,
  slices: Slices,
): Promise<VariableDeviation> {
  const isInterval = current.numbers !== undefined && baseline.numbers !== undefined;
  const groups = new Map<string, [now: number, before: number]>();
  const edges = isInterval ? await interiorEdges(baseline, bins, slices) : undefined;
  if (edges !== undefined) for (let i = 0; i <= edges.length; i++) groups.set(String(i), [0, 0]);
  for (const [side, column] of [current, baseline].entries()) {
    const counts = await countsOf(column, slices);
    for (const [i, text] of column.texts.entries()) {
      const name =
        edges === undefined || text === "" ? `:${text}` : String(groupOf(column.numbers![i]!, edges));
      let group = groups.get(name);
      if (group === undefined) groups.set(name, (group = [0, 0]));
      group[side]! += counts[i]!;
      if (i % STEP === 0) await slices.pause();
    }
  }
  const now = current.codes.length + SMOOTHING * groups.size;
  const before = baseline.codes.length + SMOOTHING * groups.size;
  let deviation = 0;
  for (const group of groups.values()) {
    const p = (group[0] + SMOOTHING) / now;
    const q = (group[1] + SMOOTHING) / before;
    deviation += (p - q) * Math.log(p / q);
  }
  return { level: isInterval ? "interval" : "nominal", bins: groups.size, deviation };
}

/** Returns the ends of the groups without the first and the last one, in ascending order. */
async function interiorEdges(column: Column, bins: number, slices: Slices): Promise<readonly number[]> {
  const values = Float64Array.from(column.codes, (code) => column.numbers![code]!).filter(
    (value) => !Number.isNaN(value),
  );
  if (values.length === 0) return [];
  const order = await descendingOrder(values, slices);
  const last = values.length - 1;
  const at = (rank: number) => values[order[last - rank]!]!;
  const edges: number[] = [at(0)];
  for (let bin = 1; bin <= bins; bin++) {
    // Linear interpolation between the two nearest values.
    const position = (last * bin) / bins;
    const rank = Math.floor(position);
    const edge = at(rank) + (position - rank) * (at(Math.min(rank + 1, last)) - at(rank));
    if (edge > edges.at(-1)!) edges.push(edge);
  }
  return edges.slice(1, -1);
}

/** Returns the number of edges that are not greater than a value. */
function groupOf(value: number, edges: readonly number[]): number {
  let group = 0;
  while (group < edges.length && edges[group]! <= value) group++;
  return group;
}
