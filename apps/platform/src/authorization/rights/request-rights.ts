import type { Catalog } from "tamis/catalog";
import { boolean, call } from "tamis/builder";
import type { Expression } from "tamis";
import type { HttpRequest, Operation } from "tamis/http";
import type { Caller } from "../../access/caller.ts";
import {
  PERMISSION_OF_OPERATION,
  type CollectionRequest,
  type Permission,
  type Rights,
  type RowAccess,
} from "../../access/rights.ts";
import { decide, fixedDecision, type Decision } from "../decisions/decide.ts";
import { containersOf, mediaTypes, type Question } from "../decisions/question.ts";
import { itemsOf, rowsAt, type GrantedRows } from "../decisions/row-access.ts";
import { principalKeys, type Principal } from "../rules/compiled-rule.ts";
import type { RuleIndex } from "../rules/rule-index.ts";
import { ancestorsOf, canonicalPath, parentOf } from "../rules/uri-pattern.ts";
import type { AccessByOperation, AccessCache } from "./access-cache.ts";
import type { ServedCollections } from "./served-collections.ts";

/** The rules and the rows from which the rights of a request follow. */
export interface Authority {
  readonly index: RuleIndex;
  readonly served: ServedCollections;
  readonly cache: AccessCache;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
}

/** Returns the principals of a caller: the user, or the client if it acts for itself, and the groups. */
export function principalsOf({ name, client, groups }: Caller): readonly Principal[] {
  const principal = name === client ? { type: "client", name: client } : { type: "user", name };
  return [principal, ...groups.map((group) => ({ type: "group", name: group }))];
}

const ON_ITEMS: ReadonlySet<Operation> = new Set(["read", "replace", "patch", "delete"]);
const NO_ROW: RowAccess = { kind: "allowed", rule: boolean(false) };
const FORBIDDEN: RowAccess = { kind: "forbidden" };

/** Rights of a request on a collection. */
interface KnownAccess {
  /** Canonical path of the collection; undefined for an invalid one. */
  readonly path: string | undefined;
  /** Path of the item that the request is about, if it is in the collection. */
  readonly item: string | undefined;
  readonly catalog: Catalog | undefined;
  /** Rights that other requests have, too. */
  readonly shared: AccessByOperation;
  /** Rights of this request only. */
  readonly own: AccessByOperation;
}

/** The rights of one request. They are computed once for each operation, because links ask for all of them. */
export class RequestRights implements Rights {
  readonly #authority: Authority;
  readonly #request: HttpRequest;
  readonly #principals: readonly Principal[];
  readonly #time: number;
  readonly #path: string | undefined;
  readonly #principalsKey: string;
  readonly #accessByPath = new Map<string, KnownAccess>();
  readonly #catalogs = new Map<string, Catalog>();

  constructor(authority: Authority, caller: Caller, request: HttpRequest) {
    this.#authority = authority;
    this.#request = request;
    this.#principals = principalsOf(caller);
    this.#principalsKey = JSON.stringify(this.#principals.map(({ type, name }) => [type, name]));
    this.#time = authority.now();
    this.#path = canonicalPath(request.path);
  }

  learn({ path, catalog }: { readonly path: string; readonly catalog: Catalog }): void {
    this.#catalogs.set(path, catalog);
  }

  onCollection({ path, operation, catalog }: CollectionRequest): RowAccess {
    let knownAccess = this.#accessByPath.get(path);
    if (knownAccess === undefined)
      this.#accessByPath.set(path, (knownAccess = this.#knownAt(path, catalog ?? this.#catalogOf(path))));
    const access = knownAccess.shared.get(operation) ?? knownAccess.own.get(operation);
    return access ?? this.#decideFirst(knownAccess, operation);
  }

  async has(permission: Permission, path: string): Promise<boolean> {
    const canonical = canonicalPath(path);
    if (canonical === undefined) return false;
    const { cache, index } = this.#authority;
    const key = `${permission} ${canonical} ${this.#principalsKey}`;
    const cachedResult = cache.isGranted(key);
    if (cachedResult !== undefined) return cachedResult;
    const { revision } = index;
    const { kind, considered } = await decideWithRow(this.#authority, this.#question(canonical, permission));
    const isGranted = kind === "granted";
    // A rule with a filter needs the row, which can change.
    if (considered.every(({ rule }) => rule.isStable && rule.row.filter === null))
      cache.setGranted(key, isGranted, revision);
    return isGranted;
  }

  async canReach(path: string): Promise<boolean> {
    const canonical = canonicalPath(path);
    if (canonical === undefined) return false;
    const { served } = this.#authority;
    for (const above of ancestorsOf(canonical))
      if (served.isItem(above) && !(await this.has("read", above))) return false;
    return true;
  }

  #catalogOf(path: string): Catalog | undefined {
    return this.#catalogs.get(path) ?? this.#authority.served.catalogAt(path);
  }

  #knownAt(path: string, catalog: Catalog | undefined): KnownAccess {
    const own: AccessByOperation = new Map();
    const canonical = canonicalPath(path);
    if (canonical === undefined) return { path: undefined, item: undefined, catalog, shared: own, own };
    const item = this.#path !== undefined && parentOf(this.#path) === canonical ? this.#path : undefined;
    const key = `${catalog?.name ?? ""} ${canonical} ${item ?? ""} ${this.#principalsKey}`;
    return { path: canonical, item, catalog, shared: this.#authority.cache.of(key), own };
  }

  /** Decides, and keeps the result for all requests to which the rules apply alike. */
  #decideFirst({ path, item, catalog, shared, own }: KnownAccess, operation: Operation): RowAccess {
    if (path === undefined) return FORBIDDEN;
    const { index } = this.#authority;
    const access = this.#decideCollection(path, operation, catalog);
    const principals = principalKeys(this.#principals);
    const isAboutItem = item !== undefined && ON_ITEMS.has(operation);
    const rules = [
      ...index.find(path, containersOf(path, []), principals),
      ...index.find(`${path}/x`, containersOf(`${path}/x`, []), principals),
      ...(isAboutItem ? index.find(item, containersOf(item, []), principals) : []),
      ...index.findItems(path, principals),
    ];
    (rules.every(({ isStable }) => isStable) ? shared : own).set(operation, access);
    return access;
  }

  #decideCollection(path: string, operation: Operation, catalog: Catalog | undefined): RowAccess {
    const { index } = this.#authority;
    const permission = PERMISSION_OF_OPERATION[operation];
    const question = this.#question(path, permission, true);
    const fixed = fixedDecision(question);
    if (fixed !== undefined) return fixed === "granted" ? { kind: "allowed", rule: undefined } : FORBIDDEN;
    if (ON_ITEMS.has(operation)) return this.#decideItem(question, catalog);
    if (decide(index, question).kind !== "granted") return FORBIDDEN;
    if (operation !== "create") return accessOf(itemsOf(index, question, catalog), NO_ROW);
    return accessOf(rowsAt(index, question, catalog), FORBIDDEN);
  }

  #decideItem(collection: Question, catalog: Catalog | undefined): RowAccess {
    const { index } = this.#authority;
    const item = this.#path;
    if (item === undefined || parentOf(item) !== collection.path)
      // The operation is only offered by a link.
      return accessOf(itemsOf(index, collection, catalog), FORBIDDEN);
    const readable = rowsAt(index, this.#question(item, "read"), catalog);
    if (readable.kind === "none") return this.#hidden(collection, catalog);
    if (collection.permission === "read") return accessOf(readable, FORBIDDEN);
    const changeable = rowsAt(index, this.#question(item, collection.permission), catalog);
    return accessOf(intersectRows(readable, changeable), FORBIDDEN);
  }

  /** Access to an item that the caller may not read: it is missing, unless the caller may read no item at all. */
  #hidden(collection: Question, catalog: Catalog | undefined): RowAccess {
    const items = itemsOf(this.#authority.index, { ...collection, permission: "read" }, catalog);
    return items.kind === "none" ? FORBIDDEN : NO_ROW;
  }

  #question(
    path: string,
    permission: Permission,
    isCollection = this.#authority.served.isCollection(path),
  ): Question {
    const { method, search = "", headers } = this.#request;
    const field = (name: string) => [headers[name] ?? []].flat().join(", ");
    const query = new URLSearchParams(search);
    const names = [...new Set(query.keys())];
    const [contentType] = mediaTypes(field("content-type"));
    const context = {
      request: {
        uri: path,
        method: method.toUpperCase(),
        queryString: search,
        locale: field("accept-language") || null,
        contentType: contentType ?? null,
        headers: Object.fromEntries(Object.keys(headers).map((name) => [name, field(name)])),
        parameters: Object.fromEntries(query),
        timeStamp: new Date(this.#time).toISOString(),
        requestDate: this.#time,
      },
      principals: this.#principals,
      permission,
    };
    return {
      path,
      permission,
      principals: this.#principals,
      containers: containersOf(path, []),
      parameters: new Map(names.map((name) => [name, query.getAll(name)])),
      matchParams: false,
      contentType,
      acceptTypes: mediaTypes(field("accept")),
      acceptItemTypes: mediaTypes(field("accept-item")),
      time: this.#time,
      context,
      isCollection,
      item: undefined,
    };
  }
}

/** Decides with the row at the path, which is read only if a rule has a filter. */
export async function decideWithRow({ index, served }: Authority, question: Question): Promise<Decision> {
  const decision = decide(index, question);
  const needsRow = !question.isCollection && decision.considered.some(({ rule }) => rule.row.filter !== null);
  if (!needsRow) return decision;
  const item = await served.read(question.path);
  return item === undefined ? decision : decide(index, { ...question, item });
}

function accessOf(rows: GrantedRows, none: RowAccess): RowAccess {
  switch (rows.kind) {
    case "all":
      return { kind: "allowed", rule: undefined };
    case "some":
      return { kind: "allowed", rule: rows.rule };
    case "none":
      return none;
    case "tooMany":
      return FORBIDDEN;
  }
}

function intersectRows(a: GrantedRows, b: GrantedRows): GrantedRows {
  if (a.kind === "some" && b.kind === "some")
    return { kind: "some", rule: call("and", [a.rule, b.rule]) as Expression };
  return a.kind === "all" ? b : b.kind === "all" ? a : a.kind === "some" ? b : a;
}
