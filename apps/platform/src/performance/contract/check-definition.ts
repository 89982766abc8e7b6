import { failRequest, type RuleViolation } from "tamis/http";
import { tooLong } from "../../family/lengths.ts";
import type { Model } from "../../models/models.ts";
import type { Row } from "../../storage/storage.ts";
import { CODES } from "./error-codes.ts";

/** Parameters without which a job cannot find its data. */
const REQUIRED = ["name", "dataLibrary", "prefix"] as const;

/** Languages of score code that jobs can measure. */
export const SCORE_CODE_TYPES: readonly string[] = ["dataStep", "ds2", "python", "analyticStore"];

const LEAST_BINS = 2;
const MOST_BINS = 100;
export const DEFAULT_BINS = 10;

/** Maximum number of input variables of a task. Each of them needs memory for all its values. */
export const MAX_INPUTS = 20;

const MAX_LENGTHS = { name: 255, dataLibrary: 255, prefix: 255 };

/** Returns what a definition lacks by itself, without its model. */
export function definitionViolations(row: object): readonly RuleViolation[] {
  const task = row as Row;
  const violations: RuleViolation[] = [];
  if (isBlank(task["modelId"]))
    violations.push({
      member: "modelId",
      message: "A performance task names its model.",
      errorCode: CODES.modelMissing,
    });
  for (const member of REQUIRED)
    if (isBlank(task[member]))
      violations.push({
        member,
        message: `A performance task has a ${member}.`,
        errorCode: CODES.parametersMissing,
      });
  violations.push(...tooLong(row, MAX_LENGTHS));
  const bins = task["bins"];
  if (typeof bins === "number" && (bins < LEAST_BINS || bins > MOST_BINS))
    violations.push({ member: "bins", message: `There are ${LEAST_BINS} to ${MOST_BINS} bins.` });
  const inputs = (task["inputVariables"] ?? []) as readonly unknown[];
  if (inputs.length > MAX_INPUTS || inputs.some(isBlank))
    violations.push({
      member: "inputVariables",
      message: `A task has at most ${MAX_INPUTS} input variables, and each has a name.`,
    });
  return violations;
}

/** A model that can be measured. */
export interface MonitoredModel {
  readonly model: Model;
  readonly projectId: string;
  readonly targetLevel: "binary" | "interval";
  readonly target: string;
  readonly prediction: string;
}

/** @throws a failed request (400) for a model that cannot be measured, with the code of the first reason */
export function requireMonitorable(id: string, model: Model | undefined): MonitoredModel {
  if (model === undefined) return refuse(CODES.notMonitorable, `There is no model '${id.slice(0, 100)}'.`);
  const { projectId, scoreCodeType, targetLevel, targetVariable, predictionVariable, targetEvent } = model;
  if (projectId === null || projectId === undefined || projectId === "")
    return refuse(CODES.noProject, "The model belongs to no project.");
  if (!SCORE_CODE_TYPES.includes(scoreCodeType ?? ""))
    return refuse(
      CODES.scoreCodeType,
      `The score code of a monitored model is of the type ${SCORE_CODE_TYPES.join(", ")}.`,
    );
  if (targetLevel !== "binary" && targetLevel !== "interval")
    return refuse(CODES.targetLevel, "The level of the target is binary or interval.");
  if (isBlank(targetVariable) || isBlank(predictionVariable))
    return refuse(CODES.notMonitorable, "The model names no target variable, or no prediction variable.");
  if (targetLevel === "binary" && isBlank(targetEvent))
    return refuse(CODES.notMonitorable, "The model does not name the value of the target that it predicts.");
  return { model, projectId, targetLevel, target: targetVariable!, prediction: predictionVariable! };
}

function refuse(code: number, message: string): never {
  return failRequest(400, "The model cannot be measured.", {
    code,
    members: [{ pointer: "/modelId", code: "broken-rule", message, errorCode: code }],
  });
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === "string" && value.trim() === "");
}
