import { defineCatalog } from "tamis";
import { modelManagement as family } from "tamis/families";
import { ITEM_MEMBERS, withHidden } from "../../storage/stored-members.ts";

const { performanceJobs, performanceTasks } = family.collections;

export const TASKS = performanceTasks.path;
export const TASK_TYPE = "application/vnd.vendor.models.performance.task";
/** Path of the jobs of a task, with the parameter `taskId`. */
export const JOBS = performanceJobs.path;
export const JOB_TYPE = "application/vnd.vendor.models.performance.job";

/** The reference has no fields of task definitions. These are the ones that a job needs, with the names that jobs have. */
export const storedTasks = defineCatalog({
  name: "performanceTasks",
  description: "Definitions of the measurement of models. Each run of a definition is a job.",
  key: "id",
  defaultSort: ["name"],
  members: {
    id: { type: "string", nullable: false },
    name: "string",
    description: "string",
    modelId: { type: "string", description: "The model that is measured." },
    projectId: { type: "string", description: "The project of the model." },
    dataLibrary: { type: "string", description: "Library with the tables of scored rows." },
    prefix: {
      type: "string",
      description: "Beginning of the names of the tables. A number and a label follow.",
    },
    resultLibrary: "string",
    inputVariables: { type: "list", items: "string", description: "Default: those of the model." },
    bins: { type: "integer", safe: true, description: "Number of groups of rows. Default 10." },
    ...ITEM_MEMBERS,
  },
});

/** Jobs with the reason of their failure. */
export const storedJobs = withHidden(performanceJobs.catalog, ["failure"]);

/** The data points of each job and kind, as JSON. */
export const storedResults = defineCatalog({
  name: "performanceResults",
  key: "id",
  members: {
    id: { type: "string", nullable: false },
    jobId: { type: "string", nullable: false },
    points: { type: "string", nullable: false },
  },
});

export const JOB_STATES = ["queued", "running", "completed", "failed"] as const;
export type JobState = (typeof JOB_STATES)[number];
