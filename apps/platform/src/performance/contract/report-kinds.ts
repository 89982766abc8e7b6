import { defineCatalog, type MemberDefinitions } from "tamis";
import { modelManagement as family } from "tamis/families";

const { resources } = family;

const id = { type: "string", nullable: false, description: "Position of the data point, from 1." } as const;
const table = { dataTable: { type: "string", description: "The measured table." } } as const;

const points = <const M extends MemberDefinitions>(name: string, description: string, members: M) =>
  defineCatalog({ name, description, key: "id", defaultLimit: 100, members: { id, ...members } });

const level = { type: "string", description: "Level of the variable: interval or nominal." } as const;

/** The kinds of report data. Key: last part of the media type, which is also the last segment of the path. */
export const REPORT_KINDS = {
  lift: {
    mediaType: resources.liftData.mediaType,
    catalog: points("lift", "How many events the rows with the highest predictions have.", {
      ...table,
      bin: "integer",
      depth: { type: "number", description: "Share of all rows up to the end of the bin, in percent." },
      events: { type: "number", description: "Number of events. Rows with equal predictions share theirs." },
      responseRate: "number",
      lift: "number",
      cumulativeLift: "number",
      capturedResponse: { type: "number", description: "Share of all events, from 0 to 1." },
      cumulativeCapturedResponse: "number",
    }),
  },
  "variable.summary": {
    mediaType: resources.variableSummaryData.mediaType,
    catalog: points("variable.summary", "Statistics of the input variables.", {
      ...table,
      variable: "string",
      level,
      count: { type: "integer", description: "Number of rows with a value." },
      missing: "integer",
      distinct: "integer",
      mean: "number",
      standardDeviation: { type: "number", description: "Of a sample: the divisor is the count minus 1." },
      minimum: "number",
      maximum: "number",
      mode: { type: "string", description: "Most frequent value of a nominal variable." },
    }),
  },
  "variable.deviation": {
    mediaType: resources.variableDeviationData.mediaType,
    catalog: points("variable.deviation", "How far the input variables moved since the first table.", {
      ...table,
      baselineTable: "string",
      variable: "string",
      level,
      bins: "integer",
      deviation: { type: "number", description: "Population stability index." },
    }),
  },
  roc: {
    mediaType: resources.rocData.mediaType,
    catalog: points("roc", "The receiver operating characteristic, without points on a straight line.", {
      ...table,
      threshold: { type: "number", description: "Least prediction of an event. Null for the first point." },
      falsePositiveRate: "number",
      sensitivity: "number",
    }),
  },
  "ks.cumulative": {
    mediaType: resources.ksCumulativeData.mediaType,
    catalog: points("ks.cumulative", "Cumulative shares of events and other rows by prediction.", {
      ...table,
      threshold: "number",
      cumulativeEvents: { type: "number", description: "Share of the events with at least this prediction." },
      cumulativeNonEvents: "number",
      difference: "number",
    }),
  },
  "ks.statistic": {
    mediaType: resources.ksStatisticData.mediaType,
    catalog: points("ks.statistic", "The greatest difference of the cumulative shares.", {
      ...table,
      ks: "number",
      threshold: "number",
    }),
  },
  mse: {
    mediaType: resources.mseData.mediaType,
    catalog: points("mse", "The mean squared error of the predictions.", {
      ...table,
      count: "integer",
      missing: { type: "integer", description: "Rows without a target or a prediction." },
      mse: "number",
      rootMse: "number",
    }),
  },
  gini: {
    mediaType: resources.giniData.mediaType,
    catalog: points("gini", "The Gini coefficient of the predictions.", {
      ...table,
      gini: "number",
      areaUnderCurve: "number",
    }),
  },
} as const;

export type ReportKind = keyof typeof REPORT_KINDS;

/** Kinds of data that a target with two classes has, in addition to those of any target. */
const BINARY_ONLY: ReadonlySet<string> = new Set<ReportKind>([
  "lift",
  "roc",
  "ks.cumulative",
  "ks.statistic",
  "gini",
]);

/** Returns the kinds of data for a level of the target. */
export function kindsOf(targetLevel: string): readonly ReportKind[] {
  const kinds = Object.keys(REPORT_KINDS) as ReportKind[];
  return targetLevel === "binary" ? kinds : kinds.filter((kind) => !BINARY_ONLY.has(kind));
}

export type DataPoint = Readonly<Record<string, string | number | null>>;
export type ReportData = Partial<Readonly<Record<ReportKind, readonly DataPoint[]>>>;
