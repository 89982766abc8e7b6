import { defineResource, failRequest, type NestedRequest } from "tamis/http";
import { createCollection } from "tamis/store";
import { itemTypeOf } from "../../family/media-types.ts";
import type { FamilyNested } from "../../access/guard.ts";
import { restrictTo } from "../../access/permissions.ts";
import { requireCaller } from "../../access/require-caller.ts";
import { JOBS } from "../contract/catalogs.ts";
import { REPORT_KINDS, type DataPoint, type ReportKind } from "../contract/report-kinds.ts";
import { stateOf, type JobStore } from "../jobs/job-store.ts";

/** Collections of data points below each job, one for each kind. They can be filtered, sorted and paged as any other. */
export function reportData(store: JobStore): readonly FamilyNested[] {
  return (Object.keys(REPORT_KINDS) as ReportKind[]).map((kind) => ({
    path: `${JOBS}/{jobId}/reportData/${kind}`,
    resolve: (request) => resolve(store, kind, request),
    describe: () => dataResource(JOBS.replace(/[{}]/g, ""), kind, []),
  }));
}

/** @throws a failed request: 401 without a token, 404 for a job without such data */
async function resolve(store: JobStore, kind: ReportKind, { parameters, path, identity }: NestedRequest) {
  requireCaller({ identity });
  const job = await store.find(parameters["taskId"]!, parameters["jobId"]!);
  if (job === undefined) return failRequest(404, "There is no such performance job.");
  const state = stateOf(job.row);
  if (state === "failed")
    return failRequest(404, `The job has no report data, because it failed: ${String(job.row["failure"])}`);
  const points = await store.readData(job.row["id"] as string, kind);
  if (state !== "completed") return failRequest(404, "The job has no report data yet.");
  if (points === undefined)
    return failRequest(404, `The target of the model has no data of the kind ${kind}.`);
  return dataResource(path, kind, points);
}

function dataResource(path: string, kind: ReportKind, points: readonly DataPoint[]) {
  const { catalog, mediaType } = REPORT_KINDS[kind];
  return defineResource({
    path,
    collection: createCollection<DataPoint>([...points], { catalog }).asCollection(),
    itemType: itemTypeOf({ mediaType }),
    access: restrictTo(undefined),
  });
}
