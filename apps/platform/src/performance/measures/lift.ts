import type { Curve } from "./curve.ts";

export interface LiftBin {
  readonly bin: number;
  readonly depth: number;
  readonly events: number;
  readonly responseRate: number;
  readonly lift: number;
  readonly cumulativeLift: number;
  readonly capturedResponse: number;
  readonly cumulativeCapturedResponse: number;
}

/**
 * Splits the rows by descending prediction into bins of one size. A bin can end inside of rows with equal predictions: it then has
 * the part of their events that is its part of these rows, so that the order of the rows means nothing.
 */
export function liftBins(curve: Curve, bins: number): readonly LiftBin[] {
  const { points, events, others } = curve;
  const rows = events + others;
  const size = rows / bins;
  const result: LiftBin[] = [];
  let next = 0;
  let before = { events: 0, rows: 0 };
  let previous = 0;
  for (let bin = 1; bin <= bins; bin++) {
    const depth = (rows * bin) / bins;
    while (next < points.length - 1 && points[next]!.events + points[next]!.others < depth) {
      before = { events: points[next]!.events, rows: points[next]!.events + points[next]!.others };
      next++;
    }
    const point = points[next]!;
    const after = point.events + point.others;
    const share = (depth - before.rows) / (after - before.rows);
    const cumulative = before.events + share * (point.events - before.events);
    const binEvents = cumulative - previous;
    const responseRate = binEvents / size;
    result.push({
      bin,
      depth: (100 * bin) / bins,
      events: binEvents,
      responseRate,
      lift: (responseRate * rows) / events,
      cumulativeLift: ((cumulative / depth) * rows) / events,
      capturedResponse: binEvents / events,
      cumulativeCapturedResponse: cumulative / events,
    });
    previous = cumulative;
  }
  return result;
}
