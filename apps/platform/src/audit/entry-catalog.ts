import { defineCatalog } from "tamis";
import type { ChangeKind } from "../storage/storage.ts";

export const AUDIT = "/audit";
export const ENTRIES = `${AUDIT}/entries`;
export const ENTRY_TYPE = "application/vnd.vendor.audit.entry";

/** Kinds of events that change no row. */
export const EVENT_KINDS = ["signIn", "lockOut", "deploy", "shutDown"] as const;

export const KINDS = [
  ...(["create", "update", "delete", "revoke"] as const satisfies readonly ChangeKind[]),
  ...EVENT_KINDS,
] as const;
export type EntryKind = (typeof KINDS)[number];

export const OUTCOMES = ["success", "failure"] as const;

/** Maximum number of characters of a path. Longer ones are cut. */
export const LONGEST_PATH = 2_000;

/** Strings that filters compare exactly. */
const name = {
  type: "string",
  strength: "codePoint",
  sortable: false,
  functions: ["eq", "ne", "in", "isNull", "startsWith"],
} as const;

/** Members that filters cannot name. */
const shown = { type: "string", filterable: false, selectable: true } as const;

export const entriesCatalog = defineCatalog({
  name: "auditEntries",
  description: "Changes of stored data, failed sign-ins, deployments and shut-downs.",
  key: "id",
  // Ids order the entries of the same time.
  defaultSort: ["timeStamp:descending", "id:descending"],
  members: {
    id: { type: "string", nullable: false, strength: "codePoint" },
    timeStamp: { type: "dateTime", nullable: false, description: "The time of the change." },
    client: {
      ...name,
      description: "The client that sent the request. Null for work of the platform itself.",
    },
    user: { ...name, description: "The user. Null if the client acts for itself." },
    method: { ...shown, description: "The method of the request." },
    path: { ...shown, description: "The path of the request, without its query string." },
    family: { ...name, description: "The first segment of the path of the resource." },
    resourceUri: { ...name, description: "The resource that was changed." },
    kind: { ...name, enum: KINDS, nullable: false },
    outcome: { ...name, enum: OUTCOMES, nullable: false },
    entityTagBefore: { ...shown, description: "The entity tag of the resource before the change." },
    entityTagAfter: { ...shown, description: "The entity tag of the resource after the change." },
    changedMembers: {
      type: "list",
      items: "string",
      description: "Names of the members that an update changed. Values are never recorded.",
    },
    version: { type: "integer", filterable: false, selectable: true },
    links: { type: "list", items: { type: "object", members: {} }, filterable: false, selectable: true },
  },
});
