import type { RowOf } from "tamis/catalog";
import type { Models } from "../../models/models.ts";
import { VERSION, type StampMember } from "../../storage/stamps.ts";
import type { NewRow, Row } from "../../storage/storage.ts";
import type { JobState, storedJobs, storedTasks } from "../contract/catalogs.ts";
import { DEFAULT_BINS, MAX_INPUTS, requireMonitorable } from "../contract/check-definition.ts";
import { writeCode } from "../contract/job-code.ts";

type TaskMembers = NewRow<typeof storedJobs, "id" | "failure" | "links" | StampMember>;
type QueuedMembers = Pick<NewRow<typeof storedJobs>, "state" | "jobReqId" | "failure" | "links">;

/**
 * Returns the members of a job that its task determines.
 *
 * @param dataTable table to measure; null for the last one
 * @throws a failed request (400) if the model of the task cannot be measured any more
 */
export async function jobOf(task: Row, models: Models, dataTable: string | null): Promise<TaskMembers> {
  // The contract requires these members of tasks.
  const { id, name, modelId, dataLibrary, prefix, resultLibrary, inputVariables, bins } = task as RowOf<
    typeof storedTasks
  > & { readonly modelId: string; readonly dataLibrary: string; readonly prefix: string };
  const { model, projectId, targetLevel, target, prediction } = requireMonitorable(
    modelId,
    await models.find(modelId),
  );
  const inputs = (inputVariables ?? model.inputVariables ?? []) as readonly string[];
  return {
    taskId: id,
    task: name ?? null,
    model: model.name,
    modelId,
    projectId,
    projectVersion: model.projectVersion,
    code: writeCode({
      dataLibrary,
      prefix,
      dataTable,
      targetLevel,
      target,
      event: targetLevel === "binary" ? model.targetEvent! : null,
      prediction,
      inputs: inputs.slice(0, MAX_INPUTS),
      bins: bins ?? DEFAULT_BINS,
    }),
    state: null,
    prefix,
    dataLibrary,
    resultLibrary: resultLibrary ?? dataLibrary,
    dataTable,
    startTime: null,
    stopTime: null,
    jobReqId: null,
    version: VERSION,
  };
}

/** Returns the members of a job that waits for its run. */
export function queued(): QueuedMembers {
  return { state: "queued" satisfies JobState, jobReqId: crypto.randomUUID(), failure: null, links: null };
}
