import { defineCatalog } from "../catalog/define-catalog.ts";
import type { MemberDefinitions } from "../catalog/types.ts";
import { defineFamily, type EndpointParameter } from "./define-family.ts";
import { restrict } from "./restrict.ts";
import { COLLECTION, CREATED, CRITERIA, ID, LINKS, STAMPS, VERSION } from "./shared-resources.ts";

const MODELS = "application/vnd.vendor.models";
const WORKFLOW = "application/vnd.vendor.workflow.object";
const ROOT = "/modelManagement";
const TASK = `${ROOT}/performanceTasks/{taskId}`;
const JOBS = `${TASK}/performanceJobs`;
const WORKFLOW_TASK = `${ROOT}/workflowTasks/{taskId}`;

const performanceJobMembers = {
  id: ID,
  taskId: { type: "string", description: "The task that the job runs." },
  task: "string",
  model: "string",
  modelId: "string",
  projectId: "string",
  projectVersion: "string",
  code: { type: "string", description: "The program that the job runs." },
  state: { type: "string", description: "The state. Its values are not published." },
  prefix: "string",
  dataLibrary: "string",
  resultLibrary: "string",
  dataTable: "string",
  startTime: "dateTime",
  stopTime: "dateTime",
  jobReqId: "string",
  ...STAMPS,
  version: VERSION,
  links: LINKS,
} as const satisfies MemberDefinitions;

const associationMembers = {
  id: ID,
  processId: "string",
  processName: "string",
  parentProcessId: "string",
  objectType: "string",
  solutionObjectId: "string",
  solutionObjectName: "string",
  solutionObjectUri: "string",
  solutionObjectMediaType: "string",
  version: VERSION,
  ...CREATED,
  links: LINKS,
} as const satisfies MemberDefinitions;

const workflowTaskMembers = {
  id: ID,
  processId: "string",
  processTaskId: "string",
  definitionTaskId: "string",
  name: "string",
  definitionName: "string",
  actualOwner: { type: "string", description: "Who has claimed it." },
  state: { type: "string", description: "The state. Its values are not published." },
  stateTimeStamp: "dateTime",
  taskDueTimeStamp: "dateTime",
  ...CREATED,
  associations: {
    type: "list",
    items: {
      type: "object",
      members: {
        ...associationMembers,
        solutionObjectType: {
          type: "string",
          description: "Some representations have it instead of objectType.",
        },
      },
    },
  },
  resourceCollection: { type: "list", items: COLLECTION },
  links: LINKS,
} as const satisfies MemberDefinitions;

const promptMembers = {
  id: ID,
  name: "string",
  variableType: "string",
  variableName: "string",
  defaultValueId: "string",
  actualValue: "string",
  values: {
    type: "list",
    items: { type: "object", members: { id: "string", name: "string", value: "string" } },
    description: "The available choices.",
  },
  required: { type: "string", description: "Whether an answer is required, as a string." },
  version: VERSION,
  links: LINKS,
} as const satisfies MemberDefinitions;

const performanceJob = defineCatalog({ name: "performanceJob", members: performanceJobMembers, key: "id" });
const workflowTask = defineCatalog({ name: "workflowTask", members: workflowTaskMembers, key: "id" });
const workflowAssociation = defineCatalog({
  name: "workflowAssociation",
  members: associationMembers,
  key: "id",
});
const taskPrompt = defineCatalog({ name: "taskPrompt", members: promptMembers, key: "id" });

const workflowProcess = defineCatalog({
  name: "workflowProcess",
  members: {
    id: ID,
    name: "string",
    description: "string",
    state: { type: "string", description: "The state. Its values are not published." },
    createdBy: "string",
    createdTimeStamp: "dateTime",
    links: LINKS,
  },
  key: "id",
});

const publishedModel = defineCatalog({
  name: "publishedModel",
  members: {
    id: ID,
    publishName: "string",
    publishType: "string",
    destinationName: "string",
    codeType: "string",
    sourceUri: "string",
    note: "string",
    verified: "boolean",
    analyticStoreUri: { type: "list", items: "string" },
    properties: { type: "map", values: "string" },
    ...STAMPS,
    version: VERSION,
    links: LINKS,
  },
  key: "id",
});

const publishRequest = defineCatalog({
  name: "publishRequest",
  members: {
    name: "string",
    notes: "string",
    destinationName: "string",
    modelContents: {
      type: "list",
      items: {
        type: "object",
        members: { modelName: "string", sourceUri: "string", publishLevel: "string" },
      },
    },
  },
});

const comparisonRequest = defineCatalog({
  name: "comparisonRequest",
  members: { name: "string", description: "string", modelUris: { type: "list", items: "string" } },
});

const performanceJobs = defineCatalog({
  name: "performanceJobs",
  description: "The runs of one performance task.",
  members: performanceJobMembers,
  key: "id",
});

const workflowTasks = defineCatalog({
  name: "workflowTasks",
  description:
    "The active tasks that the caller owns or could own. They are paged, but cannot be filtered or sorted.",
  members: restrict(workflowTaskMembers, { filter: [] }),
  key: "id",
});

const prompts = defineCatalog({
  name: "prompts",
  description: "The questions of a workflow task to its owner.",
  members: promptMembers,
  key: "id",
});

const workflowAssociations = defineCatalog({
  name: "workflowAssociations",
  description: "The objects of the workflow processes.",
  members: associationMembers,
  key: "id",
});

/** Last parts of the media types of data points: each kind of data points has its own. */
const REPORT_DATA = {
  lift: "lift",
  variableSummary: "variable.summary",
  variableDeviation: "variable.deviation",
  roc: "roc",
  ksCumulative: "ks.cumulative",
  ksStatistic: "ks.statistic",
  mse: "mse",
  gini: "gini",
} as const;

const reportData = <const K extends keyof typeof REPORT_DATA>(kind: K) =>
  ({
    mediaType: `${MODELS}.performance.task.report.data.${REPORT_DATA[kind]}+json`,
    description: "A data point of a performance report.",
    fields: "unknown",
  }) as const;

const PAGE: readonly EndpointParameter[] = [
  {
    name: "start",
    type: "integer",
    format: "int64",
    default: 0,
    description: "Index of the first item, from 0.",
  },
  { name: "limit", type: "integer", format: "int32", description: "Maximum number of items." },
];

const NOT_FOUND = { status: 404, resource: "error" } as const;
const BAD_REQUEST = { status: 400, resource: "error" } as const;

export const modelManagement = defineFamily({
  name: "model-management",
  prefix: ROOT,
  purpose:
    "Monitors the performance of models, compares and publishes them, and links projects to workflows.",
  roots: [],
  resources: {
    performanceTask: {
      description: "The definition of a measurement of a model. Each run is a job.",
      fields: "unknown",
    },
    performanceJob: {
      mediaType: `${MODELS}.performance.job+json`,
      description: "One run of a performance task.",
      fields: "all",
      catalog: performanceJob,
    },
    performanceJobState: { mediaType: "text/plain", description: "The state of a job.", fields: "none" },
    performanceJobCode: {
      mediaType: "text/vnd.vendor.source.script",
      description: "The program of a job.",
      fields: "none",
    },
    workflowTask: {
      mediaType: `${WORKFLOW}.task+json`,
      description: "A task for a person.",
      fields: "all",
      catalog: workflowTask,
    },
    workflowAssociation: {
      mediaType: `${WORKFLOW}.association+json`,
      description: "Links a workflow process to its object.",
      fields: "all",
      catalog: workflowAssociation,
    },
    workflowProcess: {
      mediaType: `${WORKFLOW}.process+json`,
      description: "A started sequence of tasks.",
      relations: ["self", "alternate"],
      fields: "all",
      catalog: workflowProcess,
    },
    taskPrompt: {
      mediaType: `${WORKFLOW}.task.prompt+json`,
      description: "A question of a workflow task.",
      relations: ["self", "up", "task"],
      fields: "all",
      catalog: taskPrompt,
    },
    publishedModel: {
      mediaType: `${MODELS}.publishing.model+json`,
      description: "A model at its publishing destination.",
      fields: "all",
      catalog: publishedModel,
    },
    publishRequest: {
      mediaType: `${MODELS}.publishing.request+json`,
      description: "The models to publish, and their destinations.",
      fields: "all",
      catalog: publishRequest,
    },
    comparisonRequest: {
      mediaType: `${MODELS}.report.comparison.request+json`,
      description: "The models to compare.",
      fields: "all",
      catalog: comparisonRequest,
    },
    liftData: reportData("lift"),
    variableSummaryData: reportData("variableSummary"),
    variableDeviationData: reportData("variableDeviation"),
    rocData: reportData("roc"),
    ksCumulativeData: reportData("ksCumulative"),
    ksStatisticData: reportData("ksStatistic"),
    mseData: reportData("mse"),
    giniData: reportData("gini"),
    mappedCode: {
      mediaType: "application/vnd.vendor.score.mapped.code",
      description: "Score code with the model's variables inserted.",
      fields: "some",
      catalog: defineCatalog({
        name: "mappedCode",
        members: {
          codeType: { type: "string", description: "Depends on the model's type of score code." },
        },
      }),
    },
  },
  collections: {
    performanceTasks: { path: `${ROOT}/performanceTasks`, items: "performanceTask" },
    performanceJobs: { path: JOBS, items: "performanceJob", catalog: performanceJobs },
    workflowTasks: { path: `${ROOT}/workflowTasks`, items: "workflowTask", catalog: workflowTasks },
    prompts: { path: `${WORKFLOW_TASK}/prompts`, items: "taskPrompt", catalog: prompts },
    workflowAssociations: {
      path: `${ROOT}/workflowAssociations`,
      items: "workflowAssociation",
      catalog: workflowAssociations,
      relations: ["create"],
    },
  },
  endpoints: [
    {
      method: "GET",
      path: JOBS,
      does: "Lists the jobs of a performance task.",
      query: [...PAGE, ...CRITERIA],
      accept: ["application/vnd.vendor.collection+json"],
      responses: [{ status: 200, collection: "performanceJobs" }, NOT_FOUND],
    },
    {
      method: "GET",
      path: `${JOBS}/{jobId}`,
      does: "Reads one job, as a collection.",
      responses: [{ status: 200, collection: "performanceJobs" }, NOT_FOUND],
    },
    {
      method: "DELETE",
      path: `${JOBS}/{jobId}`,
      does: "Deletes a job.",
      responses: [{ status: 204, meaning: "Deleted." }, NOT_FOUND],
    },
    {
      method: "GET",
      path: `${JOBS}/{jobId}/state`,
      does: "Returns the state of a job.",
      accept: ["text/plain"],
      responses: [{ status: 200, resource: "performanceJobState" }, NOT_FOUND],
    },
    {
      method: "GET",
      path: `${JOBS}/{jobId}/code`,
      does: "Reads a job's program.",
      accept: ["text/vnd.vendor.source.script"],
      responses: "unknown",
    },
    {
      method: "GET",
      path: `${ROOT}/workflowTasks`,
      does: "Lists the active tasks that the caller owns or could own.",
      query: PAGE,
      responses: [{ status: 200, collection: "workflowTasks" }, BAD_REQUEST],
    },
    {
      method: "GET",
      path: WORKFLOW_TASK,
      does: "Reads one workflow task.",
      accept: [`${WORKFLOW}.task+json`],
      responses: [{ status: 200, resource: "workflowTask" }, BAD_REQUEST, { status: 404 }],
    },
    {
      method: "GET",
      path: `${WORKFLOW_TASK}/prompts`,
      does: "Lists the questions of a workflow task.",
      accept: ["application/vnd.vendor.collection"],
      responses: [{ status: 200, collection: "prompts" }, BAD_REQUEST, { status: 404 }],
    },
    {
      method: "GET",
      path: `${WORKFLOW_TASK}/prompts/{promptId}`,
      does: "Reads one prompt.",
      accept: [`${WORKFLOW}.task.prompt+json`],
      responses: [{ status: 200, resource: "taskPrompt" }, BAD_REQUEST, { status: 404 }],
    },
    {
      method: "POST",
      path: `${ROOT}/models/{modelId}/mappedCode`,
      does: "Creates mapped score code for a model.",
      accept: ["application/vnd.vendor.score.mapped.code+json"],
      body: "unknown",
      responses: "unknown",
    },
  ],
  paths: [
    {
      path: `${ROOT}/performanceTasks`,
      description: "The performance tasks.",
      collection: "performanceTasks",
    },
    { path: TASK, description: "One performance task.", resource: "performanceTask" },
    {
      path: `${TASK}/@defaultTask/performanceJobs`,
      description: "A job of the default task. Its create link starts another job.",
      methods: ["POST"],
      resource: "performanceJob",
    },
    {
      path: `${ROOT}/workflowAssociations`,
      description: "The workflow associations; POST adds one.",
      methods: ["POST"],
      collection: "workflowAssociations",
    },
    {
      path: `${ROOT}/workflowProcesses/{id}`,
      description: "One workflow process.",
      resource: "workflowProcess",
    },
  ],
  errors: [
    { status: [400], code: 21300, meaning: "The request names no model." },
    { status: [400], code: 21301, meaning: "The model cannot be monitored in its current state." },
    { status: [400], code: 21302, meaning: "The performance task lacks required parameters." },
    { status: [400], code: 21303, meaning: "The level of the target is neither binary nor interval." },
    { status: [400], code: 21304, meaning: "The model does not belong to a project." },
    { status: [400], code: 21305, meaning: "Models with this type of score code cannot be monitored." },
    { status: [400], code: 74051, meaning: "The workflow process cannot be read." },
    { status: [400], code: 74080, meaning: "The workflow process cannot be started." },
    { status: [409], code: 74050, meaning: "The model is already linked to an active workflow process." },
  ],
});
