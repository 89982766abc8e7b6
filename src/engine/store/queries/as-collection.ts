import { call } from "../../../ast/constructors.ts";
import type { Catalog } from "../../../catalog/types.ts";
import type { CheckedFilter } from "../../../checker/checked.ts";
import type { FunctionDefinition } from "../../../functions/definition/types.ts";
import { ownProperties } from "../../../values/own-properties.ts";
import { ownDataProperty } from "../../../values/read-path.ts";
import type {
  Collection,
  RejectedRequest,
  Page,
  PageOptions,
  RequestOptions,
  RowOptions,
} from "../../collection.ts";
import { cursorKeys, type CursorKeys } from "../../cursor.ts";
import { rejectRequest } from "../../rejected-request.ts";
import { readQuery, requireRows, type Query, type CollectionRequest } from "../../request.ts";
import { checkRule, type Rule } from "../../rules.ts";
import type { MemoryQueryParts } from "./query.ts";
import type { FacetOptions, MemoryPage, MemoryPageOptions, MemoryRequestOptions } from "./reader.ts";
import type { ExplainedQuery } from "../../explain.ts";
import type { Facets } from "./facets.ts";
import type { MinMax } from "./min-max.ts";
import type { UncountedPage } from "./page-rows.ts";
import { runInTimeSlices, mapInTimeSlices, type Task } from "../tasks/task.ts";

export interface AsCollectionOptions {
  /** What every row must fulfill, whatever a request asks. */
  readonly rule?: Rule | undefined;
  /** What cursors are signed with, 16 bytes or more; of several, the first signs. Without one there are no cursors. */
  readonly cursorKey?: Uint8Array | readonly Uint8Array[] | undefined;
  /** Functions that the service adds to the language's own; for rules that are given as trees. */
  readonly functions?: readonly FunctionDefinition[] | undefined;
  /** So long, in milliseconds, other work waits for a request. Default 10. */
  readonly milliseconds?: number | undefined;
}

/** What is asked in steps; each is of one state of the rows. */
export interface SteppedReader<T> {
  readonly catalog: Catalog;
  readonly pageInSteps: (query: MemoryQueryParts, options: MemoryPageOptions) => Task<MemoryPage<T>>;
  readonly countInSteps: (query: MemoryQueryParts, options: MemoryRequestOptions) => Task<number>;
  /** The same page, with the count only where it came to be known. */
  readonly uncountedPageInSteps: (
    query: MemoryQueryParts,
    options: MemoryPageOptions,
  ) => Task<SteppedPage<T>>;
  /** The rows, each of which is got when it is its turn, as they were. */
  readonly streamInSteps: (query: MemoryQueryParts, options: MemoryRequestOptions) => Task<Iterable<T>>;
  readonly explainInSteps: (query: MemoryQueryParts, options: MemoryRequestOptions) => Task<ExplainedQuery>;
  readonly facetsInSteps: (member: string, query: MemoryQueryParts, options: FacetOptions) => Task<Facets>;
  readonly boundsInSteps: (
    member: string,
    query: MemoryQueryParts,
    options: MemoryRequestOptions,
  ) => Task<MinMax | undefined>;
}

/** What rows in memory answer beyond what rows in a database do: also in slices, by rule, and until it is given up. */
export interface PromisedCollection<T = Record<string, unknown>> extends Collection<T> {
  /**
   * The different values of a member among the rows that the filter keeps, with how many rows have each.
   *
   * @throws TypeError if there is no such member.
   */
  readonly facets: (
    member: string,
    query: Query,
    options?: RequestOptions & Pick<FacetOptions, "limit">,
  ) => Promise<{ readonly ok: true } & Facets>;
  /**
   * The first and the last value of a member, in its order, among the rows that the filter keeps; undefined where none
   * has a value.
   *
   * @throws TypeError if there is no such member.
   */
  readonly minMax: (
    member: string,
    query: Query,
    options?: RequestOptions,
  ) => Promise<{ readonly ok: true; readonly minMax: MinMax | undefined }>;
}

export type SteppedPage<T> = MemoryPage<T> | UncountedPage<T>;

/** Rows in memory behind the interface that rows in a database have. */
export class AsCollection<T> implements PromisedCollection<T> {
  readonly catalog: Catalog;
  readonly #reader: SteppedReader<T>;
  readonly #options: AsCollectionOptions;
  readonly #rules: readonly CheckedFilter[];
  readonly #cursors: CursorKeys | undefined;
  /** Filters joined with the collection's own rule: one that is asked again is compiled already. */
  readonly #joined = new WeakMap<CheckedFilter, CheckedFilter>();

  constructor(reader: SteppedReader<T>, options: AsCollectionOptions) {
    const { rule, cursorKey, functions } = options;
    this.catalog = reader.catalog;
    this.#reader = reader;
    this.#options = options;
    this.#rules = rule === undefined ? [] : [checkRule(rule, reader.catalog, functions)];
    this.#cursors =
      cursorKey === undefined
        ? undefined
        : cursorKeys(cursorKey instanceof Uint8Array ? [cursorKey] : cursorKey);
    if (this.#cursors !== undefined && reader.catalog.key === undefined)
      throw new TypeError(
        `The catalog ${reader.catalog.name} has no key, so a cursor could not tell rows apart.`,
      );
  }

  async page(query: Query, options: PageOptions = {}): Promise<Page<T> | RejectedRequest> {
    const request = this.#request(query, options);
    const { count: withCount = true, cursor = readQuery(query, this.catalog).cursor } =
      ownProperties(options);
    if (cursor !== undefined && this.#cursors === undefined)
      throw new TypeError("This collection has no key for cursors, so it gave none.");
    const after = cursor === undefined ? undefined : await this.#cursors!.read(cursor, request);
    if (after !== undefined && "code" in after) return rejectRequest(after);
    const { locale, start, limit } = request;
    const asked = { ...this.#parts(request), start, limit };
    const reader = this.#reader;
    const steps: Task<SteppedPage<T>> = withCount
      ? reader.pageInSteps(asked, { locale, after })
      : reader.uncountedPageInSteps(asked, { locale, after });
    const page = await this.#run(steps, options);
    const next = page.next === undefined ? undefined : await this.#cursors?.write(page.next, request);
    const items = page.items.map((row) => selected(row, request.select));
    const count = withCount ? page.count : undefined;
    return { ok: true, items, start: page.start, limit: page.limit, count, next };
  }

  async count(query: Query, options: RequestOptions = {}): ReturnType<Collection["count"]> {
    const request = this.#request(query, options);
    const { locale } = request;
    const count = await this.#run(this.#reader.countInSteps(this.#parts(request), { locale }), options);
    return { ok: true, count };
  }

  async facets(...[member, query, options = {}]: Parameters<PromisedCollection["facets"]>) {
    const request = this.#request(query, options);
    const { limit } = ownProperties(options);
    const asked = { locale: request.locale, limit };
    const steps = this.#reader.facetsInSteps(member, this.#parts(request), asked);
    return { ok: true, ...(await this.#run(steps, options)) } as const;
  }

  async minMax(...[member, query, options = {}]: Parameters<PromisedCollection["minMax"]>) {
    const request = this.#request(query, options);
    const { locale } = request;
    const steps = this.#reader.boundsInSteps(member, this.#parts(request), { locale });
    return { ok: true, minMax: await this.#run(steps, options) } as const;
  }

  async stream(query: Query, options: RowOptions = {}): ReturnType<Collection<T>["stream"]> {
    const request = this.#request(query, options);
    const { locale, start, select } = request;
    const { limit } = readQuery(query, this.catalog);
    const asked = { ...this.#parts(request), start, limit };
    const rows = await this.#run(this.#reader.streamInSteps(asked, { locale }), options);
    const { milliseconds } = this.#options;
    const { signal } = ownProperties(options);
    return {
      ok: true,
      rows: mapInTimeSlices(rows, (row) => selected(row, select), { signal, milliseconds }),
    };
  }

  async explain(query: Query, options: PageOptions = {}): ReturnType<Collection["explain"]> {
    const request = this.#request(query, options);
    const { locale, start, limit } = request;
    const asked = { ...this.#parts(request), start, limit };
    const memory = await this.#run(this.#reader.explainInSteps(asked, { locale }), options);
    return {
      verdict: "exact",
      filteredBy: "memory",
      sortedBy: "memory",
      countedBy: "memory",
      reasons: [],
      statements: [],
      requires: [],
      memory,
    };
  }

  #run<R>(steps: Task<R>, options: RequestOptions): Promise<R> {
    const { signal, timeout } = ownProperties(options);
    const signals = [signal, timeout === undefined ? undefined : AbortSignal.timeout(timeout)];
    const given = signals.filter((each) => each !== undefined);
    const { milliseconds } = this.#options;
    return runInTimeSlices(steps, {
      signal: given.length > 1 ? AbortSignal.any(given) : given[0],
      milliseconds,
    });
  }

  #request(query: Query, options: RowOptions): CollectionRequest {
    const { locale, rule, select } = ownProperties(options);
    const { catalog } = this;
    const { filter, sortBy, start, limit, pageLimit = catalog.defaultLimit } = readQuery(query, catalog);
    const ofRequest = rule === undefined ? [] : [checkRule(rule, catalog, this.#options.functions)];
    return {
      filter,
      rules: [...this.#rules, ...ofRequest],
      sortBy,
      start,
      limit: Math.min(requireRows("limit", limit ?? pageLimit), catalog.maximumLimit),
      locale,
      after: undefined,
      select: select === undefined ? undefined : new Set(select.map((name) => propertyOf(name, catalog))),
    };
  }

  #parts({ filter, rules, sortBy }: CollectionRequest): MemoryQueryParts {
    const filters = [...(filter === undefined ? [] : [filter]), ...rules];
    const [first] = filters;
    if (first === undefined) return { sortBy };
    if (filters.length === 1)
      return { filter: first === filter ? first : { ...first, catalog: this.catalog }, sortBy };
    const isUsual = rules.length === this.#rules.length && filter !== undefined;
    const joined = (isUsual ? this.#joined.get(filter) : undefined) ?? joinedOf(filters, this.catalog);
    if (isUsual) this.#joined.set(filter, joined);
    return { filter: joined, sortBy };
  }
}

/** What all of some filters keep, as one. A rule is checked against a catalog that opens what is closed to requests. */
function joinedOf(filters: readonly CheckedFilter[], catalog: Catalog): CheckedFilter {
  return {
    kind: "checkedFilter",
    catalog,
    expression: call(
      "and",
      filters.map(({ expression }) => expression),
    ),
    functions: new Map(filters.flatMap(({ functions }) => [...functions])),
    members: new Map(filters.flatMap(({ members }) => [...members])),
  };
}

function propertyOf(name: string, { name: catalogName, members }: Catalog): string {
  const member = members.byName.get(name);
  if (member === undefined) throw new TypeError(`${catalogName} has no member ${name} to select.`);
  return member.property;
}

function selected<T>(row: T, select: ReadonlySet<string> | undefined): T {
  if (select === undefined) return row;
  const properties = [...select].filter((property) => ownDataProperty(row, property) !== undefined);
  return Object.fromEntries(properties.map((property) => [property, ownDataProperty(row, property)])) as T;
}
