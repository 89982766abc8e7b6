import { isDeepStrictEqual } from "node:util";
import type { Catalog } from "tamis/catalog";
import type { VersionedChange } from "tamis/http";
import { VERSION } from "../storage/stamps.ts";
import type { ChangeKind, NewRow, Row } from "../storage/storage.ts";
import { LONGEST_PATH, type entriesCatalog, type EntryKind, type OUTCOMES } from "./entry-catalog.ts";
import type { Origin } from "./origin.ts";

/** What happened, without who caused it and when. */
export interface AuditEvent {
  readonly kind: EntryKind;
  readonly outcome: (typeof OUTCOMES)[number];
  readonly family: string;
  readonly resourceUri: string | null;
  readonly entityTagBefore?: string | null;
  readonly entityTagAfter?: string | null;
  readonly changedMembers?: readonly string[];
}

/** A table whose changes are recorded. */
export interface RecordedRows {
  readonly catalog: Catalog;
  /** Path with members in braces. */
  readonly resource: string;
  readonly creation: ChangeKind;
}

/**
 * Returns the row of an entry.
 *
 * @param now milliseconds since 1970
 */
export function entryRow(
  event: AuditEvent,
  { method, path, client, user }: Origin,
  now: number,
): NewRow<typeof entriesCatalog> {
  return {
    entityTagBefore: null,
    entityTagAfter: null,
    changedMembers: [],
    ...event,
    id: newId(now),
    timeStamp: new Date(now).toISOString(),
    method: storable(method),
    path: storable(path),
    client,
    user,
    resourceUri: storable(event.resourceUri),
    version: VERSION,
    links: null,
  };
}

/** Returns the event of a completed change. */
export function eventOf(change: VersionedChange, { catalog, resource, creation }: RecordedRows): AuditEvent {
  const before = change.before as Row | undefined;
  const after = change.after as Row | undefined;
  return {
    kind: before === undefined ? creation : after === undefined ? "delete" : "update",
    outcome: "success",
    family: familyOf(resource),
    resourceUri: uriOf(resource, (after ?? before)!),
    entityTagBefore: tagOf(change.versionBefore),
    entityTagAfter: tagOf(change.versionAfter),
    changedMembers: before === undefined || after === undefined ? [] : changedMembers(catalog, before, after),
  };
}

function changedMembers({ members }: Catalog, before: Row, after: Row): readonly string[] {
  const value = (row: Row, property: string) => row[property] ?? null;
  return [...members.byName.values()]
    .filter(({ property }) => !isDeepStrictEqual(value(before, property), value(after, property)))
    .map(({ name }) => name);
}

export function familyOf(path: string): string {
  return path.split("/", 2)[1]!;
}

function uriOf(resource: string, row: Row): string {
  return resource.replace(/\{(\w+)\}/g, (_, member: string) => encodeURIComponent(String(row[member])));
}

function tagOf(version: string | undefined): string | null {
  return version === undefined ? null : `"${version}"`;
}

/** Returns a text that every database can store. */
function storable(text: string | null): string | null {
  return text?.slice(0, LONGEST_PATH).toWellFormed().replaceAll("\0", "\uFFFD") ?? null;
}

let entries = 0;

/** Ids begin with the time, so that new entries are at the end of the index. */
function newId(now: number): string {
  const time = Math.max(0, now).toString(36).padStart(9, "0");
  const count = (entries++ % 36 ** 4).toString(36).padStart(4, "0");
  return `${time}-${count}-${crypto.randomUUID().slice(0, 8)}`;
}
