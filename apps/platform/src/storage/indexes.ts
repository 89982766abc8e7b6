import type { Catalog } from "tamis/catalog";
import type { IndexDefinition } from "tamis/http";

/**
 * The indexes of each table, by the name of its catalog. They serve default orders, filters that limit a nested collection to its
 * item, and the filters that clients use most. Keys and unique members have indexes anyway. Other tables have no further index.
 */
const INDEXES: Readonly<Record<string, readonly IndexDefinition[]>> = {
  annotations: [{ order: "name" }, { equal: ["name"] }, { equal: ["createdBy"], order: "name" }],
  members: [{ equal: ["annotationId"] }, { equal: ["resourceUri"] }],
  reports: [{ order: "name" }, { order: "modifiedTimeStamp" }, { equal: ["name"] }, { equal: ["createdBy"] }],
  states: [{ equal: ["reportId", "userId"] }],
  folders: [{ order: "name" }],
  folderMembers: [{ equal: ["folderId"], order: "name" }],
  files: [{ order: "name" }, { equal: ["parentUri"], order: "name" }],
  models: [{ order: "name" }],
  performanceTasks: [{ order: "name" }],
  performanceJobs: [{ equal: ["taskId"] }, { equal: ["state"] }, { equal: ["modelId", "state"] }],
  performanceResults: [{ equal: ["jobId"] }],
  workflowTasks: [{ equal: ["state"] }, { equal: ["processId", "state"] }],
  prompts: [{ equal: ["taskId"] }],
  workflowProcess: [{ equal: ["state"] }],
  workflowAssociations: [{ equal: ["processId"] }, { equal: ["solutionObjectId"] }],
  rules: [{ equal: ["principal"] }],
  rule_jobs: [{ order: "creationTimeStamp" }, { equal: ["state"] }],
  codes: [{ equal: ["expires"] }],
  refresh_tokens: [{ equal: ["expires"] }],
  revoked_families: [{ equal: ["expires"] }],
  auditEntries: [
    { order: "timeStamp" },
    { equal: ["client"], order: "timeStamp" },
    { equal: ["user"], order: "timeStamp" },
    { equal: ["resourceUri"], order: "timeStamp" },
    { equal: ["kind"], order: "timeStamp" },
  ],
  detectionMessages: [{ equal: ["state"] }],
};

export function indexesOf({ name }: Catalog): readonly IndexDefinition[] {
  return Object.hasOwn(INDEXES, name) ? INDEXES[name]! : [];
}
