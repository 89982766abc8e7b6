import type { RowOf, UntypedCatalog } from "../../catalog/row-type.ts";
import { makeCheckedSortBy } from "../../checker/checked.ts";
import { requireCatalog } from "../../catalog/require-catalog.ts";
import type { Catalog } from "../../catalog/types.ts";
import { loadCollations } from "../../collation/uca/tables/tailoring.ts";
import type { FunctionDefinition } from "../../functions/definition/types.ts";
import { localeWithRules, storedLocale } from "../../sql/database-functions/locale-rules.ts";
import type { Dialect } from "../../sql/dialect-types/dialect.ts";
import type { RowObject } from "../../sql/rows/row-parts.ts";
import { ownTable } from "../../sql/tables/own-table.ts";
import type { TableDefinition } from "../../sql/tables/table-definition.ts";
import { diagnostic } from "../../diagnostics/diagnostic.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import { ownProperties } from "../../values/own-properties.ts";
import type { Aggregation } from "../aggregate.ts";
import { rejectAtGroupLimit } from "../aggregates/group-limit.ts";
import { readAggregation } from "../aggregates/read-aggregation.ts";
import type {
  Collection,
  Page,
  PageOptions,
  RejectedRequest,
  RequestOptions,
  RowOptions,
} from "../collection.ts";
import type { LookUp } from "../cursor.ts";
import type { ExplainedPlan, ExplainOptions } from "../explain.ts";
import { rejectRequest } from "../rejected-request.ts";
import { requireRows, type CollectionRequest, type Query } from "../request.ts";
import { project, projectAll } from "../projection.ts";
import { RequestReader } from "../request-reader.ts";
import type { Rule } from "../rules.ts";
import { throwIfCanceled } from "./abort.ts";
import { explainGroups, groupingOf, UNGROUPABLE } from "./explain-groups.ts";
import { explainPlan, pageStatements, sampleStatements, withLimits } from "./explain-plan.ts";
import { notExact, rejectAtLimit } from "./limit-errors.ts";
import { planQuery, type QueryPlan } from "./query-plan.ts";
import { rowsOfKey, runCount, runPage, sharedKey, type RunInSnapshot, type RunLimits } from "./run-page.ts";
import { runAggregate } from "./run-aggregate.ts";
import { eachRow, runSample, runStream } from "./run-stream.ts";
import { streamFromSnapshot } from "./snapshot-stream.ts";
import { keyOf } from "./statements.ts";
import type { Session, SnapshotOptions, SqlSource } from "./source.ts";

export interface SqlCollectionOptions {
  readonly source: SqlSource;
  readonly catalog: Catalog;
  readonly table: TableDefinition;
  /**
   * Language tags of frequent requests. Their collations are loaded and probed when the source is prepared. Those of other
   * locales are loaded with their first request, and PostgreSQL sorts their strings in memory.
   */
  readonly locales?: readonly string[];
  /** Condition that every returned row fulfills, whatever the request. */
  readonly rule?: Rule;
  /** Reject requests that the database alone cannot answer, with the reasons. Default false. */
  readonly strict?: boolean;
  /** Maximum number of rows that one statement returns for evaluation in memory. Default 100,000. */
  readonly maximumScan?: number;
  /** Maximum number of rows that are held in memory for sorting. Default 10,000. */
  readonly maximumHeap?: number;
  /** Number of rows of a page if the query has no limit. Default: the catalog's. */
  readonly defaultLimit?: number;
  /** Maximum number of rows of a page. Default: the catalog's. */
  readonly maximumLimit?: number;
  readonly timeout?: number;
  /**
   * Secrets of at least 16 bytes that encrypt and sign cursors. New cursors use the first one. Without a secret, pages have no
   * cursors.
   */
  readonly cursorKey?: Uint8Array | readonly Uint8Array[];
  /**
   * Text that cursors are bound to, in addition to the catalog, the query and its rules. Default: the path of the table. Set
   * it if several databases have a table of this path and the same cursor key, as with a database for each tenant.
   */
  readonly identity?: string;
  /** Functions in addition to the built-in ones, for rules that are given as syntax trees. */
  readonly functions?: readonly FunctionDefinition[];
}

/**
 * Creates a collection over a table. The database evaluates what it can evaluate exactly. For the rest it returns a
 * superset of the rows, and each of them is checked in memory. The result is always exact, or the request is rejected.
 *
 * With a catalog of `defineCatalog`, the rows have the type `RowOf`. A type argument, as in `sqlCollection<Report>({ … })`,
 * states another type of the rows, which is not compared with the catalog.
 *
 * @throws RangeError and TypeError for invalid options
 * @example
 * const reports = sqlCollection({ source, catalog, table: { table: "reports" } });
 * const { query } = decodeQuery("?filter=gt(size,10)&sortBy=name&limit=20", { catalog });
 * const page = await reports.page(query, { locale: "sv", timeout: 2_000 });
 * if (page.ok) console.log(page.count, page.items);
 */
export function sqlCollection<T = RowObject, C extends Catalog = Catalog>(
  options: SqlCollectionOptions & { readonly catalog: C & UntypedCatalog<C> },
): Collection<T>;
export function sqlCollection<C extends Catalog>(
  options: SqlCollectionOptions & { readonly catalog: C },
): Collection<RowOf<C>>;
export function sqlCollection<T>(options: SqlCollectionOptions): Collection<T> {
  const ownOptions = ownProperties(options);
  const collection = new SqlCollection(ownProperties({ ...ownOptions, table: ownTable(ownOptions.table) }));
  return {
    catalog: ownOptions.catalog,
    hasCursors: ownOptions.cursorKey !== undefined,
    page: (query, request) => collection.page(query, request) as Promise<Page<T> | RejectedRequest>,
    count: (query, request) => collection.count(query, request),
    aggregate: (query, aggregation, request) => collection.aggregate(query, aggregation, request),
    stream: (query, request) => collection.stream(query, request) as ReturnType<Collection<T>["stream"]>,
    sample: (size, query, request) =>
      collection.sample(size, query, request) as ReturnType<NonNullable<Collection<T>["sample"]>>,
    explain: async (query, request) => withLimits(await collection.explain(query, request), options.source),
  };
}

const MAXIMUM_SCAN = 100_000;
const MAXIMUM_HEAP = 10_000;

class SqlCollection {
  readonly #options: SqlCollectionOptions;
  readonly #requests: RequestReader;
  /** Sort order without keys, for requests that only count rows. */
  readonly #unsorted: CollectionRequest["sortBy"];
  readonly #maximumScan: number;
  readonly #maximumHeap: number;
  #dialect: Promise<Dialect> | undefined;

  constructor(options: SqlCollectionOptions) {
    const { catalog } = options;
    requireCatalog(catalog);
    this.#options = options;
    this.#unsorted = makeCheckedSortBy([], { catalog, functions: new Map(), members: new Map() });
    const limits = {
      defaultLimit: requireRows("defaultLimit", options.defaultLimit ?? catalog.defaultLimit),
      maximumLimit: requireRows("maximumLimit", options.maximumLimit ?? catalog.maximumLimit),
    };
    const path = JSON.stringify([options.table.table].flat());
    this.#requests = new RequestReader(catalog, options, limits, undefined, path);
    this.#maximumScan = requireRows("maximumScan", options.maximumScan ?? MAXIMUM_SCAN);
    this.#maximumHeap = requireRows("maximumHeap", options.maximumHeap ?? MAXIMUM_HEAP);
  }

  async page(query: Query, options: PageOptions = {}): Promise<Page<RowObject> | RejectedRequest> {
    return rejectAtLimit(async () => {
      const outcome = await this.#requests.readPage(query, options, this.#lookUp(options));
      if (!outcome.ok) return outcome;
      const plan = await this.#plan(outcome.request);
      if (this.#isRejected(plan)) return rejectRequest(...notExact(plan.reasons));
      const limits = this.#limits(options);
      const run: RunInSnapshot = (work, isSingle) => this.#snapshot(options, work, isSingle);
      const result = await runPage(plan, run, limits, outcome.withCount);
      const { request } = plan;
      const start = (request.after?.index ?? 0) + request.start;
      const items = projectAll(result.rows, request.select, result.names);
      const next =
        result.hasMore && outcome.withNext
          ? await this.#cursorAfter(plan, result.rows.at(-1)!, start + items.length)
          : undefined;
      if (next !== undefined && !result.hasUniqueEnd()) throw sharedKey(plan);
      return { ok: true, items, start, limit: request.limit, count: result.count, next };
    });
  }

  async count(query: Query, options: RequestOptions = {}): ReturnType<Collection["count"]> {
    const plan = await this.#plan({ ...this.#requests.read(query, options), sortBy: this.#unsorted });
    if (this.#options.strict === true && plan.residual !== undefined)
      return rejectRequest(...notExact(plan.reasons));
    const limits = this.#limits(options);
    return rejectAtLimit(async () => {
      const isSingle = plan.residual === undefined;
      const count = await this.#snapshot(options, (session) => runCount(plan, session, limits), isSingle);
      return { ok: true, count };
    });
  }

  async aggregate(
    query: Query,
    aggregation: Aggregation,
    options: RequestOptions = {},
  ): ReturnType<Collection["aggregate"]> {
    const request = { ...this.#requests.read(query, options), sortBy: this.#unsorted };
    const plan = await this.#plan(request);
    const parsed = readAggregation(aggregation, this.#options.catalog, request.locale);
    const isStrict = this.#options.strict === true;
    if (isStrict && plan.residual !== undefined) return rejectRequest(...notExact(plan.reasons));
    const grouping = groupingOf(plan, parsed);
    if (isStrict && grouping === undefined)
      return rejectRequest(diagnostic("not-exact", NOWHERE, UNGROUPABLE));
    const limits = this.#limits(options);
    const run = () =>
      this.#snapshot(options, (session) => runAggregate(plan, grouping, parsed, session, limits));
    return rejectAtLimit(() => rejectAtGroupLimit(async () => ({ ok: true as const, ...(await run()) })));
  }

  async stream(query: Query, options: RowOptions = {}): ReturnType<Collection["stream"]> {
    const request = this.#requests.readStream(query, options);
    const plan = await this.#plan(request);
    if (this.#isRejected(plan)) return rejectRequest(...notExact(plan.reasons));
    const limits = this.#limits(options);
    const { source } = this.#options;
    const batches = streamFromSnapshot(
      source,
      (session) => runStream(plan, session, limits),
      this.#snapshotOptions(options),
    );
    return { ok: true, rows: eachRow(batches, request.select) };
  }

  async sample(
    size: number,
    query: Query,
    options: RowOptions = {},
  ): ReturnType<NonNullable<Collection<RowObject>["sample"]>> {
    requireRows("size", size);
    const request = { ...this.#requests.read(query, options), sortBy: this.#unsorted };
    const plan = await this.#plan(request);
    if (plan.residual !== undefined)
      return this.#options.strict === true ? rejectRequest(...notExact(plan.reasons)) : undefined;
    if (size === 0) return { ok: true, rows: [] };
    const rows = await this.#snapshot(options, (session) => runSample(plan, size, session));
    return { ok: true, rows: rows.map((row) => project(row, request.select)) };
  }

  async explain(query: Query, options: PageOptions & ExplainOptions = {}): Promise<ExplainedPlan> {
    const input = ownProperties(options);
    const { aggregation, sample } = input;
    if (sample !== undefined) requireRows("sample", sample);
    const request =
      aggregation === undefined && sample === undefined
        ? await this.#requests.readExplained(query, options, this.#lookUp(options))
        : { ...this.#requests.read(query, options), sortBy: this.#unsorted };
    const plan = await this.#plan(request);
    const showsRules = input.internals === true || request.rules.length === 0;
    const shownPlan = showsRules ? plan : await this.#plan({ ...request, rules: [] });
    const maximumScan = this.#maximumScan;
    if (sample !== undefined) {
      const layOut = (queryPlan: QueryPlan) => sampleStatements(queryPlan, sample);
      return { ...explainPlan(plan, shownPlan, this.#isRejected(plan), input, layOut), warning: undefined };
    }
    if (aggregation === undefined)
      return explainPlan(plan, shownPlan, this.#isRejected(plan), input, (queryPlan) =>
        pageStatements(queryPlan, maximumScan),
      );
    const parsed = readAggregation(aggregation, this.#options.catalog, request.locale);
    const isStrict = this.#options.strict === true;
    return explainGroups(plan, shownPlan, parsed, { isStrict, maximumScan }, input);
  }

  async #cursorAfter(plan: QueryPlan, last: RowObject, index: number): Promise<string | undefined> {
    return this.#requests.writeCursor({ values: plan.sortValues.read(last), index }, plan.request);
  }

  /** Returns a function that looks up the row before a page. */
  #lookUp(options: PageOptions): LookUp {
    return async (request, { key, index }) => {
      const plan = await this.#plan({ ...request, start: index - 1, limit: 1 });
      const limits = this.#limits(options);
      const run: RunInSnapshot = (work, isSingle) => this.#snapshot(options, work, isSingle);
      const rows =
        key === undefined || keyOf(plan) === undefined
          ? (await runPage(plan, run, limits, false)).rows
          : await run((session) => rowsOfKey(plan, session, key), true);
      return rows.map((row) => plan.sortValues.read(row));
    };
  }

  async #plan(request: CollectionRequest): Promise<QueryPlan> {
    const dialect = await this.#prepareDialect();
    await loadCollations(localeWithRules(request.locale));
    const { catalog, table } = this.#options;
    return planQuery(request, { catalog, table, dialect });
  }

  /** Prepares the source once for all requests, and again after a failure. */
  #prepareDialect(): Promise<Dialect> {
    this.#dialect ??= this.#prepare().catch((error: unknown) => {
      this.#dialect = undefined;
      throw error;
    });
    return this.#dialect;
  }

  async #prepare(): Promise<Dialect> {
    const { source, table, locales = [] } = this.#options;
    const stored = Object.values(table.members ?? {}).flatMap((storage) =>
      typeof storage === "string" ? [] : (storage.keys ?? []).map(({ locale }) => locale),
    );
    await loadCollations(...locales.map(localeWithRules), ...stored.map(storedLocale));
    return source.prepare({ locales });
  }

  #isRejected({ verdict }: QueryPlan): boolean {
    return this.#options.strict === true && verdict !== "exact";
  }

  #limits(options: RequestOptions): RunLimits {
    const { signal } = ownProperties(options);
    return { maximumScan: this.#maximumScan, maximumHeap: this.#maximumHeap, signal };
  }

  #snapshotOptions(options: RequestOptions): SnapshotOptions {
    const { signal, timeout = this.#options.timeout, locale } = ownProperties(options);
    throwIfCanceled(signal);
    return { signal, timeout, locale };
  }

  #snapshot<R>(
    options: RequestOptions,
    work: (session: Session) => Promise<R>,
    isSingle = false,
  ): Promise<R> {
    const { onDatabase } = ownProperties(options);
    const begin = performance.now();
    const result = this.#options.source.snapshot(work, { ...this.#snapshotOptions(options), isSingle });
    return onDatabase === undefined ? result : result.finally(() => onDatabase(performance.now() - begin));
  }
}
