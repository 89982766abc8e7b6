import { defineCatalog, type RowOf } from "tamis/catalog";
import { authorization, RULE_JOB_STATES } from "tamis/families";
import type { RuleViolation } from "tamis/http";

export const JOBS_PATH = `${authorization.prefix}/rules/jobs`;
export const JOB_TYPE = "application/vnd.vendor.authorization.rule.job";

export const JOB_OPERATIONS = ["create", "update", "delete"] as const;

export type JobState = (typeof RULE_JOB_STATES)[number];

/** Maximum number of operations in a job. */
export const MAX_OPERATIONS = 1_000;

const { links, version, ...ruleMembers } = authorization.resources.rule.catalog.definition.members;
const count = { type: "integer", safe: true } as const;

/** Jobs that change many rules. */
export const JOBS = defineCatalog({
  name: "rule_jobs",
  key: "id",
  defaultSort: ["creationTimeStamp"],
  members: {
    id: { type: "string", nullable: false },
    state: { type: "string", enum: RULE_JOB_STATES },
    operations: {
      type: "list",
      nullable: false,
      filterable: false,
      selectable: true,
      items: {
        type: "object",
        nullable: false,
        members: {
          operation: { type: "string", enum: JOB_OPERATIONS, nullable: false },
          ruleId: "string",
          rule: { type: "object", members: ruleMembers },
        },
      },
    },
    /** Number of operations that have run. */
    done: count,
    failed: count,
    errors: {
      type: "list",
      filterable: false,
      selectable: true,
      items: {
        type: "object",
        nullable: false,
        members: { index: count, message: "string" },
      },
    },
    createdBy: "string",
    creationTimeStamp: "dateTime",
    modifiedTimeStamp: "dateTime",
    startTimeStamp: "dateTime",
    stopTimeStamp: "dateTime",
    version,
    links,
  },
});

type StoredJob = RowOf<typeof JOBS>;

/** A stored job. Missing values are null. */
export type JobRow = { readonly [M in keyof StoredJob]-?: Exclude<StoredJob[M], undefined> };
export type JobOperation = JobRow["operations"][number];

/** Returns why the operations of a job cannot run. Rules that are wrong are found when the job runs. */
export function jobProblems({ operations }: Pick<JobRow, "operations">): readonly RuleViolation[] {
  const message = problemOf(operations);
  return message === undefined ? [] : [{ member: "operations", message }];
}

function problemOf(operations: readonly JobOperation[]): string | undefined {
  if (operations.length === 0 || operations.length > MAX_OPERATIONS)
    return `A job has 1 to ${MAX_OPERATIONS} operations.`;
  for (const [i, { operation, ruleId, rule }] of operations.entries()) {
    if (operation !== "create" && (ruleId ?? null) === null) return `Operation ${i} has no ruleId.`;
    if (operation !== "delete" && (rule ?? null) === null) return `Operation ${i} has no rule.`;
  }
  return undefined;
}
