import type { Catalog } from "../catalog/types.ts";
import type { CheckedFilter } from "../checker/checked.ts";
import type { FunctionDefinition } from "../functions/definition/types.ts";
import { ownProperties } from "../values/own-properties.ts";
import { ownDataProperty } from "../values/read-path.ts";
import type { PageOptions, RejectedRequest, RowOptions } from "./collection.ts";
import { cursorKeys, type CursorKeys } from "./cursor.ts";
import { rejectRequest } from "./rejected-request.ts";
import {
  pageLimitOf,
  readQuery,
  type CollectionRequest,
  type CursorPosition,
  type PageLimits,
  type Query,
} from "./request.ts";
import { checkRule, type Rule } from "./rules.ts";

export interface RequestReaderOptions {
  /** Condition that every returned row fulfills. */
  readonly rule?: Rule | undefined;
  /**
   * Keys of 16 bytes or more that sign cursors; the first one signs new cursors. Without a key, pages have no cursor.
   */
  readonly cursorKey?: Uint8Array | readonly Uint8Array[] | undefined;
  /** Service functions that rules in the form of expression trees can call, in addition to the built-in functions. */
  readonly functions?: readonly FunctionDefinition[] | undefined;
}

export interface PageRequest {
  readonly ok: true;
  readonly request: CollectionRequest;
  readonly withCount: boolean;
}

export class RequestReader {
  /** Rules of the collection itself, without those of a request. */
  readonly rules: readonly CheckedFilter[];
  readonly #catalog: Catalog;
  readonly #limits: PageLimits;
  readonly #functions: readonly FunctionDefinition[] | undefined;
  readonly #cursors: CursorKeys | undefined;

  /** @throws TypeError for an invalid rule or cursor key, and for a cursor key if the catalog has no key */
  constructor(catalog: Catalog, options: RequestReaderOptions, limits: PageLimits = catalog) {
    const { rule, cursorKey, functions } = options;
    this.rules = rule === undefined ? [] : [checkRule(rule, catalog, functions)];
    this.#catalog = catalog;
    this.#limits = limits;
    this.#functions = functions;
    if (cursorKey === undefined) return;
    this.#cursors = cursorKeys(cursorKey instanceof Uint8Array ? [cursorKey] : cursorKey);
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
    const { locale, rule, select } = ownProperties(options);
    const normalized = readQuery(query, this.#catalog);
    const requestRules = rule === undefined ? [] : [checkRule(rule, this.#catalog, this.#functions)];
    return {
      filter: normalized.filter,
      rules: [...this.rules, ...requestRules],
      sortBy: normalized.sortBy,
      start: normalized.start,
      limit: pageLimitOf(normalized, this.#limits),
      locale,
      after: undefined,
      select: select === undefined ? undefined : propertiesOf(select, this.#catalog),
    };
  }

  /** Normalizes a request for a stream. Its limit is the query's own limit, or Infinity without one. */
  readStream(query: Query, options: RowOptions): CollectionRequest {
    return { ...this.read(query, options), limit: readQuery(query, this.#catalog).limit ?? Infinity };
  }

  /**
   * @returns diagnostics for a cursor that is invalid or stale
   */
  async readPage(query: Query, options: PageOptions): Promise<PageRequest | RejectedRequest> {
    const request = this.read(query, options);
    const { count: withCount = true, cursor = readQuery(query, this.#catalog).cursor } =
      ownProperties(options);
    if (cursor === undefined) return { ok: true, request, withCount };
    if (this.#cursors === undefined)
      throw new TypeError("cursor requires a collection with a cursorKey. This collection has none.");
    const after = await this.#cursors.read(cursor, request);
    if ("code" in after) return rejectRequest(after);
    return { ok: true, request: { ...request, after }, withCount };
  }

  /** @returns undefined if the collection has no cursor key, or if the position is too long for a cursor */
  async writeCursor(position: CursorPosition, request: CollectionRequest): Promise<string | undefined> {
    return this.#cursors?.write(position, request);
  }
}

export function selectProperties<T>(row: T, select: ReadonlySet<string> | undefined): T {
  if (select === undefined) return row;
  const properties = [...select].filter((property) => ownDataProperty(row, property) !== undefined);
  return Object.fromEntries(properties.map((property) => [property, ownDataProperty(row, property)])) as T;
}

function propertiesOf(
  names: readonly string[],
  { name: catalogName, members }: Catalog,
): ReadonlySet<string> {
  return new Set(
    names.map((name) => {
      const member = members.byName.get(name);
      if (member === undefined)
        throw new TypeError(`Unknown member "${name}" in select: catalog ${catalogName} does not have it.`);
      return member.property;
    }),
  );
}
