import { requireArgument, requireKind, requireText } from "../../diagnostics/require-argument.ts";
import type { Catalog } from "../../catalog/types.ts";
import type { Collection } from "../../engine/collection.ts";
import { requireCanonicalPath } from "./resource-path.ts";
import { hasOwn, ownProperties } from "../../values/own-properties.ts";
import type { AccessFunction } from "./access.ts";
import type { Link } from "./link.ts";
import { ALL_OPERATIONS, writes, type Operation } from "./operations.ts";
import type { RowStore } from "./row-store.ts";

/** Error codes in responses. Each resource can set its own. */
export interface ErrorCodes {
  readonly notFound?: number | string | undefined;
  readonly invalidBody?: number | string | undefined;
  /** 400: the body has no characters, or only white space. Default: `invalidBody`. */
  readonly emptyBody?: number | string | undefined;
  /** 400: the body is `null`. Default: `invalidBody`. */
  readonly nullBody?: number | string | undefined;
  readonly conflict?: number | string | undefined;
  /** 412: the item has another version than the condition requires. */
  readonly mismatch: number | string;
  /** 428: a change requires `If-Match` or `If-Unmodified-Since`. */
  readonly conditionRequired: number | string;
  /** 406: no acceptable media type. */
  readonly notAcceptable: number | string;
  /** 406: only an older version of the media type is acceptable. */
  readonly downgrade: number | string;
  /** 406: the request has a body without a media type. */
  readonly missingType: number | string;
  /** 400: the server does not support this version of a media type. */
  readonly version: number | string;
  /** 500: the server failed, such as a store that does not answer. Default: 500. */
  readonly failure?: number | string | undefined;
}

/** Error codes by the status of their responses. */
export type CodesByStatus = Readonly<Partial<Record<string, readonly (number | string)[]>>>;

/** Error codes of request bodies. */
export type BodyCodes = Pick<ErrorCodes, "emptyBody" | "invalidBody" | "nullBody">;

export const DEFAULT_CODES: ErrorCodes = Object.freeze({
  mismatch: 10722,
  conditionRequired: 10720,
  notAcceptable: 10712,
  downgrade: 10743,
  missingType: 10748,
  version: 10713,
});

export interface SummaryOptions {
  /** Media type without `+json`. Default `application/vnd.vendor.summary`. */
  readonly type?: string;
  /** Top-level members of a summary. */
  readonly members: readonly string[];
}

export interface ResourceOptions<T = Record<string, unknown>> {
  /** Path of the collection, such as `/reports/reports`. */
  readonly path: string;
  /** Rows that can be read: in memory, or in a database. Either this or `store`. */
  readonly collection?: Collection<T> | undefined;
  /** Rows that can be read and changed. */
  readonly store?: RowStore<T> | undefined;
  /** Allowed operations. Default: all that the collection or the store supports. */
  readonly operations?: readonly Operation[] | undefined;
  readonly title?: string | undefined;
  /** Media type of an item without `+json`. Default `application/vnd.vendor.` and the catalog's name. */
  readonly itemType?: string | undefined;
  /** Shorter representation of items, which clients request with `Accept-Item`. */
  readonly summary?: SummaryOptions | undefined;
  /** Version of the representation. Default 1. */
  readonly version?: number | undefined;
  /** Languages for comparing strings, most preferred first. `Accept-Language` chooses one. Default: root collation. */
  readonly locales?: readonly string[] | undefined;
  /** Default: each caller may use each operation on each row. */
  readonly access?: AccessFunction | undefined;
  readonly codes?: Partial<ErrorCodes> | undefined;
  /**
   * Whether `@explain` shows how pages are found, with the names of tables and columns. Default false: they are not for each caller.
   */
  readonly explain?: boolean | undefined;
  /** Kind of links between pages. Default `start`. The others require a collection with a cursor key. */
  readonly paging?: Paging | undefined;
  /** Members that the server sets. Values in request bodies are ignored. Default: none. */
  readonly assigned?: readonly string[] | undefined;
  /** Values of assigned members in new rows, such as the item that a row belongs to. Default: null. */
  readonly initial?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Members that record the time and the caller of a change. Without a name, the value is not recorded.
   */
  readonly stamps?: StampMembers | undefined;
  /**
   * Sets of members, in addition to the key, whose values identify a row, such as `[["domain", "name"]]`. A store must
   * enforce them. Default: those that it enforces.
   */
  readonly unique?: readonly (readonly string[])[] | undefined;
  /**
   * More links of an item, such as to the collection below it. Called with the path and the row of the item. A member `links` of the
   * catalog gets the links of the item if it is in `assigned`. A link with `PUT`, `PATCH` or `DELETE` is left out for callers who
   * may not do this with the item.
   */
  readonly itemLinks?: ((itemPath: string, row: T) => readonly ItemLink[]) | undefined;
  /** Status of a change that would give two rows the same unique values. Default 409. */
  readonly conflictStatus?: 400 | 409 | undefined;
  /**
   * Rules for the values of a changed row that the catalog cannot state, such as lengths. Returns a violation for each broken
   * rule. Called with the row after the change, before it is stored. Default: no rules.
   */
  readonly validate?: ((row: T) => readonly RuleViolation[]) | undefined;
  /**
   * Error codes by status, for the OpenAPI document: those that `validate` and the store report (400), and those of a missing parent (404).
   * Default: none.
   */
  readonly errorCodes?: CodesByStatus | undefined;
}

/** A link of an item, with a path instead of `href` and `uri`. */
export interface ItemLink extends Omit<Link, "href" | "uri"> {
  readonly path: string;
}

/** A rule of a resource that a changed row breaks. */
export interface RuleViolation {
  readonly member: string;
  /** One sentence for users. */
  readonly message: string;
  /** Error code, such as 16310. Default: `codes.invalidBody`. */
  readonly errorCode?: number | string | undefined;
}

/** Names of the members that a change sets. */
export interface StampMembers {
  readonly created?: string | undefined;
  readonly modified?: string | undefined;
  readonly createdBy?: string | undefined;
  readonly modifiedBy?: string | undefined;
}

/** A validated resource. Only `defineResource` creates it. */
export interface ServiceResource {
  readonly path: string;
  readonly catalog: Catalog;
  readonly collection: Collection<object>;
  readonly store: RowStore<object> | undefined;
  readonly operations: ReadonlySet<Operation>;
  readonly title: string;
  readonly itemType: string;
  readonly summary: { readonly type: string; readonly members: readonly string[] } | undefined;
  readonly version: number;
  readonly locales: readonly string[];
  readonly access: AccessFunction | undefined;
  readonly codes: ErrorCodes;
  readonly paging: Paging;
  readonly explain: boolean;
  readonly assigned: ReadonlySet<string>;
  readonly initial: ReadonlyMap<string, unknown>;
  readonly stamps: StampMembers;
  readonly unique: readonly (readonly string[])[];
  readonly itemLinks: (itemPath: string, row: object) => readonly ItemLink[];
  readonly conflictStatus: 400 | 409;
  readonly validate: (row: object) => readonly RuleViolation[];
  readonly errorCodes: CodesByStatus;
}

/**
 * Kind of links between pages. `both`: links have `start`, or cursors if the request has the parameter `cursor`, which is empty in the
 * request for the first page.
 */
export type Paging = "start" | "cursor" | "both";

/**
 * Describes a collection that a service offers.
 *
 * @throws TypeError for invalid options, and for operations that the collection does not support
 * @example
 * const reports = defineResource({ path: "/reports/reports", collection, locales: ["en", "de"] });
 */
export function defineResource<T extends object>(given: ResourceOptions<T>): ServiceResource {
  const options = ownProperties(given);
  const collection = options.store?.collection ?? options.collection;
  if (collection === undefined) throw new TypeError("A resource requires a collection or a store.");
  requireKind(collection, "collection", "a collection", "catalog", "page");
  const isAsynchronous = !hasOwn(collection, "asCollection");
  requireArgument(isAsynchronous, "collection", "the result of asCollection()", collection);
  const { catalog } = collection;
  const { store, version = 1, summary, stamps = {} } = options;
  if (!Number.isSafeInteger(version) || version < 1)
    throw new TypeError(`version must be an integer >= 1, got ${version}`);
  const names = [
    ...(summary?.members ?? []),
    ...(options.assigned ?? []),
    ...Object.keys(options.initial ?? {}),
    ...stampNames(stamps),
    ...(options.unique ?? []).flat(),
  ];
  for (const name of names) requireMember(catalog, name);
  const { paging = "start" } = options;
  if (paging !== "start" && collection.hasCursors === false)
    throw new TypeError(
      `The resource of catalog ${catalog.name} does not support the paging "${paging}": its collection needs a cursorKey.`,
    );
  const { unique = store?.unique ?? [] } = options;
  if (store !== undefined) requireEnforced(unique, store.unique ?? []);
  const resource: ServiceResource = {
    path: requireCanonicalPath(options.path),
    catalog,
    collection,
    // Request bodies are validated against the catalog before they are stored, so the cast is safe.
    store: store as RowStore<object> | undefined,
    operations: operationsOf(options, catalog),
    title: options.title ?? catalog.name,
    // A table or a file can have a name that is not valid in a media type, such as `Order Lines`.
    itemType: options.itemType ?? `application/vnd.vendor.${catalog.name.replaceAll(/[^\w.-]+/g, "-")}`,
    summary:
      summary === undefined
        ? undefined
        : { type: summary.type ?? "application/vnd.vendor.summary", members: [...summary.members] },
    version,
    locales: options.locales ?? [],
    access: options.access,
    codes: { ...DEFAULT_CODES, ...options.codes },
    paging,
    explain: options.explain ?? false,
    initial: new Map(Object.entries(options.initial ?? {})),
    assigned: new Set([...(options.assigned ?? []), ...stampNames(stamps)]),
    stamps,
    unique,
    itemLinks: (options.itemLinks as ServiceResource["itemLinks"] | undefined) ?? (() => []),
    conflictStatus: options.conflictStatus ?? 409,
    validate: (options.validate as ServiceResource["validate"] | undefined) ?? (() => []),
    errorCodes: options.errorCodes ?? {},
  };
  return Object.freeze(resource);
}

/**
 * Describes a collection over a table, with its path first. Equivalent to `defineResource({ ...options, path, collection })`.
 *
 * @throws TypeError for invalid options
 * @example createService({ resources: [tableResource("/reports", await openTable(pool, "reports"))] });
 */
export function tableResource<T extends object>(
  path: string,
  collection: Collection<T>,
  options: Omit<ResourceOptions<T>, "path" | "collection" | "store"> = {},
): ServiceResource {
  requireText(path, "path");
  return defineResource({ ...options, path, collection });
}

function stampNames({ created, modified, createdBy, modifiedBy }: StampMembers): readonly string[] {
  return [created, modified, createdBy, modifiedBy].filter((name) => name !== undefined);
}

function requireMember(catalog: Catalog, name: string): void {
  if (!catalog.members.byName.has(name))
    throw new TypeError(`Unknown member "${name}": catalog ${catalog.name} does not have it.`);
}

function requireEnforced(
  unique: readonly (readonly string[])[],
  enforced: readonly (readonly string[])[],
): void {
  const textOf = (members: readonly string[]) => [...members].sort().join();
  const enforcedSets = new Set(enforced.map(textOf));
  for (const members of unique) {
    if (!enforcedSets.has(textOf(members)))
      throw new TypeError(
        `The store does not enforce that ${members.join(" and ")} are unique. Pass unique to the store too.`,
      );
  }
}

function operationsOf<T>(
  { store, operations }: ResourceOptions<T>,
  { key, name }: Catalog,
): ReadonlySet<Operation> {
  const supported = new Set(
    ALL_OPERATIONS.filter((operation) => {
      if (operation === "read") return key !== undefined;
      if (operation === "changes") return store?.watch !== undefined;
      return !writes(operation) || (store !== undefined && key !== undefined);
    }),
  );
  for (const operation of operations ?? []) {
    if (supported.has(operation)) continue;
    throw new TypeError(
      `The resource of catalog ${name} does not support the operation ${operation}: it needs ${needOf(operation)}.`,
    );
  }
  return operations === undefined ? supported : new Set(operations);
}

function needOf(operation: Operation): string {
  if (operation === "read") return "a catalog with a key";
  if (operation === "changes") return "a store that reports changes";
  return "a store, and a catalog with a key";
}
