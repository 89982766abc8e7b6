import type { Catalog } from "../../catalog/types.ts";
import { loadCollations } from "../../collation/uca/tables/tailoring.ts";
import type { CheckedFilter } from "../../checker/checked.ts";
import type { FunctionDefinition } from "../../functions/definition/types.ts";
import type { RowObject } from "../../sql/rows/row-reader.ts";
import { localeWithRules } from "../../sql/database-functions/locale-rules.ts";
import type { Dialect } from "../../sql/dialect-types/dialect.ts";
import type { TableDefinition } from "../../sql/tables/table-definition.ts";
import { ownProperties } from "../../values/own-properties.ts";
import { throwIfAborted } from "./candidates.ts";
import type {
  Collection,
  RejectedRequest,
  Page,
  PageOptions,
  RequestOptions,
  RowOptions,
} from "../collection.ts";
import { cursorKeys, type CursorKeys, type CursorPosition } from "../cursor.ts";
import type { ExplainedPlan, ExplainOptions } from "../explain.ts";
import { explainPlan } from "./explain-plan.ts";
import { planQuery, type QueryPlan } from "./query-plan.ts";
import { rejectRequest } from "../rejected-request.ts";
import { notExact, ScanLimitError } from "./limit-errors.ts";
import { readQuery, requireRows, type Query, type CollectionRequest } from "../request.ts";
import { checkRule, type Rule } from "../rules.ts";
import { runCount, runPage, type RunLimits } from "./run-page.ts";
import { runStream } from "./run-stream.ts";
import type { Session, SnapshotOptions, SqlSource } from "./source.ts";
import { throughSnapshot } from "./snapshot-stream.ts";

export interface SqlCollectionOptions {
  readonly source: SqlSource;
  readonly catalog: Catalog;
  readonly table: TableDefinition;
  /** Language tags whose collations the source is told to load. */
  readonly locales?: readonly string[];
  /** What every row must fulfill, whatever a request asks. */
  readonly rule?: Rule;
  /** Answer only what the database alone can answer, and refuse the rest with the reasons. Default false. */
  readonly strict?: boolean;
  /** Rows that memory may look at for one statement. Default 100,000. */
  readonly maximumScan?: number;
  /** Rows that memory may hold to sort them. Default 10,000. */
  readonly maximumHeap?: number;
  /** Rows of a page where none are asked for. Default: the catalog's. */
  readonly defaultLimit?: number;
  /** The most rows of a page. Default: the catalog's. */
  readonly maximumLimit?: number;
  /** Milliseconds that one statement may take. Default: no bound. */
  readonly timeout?: number;
  /** What cursors are signed with, 16 bytes or more; of several, the first signs. Without one there are no cursors. */
  readonly cursorKey?: Uint8Array | readonly Uint8Array[];
  /** Functions that the service adds to the language's own; for rules that are given as trees. */
  readonly functions?: readonly FunctionDefinition[];
}

/**
 * A collection whose rows are in a table. The database does what it can say exactly. Of the rest it gives a superset of
 * the rows, and memory decides: the answer is the same, or it is refused, but never wrong.
 *
 * @throws RangeError and TypeError for options that are none.
 * @example
 * const reports = sqlCollection({ source, catalog, table: { table: "reports" } });
 * const { query } = decodeQuery("?filter=gt(size,10)&sortBy=name&limit=20", { catalog });
 * const page = await reports.page(query, { locale: "sv", timeout: 2_000 });
 * if (page.ok) console.log(page.count, page.items);
 */
export function sqlCollection<T = RowObject>(options: SqlCollectionOptions): Collection<T> {
  const collection = new SqlCollection(ownProperties(options));
  return {
    catalog: options.catalog,
    page: (query, request) => collection.page(query, request) as Promise<Page<T> | RejectedRequest>,
    count: (query, request) => collection.count(query, request),
    stream: (query, request) => collection.stream(query, request) as ReturnType<Collection<T>["stream"]>,
    explain: (query, request) => collection.explain(query, request),
  };
}

const MAXIMUM_SCAN = 100_000;
const MAXIMUM_HEAP = 10_000;

class SqlCollection {
  readonly #options: SqlCollectionOptions;
  readonly #catalog: Catalog;
  readonly #rules: readonly CheckedFilter[];
  readonly #cursors: CursorKeys | undefined;
  readonly #maximumScan: number;
  readonly #maximumHeap: number;
  readonly #defaultLimit: number;
  readonly #maximumLimit: number;
  #dialect: Promise<Dialect> | undefined;

  constructor(options: SqlCollectionOptions) {
    const { catalog, rule, cursorKey, functions } = options;
    this.#options = options;
    this.#catalog = catalog;
    this.#rules = rule === undefined ? [] : [checkRule(rule, catalog, functions)];
    this.#cursors =
      cursorKey === undefined
        ? undefined
        : cursorKeys(cursorKey instanceof Uint8Array ? [cursorKey] : cursorKey);
    if (this.#cursors !== undefined && catalog.key === undefined)
      throw new TypeError(`The catalog ${catalog.name} has no key, so a cursor could not tell rows apart.`);
    this.#maximumScan = requireRows("maximumScan", options.maximumScan ?? MAXIMUM_SCAN);
    this.#maximumHeap = requireRows("maximumHeap", options.maximumHeap ?? MAXIMUM_HEAP);
    this.#defaultLimit = requireRows("defaultLimit", options.defaultLimit ?? catalog.defaultLimit);
    this.#maximumLimit = requireRows("maximumLimit", options.maximumLimit ?? catalog.maximumLimit);
  }

  async page(query: Query, options: PageOptions = {}): Promise<Page<RowObject> | RejectedRequest> {
    const { count: withCount = true, cursor = readQuery(query, this.#catalog).cursor } =
      ownProperties(options);
    const found = await this.#place(cursor, this.#request(query, options));
    if (!found.ok) return found;
    const plan = await this.#plan(found.request);
    if (this.#isRefused(plan)) return rejectRequest(...notExact(plan.reasons));
    const limits = this.#limits(options);
    return unlessTooMuch(async () => {
      const result = await this.#snapshot(options, (session) => runPage(plan, session, limits, withCount));
      const { request } = plan;
      const start = (found.place?.index ?? 0) + request.start;
      const items = result.rows.map((row) => selected(row, request.select));
      const next = result.hasMore
        ? await this.#next(plan, result.rows.at(-1)!, start + items.length)
        : undefined;
      return { ok: true, items, start, limit: request.limit, count: result.count, next };
    });
  }

  async count(query: Query, options: RequestOptions = {}): ReturnType<Collection["count"]> {
    const plan = await this.#plan({ ...this.#request(query, options), sortBy: this.#unsorted() });
    if (this.#options.strict === true && plan.residual !== undefined)
      return rejectRequest(...notExact(plan.reasons));
    const limits = this.#limits(options);
    return unlessTooMuch(async () => {
      const count = await this.#snapshot(options, (session) => runCount(plan, session, limits));
      return { ok: true, count };
    });
  }

  async stream(query: Query, options: RowOptions = {}): ReturnType<Collection["stream"]> {
    const request = this.#request(query, options);
    const limit = readQuery(query, this.#catalog).limit ?? Infinity;
    const plan = await this.#plan({ ...request, limit });
    if (this.#isRefused(plan)) return rejectRequest(...notExact(plan.reasons));
    const limits = this.#limits(options);
    const { source } = this.#options;
    const batches = throughSnapshot(
      source,
      (session) => runStream(plan, session, limits),
      this.#snapshotOptions(options),
    );
    return { ok: true, rows: oneByOne(batches, request.select) };
  }

  async explain(query: Query, options: PageOptions & ExplainOptions = {}): Promise<ExplainedPlan> {
    const plan = await this.#plan(this.#request(query, options));
    return explainPlan(plan, this.#isRefused(plan), this.#maximumScan, ownProperties(options));
  }

  #request(query: Query, options: RowOptions): CollectionRequest {
    const { locale, rule, select } = ownProperties(options);
    const { filter, sortBy, start, limit, pageLimit = this.#defaultLimit } = readQuery(query, this.#catalog);
    const own = rule === undefined ? [] : [checkRule(rule, this.#catalog, this.#options.functions)];
    return {
      filter,
      rules: [...this.#rules, ...own],
      sortBy,
      start,
      limit: Math.min(limit ?? pageLimit, this.#maximumLimit),
      locale,
      after: undefined,
      select: select === undefined ? undefined : this.#properties(select),
    };
  }

  #properties(names: readonly string[]): ReadonlySet<string> {
    return new Set(
      names.map((name) => {
        const member = this.#catalog.members.byName.get(name);
        if (member === undefined)
          throw new TypeError(`${this.#catalog.name} has no member ${name} to select.`);
        return member.property;
      }),
    );
  }

  /** No order but that of the catalog's key, which costs nothing to count by. */
  #unsorted(): CollectionRequest["sortBy"] {
    return {
      kind: "checkedSortBy",
      keys: [],
      catalog: this.#catalog,
      functions: new Map(),
      members: new Map(),
    };
  }

  async #place(
    cursor: string | undefined,
    request: CollectionRequest,
  ): Promise<
    | { readonly ok: true; readonly request: CollectionRequest; readonly place: CursorPosition | undefined }
    | RejectedRequest
  > {
    if (cursor === undefined) return { ok: true, request, place: undefined };
    if (this.#cursors === undefined)
      throw new TypeError("This collection has no key for cursors, so it gave none.");
    const place = await this.#cursors.read(cursor, request);
    if ("code" in place) return rejectRequest(place);
    return { ok: true, request: { ...request, after: place.values }, place };
  }

  async #next(plan: QueryPlan, last: RowObject, index: number): Promise<string | undefined> {
    return this.#cursors?.write({ values: plan.sortValues.read(last), index }, plan.request);
  }

  async #plan(request: CollectionRequest): Promise<QueryPlan> {
    const dialect = await this.#prepared();
    await loadCollations(localeWithRules(request.locale));
    const { catalog, table } = this.#options;
    return planQuery(request, { catalog, table, dialect });
  }

  /** Once for all requests; anew after a failure. */
  #prepared(): Promise<Dialect> {
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
    await loadCollations(...[...locales, ...stored].map(localeWithRules));
    return source.prepare({ locales });
  }

  #isRefused({ verdict }: QueryPlan): boolean {
    return this.#options.strict === true && verdict !== "exact";
  }

  #limits(options: RequestOptions): RunLimits {
    const { signal } = ownProperties(options);
    return { maximumScan: this.#maximumScan, maximumHeap: this.#maximumHeap, signal };
  }

  #snapshotOptions(options: RequestOptions): SnapshotOptions {
    const { signal, timeout = this.#options.timeout } = ownProperties(options);
    throwIfAborted(signal);
    return { signal, timeout };
  }

  #snapshot<R>(options: RequestOptions, work: (session: Session) => Promise<R>): Promise<R> {
    return this.#options.source.snapshot(work, this.#snapshotOptions(options));
  }
}

/** What would look at too much is a user's matter: data. */
async function unlessTooMuch<R>(run: () => Promise<R>): Promise<R | RejectedRequest> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ScanLimitError) return rejectRequest(...error.diagnostics);
    throw error;
  }
}

async function* oneByOne(
  batches: AsyncIterable<readonly RowObject[]>,
  select: ReadonlySet<string> | undefined,
): AsyncGenerator<RowObject> {
  for await (const rows of batches) for (const row of rows) yield selected(row, select);
}

/** What was read for the order's sake is not given. */
function selected(row: RowObject, select: ReadonlySet<string> | undefined): RowObject {
  return select === undefined
    ? row
    : Object.fromEntries(Object.entries(row).filter(([property]) => select.has(property)));
}
