/**
 * Detection: applies a decision to a message while the message passes. Its error codes are short strings; those
 * of other families are numbers.
 */
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
    // Open: services behind the decision add codes of their own.
    failureReasons: { type: "list", items: "string", description: "Error codes of this family, and others." },
    ServerData: { ...OBJECT, description: "The message, with what was found in each variable set." },
  },
});

// The service numbers these fields so that they keep their order. No name in a filter begins with a digit.
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
    // Nodes nest without end; the first children are spelled out.
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

/** An endpoint of which the path is published and no more. */
function named(method: Endpoint["method"], path: string, does: string) {
  return { method, path: `${ROOT}${path}`, does, responses: "unknown" } as const;
}

export const detection = defineFamily({
  name: "detection",
  prefix: ROOT,
  purpose: "Applies a decision to each incoming message and tells how that went.",
  roots: [],
  resources: {
    health: {
      mediaType: "application/json",
      description: "How the service is.",
      fields: "all",
      catalog: health,
    },
    ruleMetrics: {
      description: "How often each rule fired, in all and on each of the last seven days.",
      fields: "all",
      catalog: ruleMetrics,
    },
    validationFailure: {
      description: "Why a message is not one that the decision can take.",
      fields: "all",
      catalog: validationFailure,
    },
    timelineEntry: {
      description: "One entry of the statistics over time: a tree of measurements.",
      fields: "all",
      catalog: timelineEntry,
    },
    metrics: {
      mediaType: "text/plain",
      description:
        "Counters and histograms whose names begin with `vendor_detection_`, as a text to be scraped.",
      fields: "none",
    },
    decision: { description: "What was decided about a message.", fields: "unknown" },
    decisionDescription: { description: "What the deployed decision consists of.", fields: "unknown" },
    statistics: { description: "What the service has counted.", fields: "unknown" },
    settings: { description: "How the service is set up.", fields: "unknown" },
    generated: { description: "A message made for trying the service out.", fields: "unknown" },
  },
  collections: {},
  endpoints: [
    named("GET", "/", "Links to what the family offers."),
    {
      method: "GET",
      path: `${ROOT}/health`,
      does: "Tells how the service is.",
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
      does: "Tells whether messages can come.",
      responses: [
        { status: 200, meaning: "They can." },
        { status: 500, meaning: "Not yet." },
      ],
    },
    {
      method: "GET",
      path: `${ROOT}/metrics`,
      does: "Gives counters and histograms as text.",
      accept: ["text/plain"],
      responses: [{ status: 200, resource: "metrics" }, { status: 404 }],
    },
    {
      method: "GET",
      path: `${ROOT}/decision/rulemetrics`,
      does: "Tells how often each rule of the decision fired.",
      responses: [{ status: 200, resource: "ruleMetrics" }, { status: 404 }],
    },
    {
      method: "POST",
      path: `${ROOT}/decision/validate`,
      does: "Tells whether the decision could take a message, and if not, why.",
      accept: ["application/json"],
      body: {
        mediaType: "application/vnd.vendor.detection.message.schema_name+ion",
        description: "The message in binary ION; `schema_name` stands for the name of its schema.",
      },
      responses: [{ meaning: "It could." }, { resource: "validationFailure", meaning: "It could not." }],
    },
    named("GET", "/decision", "Links to what can be done with the decision."),
    named("POST", "/decision/execute", "Applies the decision to a message."),
    named("GET", "/decision/description/summary", "Describes the decision in brief."),
    named("GET", "/decision/description/rules", "Describes the rules."),
    named("GET", "/decision/description/variableSets", "Describes the variable sets."),
    named("GET", "/decision/description/profiles", "Describes the profiles."),
    named("GET", "/decision/description/alertTypes", "Describes the types of alerts."),
    named("GET", "/decision/description/messageClassifications", "Describes the classes of messages."),
    named("GET", "/decision/description/models", "Describes the models."),
    named("GET", "/stats", "Gives statistics."),
    named("GET", "/stats/timeline", "Gives statistics over time."),
    named("GET", "/stats/tools", "Gives tools for statistics."),
    named("GET", "/settings", "Tells how the service is set up."),
    named("POST", "/generate/binaryION", "Makes a message in binary ION."),
    named("POST", "/generate/textION", "Makes a message in ION text."),
    named("POST", "/generate/executeFromION", "Makes a call of the decision from ION."),
    named("GET", "/decision/getverbose", "Tells how much is logged."),
    {
      ...named("GET", "/decision/setverbose", "Sets how much is logged."),
      query: [{ name: "level", type: "integer" }],
    },
    named("PATCH", "/restart", "Starts the service anew."),
  ],
  errors: [
    { status: [400], code: "BBLD", meaning: "The message was made for another build." },
    { status: [400], code: "BFLD", meaning: "A field of the message has a value that it cannot have." },
    {
      status: [400],
      code: "BORG",
      meaning: "The message's messageClassificationName is none that is known.",
    },
    { status: [400], code: "ECMD", meaning: "The ION does not fit the command variable set." },
    { status: [400], code: "IERR", meaning: "The container runtime failed." },
    { status: [400], code: "IION", meaning: "The message is not ION." },
    { status: [400], code: "IODE", meaning: "The service failed; its log tells why." },
    { status: [400], code: "MFLD", meaning: "The message lacks a field." },
    { status: [400], code: "MVST", meaning: "The message lacks a variable set that is needed." },
    { status: [400], code: "NDEP", meaning: "No decision is deployed." },
    { status: [400], code: "NKAF", meaning: "The message broker cannot be reached." },
    { status: [400], code: "NSCR", meaning: "The container runtime cannot be reached." },
    { status: [400], code: "NRED", meaning: "The store in memory cannot be reached." },
    { status: [400], code: "NORG", meaning: "The message must have a messageClassificationName here." },
    { status: [400], code: "SLAE", meaning: "The message took longer than was agreed." },
    {
      status: [],
      code: "UVST",
      meaning: "The message has a variable set that nobody expects; a reason of a failed validation.",
    },
  ],
});
