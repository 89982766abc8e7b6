/**
 * Definitions that all families share: the envelope of a collection, links, errors, the query parameters of every collection,
 * and a few members that nearly every resource has.
 */
import { defineCatalog } from "../catalog/define-catalog.ts";
import type { MemberDefinitions } from "../catalog/types.ts";

/** Relations that links are published with. */
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
  rel: { type: "string", description: "What the target is to the resource." },
  uri: { type: "string", description: "The target, relative to the deployment." },
  href: "string",
  title: "string",
  type: { type: "string", description: "The media type to send or to ask for." },
  itemType: { type: "string", description: "What the items of a collection are, as a media type." },
  responseType: "string",
  responseItemType: "string",
} as const satisfies MemberDefinitions;

/**
 * The `links` member. Links are made for each answer from what the caller may do, and the stored resource has none of
 * them; so no filter and no order can name them.
 */
export const LINKS = {
  type: "list",
  items: { type: "object", nullable: false, members: linkMembers },
  filterable: false,
  description: "What can be done from here.",
} as const;

/** An object of which no field is published. */
export const OBJECT = { type: "object", members: {} } as const;

/** An id that the platform assigned. */
export const ID = { type: "string", nullable: false, description: "Assigned by the platform." } as const;

export const VERSION = { type: "integer", description: "The version of the representation." } as const;

/** Who made a resource and when. */
export const CREATED = {
  createdBy: { type: "string", description: "Who created it." },
  creationTimeStamp: { type: "dateTime", description: "When it was created." },
} as const satisfies MemberDefinitions;

/** Who made and who changed a resource, and when. */
export const STAMPS = {
  ...CREATED,
  modifiedBy: { type: "string", description: "Who changed it last." },
  modifiedTimeStamp: { type: "dateTime", description: "When it was changed last." },
} as const satisfies MemberDefinitions;

const link = defineCatalog({ name: "link", members: linkMembers });

const collectionMembers = {
  name: "string",
  accept: { type: "string", description: "What the items are, as a media type." },
  start: { type: "integer", description: "Where the page begins, counted from 0." },
  limit: { type: "integer", description: "The most items that were asked for." },
  count: {
    type: "integer",
    description: "The items of the page; in some families those of the whole collection.",
  },
  links: LINKS,
  items: { type: "list", items: OBJECT },
  version: { type: "integer", description: "The version of the envelope." },
} as const satisfies MemberDefinitions;

/** A `collection` within a resource. */
export const COLLECTION = { type: "object", members: collectionMembers } as const;

const collection = defineCatalog({ name: "collection", members: collectionMembers });

const errorMembers = {
  message: "string",
  id: "string",
  errorCode: { type: "integer", description: "The family's own code. Detection has texts here." },
  httpStatusCode: "integer",
  details: { type: "list", items: "string", description: "Such as a trace and the path that was asked for." },
  remediation: "string",
  links: LINKS,
  version: VERSION,
} as const satisfies MemberDefinitions;

const error = defineCatalog({
  name: "error",
  members: {
    ...errorMembers,
    // Errors nest without end; the fields of the first level are spelled out.
    errors: {
      type: "list",
      items: { type: "object", members: { ...errorMembers, errors: { type: "list", items: OBJECT } } },
    },
  },
});

const api = defineCatalog({ name: "api", members: { version: VERSION, links: LINKS } });

/** The resources that every family answers with. */
export const SHARED_RESOURCES = {
  collection: {
    mediaType: "application/vnd.vendor.collection",
    description: "A page of resources.",
    fields: "all",
    catalog: collection,
  },
  link: { description: "Something that can be done from a resource.", fields: "all", catalog: link },
  error: {
    mediaType: "application/vnd.vendor.error",
    description: "Why a request failed.",
    fields: "all",
    catalog: error,
  },
  api: {
    mediaType: "application/vnd.vendor.api+json",
    description: "The top of a family: links to its collections.",
    fields: "some",
    catalog: api,
  },
} as const;

export type SharedResourceName = keyof typeof SHARED_RESOURCES;

/** The part of a collection that a page holds. */
export const PAGING = [
  { name: "start", type: "integer", default: 0, description: "Where the page begins, counted from 0." },
  { name: "limit", type: "integer", description: "The most items of the page." },
] as const;

/** Which items, and in which order. */
export const CRITERIA = [
  { name: "filter", type: "string", description: "A filter expression." },
  { name: "sortBy", type: "string", description: "Sort keys." },
] as const;

/** The parameters that every collection takes where its endpoint lists none. */
export const COLLECTION_PARAMETERS = [...PAGING, ...CRITERIA] as const;

/** Statuses that any endpoint can fail with. */
export const COMMON_STATUSES = [
  { status: 400, meaning: "The request is wrong." },
  { status: 401, meaning: "There is no token, or it is not valid." },
  { status: 403, meaning: "The token is valid; its owner may not do this." },
  { status: 404, meaning: "There is no such resource." },
  { status: 406, meaning: "None of the media types asked for can be given." },
  { status: 409, meaning: "The request clashes with what is stored." },
  { status: 412, meaning: "The resource has changed since the caller read it." },
  { status: 428, meaning: "The request must say which state of the resource it is about." },
  { status: 500, meaning: "The service failed." },
] as const;
