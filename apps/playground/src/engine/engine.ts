import { compilePredicate, type Catalog } from "tamis";
import { createCollection, type MemoryCollection } from "tamis/store";
import { exampleFile } from "../data/examples.ts";
import { loadRows } from "../data/load-rows.ts";
import {
  PAGE_ROWS,
  type Answer,
  type DataSource,
  type Opened,
  type RequestKind,
  type Requests,
  type RowsPage,
  type RowsRequest,
  type ValuesRequest,
} from "../contract/protocol.ts";
import { cellText } from "./cell-text.ts";
import { readQuery, type ReadQuery } from "./read-query.ts";

type Row = Readonly<Record<string, unknown>>;

/** Rows with everything that answers questions about them. */
export interface Data {
  readonly catalog: Catalog;
  readonly rows: readonly Row[];
  readonly collection: MemoryCollection<Row>;
  /** Positions of the rows, from 0. */
  readonly positions: ReadonlyMap<Row, number>;
}

type Handlers = {
  readonly [K in RequestKind]: (input: Requests[K][0]) => Requests[K][1] | Promise<Requests[K][1]>;
};

/** Holds the rows and answers the requests of the page. It runs in a worker, so that the page never waits for it. */
export class Engine {
  #data: Data | undefined;

  readonly #handlers: Handlers = {
    open: (source) => this.#open(source),
    rows: (request) => this.#answer(request, (query) => rowsPage(this.#opened, query, request)),
    values: (request) => frequentValues(this.#opened, request),
  };

  /** @throws Error with a message for the user */
  async handle(kind: RequestKind, input: unknown): Promise<unknown> {
    if (!Object.hasOwn(this.#handlers, kind)) throw new Error("There is no such request.");
    return this.#handlers[kind](input as never);
  }

  get #opened(): Data {
    if (this.#data === undefined) throw new Error("No data are open.");
    return this.#data;
  }

  async #open(source: DataSource): Promise<Opened> {
    const file = "file" in source ? source.file : exampleFile(source.example);
    const { catalog, rows, notes } = await loadRows(file);
    this.#data?.collection.close();
    const collection = createCollection<Row>(rows, { catalog, rows: "plain", kernels: "plain" });
    this.#data = { catalog, rows, collection, positions: new Map(rows.map((row, index) => [row, index])) };
    return { definition: catalog.definition, total: rows.length, notes };
  }

  #answer<T>(texts: RowsRequest, answer: (query: ReadQuery) => T): Answer<T> {
    const query = readQuery(texts, this.#opened.catalog);
    if (query === undefined) return { ok: false, reason: "invalid" };
    try {
      return { ok: true, value: answer(query) };
    } catch (error) {
      return { ok: false, reason: "failed", message: error instanceof Error ? error.message : String(error) };
    }
  }
}

function rowsPage(
  { catalog, rows, collection, positions }: Data,
  query: ReadQuery,
  request: RowsRequest,
): RowsPage {
  const { start, show } = request;
  const begin = performance.now();
  const page = collection.page({ ...query, start, limit: PAGE_ROWS });
  const milliseconds = performance.now() - begin;
  const items = show === "kept" ? page.items : excludedRows(collection, query, start);
  const names = [...catalog.members.byName.values()].map(({ property }) => property);
  return {
    kept: page.count,
    total: rows.length,
    start,
    milliseconds,
    rows: items.map((row) => ({
      index: positions.get(row)!,
      cells: names.map((name) => (Object.hasOwn(row, name) ? cellText(row[name]) : null)),
    })),
  };
}

function excludedRows(
  collection: MemoryCollection<Row>,
  { filter, sortBy }: ReadQuery,
  start: number,
): readonly Row[] {
  if (filter === undefined) return [];
  const isKept = compilePredicate(filter);
  const found: Row[] = [];
  let skipped = 0;
  for (const row of collection.stream({ sortBy })) {
    if (isKept(row) || skipped++ < start) continue;
    found.push(row);
    if (found.length === PAGE_ROWS) break;
  }
  return found;
}

const MAX_VALUES = 50;
/** Number of values in which the prefix is searched, so that completion stays fast for members with many values. */
const SEARCHED_VALUES = 5_000;

function frequentValues({ collection }: Data, { member, prefix }: ValuesRequest): readonly string[] {
  try {
    const { values } = collection.facets(member, {}, { limit: SEARCHED_VALUES });
    const wanted = prefix.toLowerCase();
    return values
      .flatMap(({ value }) =>
        typeof value === "string" && value.toLowerCase().startsWith(wanted) ? [value] : [],
      )
      .slice(0, MAX_VALUES);
  } catch {
    // Some members have no values that can be counted, such as maps.
    return [];
  }
}
