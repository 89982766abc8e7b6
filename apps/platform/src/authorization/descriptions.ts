import { authorization, RULE_JOB_STATES } from "tamis/families";
import type { OperationDescription } from "tamis/http";
import {
  BOOLEAN,
  INTEGER,
  LINKS,
  object,
  response,
  TEXT,
  TEXT_OR_NULL,
  type Schema,
} from "../family/schemas.ts";

const { resources } = authorization;

/** Media types of bodies and responses. The first is sent if the client accepts any. */
export const TYPES: Readonly<
  Record<"validation" | "condition" | "rule" | "context" | "decision" | "jobState", readonly string[]>
> = {
  validation: [resources.validation.mediaType, "application/json"],
  condition: ["text/plain"],
  rule: [resources.rule.mediaType, "application/json"],
  context: [resources.context.mediaType, "application/json"],
  decision: [resources.decision.mediaType, "application/json"],
  jobState: ["text/plain"],
};

const VALIDATED = [
  response(
    "Whether the request would succeed, and its error.",
    TYPES.validation,
    resources.validation.catalog,
  ),
];

const DECISION: Readonly<Record<string, Schema>> = {
  uri: TEXT,
  permission: TEXT,
  decision: { type: "string", enum: ["granted", "prohibited", "denied"] },
  permitted: BOOLEAN,
  reason: TEXT,
  rule: { type: ["object", "null"], description: "The rule that decided, for callers who may read rules." },
  explanation: {
    type: ["array", "null"],
    items: object({ ruleId: TEXT, type: TEXT_OR_NULL, applies: BOOLEAN, reason: TEXT }),
  },
  rulesRead: { type: ["integer", "null"] },
  links: LINKS,
};

export const DECIDE: OperationDescription = {
  summary: "Whether principals have a permission, and which rule decides.",
  body: { types: TYPES.context, schema: resources.context.catalog },
  responses: [
    response(
      "The decision.",
      TYPES.decision,
      object({
        version: INTEGER,
        ...DECISION,
        eachNamed: { type: ["object", "null"], additionalProperties: object(DECISION) },
      }),
    ),
  ],
};

export const JOB_STATE: OperationDescription = {
  summary: "The state of a job.",
  responses: [
    response(
      "The state.",
      TYPES.jobState.map((type) => `${type}; charset=utf-8`),
      { type: "string", enum: RULE_JOB_STATES },
      [],
    ),
  ],
};

export const VALIDATE_CONDITION: OperationDescription = {
  summary: "Whether a condition is well-formed, with the position of each error.",
  body: { types: TYPES.condition },
  responses: VALIDATED,
};

export const VALIDATE_NEW_RULE: OperationDescription = {
  summary: "Whether a rule can be created.",
  body: { types: TYPES.rule, schema: resources.rule.catalog },
  responses: VALIDATED,
};

export const VALIDATE_CHANGE: OperationDescription = {
  summary: "Whether a rule can be replaced.",
  headers: ["If-Match"],
  body: { types: TYPES.rule, schema: resources.rule.catalog },
  responses: VALIDATED,
};

export const VALIDATE_DELETION: OperationDescription = {
  summary: "Whether a rule can be deleted.",
  responses: VALIDATED,
};
