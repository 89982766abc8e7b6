import { check, checkSortBy } from "../../src/checker/check.ts";
import { createCollection } from "../../src/engine/store/collections/create-collection.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { appendRows, DEFINITION } from "../columns/stores/duckdb.ts";
import { loadDefault } from "../load-peer.ts";
import type { Row } from "../evaluate/rows.ts";
import { keyedRowCatalog as catalog } from "../row-catalog.ts";
import type { TrafficRequest } from "./traffic-requests.ts";

/** Rows with a string as the key. It breaks ties of each order, and has no relation to the order of the rows. */
export type KeyedRow = Row & { readonly key: string };

export interface TrafficPage {
  readonly count: number;
  readonly keys: readonly string[];
}

export interface TrafficStore {
  readonly name: string;
  /** Whether the store can filter and sort like tamis. Default: each request. */
  readonly expresses?: (request: TrafficRequest) => boolean;
  readonly run: (request: TrafficRequest) => TrafficPage | Promise<TrafficPage>;
  /** Sorts all rows, ties by the key, and returns the key of the last row. */
  readonly sortAll: (orderBy: string) => string | Promise<string>;
  readonly close: () => void;
}

export const PAGE_ROWS = 20;

/** Members whose columns are built while loading. All columns of DuckDB are, too. */
const MEMBERS = [
  "size",
  "score",
  "state",
  "createdBy",
  "modifiedTimeStamp",
  "owner.city",
  "name",
  "description",
];

export function keyOf(id: number): string {
  return (Math.imul(id + 1, 0x9e37_79b1) >>> 0).toString(16).padStart(8, "0") + id.toString(36);
}

export type UnseenRequest = Pick<TrafficRequest, "filter" | "sortBy" | "start">;

function queryOf({ filter, sortBy, start }: UnseenRequest) {
  return {
    filter: check(parseFilter(filter).expression!, catalog).filter!,
    sortBy: checkSortBy(parseSortBy(sortBy).expression!, catalog).sortBy!,
    start,
    limit: PAGE_ROWS,
  };
}

/** Returns a new collection. It has the columns of all members that requests name and nothing else, or no columns. */
export async function openTamisTraffic(
  rows: readonly KeyedRow[],
  mode: "synchronous" | "in time slices" | "without columns",
): Promise<TrafficStore & { readonly page: (request: UnseenRequest) => TrafficPage }> {
  const collection = createCollection<KeyedRow>(rows, { catalog, locale: "en" });
  const loaded = MEMBERS.map((member) => ({
    filter: check(parseFilter(`isNull(${member})`).expression!, catalog).filter!,
  }));
  if (mode !== "without columns") for (const query of loaded) await collection.asCollection().count(query);
  const inSlices = collection.asCollection();
  const page = (request: UnseenRequest): TrafficPage => {
    const { count, items } = collection.page(queryOf(request));
    return { count, keys: items.map(({ key }) => key) };
  };
  return {
    name: `tamis, ${mode}`,
    page,
    run:
      mode !== "in time slices"
        ? page
        : async (request) => {
            const page = await inSlices.page(queryOf(request), { count: true });
            if (!page.ok) throw new Error(request.filter);
            return { count: page.count!, keys: page.items.map(({ key }) => key) };
          },
    sortAll: (orderBy) => {
      const sortBy = checkSortBy(parseSortBy(orderBy).expression!, catalog).sortBy!;
      collection.prepare({ sortBy });
      return collection.page({ sortBy, start: rows.length - 1, limit: 1 }).items[0]!.key;
    },
    close: () => collection.close(),
  };
}

/**
 * Returns a new DuckDB in memory. Each request runs two statements that it has not seen.
 *
 * @param copy path of a Parquet file that gets the rows
 */
export async function openDuckdbTraffic(
  rows: readonly KeyedRow[],
  threads: 1 | 2,
  copy?: string,
): Promise<TrafficStore> {
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const instance = await DuckDBInstance.create(":memory:", { threads: String(threads) });
  const connection = await instance.connect();
  await connection.run(DEFINITION);
  await appendRows(connection, rows);
  await connection.run("CREATE TABLE keys (id INTEGER, key VARCHAR)");
  const appender = await connection.createAppender("keys");
  for (const { id, key } of rows) {
    appender.appendInteger(id);
    appender.appendVarchar(key);
    appender.endRow();
  }
  appender.closeSync();
  await connection.run("CREATE TABLE traffic AS SELECT * FROM reports JOIN keys USING (id)");
  if (copy !== undefined) await connection.run(`COPY traffic TO '${copy}' (FORMAT parquet)`);
  return {
    name: `DuckDB, ${threads} thread${threads === 1 ? "" : "s"}`,
    run: async ({ condition, orderBy, start }) => {
      const counted = await connection.runAndReadAll(`SELECT count(*) FROM traffic WHERE ${condition}`);
      const page = await connection.runAndReadAll(
        `SELECT * FROM traffic WHERE ${condition} ORDER BY ${orderBy}, key LIMIT ${PAGE_ROWS} OFFSET ${start}`,
      );
      const items = page.getRowObjectsJS() as unknown as readonly KeyedRow[];
      return { count: Number(counted.getRows()[0]![0]), keys: items.map(({ key }) => key) };
    },
    sortAll: async (orderBy) => {
      const sorted = `SELECT key, row_number() OVER (ORDER BY ${orderBy}, key) AS place FROM traffic`;
      const last = await connection.runAndReadAll(`SELECT key FROM (${sorted}) WHERE place = ${rows.length}`);
      return String(last.getRows()[0]![0]);
    },
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

interface Polars {
  readonly readParquet: (path: string) => object;
  readonly SQLContext: (tables: Readonly<Record<string, object>>) => {
    readonly execute: (
      statement: string,
      options: { readonly eager: true },
    ) => { readonly toRecords: () => readonly Readonly<Record<string, unknown>>[] };
  };
}

/**
 * Returns a new DataFrame of Polars. Polars has no collations: it sorts strings by bytes.
 *
 * @param path of a Parquet file with the rows
 */
export async function openPolarsTraffic(path: string, threads: 1 | 2 = 1): Promise<TrafficStore> {
  // Polars reads the number of threads when it starts.
  process.env["POLARS_MAX_THREADS"] = String(threads);
  const polars = await loadDefault<Polars>("nodejs-polars");
  const context = polars.SQLContext({ traffic: polars.readParquet(path) });
  const read = (statement: string) => context.execute(statement, { eager: true }).toRecords();
  return {
    name: `Polars, ${threads} thread${threads === 1 ? "" : "s"}`,
    expresses: ({ isSameFilter, isSameOrder, orderBy }) =>
      isSameFilter && isSameOrder && !orderBy.includes("COLLATE"),
    run: ({ condition, orderBy, start }) => {
      const where = condition.replace(/contains\((\w+), ('[^']*')\)/, "strpos($1, $2) > 0");
      const [counted] = read(`SELECT count(*) AS n FROM traffic WHERE ${where}`);
      const items = read(
        `SELECT * FROM traffic WHERE ${where} ORDER BY ${orderBy}, key LIMIT ${PAGE_ROWS} OFFSET ${start}`,
      );
      return { count: Number(counted!["n"]), keys: items.map(({ key }) => String(key)) };
    },
    sortAll: () => {
      throw new Error("Polars sorts strings by bytes.");
    },
    close: () => undefined,
  };
}
