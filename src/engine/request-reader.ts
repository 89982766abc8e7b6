import type { Catalog } from "../catalog/types.ts";
import type { CheckedFilter } from "../checker/checked.ts";
import { requestLocale } from "../collation/locale/resolve-locale.ts";
import type { FunctionDefinition } from "../functions/definition/types.ts";
import { hasOwn, ownProperties } from "../values/own-properties.ts";
import type { PageOptions, RejectedRequest, RowOptions } from "./collection.ts";
import { cursorKeys, type CursorKeys, type LookUp } from "./cursor.ts";
import type { RowPosition } from "./cursor-position.ts";
import { projectionOf } from "./projection.ts";
import { rejectRequest } from "./rejected-request.ts";
import { pageLimitOf, readQuery, type CollectionRequest, type PageLimits, type Query } from "./request.ts";
import { checkRule, type Rule } from "./rules.ts";

export interface RequestReaderOptions {
  /** Condition that every returned row fulfills. */
  readonly rule?: Rule | undefined;
  /**
   * Keys of 16 bytes or more that encrypt and sign cursors; new cursors use the first one. Without a key, pages have no cursor.
   */
  readonly cursorKey?: Uint8Array | readonly Uint8Array[] | undefined;
  /**
   * Text that cursors are bound to, in addition to the catalog, the query and its rules: a cursor of a collection with another
   * identity is refused. Collections that return the same rows, such as a table and its copy in memory, can share cursors
   * by sharing an identity and a key. Default: the path of the table; in memory, the collection's identity.
   */
  readonly identity?: string | undefined;
  /** Service functions that rules in the form of expression trees can call, in addition to the built-in functions. */
  readonly functions?: readonly FunctionDefinition[] | undefined;
}

export interface PageRequest {
  readonly ok: true;
  readonly request: CollectionRequest;
  readonly withCount: boolean;
  /** Whether to make a cursor for the next page. */
  readonly withNext: boolean;
}

export class RequestReader {
  /** Rules of the collection itself, without those of a request. */
  readonly rules: readonly CheckedFilter[];
  readonly #catalog: Catalog;
  readonly #limits: PageLimits;
  readonly #functions: readonly FunctionDefinition[] | undefined;
  readonly #locale: string | undefined;
  readonly #cursors: CursorKeys | undefined;

  /**
   * @param locale locale of requests without one
   * @param defaultIdentity identity of a collection without the option
   * @throws TypeError for an invalid rule or cursor key, and for a cursor key if the catalog has no key
   */
  constructor(
    catalog: Catalog,
    options: RequestReaderOptions,
    limits: PageLimits = catalog,
    locale?: string,
    defaultIdentity?: string,
  ) {
    const { rule, cursorKey, functions, identity = defaultIdentity } = options;
    requireIdentity(identity);
    this.rules = rule === undefined ? [] : [checkRule(rule, catalog, functions)];
    this.#catalog = catalog;
    this.#limits = limits;
    this.#functions = functions;
    this.#locale = locale;
    if (cursorKey === undefined) return;
    this.#cursors = cursorKeys(cursorKey instanceof Uint8Array ? [cursorKey] : cursorKey, identity);
    if (catalog.key === undefined)
      throw new TypeError(
        `cursorKey requires a catalog with a key, which identifies rows. Catalog ${catalog.name} has none.`,
      );
  }

  /**
   * Normalizes a query and its options to a request without cursor.
   *
   * @throws RangeError and TypeError for wrong options
   */
  read(query: Query, options: RowOptions): CollectionRequest {
    const { locale = this.#locale, rule, select } = ownProperties(options);
    const normalized = readQuery(query, this.#catalog);
    const requestRules = rule === undefined ? [] : [checkRule(rule, this.#catalog, this.#functions)];
    return {
      filter: normalized.filter,
      rules: [...this.rules, ...requestRules],
      sortBy: normalized.sortBy,
      start: normalized.start,
      limit: pageLimitOf(normalized, this.#limits),
      locale: requestLocale(locale),
      after: undefined,
      select: select === undefined ? undefined : projectionOf(select, this.#catalog),
    };
  }

  /** Normalizes a request for a stream. Its limit is the query's own limit, or Infinity without one. */
  readStream(query: Query, options: RowOptions): CollectionRequest {
    return { ...this.read(query, options), limit: readQuery(query, this.#catalog).limit ?? Infinity };
  }

  /**
   * @param lookUp finds the row that a cursor continues after, if the cursor lacks its long values
   * @returns diagnostics for a cursor that is invalid or stale
   */
  async readPage(query: Query, options: PageOptions, lookUp: LookUp): Promise<PageRequest | RejectedRequest> {
    const request = this.read(query, options);
    const { count: withCount = true, next = true, cursor } = ownProperties(options);
    const withNext = next && this.#cursors !== undefined;
    if (cursor === undefined) return { ok: true, request, withCount, withNext };
    if (this.#cursors === undefined)
      throw new TypeError("cursor requires a collection with a cursorKey. This collection has none.");
    const after = await this.#cursors.read(cursor, request, lookUp);
    if (hasOwn(after, "code")) return rejectRequest(after);
    return { ok: true, request: { ...request, after }, withCount, withNext };
  }

  /** @throws TypeError for a cursor that is invalid or stale */
  async readExplained(query: Query, options: PageOptions, lookUp: LookUp): Promise<CollectionRequest> {
    const result = await this.readPage(query, options, lookUp);
    if (result.ok) return result.request;
    throw new TypeError(result.diagnostics[0]!.message);
  }

  /** @returns undefined if the collection has no cursor key */
  async writeCursor(position: RowPosition, request: CollectionRequest): Promise<string | undefined> {
    return this.#cursors?.write(position, request);
  }
}

/** @throws TypeError if the identity is not a string */
export function requireIdentity(identity: unknown): void {
  if (identity !== undefined && typeof identity !== "string")
    throw new TypeError(`identity must be a string, got ${typeof identity}.`);
}
