import { modelManagement as family } from "tamis/families";
import { VERSION } from "../storage/stamps.ts";
import type { NewRow } from "../storage/storage.ts";
import type { storedAssociations } from "./contract/workflow-catalogs.ts";

const MODELS = [
  { id: "loan-default", name: "Loan default (regression)", workflow: "Champion approval" },
  { id: "home-price", name: "Home price (regression)", workflow: "Retraining" },
] as const;

/**
 * Returns the associations of the sample. Each of them starts its process.
 *
 * @param now milliseconds since 1970
 */
export function sampleAssociations(now: number): readonly NewRow<typeof storedAssociations, "activeKey">[] {
  return MODELS.map(({ id, name, workflow }) => ({
    id: crypto.randomUUID(),
    processId: null,
    processName: workflow,
    parentProcessId: null,
    objectType: "model",
    solutionObjectId: id,
    solutionObjectName: name,
    solutionObjectUri: `${family.prefix}/models/${id}`,
    solutionObjectMediaType: "application/vnd.vendor.models.model",
    version: VERSION,
    createdBy: "sample",
    creationTimeStamp: new Date(now).toISOString(),
    links: null,
  }));
}
