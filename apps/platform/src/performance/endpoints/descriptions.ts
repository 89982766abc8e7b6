import { defineCatalog } from "tamis";
import { modelManagement as family } from "tamis/families";
import type { OperationDescription } from "tamis/http";
import { CODES } from "../contract/error-codes.ts";
import { JOB_STATES, JOB_TYPE, JOBS } from "../contract/catalogs.ts";
import { jsonTypes } from "../../family/media-types.ts";
import { response, pageResponse } from "../../family/schemas.ts";

/** Media type of the code of jobs. */
export const CODE_TYPE = "text/vnd.vendor.source.script";

/** Media types of one job. */
export const JOB_TYPES = jsonTypes(JOB_TYPE);

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
  responses: [response("The job.", JOB_TYPES, family.collections.performanceJobs.catalog)],
  errors: NOT_RUNNABLE,
};

export const RUN_TASK: OperationDescription = {
  summary: "Run a task: create a job that measures its model.",
  headers: ["Prefer", "Idempotency-Key"],
  body: { types: JOB_TYPES, schema: newJob, required: false },
  responses: [
    {
      ...response("The queued job.", JOB_TYPES, { kind: "item", of: JOBS }, [
        "Location",
        "ETag",
        "Last-Modified",
        "Vary",
      ]),
      status: 201,
    },
  ],
  errors: { ...NOT_RUNNABLE, 409: [], 410: [], 422: [] },
};

export const SHOW_JOB: OperationDescription = {
  summary: "The job if `Accept` names the media type of a job, otherwise a page with only this job.",
  selects: JOBS,
  responses: [pageResponse(JOBS, "The page.")],
};

export const SHOW_STATE: OperationDescription = {
  summary: "The state of a job.",
  responses: [response("The state.", ["text/plain; charset=utf-8"], { type: "string", enum: JOB_STATES })],
};

export const SHOW_FAILURE: OperationDescription = {
  summary: "Why a job has failed.",
  responses: [
    response("A sentence for users.", ["text/plain; charset=utf-8"]),
    { status: 204, description: "The job has not failed.", headers: ["Vary"] },
  ],
};

export const SHOW_CODE: OperationDescription = {
  summary: "The code that a job runs.",
  responses: [response("One line for each setting of the run.", [`${CODE_TYPE}; charset=utf-8`])],
};
