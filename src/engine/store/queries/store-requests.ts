import { call } from "../../../ast/constructors.ts";
import type { Catalog } from "../../../catalog/types.ts";
import { makeCheckedFilter, type CheckedFilter } from "../../../checker/checked.ts";
import { ownProperties } from "../../../values/own-properties.ts";
import type { Value } from "../../../values/types.ts";
import type { PageOptions, RejectedRequest, RequestOptions, RowOptions } from "../../collection.ts";
import type { LookUp } from "../../cursor.ts";
import type { SoughtRow } from "../../cursor-values.ts";
import type { RowPosition } from "../../cursor-position.ts";
import type { CollectionRequest, Query } from "../../request.ts";
import { RequestReader, type PageRequest, type RequestReaderOptions } from "../../request-reader.ts";
import { mapInTimeSlices, runInTimeSlices, type Task } from "../tasks/task.ts";
import type { MemoryPageOptions, MemoryQueryParts, MemoryRequestOptions } from "./memory-query.ts";
import type { StoreState } from "./store-state.ts";

export interface AsyncCollectionOptions extends RequestReaderOptions {
  /** Length of a time slice in milliseconds, in which no other work runs. Default 10. */
  readonly milliseconds?: number | undefined;
}

/** Rows that can change between two steps of a task. */
export interface ChangingRows<T> {
  readonly catalog: Catalog;
  /** Number of changes since the collection was created. */
  readonly revision: number;
  /** Locale of requests without one. */
  readonly locale: string | undefined;
  /** Identity of cursors; undefined if the catalog and the query identify them. */
  readonly identity: string | undefined;
  /** Runs a task on one state of the rows. Starts the task again when rows change before it ends. */
  readonly consistent: <R>(
    query: MemoryQueryParts,
    options: MemoryRequestOptions,
    run: (state: StoreState<T>) => Task<R>,
  ) => Task<R>;
  /** Runs a task on one state of the rows. Returns undefined if rows change before the task ends. */
  readonly attempt: <R>(
    options: MemoryRequestOptions,
    run: (state: StoreState<T>) => Task<R>,
  ) => Task<R | undefined>;
}

type QueryVerb<T, R> = (state: StoreState<T>, query: MemoryQueryParts, options: MemoryPageOptions) => Task<R>;

/** Returns the sort values of the row that a cursor continues after. */
type RowLookUp<T> = (
  state: StoreState<T>,
  query: MemoryQueryParts,
  options: MemoryRequestOptions,
  sought: SoughtRow,
) => Task<readonly (readonly Value[])[]>;

/** Runs query verbs with rules and signals, in time slices, each on one state of the rows. */
export class StoreRequests<T> {
  readonly #rows: ChangingRows<T>;
  readonly #reader: RequestReader;
  readonly #milliseconds: number | undefined;
  /** Filters joined with the collection's own rules. Cached, so that a repeated filter is already compiled. */
  readonly #joined = new WeakMap<CheckedFilter, CheckedFilter>();

  constructor(rows: ChangingRows<T>, options: AsyncCollectionOptions) {
    this.#rows = rows;
    this.#reader = new RequestReader(rows.catalog, options, rows.catalog, rows.locale, rows.identity);
    this.#milliseconds = options.milliseconds;
  }

  get catalog(): Catalog {
    return this.#rows.catalog;
  }

  read(query: Query, options: RowOptions): CollectionRequest {
    return this.#reader.read(query, options);
  }

  readStream(query: Query, options: RowOptions): CollectionRequest {
    return this.#reader.readStream(query, options);
  }

  readExplained(query: Query, options: PageOptions, lookUp: RowLookUp<T>): Promise<CollectionRequest> {
    return this.#reader.readExplained(query, options, this.#lookUp(lookUp, options));
  }

  readPage(query: Query, options: PageOptions, lookUp: RowLookUp<T>): Promise<PageRequest | RejectedRequest> {
    return this.#reader.readPage(query, options, this.#lookUp(lookUp, options));
  }

  writeCursor(position: RowPosition, request: CollectionRequest): Promise<string | undefined> {
    return this.#reader.writeCursor(position, request);
  }

  run<R>(request: CollectionRequest, options: RequestOptions, verb: QueryVerb<T, R>): Promise<R> {
    return this.runInTimeSlices(this.consistent(request, verb), options);
  }

  consistent<R>(request: CollectionRequest, verb: QueryVerb<T, R>): Task<R> {
    const query = this.#queryOf(request);
    const { locale } = request;
    return this.#rows.consistent(query, { locale }, (state) => runVerb(verb, state, query, request));
  }

  attempt<R>(request: CollectionRequest, verb: QueryVerb<T, R>): Task<R | undefined> {
    const query = this.#queryOf(request);
    const { locale } = request;
    return this.#rows.attempt({ locale }, (state) => runVerb(verb, state, query, request));
  }

  /** Runs a task until it ends, the signal is aborted or the timeout is over. */
  runInTimeSlices<R>(task: Task<R>, options: RequestOptions): Promise<R> {
    const { signal, timeout } = ownProperties(options);
    return runInTimeSlices(task, { signal, timeout, milliseconds: this.#milliseconds });
  }

  mapInTimeSlices(rows: Iterable<T>, map: (row: T) => T, options: RequestOptions): AsyncIterable<T> {
    const { signal } = ownProperties(options);
    return mapInTimeSlices(rows, map, { signal, milliseconds: this.#milliseconds });
  }

  /** Returns the rules of a request as one filter; undefined without rules. */
  joinedRules({ rules }: CollectionRequest): CheckedFilter | undefined {
    const { catalog } = this.#rows;
    const first = rules.at(0);
    return rules.length > 1
      ? joinFilters(rules, catalog)
      : first && makeCheckedFilter(first.expression, { ...first, catalog });
  }

  #lookUp(lookUp: RowLookUp<T>, options: RequestOptions): LookUp {
    return (request, sought) =>
      this.run(request, options, (state, query, { locale }) => lookUp(state, query, { locale }, sought));
  }

  #queryOf(request: CollectionRequest): MemoryQueryParts {
    const { sortBy, start, limit } = request;
    const parts = { sortBy, start, limit: limit === Infinity ? undefined : limit };
    const filter = this.#filterOf(request);
    return filter === undefined ? parts : { ...parts, filter };
  }

  #filterOf({ filter, rules }: CollectionRequest): CheckedFilter | undefined {
    const { catalog } = this.#rows;
    const filters = [...(filter === undefined ? [] : [filter]), ...rules];
    const [first] = filters;
    if (first === undefined || filters.length === 1)
      return first === filter || first === undefined
        ? first
        : makeCheckedFilter(first.expression, { ...first, catalog });
    const hasOwnRulesOnly = rules.length === this.#reader.rules.length && filter !== undefined;
    const joined = (hasOwnRulesOnly ? this.#joined.get(filter) : undefined) ?? joinFilters(filters, catalog);
    if (hasOwnRulesOnly) this.#joined.set(filter, joined);
    return joined;
  }
}

function runVerb<T, R>(
  verb: QueryVerb<T, R>,
  state: StoreState<T>,
  query: MemoryQueryParts,
  { locale, after }: CollectionRequest,
): Task<R> {
  if (after === undefined) return verb(state, query, { locale });
  return verb(state, query, { locale, after: state.positionOf(state.read(query, { locale }), after) });
}

/**
 * Joins filters and rules with `and`. Rules were checked against a more permissive catalog; the result has the
 * collection's.
 */
function joinFilters(filters: readonly CheckedFilter[], catalog: Catalog): CheckedFilter {
  const parts = filters.map(({ expression }) => expression);
  return makeCheckedFilter(call("and", parts), {
    catalog,
    functions: new Map(filters.flatMap(({ functions }) => [...functions])),
    members: new Map(filters.flatMap(({ members }) => [...members])),
  });
}
