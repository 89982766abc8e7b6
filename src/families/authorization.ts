import { defineCatalog } from "../catalog/define-catalog.ts";
import { defineFamily } from "./define-family.ts";
import { LINKS, OBJECT, VERSION } from "./shared-resources.ts";

const MEDIA = "application/vnd.vendor.authorization";
const VALIDATION = "application/vnd.vendor.validation+json";
const ROOT = "/authorization";
const RULE_VALIDATIONS = `${ROOT}/commons/validations/rules`;

/** States of a rule job. The platform does not publish the transitions between them. */
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
    objectUri: { type: "string", description: "The object of the rule." },
    principal: { type: "string", description: "The user or group that the rule applies to." },
    reason: "string",
    description: "string",
    expirationTimeStamp: { type: "dateTime", description: "The rule does not apply from this time on." },
    permissions: {
      type: "list",
      items: "string",
      description: "The permissions that the rule grants or denies, such as `add`.",
    },
    principalType: { type: "string", description: "Such as `user`." },
    type: { type: "string", description: "Such as `grant`." },
    enabled: "boolean",
    matchParams: {
      type: "boolean",
      description: "Whether parameters are compared, too. Default false.",
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
        timeStamp: { type: "string", description: "A string, unlike other time stamps." },
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
  purpose: "Reports the state of rule jobs, validates rules and their conditions, and decides about access.",
  roots: [],
  resources: {
    rule: {
      mediaType: `${MEDIA}.rule+json`,
      description: "Permissions that are granted or denied.",
      fields: "all",
      catalog: rule,
    },
    context: {
      mediaType: `${MEDIA}.context+json`,
      description: "The request that a decision is about.",
      fields: "all",
      catalog: context,
    },
    validation: {
      mediaType: VALIDATION,
      description: "The result of a validation.",
      fields: "all",
      catalog: validation,
    },
    decision: {
      mediaType: `${MEDIA}.decision+json`,
      description: "The result of the rules.",
      fields: "unknown",
    },
    ruleJobState: {
      mediaType: "text/plain",
      description: "The overall state of a rule job.",
      fields: "none",
      enum: RULE_JOB_STATES,
    },
  },
  collections: {},
  endpoints: [
    {
      method: "GET",
      path: `${ROOT}/rules/jobs/{jobId}/state`,
      does: "Returns the state of a rule job.",
      accept: ["text/plain"],
      responses: [{ status: 200, resource: "ruleJobState" }, { status: 404 }],
    },
    {
      method: "POST",
      path: `${ROOT}/commons/validations/conditions`,
      does: "Returns whether a condition is a well-formed expression.",
      accept: [VALIDATION],
      body: { mediaType: "text/plain", description: "The condition." },
      responses: [VALIDATED, BAD_REQUEST],
    },
    {
      method: "POST",
      path: RULE_VALIDATIONS,
      does: "Returns whether a rule is complete and not a duplicate.",
      body: { resource: "rule", mediaType: `${MEDIA}.rule+json` },
      responses: [VALIDATED, BAD_REQUEST],
    },
    {
      method: "PUT",
      path: `${RULE_VALIDATIONS}/{ruleId}`,
      does: "Returns whether a change of a rule would be valid.",
      headers: [
        { name: "If-Match", type: "string", required: true, description: "The rule's current entity tag." },
      ],
      body: { resource: "rule" },
      responses: [VALIDATED, BAD_REQUEST, { status: 412, resource: "error" }],
    },
    {
      method: "DELETE",
      path: `${RULE_VALIDATIONS}/{ruleId}`,
      does: "Returns whether the rule exists and can be deleted.",
      responses: [VALIDATED, BAD_REQUEST],
    },
    {
      method: "POST",
      path: `${ROOT}/decisions`,
      does: "Makes an authorization decision.",
      accept: [`${MEDIA}.decision+json`],
      body: { resource: "context", mediaType: `${MEDIA}.context+json` },
      responses: "unknown",
    },
  ],
  errors: [],
});
