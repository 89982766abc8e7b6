import { JobFailure } from "../data/job-failure.ts";
import { STEP, type Slices } from "../data/slices.ts";
import { descendingOrder } from "../data/sorted-order.ts";
import type { ScoredRows } from "./scored-rows.ts";

/** Cumulative counts of the rows whose prediction is at least a threshold. */
export interface CurvePoint {
  readonly threshold: number;
  readonly events: number;
  readonly others: number;
}

/** One point for each distinct prediction, the greatest first. */
export interface Curve {
  readonly points: readonly CurvePoint[];
  readonly events: number;
  readonly others: number;
}

/** @throws JobFailure if all rows are events, or none is */
export async function curveOf(rows: ScoredRows, table: string, slices: Slices): Promise<Curve> {
  const { actual, predicted } = rows;
  const order = await descendingOrder(predicted, slices);
  const points: CurvePoint[] = [];
  let events = 0;
  let others = 0;
  for (const [i, row] of order.entries()) {
    if (actual[row] === 1) events++;
    else others++;
    const threshold = predicted[row]!;
    // Rows with equal predictions are one point: their order means nothing.
    if (i + 1 === order.length || predicted[order[i + 1]!] !== threshold)
      points.push({ threshold, events, others });
    if (i % STEP === 0) await slices.pause();
  }
  if (events === 0 || others === 0)
    throw new JobFailure(`The target of the table ${table} has only one value.`);
  return { points, events, others };
}

/** Returns the area under the ROC curve, by trapezoids. */
export function areaUnder({ points, events, others }: Curve): number {
  let area = 0;
  let before = { events: 0, others: 0 };
  for (const point of points) {
    area += ((point.others - before.others) * (point.events + before.events)) / 2;
    before = point;
  }
  return area / (events * others);
}

/** Returns the point with the greatest difference of the cumulative shares, and this difference. */
export function greatestDifference(curve: Curve): { readonly ks: number; readonly threshold: number } {
  let best = { ks: -1, threshold: 0 };
  for (const { threshold, events, others } of curve.points) {
    const ks = Math.abs(events / curve.events - others / curve.others);
    if (ks > best.ks) best = { ks, threshold };
  }
  return best;
}

/** Returns the points without those on a straight line between their neighbors. */
export function corners(points: readonly CurvePoint[]): readonly CurvePoint[] {
  return points.filter((point, i) => {
    const before = points[i - 1];
    const after = points[i + 1];
    if (before === undefined || after === undefined) return true;
    const isStraight =
      after.events - 2 * point.events + before.events === 0 &&
      after.others - 2 * point.others + before.others === 0;
    return !isStraight;
  });
}

/** Returns at most a number of the points, evenly spread, with the first and the last one. */
export function thinned<T>(points: readonly T[], maximum: number): readonly T[] {
  if (points.length <= maximum) return points;
  const step = (points.length - 1) / (maximum - 1);
  return Array.from({ length: maximum }, (_, i) => points[Math.round(i * step)]!);
}
