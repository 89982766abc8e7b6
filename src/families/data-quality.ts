/**
 * The data quality family. Two fields have another name in filters: `default` is `isDefault`, `created` is
 * `creationTimeStamp`.
 */
import { defineCatalog } from "../catalog/define-catalog.ts";
import type { MemberDefinitions } from "../catalog/types.ts";
import { defineFamily, type EndpointParameter } from "./define-family.ts";
import { CRITERIA, LINKS, VERSION } from "./shared-resources.ts";

const MEDIA = "application/vnd.vendor.data.quality";
const ROOT = "/dataQuality";
const CONTEXTS = `${ROOT}/environments/{environmentName}/contexts`;
const QKB = `${CONTEXTS}/{contextName}/qkbs/{qkbName}`;
const FUNCTIONS = `${QKB}/locales/{localeName}/functions`;

const ALLOWED = [
  "and",
  "or",
  "not",
  "in",
  "eq",
  "lt",
  "le",
  "gt",
  "ge",
  "contains",
  "startsWith",
  "endsWith",
  "isNull",
] as const;

const NAME = { type: "string", nullable: false, description: "Part of the path." } as const;

const knownToBoth = {
  name: NAME,
  product: "string",
  context: { type: "string", description: "The execution context that it is in." },
  environment: { type: "string", description: "The environment of its context." },
  links: LINKS,
} as const satisfies MemberDefinitions;

const isDefault = { type: "boolean", description: "Whether it is used by default." } as const;
const qkbVersion = { type: "string", description: "The version of the QKB, a string." } as const;

const qkb = defineCatalog({
  name: "qkb",
  members: {
    ...knownToBoth,
    version: qkbVersion,
    productVersion: "string",
    isDefault,
    creationTimeStamp: "dateTime",
  },
});

const qkbs = defineCatalog({
  name: "qkbs",
  description: "The QKBs of all execution contexts that the caller can use.",
  members: {
    ...knownToBoth,
    version: qkbVersion,
    productVersion: { type: "string", filterable: false, selectable: true },
    isDefault: { ...isDefault, filterable: false, selectable: true },
    creationTimeStamp: { type: "dateTime", filterable: false, selectable: true },
    default: { ...isDefault, property: "isDefault", selectable: false },
    created: { type: "dateTime", property: "creationTimeStamp", selectable: false },
  },
  defaultSort: ["name:ascending"],
  defaultLimit: 10,
  functions: ALLOWED,
});

const namedMembers = { version: VERSION, name: NAME, links: LINKS } as const satisfies MemberDefinitions;

const environment = defineCatalog({ name: "environment", members: namedMembers, key: "name" });
const dataQualityFunction = defineCatalog({ name: "function", members: namedMembers, key: "name" });

const environments = defineCatalog({
  name: "environments",
  description: "Where data quality jobs run.",
  members: { ...namedMembers, version: { ...VERSION, filterable: false, selectable: true } },
  key: "name",
  defaultSort: ["name:ascending"],
  defaultLimit: 10,
  functions: ALLOWED,
});

const functions = defineCatalog({
  name: "functions",
  description: "The functions of one locale.",
  members: namedMembers,
  key: "name",
});

const PAGE_OF_TEN: readonly EndpointParameter[] = [
  { name: "start", type: "integer", default: 0, description: "Index of the first item, from 0." },
  {
    name: "limit",
    type: "integer",
    default: 10,
    description: "Maximum number of items. The last page can have fewer.",
  },
  ...CRITERIA,
];

export const dataQuality = defineFamily({
  name: "data-quality",
  prefix: ROOT,
  purpose:
    "Reads quality knowledge bases, their environments and their contents; deletes field content locales of users.",
  roots: ["environments", "qkbs"],
  resources: {
    qkb: {
      mediaType: `${MEDIA}.qkb`,
      description: "A quality knowledge base.",
      relations: ["self", "up", "locales"],
      fields: "all",
      catalog: qkb,
    },
    environment: {
      mediaType: `${MEDIA}.environment`,
      description: "Where data quality jobs run.",
      relations: ["self", "up", "contexts"],
      fields: "all",
      catalog: environment,
    },
    function: {
      mediaType: `${MEDIA}.function`,
      description: "A function of a QKB for a locale.",
      relations: ["self", "up", "definitions"],
      fields: "all",
      catalog: dataQualityFunction,
    },
    locale: { description: "A language and region that a QKB supports.", fields: "unknown" },
    context: { description: "An execution context of an environment.", fields: "unknown" },
    definition: { description: "The definition of a function.", fields: "unknown" },
  },
  collections: {
    qkbs: { path: `${ROOT}/qkbs`, items: "qkb", catalog: qkbs },
    environments: { path: `${ROOT}/environments`, items: "environment", catalog: environments },
    contexts: { path: CONTEXTS, items: "context" },
    contextQkbs: { path: `${CONTEXTS}/{contextName}/qkbs`, items: "qkb" },
    locales: { path: `${QKB}/locales`, items: "locale" },
    functions: { path: FUNCTIONS, items: "function", catalog: functions },
    definitions: { path: `${FUNCTIONS}/{functionName}/definitions`, items: "definition" },
  },
  primary: "qkbs",
  endpoints: [
    {
      method: "GET",
      path: `${ROOT}/`,
      does: "Returns links to the collections of the family.",
      accept: ["application/vnd.vendor.api+json"],
      responses: [{ status: 200, resource: "api" }],
    },
    {
      method: "HEAD",
      path: `${ROOT}/`,
      does: "Returns whether the service is running.",
      responses: [{ status: 200, meaning: "The service is running." }],
    },
    {
      method: "GET",
      path: `${ROOT}/qkbs`,
      does: "Lists the QKBs of all execution contexts that the caller can use.",
      query: PAGE_OF_TEN,
      responses: [{ status: 200, collection: "qkbs" }],
    },
    {
      method: "GET",
      path: `${ROOT}/environments`,
      does: "Lists the environments.",
      query: PAGE_OF_TEN,
      responses: [{ status: 200, collection: "environments" }],
    },
    {
      method: "GET",
      path: `${ROOT}/environments/{environmentName}`,
      does: "Reads one environment.",
      accept: [`${MEDIA}.environment+json`],
      responses: [
        { status: 200, resource: "environment" },
        { status: 404, resource: "error" },
      ],
    },
    {
      method: "HEAD",
      path: `${ROOT}/environments/{environmentName}`,
      does: "Returns whether the environment exists.",
      responses: "unknown",
    },
    {
      method: "GET",
      path: FUNCTIONS,
      does: "Lists the functions of one locale.",
      responses: [
        { status: 200, collection: "functions" },
        { status: 404, resource: "error", meaning: "The QKB does not have the locale." },
      ],
    },
    {
      method: "GET",
      path: `${FUNCTIONS}/{functionName}`,
      does: "Reads one function.",
      accept: [`${MEDIA}.function+json`],
      responses: [{ status: 200, resource: "function" }],
    },
    {
      method: "DELETE",
      path: `${ROOT}/fieldContentLocale/{locale}`,
      does: "Deletes a field content locale that users defined. Built-in locales remain.",
      accept: ["application/vnd.vendor.error+json"],
      responses: [
        { status: 204, meaning: "Deleted." },
        { status: 404, resource: "error" },
      ],
    },
  ],
  paths: [
    { path: CONTEXTS, description: "The contexts of an environment.", collection: "contexts" },
    {
      path: `${CONTEXTS}/{contextName}/qkbs`,
      description: "The QKBs of a context.",
      collection: "contextQkbs",
    },
    { path: QKB, description: "One QKB.", resource: "qkb" },
    { path: `${QKB}/locales`, description: "The locales of a QKB.", collection: "locales" },
    {
      path: `${FUNCTIONS}/{functionName}/definitions`,
      description: "The definitions of a function.",
      collection: "definitions",
    },
  ],
  errors: [],
});
