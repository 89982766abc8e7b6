import { defineCatalog } from "tamis";
import { modelManagement as family } from "tamis/families";
import { COLLECTION_TYPE, type OperationDescription } from "tamis/http";
import { CODES } from "../contract/error-codes.ts";
import { JOB_STATES, JOB_TYPE, JOBS } from "../contract/catalogs.ts";

/** Media type of the code of jobs. */
export const CODE_TYPE = "text/vnd.vendor.source.script";

/** Media types of one job. */
export const JOB_TYPES: readonly string[] = [`${JOB_TYPE}+json`, JOB_TYPE, "application/json"];

/** Members of a job that the request to run it can set. */
const newJob = defineCatalog({
  name: "newPerformanceJob",
  members: {
    dataTable: {
      type: "string",
      description: "Table with the rows that the model is measured on. Default: the last table of the task.",
    },
  },
});

export const SETTABLE: ReadonlySet<string> = new Set(newJob.members.byName.keys());

/** Errors of tasks that cannot run. */
const NOT_RUNNABLE = { 400: Object.values(CODES) };

export const SHOW_DEFAULT_JOB: OperationDescription = {
  summary: "The job that a run of the task would create.",
  responses: [
    {
      description: "The job.",
      content: [{ types: JOB_TYPES, schema: family.collections.performanceJobs.catalog }],
      headers: ["Vary"],
    },
  ],
  errors: NOT_RUNNABLE,
};

export const RUN_TASK: OperationDescription = {
  summary: "Run a task: create a job that measures its model.",
  headers: ["Prefer", "Idempotency-Key"],
  body: { types: JOB_TYPES, schema: newJob, required: false },
  responses: [
    {
      status: 201,
      description: "The queued job.",
      content: [{ types: JOB_TYPES, schema: { kind: "item", of: JOBS } }],
      headers: ["Location", "ETag", "Last-Modified", "Vary"],
    },
  ],
  errors: { ...NOT_RUNNABLE, 409: [], 410: [], 422: [] },
};

export const SHOW_JOB: OperationDescription = {
  summary: "The job if `Accept` names the media type of a job, otherwise a page with only this job.",
  selects: JOBS,
  responses: [
    {
      description: "The page.",
      content: [
        {
          types: [COLLECTION_TYPE, "application/vnd.vendor.collection", "application/json"],
          schema: { kind: "page", of: JOBS },
        },
      ],
      headers: ["Vary"],
    },
  ],
};

export const SHOW_STATE: OperationDescription = {
  summary: "The state of a job.",
  responses: [
    {
      description: "The state.",
      content: [{ types: ["text/plain; charset=utf-8"], schema: { type: "string", enum: JOB_STATES } }],
      headers: ["Vary"],
    },
  ],
};

export const SHOW_FAILURE: OperationDescription = {
  summary: "Why a job has failed.",
  responses: [
    {
      description: "A sentence for users.",
      content: [{ types: ["text/plain; charset=utf-8"] }],
      headers: ["Vary"],
    },
    { status: 204, description: "The job has not failed.", headers: ["Vary"] },
  ],
};

export const SHOW_CODE: OperationDescription = {
  summary: "The code that a job runs.",
  responses: [
    {
      description: "One line for each setting of the run.",
      content: [{ types: [`${CODE_TYPE}; charset=utf-8`] }],
      headers: ["Vary"],
    },
  ],
};
