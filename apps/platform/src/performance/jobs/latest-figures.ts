import type { AdmittedCaller } from "../../access/caller.ts";
import { hasValues, listRows } from "../../storage/read-rows.ts";
import type { Row } from "../../storage/storage.ts";
import { JOBS } from "../contract/catalogs.ts";
import type { ReportKind } from "../contract/report-kinds.ts";
import type { JobStore } from "./job-store.ts";

/** Measures of the quality of a model: the report data, and their member, that contain each. */
const SOURCES = {
  gini: { kind: "gini", member: "gini" },
  areaUnderCurve: { kind: "gini", member: "areaUnderCurve" },
  ksStatistic: { kind: "ks.statistic", member: "ks" },
  mse: { kind: "mse", member: "mse" },
} as const satisfies Readonly<Record<string, { readonly kind: ReportKind; readonly member: string }>>;

export type FigureName = keyof typeof SOURCES;

export const FIGURES = Object.keys(SOURCES) as readonly FigureName[];

export interface Figures {
  readonly jobUri: string;
  /** Figures that do not apply to the type of the model's target variable are missing. */
  readonly values: Readonly<Partial<Record<FigureName, number>>>;
}

/** Returns the figures of the last completed job of a model that the caller may read; undefined without such a job. */
export async function latestFigures(
  store: JobStore,
  modelId: string,
  { rights }: AdmittedCaller,
): Promise<Figures | undefined> {
  const jobs = await listRows(store.jobs, hasValues({ modelId, state: "completed" }));
  const time = (row: Row) => Date.parse(String(row["stopTime"]));
  for (const row of jobs.sort((a, b) => time(b) - time(a))) {
    const id = String(row["id"]);
    const path = JOBS.replace("{taskId}", () => encodeURIComponent(String(row["taskId"])));
    const jobUri = `${path}/${encodeURIComponent(id)}`;
    if (!(await rights.has("read", jobUri))) continue;
    const values: Partial<Record<FigureName, number>> = {};
    for (const name of FIGURES) {
      const { kind, member } = SOURCES[name];
      const value = (await store.readData(id, kind))?.[0]?.[member];
      if (typeof value === "number") values[name] = value;
    }
    return { jobUri, values };
  }
  return undefined;
}
