/**
 * The annotations family: each member attaches an annotation to one object of another service, such as a table or column.
 */
import { defineCatalog } from "../catalog/define-catalog.ts";
import type { MemberDefinitions } from "../catalog/types.ts";
import { defineFamily, type EndpointParameter } from "./define-family.ts";
import { restrict } from "./restrict.ts";
import { CRITERIA, ID, LINKS, STAMPS, VERSION } from "./shared-resources.ts";

const ANNOTATION = "application/vnd.vendor.annotation";
const SELECTION = "application/vnd.vendor.selection+json";
const ROOT = "/annotations";
const ALL = `${ROOT}/annotations`;
const ONE = `${ALL}/{annotationId}`;

/** Versions in this family are of type number instead of integer. */
const version = { ...VERSION, type: "number" } as const;

// `domain` and `name` are nullable, because they are optional in requests.
const annotationMembers = {
  id: ID,
  domain: { type: "string", description: "Domain and name together are unique." },
  name: { type: "string", description: "Domain and name together are unique." },
  label: { type: "string", description: "The name that users see." },
  description: "string",
  version,
  ...STAMPS,
  links: LINKS,
} as const satisfies MemberDefinitions;

const memberMembers = {
  id: ID,
  annotationId: { type: "string", nullable: false, description: "The annotation that it belongs to." },
  resourceUri: { type: "string", description: "The annotated thing." },
  resourceType: "string",
  value: "string",
  ...STAMPS,
  version,
  links: LINKS,
} as const satisfies MemberDefinitions;

const annotation = defineCatalog({ name: "annotation", members: annotationMembers, key: "id" });
const member = defineCatalog({ name: "member", members: memberMembers, key: "id" });

const selection = defineCatalog({
  name: "selection",
  members: {
    version: VERSION,
    template: "string",
    type: { type: "string", description: "Kind of the identifiers in `resources`, such as ids." },
    resources: { type: "list", items: "string" },
    links: LINKS,
  },
});

const createAnnotation = defineCatalog({
  name: "createAnnotation",
  members: { domain: "string", name: "string", label: "string", description: "string" },
});

const updateAnnotation = defineCatalog({
  name: "updateAnnotation",
  members: {
    version,
    id: "string",
    domain: "string",
    name: "string",
    label: "string",
    description: "string",
    ...STAMPS,
  },
});

const createMember = defineCatalog({
  name: "createMember",
  members: { annotationId: "string", resourceUri: "string", resourceType: "string", value: "string" },
});

const annotationsCatalog = defineCatalog({
  name: "annotations",
  description: "The annotations that the caller can see. They can be sorted only by name.",
  members: restrict(annotationMembers, {
    filter: [
      "id",
      "domain",
      "name",
      "label",
      "description",
      "version",
      "createdBy",
      "modifiedBy",
      "creationTimeStamp",
      "modifiedTimeStamp",
    ],
    sort: ["name"],
  }),
  key: "id",
  defaultSort: ["name:ascending"],
  defaultLimit: 10,
  parameters: ["resourceUri"],
});

const membersCatalog = defineCatalog({
  name: "members",
  description: "The things that have annotations.",
  members: memberMembers,
  key: "id",
});

const LIST_QUERY: readonly EndpointParameter[] = [
  { name: "start", type: "integer", default: 0, description: "Index of the first item, from 0." },
  { name: "limit", type: "integer", default: 10, description: "Maximum number of items." },
  ...CRITERIA,
  { name: "resourceUri", type: "string", description: "Only annotations of this thing." },
];

export const annotations = defineFamily({
  name: "annotations",
  prefix: ROOT,
  purpose: "Attaches notes to things that other services keep, mostly tables and columns.",
  roots: ["annotations", "create"],
  resources: {
    annotation: {
      mediaType: ANNOTATION,
      description: "A note that can be attached to things.",
      relations: ["self", "update", "delete"],
      fields: "all",
      catalog: annotation,
    },
    member: {
      mediaType: `${ANNOTATION}.member`,
      description: "An annotated thing. A thing with two annotations is a member of both.",
      fields: "all",
      catalog: member,
    },
    selection: {
      mediaType: SELECTION,
      description: "Names many resources.",
      fields: "all",
      catalog: selection,
    },
    createAnnotation: {
      description: "The fields that a request sets on a new annotation. Other fields are ignored.",
      fields: "all",
      catalog: createAnnotation,
    },
    updateAnnotation: {
      description: "The fields that a request changes on an annotation.",
      fields: "all",
      catalog: updateAnnotation,
    },
    createMember: { description: "The fields of a new member.", fields: "all", catalog: createMember },
  },
  collections: {
    annotations: { path: ALL, items: "annotation", catalog: annotationsCatalog },
    annotationMembers: {
      path: `${ONE}/members`,
      items: "member",
      catalog: membersCatalog,
      relations: ["create"],
    },
    members: { path: `${ROOT}/members`, method: "POST", items: "member", catalog: membersCatalog },
  },
  primary: "annotations",
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
      path: ALL,
      does: "Lists annotations, optionally those of one thing.",
      query: LIST_QUERY,
      responses: [
        { status: 200, collection: "annotations" },
        { status: 400, resource: "error" },
      ],
    },
    {
      method: "POST",
      path: ALL,
      does: "Creates an annotation.",
      accept: [`${ANNOTATION}+json`],
      body: { resource: "createAnnotation", mediaType: `${ANNOTATION}+json` },
      responses: [
        { status: 201, resource: "annotation", headers: ["Location", "Last-Modified", "Etag"] },
        { status: 400, resource: "error" },
      ],
    },
    {
      method: "POST",
      path: ALL,
      does: "Returns the annotations of several things.",
      accept: ["application/vnd.vendor.collection"],
      body: { resource: "selection", mediaType: SELECTION, description: "The URIs of the things." },
      responses: "unknown",
    },
    {
      method: "POST",
      path: `${ROOT}/members`,
      does: "Returns the members of several annotations.",
      body: { resource: "selection", mediaType: SELECTION, description: "The ids of the annotations." },
      responses: [
        { status: 200, collection: "members" },
        { status: 400, meaning: "No member matches, or a parameter is wrong." },
      ],
    },
  ],
  paths: [
    { path: ONE, description: "One annotation.", methods: ["GET", "PUT", "DELETE"], resource: "annotation" },
    {
      path: `${ONE}/members`,
      description: "The members of an annotation; POST adds one.",
      methods: ["POST"],
      collection: "annotationMembers",
    },
    {
      path: `${ONE}/members/{memberId}`,
      description: "One member.",
      methods: ["GET", "PUT", "DELETE"],
      resource: "member",
    },
  ],
  errors: [
    { status: [400], code: 16300, meaning: "The status code is invalid." },
    { status: [400], code: 16301, meaning: "The body is null." },
    { status: [400], code: 16302, meaning: "The body is empty or null." },
    { status: [400], code: 16307, meaning: "No annotation has this id." },
    { status: [400], code: 16308, meaning: "The value is too long." },
    { status: [400], code: 16309, meaning: "The domain is too long." },
    { status: [400], code: 16310, meaning: "The name is too long." },
    { status: [400], code: 16311, meaning: "The description is too long." },
    { status: [400], code: 16312, meaning: "The label is too long." },
    { status: [400], code: 16313, meaning: "The type of the thing is too long." },
    { status: [400], code: 16314, meaning: "Another annotation has this domain and name." },
    { status: [400], code: 16315, meaning: "The URI of the thing is too long." },
    { status: [404], code: 16303, meaning: "The annotation has no such member." },
    { status: [404], code: 16304, meaning: "The annotation does not exist." },
    { status: [412], code: 16306, meaning: "The entity tag is not the current one of the stored resource." },
    { status: [428], code: 16305, meaning: "Changes require the current entity tag." },
  ],
});
