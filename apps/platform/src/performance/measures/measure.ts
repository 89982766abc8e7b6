import type { DataPoint, ReportData } from "../contract/report-kinds.ts";
import type { Table } from "../data/column.ts";
import { JobFailure } from "../data/job-failure.ts";
import { findTables } from "../data/libraries.ts";
import { readTable } from "../data/read-table.ts";
import { Slices } from "../data/slices.ts";
import type { JobSettings } from "../contract/job-code.ts";
import { areaUnder, corners, curveOf, greatestDifference, thinned } from "./curve.ts";
import { meanSquaredError } from "./errors.ts";
import { liftBins } from "./lift.ts";
import { scoredRows, type ScoredRows } from "./scored-rows.ts";
import { deviationOf } from "./variable-deviation.ts";
import { summarize } from "./variable-summary.ts";

export interface MeasureOptions {
  /** Folder with one folder for each library. */
  readonly folder: string;
  /** Greatest number of rows of a table. */
  readonly maxRows: number;
  /** Greatest number of data points of a curve. */
  readonly maxPoints: number;
}

export interface Measured {
  readonly dataTable: string;
  readonly data: ReportData;
}

/**
 * Computes the report data of a job.
 *
 * @param signal ends the work early
 * @throws JobFailure for data that cannot be measured
 */
export async function measure(
  settings: JobSettings,
  { folder, maxRows, maxPoints }: MeasureOptions,
  signal: AbortSignal,
): Promise<Measured> {
  const slices = new Slices(signal);
  const { dataLibrary, prefix, target, prediction, inputs, targetLevel } = settings;
  const files = await findTables(folder, dataLibrary, prefix);
  const file =
    settings.dataTable === null ? files.at(-1)! : files.find(({ name }) => name === settings.dataTable);
  if (file === undefined)
    throw new JobFailure(
      `'${settings.dataTable}' is no table of '${dataLibrary}' with the prefix '${prefix}'.`,
    );
  const names = [...new Set([target, prediction, ...inputs])];
  const limits = { maxRows, slices };
  const table = await readTable(file, names, limits);
  const first = files[0]!;
  const baseline = first === file ? table : await readTable(first, [...new Set(inputs)], limits);
  const rows = await scoredRows(table, settings, slices);
  const data: ReportData = {
    "variable.summary": await summaries(table, inputs, slices),
    "variable.deviation": await deviations(table, baseline, settings, slices),
    mse: [await errorPoint(rows, slices)],
    ...(targetLevel === "binary" ? await classData(rows, table.name, settings, { maxPoints, slices }) : {}),
  };
  return { dataTable: table.name, data: numbered(data, table.name) };
}

async function classData(
  rows: ScoredRows,
  table: string,
  { bins }: JobSettings,
  { maxPoints, slices }: { readonly maxPoints: number; readonly slices: Slices },
): Promise<ReportData> {
  const curve = await curveOf(rows, table, slices);
  const { points, events, others } = curve;
  const areaUnderCurve = areaUnder(curve);
  const origin = { threshold: null, events: 0, others: 0 };
  return {
    lift: liftBins(curve, bins).map((bin) => ({ ...bin })),
    roc: thinned([origin, ...corners(points)], maxPoints).map((point) => ({
      threshold: point.threshold,
      falsePositiveRate: point.others / others,
      sensitivity: point.events / events,
    })),
    "ks.cumulative": thinned(points, maxPoints).map((point) => ({
      threshold: point.threshold,
      cumulativeEvents: point.events / events,
      cumulativeNonEvents: point.others / others,
      difference: point.events / events - point.others / others,
    })),
    "ks.statistic": [{ ...greatestDifference(curve) }],
    gini: [{ gini: 2 * areaUnderCurve - 1, areaUnderCurve }],
  };
}

async function summaries(table: Table, inputs: readonly string[], slices: Slices): Promise<DataPoint[]> {
  const points: DataPoint[] = [];
  for (const variable of inputs)
    points.push({ variable, ...(await summarize(table.columns.get(variable)!, slices)) });
  return points;
}

async function deviations(
  table: Table,
  baseline: Table,
  { inputs, bins }: JobSettings,
  slices: Slices,
): Promise<DataPoint[]> {
  const points: DataPoint[] = [];
  for (const variable of inputs) {
    const [now, before] = [table.columns.get(variable)!, baseline.columns.get(variable)!];
    const deviation = await deviationOf(now, before, bins, slices);
    points.push({ baselineTable: baseline.name, variable, ...deviation });
  }
  return points;
}

async function errorPoint(rows: ScoredRows, slices: Slices): Promise<DataPoint> {
  const mse = await meanSquaredError(rows, slices);
  return { count: rows.actual.length, missing: rows.missing, mse, rootMse: Math.sqrt(mse) };
}

/** Adds a key and the name of the measured table to each data point. */
function numbered(data: ReportData, dataTable: string): ReportData {
  return Object.fromEntries(
    Object.entries(data).map(([kind, points]) => [
      kind,
      points.map((point, i) => ({ id: String(i + 1), dataTable, ...point })),
    ]),
  );
}
