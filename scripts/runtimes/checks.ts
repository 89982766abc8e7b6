import { compileFilter, compileSortBy } from "tamis";
import * as tamis from "tamis";
import { call } from "tamis/ast";
import { query } from "tamis/builder";
import { catalogFromRows, type Catalog, type CatalogDefinition } from "tamis/catalog";
import { createClient, HttpError } from "tamis/client";
import { openTable, type DatabaseDriver } from "tamis/databases";
import { createService, defineResource, fetchHandler, memoryStore } from "tamis/http";
import {
  attachCollection,
  createCollection,
  loadCollection,
  readCollection,
  shareCollection,
  writeCollection,
} from "tamis/store";
import { caseRunner } from "../../test/conformance/case-runner.ts";
import type { CaseFile } from "../conformance/case.ts";

/*
 * The checks that run in each runtime. They use no module of Node, and return results that JSON can express, which must be the same
 * everywhere.
 */

export interface CheckInput {
  readonly suites: readonly (readonly [name: string, file: CaseFile])[];
  readonly catalogs: Readonly<Record<string, CatalogDefinition>>;
  /** The text of examples/data/places.ndjson. */
  readonly places: string;
}

export interface Outcome {
  /** The results of the checks, or the message of an error. */
  readonly results: Readonly<Record<string, unknown>>;
  readonly milliseconds: Readonly<Record<string, number>>;
}

type Place = Record<string, unknown>;

const FILTER = "and(gt(pop_max,5000000),contains($primary,name,'a'))";
const SORT = "adm0name:primary,pop_max:descending";

/** @param database an empty database in memory; undefined in a runtime without SQLite */
export async function runChecks(
  input: CheckInput,
  database?: DatabaseDriver & { exec(sql: string): unknown },
): Promise<Outcome> {
  const rows = input.places
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Place);
  const { catalog } = catalogFromRows(rows, { name: "places" });
  const places = tamis.defineCatalog({ ...catalog!.definition, key: "fid" });
  const checks: Readonly<Record<string, () => unknown>> = {
    conformance: () => runConformance(input),
    store: () => checkStore(rows, places, input.places),
    threads: () => checkThreads(rows, places),
    http: () => checkHttp(rows, places),
    client: () => checkClient(rows, places),
    memory: () => checkMemory(rows, catalog!),
    ...(database === undefined ? {} : { sqlite: () => checkSqlite(database, rows) }),
  };
  const results: Record<string, unknown> = {};
  const milliseconds: Record<string, number> = {};
  for (const [name, run] of Object.entries(checks)) {
    const start = performance.now();
    try {
      results[name] = await run();
    } catch (error) {
      results[name] = { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
    milliseconds[name] = Math.round(performance.now() - start);
  }
  return { results, milliseconds };
}

/** Runs the conformance suite, and returns the ids of the cases with another result than the expected one. */
function runConformance({ suites, catalogs }: CheckInput): unknown {
  const runCase = caseRunner({ ...tamis, call }, catalogs);
  const failed: string[] = [];
  let cases = 0;
  for (const [, file] of suites) {
    for (const given of file.cases) {
      cases++;
      if (canonical(runCase(given, file)) !== canonical(given.expect)) failed.push(given.id);
    }
  }
  return { cases, failed };
}

/** Prints a value with the keys of objects in one order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : each,
  );
}

function queryOf(catalog: Catalog) {
  return {
    filter: compileFilter(FILTER, { catalog }).filter!,
    sortBy: compileSortBy(SORT, { catalog }).sortBy!,
  };
}

/** Returns the answer of a collection that was shared, or of the collection itself if the platform says that it cannot share memory. */
async function checkThreads(rows: readonly Place[], catalog: Catalog): Promise<unknown> {
  const collection = createCollection<Place>(rows, { catalog, locale: "en" });
  const shared = await shareCollection(collection);
  const attached = shared.ok ? await attachCollection<Place>(shared.shared) : shared;
  const refused = attached.ok ? undefined : attached.reason;
  const isExplained =
    refused?.code === "no-shared-memory" && refused.message.startsWith("Threads cannot share memory here: ");
  if (refused !== undefined && !isExplained) return { error: refused };
  const answering = attached.ok ? attached.collection : collection;
  return answering.page({ ...queryOf(answering.catalog), limit: 5 }).items;
}

async function checkStore(rows: readonly Place[], catalog: Catalog, text: string): Promise<unknown> {
  const collection = createCollection<Place>(rows, { catalog, locale: "en" });
  const wanted = queryOf(catalog);
  const bytes: Uint8Array[] = [];
  const saved = await writeCollection(collection, (part) => void bytes.push(part.slice()));
  const file = new Uint8Array(bytes.reduce((size, part) => size + part.length, 0));
  bytes.reduce((at, part) => (file.set(part, at), at + part.length), 0);
  const read = await readCollection<Place>(file);
  const loaded = await loadCollection<Place>(new TextEncoder().encode(text.repeat(20)), { format: "ndjson" });
  const requests = collection.asCollection({ cursorKey: new Uint8Array(32).fill(7) });
  const first = await requests.page({ ...wanted, limit: 3 });
  const second = first.ok ? await requests.page({ ...wanted, limit: 3 }, { cursor: first.next! }) : first;
  return {
    page: collection.page({ ...wanted, limit: 5 }).items,
    count: collection.count(wanted),
    facets: collection.facets("featurecla", {}),
    groups: await requests.aggregate(
      {},
      { by: ["featurecla"], measures: [{ function: "avg", member: "pop_max" }], limit: 5 },
    ),
    cursors: second.ok && second.items.map(({ name }) => name),
    saved: saved.ok && saved.rows,
    read: read.ok && read.collection.page({ limit: 2 }).items,
    loaded: loaded.count(queryOf(loaded.catalog)),
    changed: [collection.delete([1]), collection.size],
  };
}

function handlerOf(rows: readonly Place[], catalog: Catalog): (request: Request) => Promise<Response> {
  const store = memoryStore(createCollection<Place>(rows, { catalog, locale: "en" }));
  return fetchHandler(createService({ resources: [defineResource({ path: "/places", store })] }));
}

async function checkHttp(rows: readonly Place[], catalog: Catalog): Promise<unknown> {
  const handle = handlerOf(rows, catalog);
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await handle(
      new Request(`http://example.org${path}`, {
        method,
        headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    return { status: response.status, etag: response.headers.get("etag"), text };
  };
  const search = new URLSearchParams({ filter: FILTER, sortBy: SORT, limit: "2" }).toString();
  const page = await send("GET", `/places?${search}`);
  const body = { ...rows[0], fid: 9999, name: "Göteborg" };
  const created = await send("POST", "/places", body);
  return {
    page: page.text,
    unchanged: (await send("GET", `/places?${search}`, undefined, { "if-none-match": page.etag ?? "" }))
      .status,
    wrong: (await send("GET", "/places?filter=eq(nmae,1)")).status,
    csv: (await send("GET", `/places?${search}`, undefined, { accept: "text/csv" })).text,
    created: [created.status, created.text],
    repeated: (await send("POST", "/places", body)).status,
    deleted: (await send("DELETE", "/places/9999", undefined, { "if-match": created.etag ?? "" })).status,
  };
}

async function checkClient(rows: readonly Place[], catalog: Catalog): Promise<unknown> {
  const handle = handlerOf(rows, catalog);
  const client = createClient({
    baseUrl: "http://example.org/",
    fetch: (url, init) => handle(new Request(url, init)),
  });
  const names: unknown[] = [];
  const large = query()
    .where((b) => b.gt("pop_max", 15_000_000))
    .sortBy("name");
  for await (const { name } of client.items("/places", large)) names.push(name);
  const streamed: unknown[] = [];
  for await (const { name } of client.stream("/places", large)) streamed.push(name);
  let refused: unknown;
  try {
    await client.list("/places", "filter=eq(nmae,1)");
  } catch (error) {
    refused = error instanceof HttpError && [error.status, error.diagnostics.map(({ message }) => message)];
  }
  return { names, streamed, refused };
}

/** Number of rows that docs/guides.md states for a worker with 128 MB. */
const WORKER_ROWS = 200_000;

/** Creates a collection of many rows, and one with a limit of memory that its indexes would exceed. */
function checkMemory(rows: readonly Place[], catalog: Catalog): unknown {
  const lines = rows.map((row) => JSON.stringify(row));
  const repeated = function* (size: number) {
    for (let i = 0; i < size; i++) {
      const row = JSON.parse(lines[i % lines.length]!) as Place;
      row["fid"] = i;
      yield row;
    }
  };
  const { filter, sortBy } = queryOf(catalog);
  const collection = createCollection<Place>(repeated(WORKER_ROWS), { catalog });
  const found = collection.page({ filter, sortBy, limit: 2 });
  collection.close();
  let beyond: unknown;
  try {
    createCollection<Place>(repeated(10_000), { catalog, maxBytes: 10_000 }).page({ filter, sortBy });
  } catch (error) {
    beyond = (error as { readonly code?: unknown }).code;
  }
  return { count: found.count, items: found.items.length, beyond };
}

async function checkSqlite(
  database: DatabaseDriver & { exec(sql: string): unknown },
  rows: readonly Place[],
): Promise<unknown> {
  const quoted = (value: unknown) =>
    typeof value === "number" ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
  database.exec("CREATE TABLE places (fid INTEGER PRIMARY KEY, name TEXT, adm0name TEXT, pop_max INTEGER)");
  for (const { fid, name, adm0name, pop_max: population } of rows)
    database.exec(`INSERT INTO places VALUES (${[fid, name, adm0name, population].map(quoted).join(", ")})`);
  const collection = await openTable(database, "places");
  const wanted = queryOf(collection.catalog);
  const page = await collection.page({ ...wanted, limit: 5 });
  const plan = await collection.explain({ ...wanted, limit: 5 });
  const { filter } = compileFilter("eq(upCase(name),'OSLO')", { catalog: collection.catalog });
  return {
    page,
    plan: [plan.filteredBy, plan.sortedBy],
    count: await collection.count({ filter: filter! }),
  };
}
