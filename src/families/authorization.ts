/** Authorization: access rules, their validation, and the decisions that they lead to. */
import { defineCatalog } from "../catalog/define-catalog.ts";
import { defineFamily } from "./define-family.ts";
import { LINKS, OBJECT, VERSION } from "./shared-resources.ts";

const MEDIA = "application/vnd.vendor.authorization";
const VALIDATION = "application/vnd.vendor.validation+json";
const ROOT = "/authorization";
const RULE_VALIDATIONS = `${ROOT}/commons/validations/rules`;

/** States of a rule job as a whole. Which follows which is not published. */
export const RULE_JOB_STATES = ["pending", "running", "completed", "completedWithErrors", "failed"] as const;

const rule = defineCatalog({
  name: "rule",
  members: {
    condition: { type: "string", description: "An expression that must hold for the rule to apply." },
    containerUri: "string",
    filter: "string",
    contentType: "string",
    acceptType: "string",
    acceptItemType: "string",
    objectUri: { type: "string", description: "What the rule is about." },
    principal: { type: "string", description: "Whom the rule is about." },
    reason: "string",
    description: "string",
    expirationTimeStamp: { type: "dateTime", description: "When the rule ceases to apply." },
    permissions: {
      type: "list",
      items: "string",
      description: "What the rule allows or forbids, such as `add`.",
    },
    principalType: { type: "string", description: "Such as `user`." },
    type: { type: "string", description: "Such as `grant`." },
    enabled: "boolean",
    matchParams: {
      type: "boolean",
      description: "Whether parameters are compared too; false where it is left out.",
    },
    version: VERSION,
    links: LINKS,
  },
});

const context = defineCatalog({
  name: "context",
  members: {
    request: {
      type: "object",
      members: {
        uri: "string",
        method: "string",
        queryString: "string",
        locale: "string",
        contentType: "string",
        protocol: "string",
        serverName: "string",
        serverIp: "string",
        remoteHost: "string",
        remoteIp: "string",
        timeStamp: { type: "string", description: "A text here, unlike other time stamps." },
        parameters: { type: "map", values: "string" },
        headers: { type: "map", values: "string" },
        contentLength: "integer",
        serverPort: "integer",
        requestDate: "integer",
      },
    },
    principals: {
      type: "list",
      items: {
        type: "object",
        members: {
          name: "string",
          type: { type: "string", description: "Such as `user`." },
          version: VERSION,
        },
      },
    },
    permission: "string",
    parameters: { type: "map", values: "string" },
    matchParams: "boolean",
    eachNamed: { type: "map", values: "string" },
    version: VERSION,
  },
});

const validation = defineCatalog({
  name: "validation",
  members: { version: VERSION, valid: "boolean", error: OBJECT, links: LINKS },
});

const VALIDATED = { status: 200, resource: "validation" } as const;
const BAD_REQUEST = { status: 400, resource: "error" } as const;

export const authorization = defineFamily({
  name: "authorization",
  prefix: ROOT,
  purpose: "Follows rule jobs, validates rules and their conditions, and decides who may do what.",
  roots: [],
  resources: {
    rule: {
      mediaType: `${MEDIA}.rule+json`,
      description: "Who may, or may not, do what.",
      fields: "all",
      catalog: rule,
    },
    context: {
      mediaType: `${MEDIA}.context+json`,
      description: "What a decision is to be made about.",
      fields: "all",
      catalog: context,
    },
    validation: {
      mediaType: VALIDATION,
      description: "Whether something is well made.",
      fields: "all",
      catalog: validation,
    },
    decision: { mediaType: `${MEDIA}.decision+json`, description: "What the rules say.", fields: "unknown" },
    ruleJobState: {
      mediaType: "text/plain",
      description: "The state of a rule job as a whole.",
      fields: "none",
      enum: RULE_JOB_STATES,
    },
  },
  collections: {},
  endpoints: [
    {
      method: "GET",
      path: `${ROOT}/rules/jobs/{jobId}/state`,
      does: "Tells a rule job's state.",
      accept: ["text/plain"],
      responses: [{ status: 200, resource: "ruleJobState" }, { status: 404 }],
    },
    {
      method: "POST",
      path: `${ROOT}/commons/validations/conditions`,
      does: "Tells whether a condition is a well-formed expression.",
      accept: [VALIDATION],
      body: { mediaType: "text/plain", description: "The condition." },
      responses: [VALIDATED, BAD_REQUEST],
    },
    {
      method: "POST",
      path: RULE_VALIDATIONS,
      does: "Tells whether a rule is complete and the only one of its kind.",
      body: { resource: "rule", mediaType: `${MEDIA}.rule+json` },
      responses: [VALIDATED, BAD_REQUEST],
    },
    {
      method: "PUT",
      path: `${RULE_VALIDATIONS}/{ruleId}`,
      does: "Tells whether a rule could be changed so.",
      headers: [
        { name: "If-Match", type: "string", required: true, description: "The rule's current entity tag." },
      ],
      body: { resource: "rule" },
      responses: [VALIDATED, BAD_REQUEST, { status: 412, resource: "error" }],
    },
    {
      method: "DELETE",
      path: `${RULE_VALIDATIONS}/{ruleId}`,
      does: "Tells whether there is a rule that could be deleted.",
      responses: [VALIDATED, BAD_REQUEST],
    },
    {
      method: "POST",
      path: `${ROOT}/decisions`,
      does: "Decides.",
      accept: [`${MEDIA}.decision+json`],
      body: { resource: "context", mediaType: `${MEDIA}.context+json` },
      responses: "unknown",
    },
  ],
  errors: [],
});
