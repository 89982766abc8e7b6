/** The fraud detection family. Its error codes are short strings, unlike the numbers of other families. */
import { defineCatalog } from "../catalog/define-catalog.ts";
import type { MemberDefinitions } from "../catalog/types.ts";
import { defineFamily, type Endpoint } from "./define-family.ts";
import { OBJECT } from "./shared-resources.ts";

const ROOT = "/detection";

const health = defineCatalog({
  name: "health",
  members: {
    message: { type: "object", members: { Message: "string" } },
    errorCode: "integer",
    readiness: { type: "object", members: { message: "string" } },
  },
});

const DAY = {
  type: "object",
  members: {
    metrics: {
      type: "list",
      items: {
        type: "object",
        members: {
          alertFired: "integer",
          outcomeFired: "integer",
          evaluated: "integer",
          overtime: "integer",
          referenceIdentifier: "string",
        },
      },
    },
  },
} as const;

const ruleMetrics = defineCatalog({
  name: "ruleMetrics",
  members: {
    total: DAY,
    today: DAY,
    "today-1": DAY,
    "today-2": DAY,
    "today-3": DAY,
    "today-4": DAY,
    "today-5": DAY,
    "today-6": DAY,
  },
});

const validationFailure = defineCatalog({
  name: "validationFailure",
  members: {
    validationMessage: "string",
    // Failure reasons are not an enum: services that the decision calls add their own codes.
    failureReasons: { type: "list", items: "string", description: "Error codes of this family, and others." },
    ServerData: { ...OBJECT, description: "The message, with the results for each variable set." },
  },
});

// The service starts these property names with a number, to keep their order. Names in filters cannot begin with a digit.
const nodeMembers = {
  Description: { type: "string", property: "1_Description" },
  MetricMatch: { type: "string", property: "2_MetricMatch" },
  Count: { type: "number", property: "3_Count" },
  Avg: { type: "number", property: "4_Avg" },
} as const satisfies MemberDefinitions;

const timelineEntry = defineCatalog({
  name: "timelineEntry",
  members: {
    ...nodeMembers,
    // The nesting of `ChildMap` is unlimited. The catalog declares one level of children.
    ChildMap: {
      type: "map",
      property: "5_ChildMap",
      values: {
        type: "object",
        members: { ...nodeMembers, ChildMap: { type: "map", property: "5_ChildMap", values: OBJECT } },
      },
    },
    processTxnCount: "number",
    processTxnSumMilliseconds: "number",
    processTxnThroughput: "number",
  },
});

function makeEndpoint(method: Endpoint["method"], path: string, does: string) {
  return { method, path: `${ROOT}${path}`, does, responses: "unknown" } as const;
}

export const detection = defineFamily({
  name: "detection",
  prefix: ROOT,
  purpose: "Applies a decision to each incoming message and returns the results.",
  roots: [],
  resources: {
    health: {
      mediaType: "application/json",
      description: "The health of the service.",
      fields: "all",
      catalog: health,
    },
    ruleMetrics: {
      description: "Number of times that each rule fired, in total and on each of the last seven days.",
      fields: "all",
      catalog: ruleMetrics,
    },
    validationFailure: {
      description: "The reason why the decision cannot process a message.",
      fields: "all",
      catalog: validationFailure,
    },
    timelineEntry: {
      description: "An entry of the statistics over time: a tree of measurements.",
      fields: "all",
      catalog: timelineEntry,
    },
    metrics: {
      mediaType: "text/plain",
      description:
        "Counters and histograms whose names begin with `vendor_detection_`, in a text format for scraping.",
      fields: "none",
    },
    decision: { description: "The decision about a message.", fields: "unknown" },
    decisionDescription: { description: "The parts of the deployed decision.", fields: "unknown" },
    statistics: { description: "The counters of the service.", fields: "unknown" },
    settings: { description: "The settings of the service.", fields: "unknown" },
    generated: { description: "A generated test message.", fields: "unknown" },
  },
  collections: {},
  endpoints: [
    makeEndpoint("GET", "/", "Returns links to the collections of the family."),
    {
      method: "GET",
      path: `${ROOT}/health`,
      does: "Returns the health of the service.",
      accept: ["application/json"],
      responses: [
        { status: 200, resource: "health" },
        { status: 400, resource: "error" },
        { status: 404, resource: "error" },
      ],
    },
    {
      method: "GET",
      path: `${ROOT}/ready`,
      does: "Returns whether the service accepts messages.",
      responses: [
        { status: 200, meaning: "The service accepts messages." },
        { status: 500, meaning: "The service does not accept messages yet." },
      ],
    },
    {
      method: "GET",
      path: `${ROOT}/metrics`,
      does: "Returns counters and histograms as text.",
      accept: ["text/plain"],
      responses: [{ status: 200, resource: "metrics" }, { status: 404 }],
    },
    {
      method: "GET",
      path: `${ROOT}/decision/rulemetrics`,
      does: "Returns the number of times that each rule of the decision fired.",
      responses: [{ status: 200, resource: "ruleMetrics" }, { status: 404 }],
    },
    {
      method: "POST",
      path: `${ROOT}/decision/validate`,
      does: "Validates a message: returns whether the decision can process it, and otherwise the reason.",
      accept: ["application/json"],
      body: {
        mediaType: "application/vnd.vendor.detection.message.schema_name+ion",
        description: "The message in binary ION; `schema_name` is the name of its schema.",
      },
      responses: [
        { meaning: "The message is valid." },
        { resource: "validationFailure", meaning: "The message is not valid." },
      ],
    },
    makeEndpoint("GET", "/decision", "Links to what can be done with the decision."),
    makeEndpoint("POST", "/decision/execute", "Applies the decision to a message."),
    makeEndpoint("GET", "/decision/description/summary", "Returns a summary of the decision."),
    makeEndpoint("GET", "/decision/description/rules", "Describes the rules."),
    makeEndpoint("GET", "/decision/description/variableSets", "Describes the variable sets."),
    makeEndpoint("GET", "/decision/description/profiles", "Describes the profiles."),
    makeEndpoint("GET", "/decision/description/alertTypes", "Describes the types of alerts."),
    makeEndpoint("GET", "/decision/description/messageClassifications", "Describes the classes of messages."),
    makeEndpoint("GET", "/decision/description/models", "Describes the models."),
    makeEndpoint("GET", "/stats", "Returns statistics."),
    makeEndpoint("GET", "/stats/timeline", "Gives statistics over time."),
    makeEndpoint("GET", "/stats/tools", "Gives tools for statistics."),
    makeEndpoint("GET", "/settings", "Tells how the service is set up."),
    makeEndpoint("POST", "/generate/binaryION", "Makes a message in binary ION."),
    makeEndpoint("POST", "/generate/textION", "Makes a message in ION text."),
    makeEndpoint("POST", "/generate/executeFromION", "Makes a call of the decision from ION."),
    makeEndpoint("GET", "/decision/getverbose", "Tells how much is logged."),
    {
      ...makeEndpoint("GET", "/decision/setverbose", "Sets how much is logged."),
      query: [{ name: "level", type: "integer" }],
    },
    makeEndpoint("PATCH", "/restart", "Starts the service anew."),
  ],
  errors: [
    { status: [400], code: "BBLD", meaning: "The message was created for another build." },
    { status: [400], code: "BFLD", meaning: "A field of the message has an invalid value." },
    {
      status: [400],
      code: "BORG",
      meaning: "The message's messageClassificationName is unknown.",
    },
    { status: [400], code: "ECMD", meaning: "The ION does not match the command variable set." },
    { status: [400], code: "IERR", meaning: "The container runtime failed." },
    { status: [400], code: "IION", meaning: "The message is not ION." },
    { status: [400], code: "IODE", meaning: "The service failed. See its log." },
    { status: [400], code: "MFLD", meaning: "The message lacks a field." },
    { status: [400], code: "MVST", meaning: "The message lacks a required variable set." },
    { status: [400], code: "NDEP", meaning: "No decision is deployed." },
    { status: [400], code: "NKAF", meaning: "The message broker is not reachable." },
    { status: [400], code: "NSCR", meaning: "The container runtime is not reachable." },
    { status: [400], code: "NRED", meaning: "The in-memory store is not reachable." },
    { status: [400], code: "NORG", meaning: "A messageClassificationName is required here." },
    { status: [400], code: "SLAE", meaning: "The message exceeded the agreed processing time." },
    {
      status: [],
      code: "UVST",
      meaning: "The message has an unexpected variable set. Occurs as a reason of a failed validation.",
    },
  ],
});
