import { detection } from "tamis/families";
import type { DescribedBody, OperationDescription } from "tamis/http";
import {
  ANY_OBJECT,
  BOOLEAN,
  INTEGER,
  LINKS,
  list,
  mapOf,
  NUMBER,
  object,
  response,
  TEXT,
  TEXT_OR_NULL,
  type Schema,
} from "../../family/schemas.ts";
import { CODES, MESSAGE_CODES, type Code } from "../message/codes.ts";
import { messageType, PLAIN_TYPES } from "./message-body.ts";
import { API_TYPES } from "../../family/media-types.ts";

const { health, ruleMetrics, timelineEntry, validationFailure } = detection.resources;

const JSON_TYPES = ["application/json"];

/** A message: Ion, whose variable sets are those of the decision package. */
const MESSAGE: DescribedBody = { types: [messageType("schema_name"), ...PLAIN_TYPES] };

const NOT_DEPLOYED = { 404: ["NDEP" satisfies Code] };

/** Returns the description of an operation that reads JSON. */
function reading(
  summary: string,
  schema: Schema,
  changes: Partial<OperationDescription> = {},
): OperationDescription {
  return { summary, responses: [response("The values.", JSON_TYPES, schema)], ...changes };
}

export const HEALTH: OperationDescription = {
  summary: "The health of the service. Probes need no token.",
  security: [],
  responses: [response("The health.", JSON_TYPES, health.catalog)],
};

export const READY = reading(
  "Whether the service accepts messages. Probes need no token.",
  object({ message: TEXT }),
  { security: [], description: "500 if the service does not accept messages." },
);

export const METRICS: OperationDescription = {
  summary: "Counters and histograms in the text format of Prometheus.",
  responses: [response("The metrics.", ["text/plain; version=0.0.4; charset=utf-8"])],
};

export const RULE_METRICS: OperationDescription = {
  summary: "How often each rule fired, in total and on the last seven days.",
  errors: NOT_DEPLOYED,
  responses: [response("The counts.", JSON_TYPES, ruleMetrics.catalog)],
};

export const STATISTICS = reading(
  "The state of the alerts.",
  object({
    deploymentId: TEXT_OR_NULL,
    alerts: object({ pending: INTEGER, failed: INTEGER }),
    version: INTEGER,
    links: LINKS,
  }),
);

function entries(summary: string): OperationDescription {
  const { definition } = timelineEntry.catalog;
  const names = Object.entries(definition.members).map(([name, member]) =>
    typeof member === "object" && "property" in member ? member.property : name,
  );
  return reading(
    summary,
    list({ type: "object", required: names, properties: { "5_ChildMap": mapOf(ANY_OBJECT) } }),
  );
}

export const TIMELINE = entries("Durations of messages in each of the last 60 minutes.");
export const TOOLS = entries("Durations of each step of a decision since the start.");

export const SETTINGS = reading(
  "The settings of the service, and the problems of the last refused decision package.",
  object({
    verbosity: INTEGER,
    alerts: ANY_OBJECT,
    limits: mapOf(INTEGER),
    lastRefusal: { type: ["object", "null"] },
    version: INTEGER,
  }),
);

export const DECISION_LINKS: OperationDescription = {
  summary: "Links to the operations of the decision.",
  responses: [response("The links.", API_TYPES, { $ref: "#/components/schemas/ApiRoot" })],
};

const DECISION = object({
  id: TEXT,
  messageId: TEXT,
  deployment: object({ id: TEXT, name: TEXT, build: INTEGER }),
  schema: TEXT,
  messageClassificationName: TEXT_OR_NULL,
  timeStamp: TEXT,
  outcome: TEXT,
  firedRules: list(object({ id: TEXT, name: TEXT, alertType: TEXT_OR_NULL, outcome: TEXT_OR_NULL })),
  alerts: list(object({ id: TEXT, alertType: TEXT, rules: list(TEXT) })),
  milliseconds: NUMBER,
  version: INTEGER,
});

/** Media types of a decision. */
export const DECISION_TYPES = {
  json: ["application/vnd.vendor.detection.decision+json", "application/json"],
  binary: ["application/ion"],
  text: ["text/ion"],
} as const;

export const EXECUTE: OperationDescription = {
  summary: "Decide on a message. An accepted message is stored before the response is sent.",
  body: MESSAGE,
  errors: { 400: Object.keys(CODES) },
  responses: [
    {
      description: "The decision, with more members at a higher verbosity.",
      content: [
        { types: DECISION_TYPES.json, schema: DECISION },
        { types: [...DECISION_TYPES.binary, ...DECISION_TYPES.text] },
      ],
      headers: ["Vary"],
    },
  ],
};

export const VALIDATE: OperationDescription = {
  summary: "Validate a message, and list all its problems.",
  body: MESSAGE,
  responses: [
    response("The message is valid.", JSON_TYPES, validationFailure.catalog),
    {
      ...response(
        "The message is not valid: `failureReasons` has the codes.",
        JSON_TYPES,
        validationFailure.catalog,
      ),
      status: 400,
    },
  ],
};

const LEVEL = object({ level: { type: "integer", minimum: 0, maximum: 2 } });

export const GET_VERBOSE = reading("The verbosity of decisions.", LEVEL);

export const SET_VERBOSITY = reading("Set the verbosity of decisions. Only for administrators.", LEVEL, {
  query: {
    level: {
      description: "0: rules that fired. 1: also all rules and profiles. 2: also the message.",
      required: true,
      schema: { type: "integer", minimum: 0, maximum: 2 },
    },
  },
});

export const SUMMARY = reading(
  "The deployed decision package.",
  object({
    id: TEXT,
    name: TEXT,
    build: INTEGER,
    schema: TEXT,
    classificationRequired: BOOLEAN,
    deployedTimeStamp: TEXT,
    counts: mapOf(INTEGER),
    version: INTEGER,
    links: LINKS,
  }),
  { errors: NOT_DEPLOYED },
);

/** Media type of the JSON from which a message is generated. */
export const GIVEN_TYPES: readonly string[] = JSON_TYPES;

export function describedGeneration(format: string, type: string): OperationDescription {
  return {
    summary: `Convert JSON to a message in ${format}. Without a body, the response is an example.`,
    body: { types: GIVEN_TYPES, schema: ANY_OBJECT, required: false },
    errors: NOT_DEPLOYED,
    responses: [response("The message.", [type])],
  };
}

export const REQUEST_FROM_ION: OperationDescription = {
  summary: "The request that sends a message to `execute`, as an example.",
  body: MESSAGE,
  errors: { 400: ["IION", "NDEP", ...MESSAGE_CODES] },
  responses: [
    response(
      "The request.",
      JSON_TYPES,
      object({ method: TEXT, uri: TEXT, headers: mapOf(TEXT), bodyEncoding: TEXT, body: TEXT }),
    ),
  ],
};

export const RESTART_DECISION = reading(
  "Read the decision package again, and retry failed alerts. Only for administrators.",
  object({ message: TEXT, deployment: object({ id: TEXT, name: TEXT, build: INTEGER }) }),
);
