import { defineCatalog } from "../catalog/define-catalog.ts";
import type { MemberDefinitions } from "../catalog/types.ts";

export const LINK_RELATIONS = [
  "self",
  "collection",
  "first",
  "prev",
  "next",
  "last",
  "up",
  "create",
  "update",
  "delete",
  "content",
  "updateContent",
  "alternate",
  "process",
  "projects",
  "task",
  "annotation",
  "locales",
  "contexts",
  "definitions",
] as const;

export type LinkRelation = (typeof LINK_RELATIONS)[number];

const linkMembers = {
  method: { type: "string", description: "The HTTP method." },
  rel: { type: "string", description: "The relation of the target to the resource." },
  uri: { type: "string", description: "The target, relative to the deployment." },
  href: "string",
  title: "string",
  type: { type: "string", description: "The media type to send or to accept." },
  itemType: { type: "string", description: "The media type of a collection's items." },
  responseType: "string",
  responseItemType: "string",
} as const satisfies MemberDefinitions;

/** Links are computed for each response from the caller's permissions, so filters and sort keys cannot use them. */
export const LINKS = {
  type: "list",
  items: { type: "object", nullable: false, members: linkMembers },
  filterable: false,
  selectable: true,
  description: "Links to related resources and operations.",
} as const;

/** Definition of an object whose fields are not published. */
export const OBJECT = { type: "object", members: {} } as const;

export const ID = { type: "string", nullable: false, description: "Assigned by the platform." } as const;

export const VERSION = { type: "integer", description: "The version of the representation." } as const;

export const CREATED = {
  createdBy: { type: "string", description: "The user who created it." },
  creationTimeStamp: { type: "dateTime", description: "When it was created." },
} as const satisfies MemberDefinitions;

export const STAMPS = {
  ...CREATED,
  modifiedBy: { type: "string", description: "The user who changed it last." },
  modifiedTimeStamp: { type: "dateTime", description: "When it was changed last." },
} as const satisfies MemberDefinitions;

const link = defineCatalog({ name: "link", members: linkMembers });

const collectionMembers = {
  name: "string",
  accept: { type: "string", description: "The media type of the items." },
  start: { type: "integer", description: "Index of the first item, from 0." },
  limit: { type: "integer", description: "The requested maximum number of items." },
  count: {
    type: "integer",
    description: "The number of items on the page; in some families, in the whole collection.",
  },
  links: LINKS,
  items: { type: "list", items: OBJECT },
  version: { type: "integer", description: "The version of the envelope." },
} as const satisfies MemberDefinitions;

export const COLLECTION = { type: "object", members: collectionMembers } as const;

const collection = defineCatalog({ name: "collection", members: collectionMembers });

const errorMembers = {
  message: "string",
  id: "string",
  errorCode: { type: "integer", description: "The family's error code. A string in detection." },
  httpStatusCode: "integer",
  details: { type: "list", items: "string", description: "Details such as a trace and the requested path." },
  remediation: "string",
  links: LINKS,
  version: VERSION,
} as const satisfies MemberDefinitions;

const error = defineCatalog({
  name: "error",
  members: {
    ...errorMembers,
    // Errors can contain errors to any depth. The catalog declares one level.
    errors: {
      type: "list",
      items: { type: "object", members: { ...errorMembers, errors: { type: "list", items: OBJECT } } },
    },
  },
});

const api = defineCatalog({ name: "api", members: { version: VERSION, links: LINKS } });

export const SHARED_RESOURCES = {
  collection: {
    mediaType: "application/vnd.vendor.collection",
    description: "A page of resources.",
    fields: "all",
    catalog: collection,
  },
  link: { description: "A link to a related resource or operation.", fields: "all", catalog: link },
  error: {
    mediaType: "application/vnd.vendor.error",
    description: "The reason why a request failed.",
    fields: "all",
    catalog: error,
  },
  api: {
    mediaType: "application/vnd.vendor.api+json",
    description: "The root of a family: links to its collections.",
    fields: "some",
    catalog: api,
  },
} as const;

export type SharedResourceName = keyof typeof SHARED_RESOURCES;

export const PAGING = [
  { name: "start", type: "integer", default: 0, description: "Index of the first item, from 0." },
  { name: "limit", type: "integer", description: "Maximum number of items." },
] as const;

export const CRITERIA = [
  { name: "filter", type: "string", description: "A filter expression." },
  { name: "sortBy", type: "string", description: "Sort keys." },
] as const;

/** Query parameters of collections whose endpoint does not list its parameters. */
export const COLLECTION_PARAMETERS = [...PAGING, ...CRITERIA] as const;

/** Error statuses that every endpoint can return. */
export const COMMON_STATUSES = [
  { status: 400, meaning: "The request is wrong." },
  { status: 401, meaning: "There is no token, or it is not valid." },
  { status: 403, meaning: "The token is valid, but its owner lacks the permission." },
  { status: 404, meaning: "The resource does not exist." },
  { status: 406, meaning: "None of the accepted media types is available." },
  { status: 409, meaning: "The request conflicts with the stored state." },
  { status: 412, meaning: "The resource has changed since the caller read it." },
  { status: 428, meaning: "The request must contain a precondition such as If-Match." },
  { status: 500, meaning: "The service failed." },
] as const;
