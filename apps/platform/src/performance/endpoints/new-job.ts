import type { Models } from "../../models/models.ts";
import type { Row } from "../../storage/storage.ts";
import { VERSION, type JobState } from "../contract/catalogs.ts";
import { DEFAULT_BINS, MAX_INPUTS, requireMonitorable } from "../contract/check-definition.ts";
import { writeCode } from "../contract/job-code.ts";

/**
 * Returns the members of a job that its task determines.
 *
 * @param dataTable table to measure; null for the last one
 * @throws a failed request (400) if the model of the task cannot be measured any more
 */
export async function jobOf(task: Row, models: Models, dataTable: string | null): Promise<Row> {
  const modelId = task["modelId"] as string;
  const { model, projectId, targetLevel, target, prediction } = requireMonitorable(
    modelId,
    await models.find(modelId),
  );
  const { dataLibrary, prefix, resultLibrary } = task as Readonly<Record<string, string>>;
  const inputs = (task["inputVariables"] ?? model.inputVariables ?? []) as readonly string[];
  return {
    taskId: task["id"],
    task: task["name"],
    model: model.name,
    modelId,
    projectId,
    projectVersion: model.projectVersion,
    code: writeCode({
      dataLibrary: dataLibrary!,
      prefix: prefix!,
      dataTable,
      targetLevel,
      target,
      event: targetLevel === "binary" ? model.targetEvent! : null,
      prediction,
      inputs: inputs.slice(0, MAX_INPUTS),
      bins: Number(task["bins"] ?? DEFAULT_BINS),
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
export function queued(): Readonly<Row> {
  return { state: "queued" satisfies JobState, jobReqId: crypto.randomUUID(), failure: null, links: null };
}
