import { defineCatalog } from "tamis";
import { createCollection } from "tamis/store";
import { columnTests } from "../answers/column-tests.ts";
import type { Data } from "../answers/data.ts";
import { exportRows } from "../answers/export.ts";
import { frequentValues } from "../answers/frequent-values.ts";
import { groups } from "../answers/groups.ts";
import { memberValues } from "../answers/member-values.ts";
import { readQuery, type ReadQuery } from "../answers/read-query.ts";
import { rowsPage } from "../answers/rows-page.ts";
import { sql } from "../answers/sql.ts";
import { translations } from "../answers/translations.ts";
import { tree } from "../answers/tree.ts";
import { why } from "../answers/why.ts";
import { words } from "../answers/words.ts";
import type { Answer, DataSource, EngineRequests, Opened, QueryTexts, Row } from "../contract/protocol.ts";
import { exampleFile } from "../data/examples.ts";
import { loadRows, type LoadedRows } from "../data/load-rows.ts";

/** Milliseconds after which columns are prepared: the first query of the page comes before. */
const PREPARE_AFTER = 100;

type Handlers = {
  readonly [K in keyof EngineRequests]: (
    input: EngineRequests[K][0],
  ) => EngineRequests[K][1] | Promise<EngineRequests[K][1]>;
};

/** Rows of a server stay there: their catalog is enough to describe and translate filters, and to explain a row. */
async function loadSource(source: DataSource): Promise<LoadedRows> {
  if ("catalog" in source) return { catalog: defineCatalog(source.catalog), rows: [], notes: [] };
  return "file" in source ? loadRows(source.file, source.reading) : loadRows(exampleFile(source.example));
}

/** Holds the rows and answers the requests of the page. It runs in a worker, so that the page never waits for it. */
export class Engine {
  #data: Data | undefined;

  readonly #handlers: Handlers = {
    open: (source) => this.#open(source),
    complete: (request) => frequentValues(this.#opened, request),
    rows: (request) => this.#answer(request, (data, query) => rowsPage(data, query, request)),
    words: (request) => this.#answer(request, words),
    tree: (request) => this.#answer(request, (data, query) => tree(data, query, request.row)),
    why: (request) => this.#answer(request, (_, query) => why(query, request.row)),
    sql: (request) => this.#answer(request, sql),
    translations: (request) => this.#answer(request, translations),
    groups: (request) => this.#answer(request, (data, query) => groups(data, query, request)),
    export: (request) => this.#answer(request, (data, query) => exportRows(data, query, request)),
    values: (request) => this.#answer(request, (data, query) => memberValues(data, query, request)),
  };

  /** @throws Error with a message for the user */
  async handle(kind: keyof EngineRequests, input: unknown): Promise<unknown> {
    if (!Object.hasOwn(this.#handlers, kind)) throw new Error("There is no such request.");
    return this.#handlers[kind](input as never);
  }

  get #opened(): Data {
    if (this.#data === undefined) throw new Error("No data are open.");
    return this.#data;
  }

  async #open(source: DataSource): Promise<Opened> {
    const { catalog, rows, notes } = await loadSource(source);
    this.#data?.collection.close();
    const collection = createCollection<Row>(rows, { catalog, rows: "plain", kernels: "plain" });
    this.#data = { catalog, rows, collection, positions: new Map(rows.map((row, index) => [row, index])) };
    if (rows.length > 0) setTimeout(() => void this.#prepare(), PREPARE_AFTER);
    return { definition: catalog.definition, total: rows.length, notes };
  }

  /** Builds the columns, one at a time, so that the first filter of each member is as fast as later ones. */
  async #prepare(): Promise<void> {
    const data = this.#opened;
    for (const { filter } of columnTests(data.catalog)) {
      await new Promise((resolve) => setTimeout(resolve));
      if (data !== this.#data) return;
      data.collection.count({ filter });
    }
  }

  async #answer<T>(
    texts: QueryTexts,
    answer: (data: Data, query: ReadQuery) => T | Promise<T>,
  ): Promise<Answer<T>> {
    const data = this.#opened;
    const query = readQuery(texts, data.catalog);
    if (query === undefined) return { ok: false, reason: "invalid" };
    try {
      return { ok: true, value: await answer(data, query) };
    } catch (error) {
      return { ok: false, reason: "failed", message: error instanceof Error ? error.message : String(error) };
    }
  }
}
