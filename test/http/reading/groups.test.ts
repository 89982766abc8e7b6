import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defineCatalog, type Catalog } from "tamis";
import { parseJson } from "tamis/catalog";
import { findTable, sqlCollection } from "tamis/databases";
import { assumedDialect } from "tamis/sql";
import type { Collection } from "tamis/engine";
import { type HttpHandler } from "tamis/http";
import { createCollection } from "tamis/store";
import { countOf, SEED as seed } from "../../effort.ts";
import { useOpened } from "../../engine/databases/collection-suite.ts";
import { DATABASES, type Product } from "../../engine/databases/opened-databases.ts";
import { literalOf, PRODUCTS } from "../../engine/databases/products.ts";
import { send, targets } from "../request.ts";
import { serve } from "../serve.ts";

/* Groups over HTTP: a page of groups is compared with groups that a loop forms. */

const catalog: Catalog = defineCatalog({
  name: "orders",
  key: "id",
  defaultSort: ["id"],
  defaultLimit: 5,
  maximumLimit: 30,
  members: {
    id: { type: "string", nullable: false },
    city: "string",
    size: "integer",
    price: "number",
    count: "integer",
    note: { type: "string", functions: ["isNull"], sortable: false },
    tags: { type: "list", items: "string" },
    secret: { type: "integer", filterable: false },
    owner: { type: "object", members: { name: "string", age: "integer" } },
  },
});

interface Order {
  readonly id: string;
  readonly city: string | null;
  readonly size: number | bigint | null;
  readonly price: number | null;
  readonly count: number;
  readonly owner: { readonly name: string | null; readonly age: number } | null;
}

const rows: readonly Order[] = Array.from({ length: 60 }, (_, i) => ({
  id: `k${i}`,
  city: ["a", "B", "é", null, "A"][i % 5]!,
  size: i % 9 === 0 ? null : i % 4 === 0 ? 9007199254740993n : i % 6,
  price: i % 4 === 0 ? null : (i % 5) - 1.5,
  count: i % 2,
  owner: i % 3 === 0 ? null : { name: i % 2 === 0 ? "x" : null, age: i % 7 },
}));

function serviceOf(collection: Collection<object>): HttpHandler {
  return serve({ path: "/orders", collection }, { newTraceId: () => "trace" });
}

const memoryCollection = () => createCollection([...rows] as object[], { catalog }).asCollection();
const memory = serviceOf(memoryCollection());

/** Reads a page of groups with exact integers. */
async function groupsOf(service: HttpHandler, search: string) {
  const { body, status } = await send(service, `/orders/@groups?${search}`);
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : (body as string);
  const json = parseJson(text) as {
    readonly items: readonly object[];
    readonly count: number;
    readonly errors?: readonly { readonly message: string }[];
  };
  expect(status, text).toBe(200);
  return json;
}

type Figure = readonly [called: "sum" | "avg" | "min" | "max", member: "size" | "price" | "count"];

interface Request {
  readonly by: readonly ("city" | "size" | "owner.name")[];
  readonly figures: readonly Figure[];
  readonly least: number;
  readonly isDescending: boolean;
  readonly start: number;
  readonly limit: number;
}

/** Forms the groups of a request with one loop over the rows. */
function naiveGroups({ by, figures, least, isDescending, start, limit }: Request) {
  const found = new Map<string, { key: unknown[]; rows: Order[] }>();
  for (const row of rows.filter(({ count }) => count >= least)) {
    const key = by.map((name) => (name === "owner.name" ? (row.owner?.name ?? null) : row[name]));
    const text = key.map((value) => `${typeof value} ${String(value)}`).join("\n");
    if (!found.has(text)) found.set(text, { key, rows: [] });
    found.get(text)!.rows.push(row);
  }
  if (by.length === 0 && found.size === 0) found.set("", { key: [], rows: [] });
  const all = [...found.values()].sort((a, b) => {
    const bySize = isDescending ? b.rows.length - a.rows.length : a.rows.length - b.rows.length;
    return bySize || compareKeys(a.key, b.key);
  });
  return {
    count: all.length,
    items: all.slice(start, start + limit).map(({ key, rows: grouped }) => {
      const item: Record<string, unknown> = {};
      for (const [i, name] of by.entries())
        if (name === "owner.name") item["owner"] = { name: key[i] };
        else item[name] = key[i];
      item["count"] = grouped.length;
      for (const [called, member] of figures) item[`${member}_${called}`] = figureOf(called, member, grouped);
      return item;
    }),
  };
}

/** Null first, then numbers by value, and strings by letters at first and by code points at last. */
function compareKeys(a: readonly unknown[], b: readonly unknown[]): number {
  for (const [i, left] of a.entries()) {
    const right = b[i];
    if (left === right) continue;
    if (left === null) return -1;
    if (right === null) return 1;
    if (typeof left === "string") return left.localeCompare(right as string, "en");
    return (left as number) < (right as number) ? -1 : 1;
  }
  return 0;
}

function figureOf(called: Figure[0], member: Figure[1], grouped: readonly Order[]): unknown {
  const values = grouped.map((row) => row[member]).filter((value) => value !== null);
  if (values.length === 0) return null;
  const sum = () => values.reduce<number | bigint>((all, value) => addExactly(all, value), 0);
  if (called === "sum") return sum();
  if (called === "avg") return Number(sum()) / values.length;
  return values.reduce((best, value) => ((called === "min" ? value < best : value > best) ? value : best));
}

function addExactly(a: number | bigint, b: number | bigint): number | bigint {
  if (!Number.isInteger(Number(a)) || !Number.isInteger(Number(b))) return Number(a) + Number(b);
  const sum = BigInt(a) + BigInt(b);
  return Number.isSafeInteger(Number(sum)) ? Number(sum) : sum;
}

const figure = fc.tuple(
  fc.constantFrom("sum", "avg", "min", "max"),
  fc.constantFrom("size", "price", "count"),
) as fc.Arbitrary<Figure>;
const randomRequest: fc.Arbitrary<Request> = fc.record({
  by: fc.uniqueArray(fc.constantFrom("city", "size", "owner.name"), { maxLength: 3 }),
  figures: fc.uniqueArray(figure, { maxLength: 3, selector: ([called]) => called }),
  least: fc.integer({ min: 0, max: 2 }),
  isDescending: fc.boolean(),
  start: fc.integer({ min: 0, max: 4 }),
  limit: fc.integer({ min: 0, max: 30 }),
});

function searchOf({ by, figures, least, isDescending, start, limit }: Request): string {
  return [
    `by=${by.join()}`,
    ...figures.map((each) => each.join("=")),
    `filter=ge(count,${least})`,
    // The default order is by count, too, and its keys break ties in the same way.
    isDescending ? "" : `sortBy=${["count_2", "count"][Number(!by.includes("count" as never))]!}`,
    `start=${start}&limit=${limit}`,
  ].join("&");
}

async function expectNaive(service: HttpHandler, request: Request): Promise<void> {
  const { items, count } = await groupsOf(service, searchOf(request));
  const expected = naiveGroups(request);
  // Averages of integers beyond 2^53 are rounded once, those of the loop twice.
  const rounded = (item: object) =>
    Object.fromEntries(
      Object.entries(item).map(([name, value]) => [name, name.endsWith("_avg") ? close(value) : value]),
    );
  expect({ count, items: items.map(rounded) }, searchOf(request)).toEqual({
    count: expected.count,
    items: expected.items.map(rounded),
  });
}

function close(value: unknown): unknown {
  return value === null ? null : Number(Number(value).toPrecision(13));
}

const runs = countOf("http/reading/groups: requests");

describe("groups", () => {
  it(`in memory are those of a loop, in ${runs} random requests (seed ${seed})`, () =>
    fc.assert(
      fc.asyncProperty(randomRequest, (request) => expectNaive(memory, request)),
      { numRuns: runs, seed },
    ));

  it("have pages with links", async () => {
    const search = "by=owner.name,city&sum=size&filter=ge(count,0)&limit=2";
    const first = await send(memory, `/orders/@groups?${search}`);
    expect(first.json).toMatchObject({ name: "orders", start: 0, limit: 2, version: 2 });
    const links = targets(first.json.links);
    expect(Object.keys(links)).toEqual(["self", "collection", "next", "last"]);
    expect(links["collection"]).toBe("/orders/@groups?by=owner.name,city&sum=size");
    const all: object[] = [];
    for (let next: string | undefined = links["self"]; next !== undefined;) {
      const { json } = await send(memory, next);
      all.push(...(json.items as object[]));
      next = targets(json.links)["next"];
    }
    expect(all).toHaveLength(first.json.count as number);
    expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(all.length);
  });

  it("have the names of the program: nested members, figures, and numbers for equal names", async () => {
    const { items } = await groupsOf(memory, "by=count,owner.name&max=owner.age&sortBy=count_2&limit=1");
    expect(items).toEqual([{ count: 1, owner: { name: "x", age_max: 6 }, count_2: 0 }].map(() => items[0]));
    expect(Object.keys(items[0]!)).toEqual(["count", "owner", "count_2"]);
  });

  it("are ordered by their keys, their number of rows and their figures", async () => {
    const orders = await Promise.all(
      ["city:descending", "price_sum:descending", "count,city:primary"].map((sortBy) =>
        groupsOf(memory, `by=city&sum=price&sortBy=${sortBy}`),
      ),
    );
    expect(orders.map(({ items }) => items.map((item) => (item as Order).city))).toEqual([
      ["é", "B", "A", "a", null],
      ["A", null, "é", "B", "a"],
      [null, "a", "A", "B", "é"],
    ]);
  });

  it.each([
    ["by=ctiy", "unknown-member", "Did you mean 'city'?", "by=city"],
    ["by=city,nope", "unknown-member", "There is no member 'nope' here.", undefined],
    ["by=secret", "unknown-member", "There is no member 'secret' here.", undefined],
    ["by=", undefined, "", undefined],
    ["by=city,", "unknown-member", "There is no member '' here.", undefined],
    ["by=tags", "type-mismatch", "tags is a list of strings. Only members with single values", undefined],
    ["by=owner", "type-mismatch", "owner is an object", undefined],
    ["by=note", "function-not-allowed", "The values of note cannot be requested.", undefined],
    ["max=note", "function-not-allowed", "The order of note cannot be requested.", undefined],
    ["sum=city", "type-mismatch", "sum needs numbers, but city is a string.", undefined],
    ["avg=szie", "unknown-member", "Did you mean 'size'?", "avg=size"],
    ["average=size", "unknown-parameter", "Did you mean 'avg'?", "avg=size"],
    ["group-by=city", "unknown-parameter", "Did you mean 'by'?", "by=city"],
    ["by=city&sortBy=size", "unknown-member", "There is no member 'size' here.", undefined],
    ["by=city&sortBy=cuont:descending", "unknown-member", "'count'", "by=city&sortBy=count:descending"],
    ["by=ctiy&average=szie&sortBy=cuont", "unknown-member", "", "by=city&avg=size&sortBy=count"],
    ["by=city&by=size", "repeated-parameter", "by is given twice", undefined],
    ["by=city&select=city", "unknown-parameter", "select", undefined],
    ["by=city&filter=eq(ctiy,'a')", "unknown-member", "Did you mean 'city'?", "by=city&filter=eq(city,'a')"],
    ["by=%FF", "invalid-percent-encoding", "", undefined],
    [`by=${"id,".repeat(31)}id`, undefined, "", undefined],
    [`by=${"id,".repeat(32)}id`, "invalid-value", "Groups have at most 32 members.", undefined],
    [`sum=${"size,".repeat(31)}size`, undefined, "", undefined],
    [`max=${"size,".repeat(32)}size`, "invalid-value", "Groups have at most 32 figures.", undefined],
    ["start=9007199254740991&limit=30&by=id", undefined, "", undefined],
  ])("%.60s has the problem %s", async (search, code, message, corrected) => {
    const { status, json } = await send(memory, `/orders/@groups?${search}`);
    expect(status).toBe(code === undefined ? 200 : 400);
    if (code === undefined) return;
    expect(json.errors[0].diagnostic.code).toBe(code);
    expect(json.errors[0].message).toContain(message);
    expect(json.remediation).toBe(corrected && `Request /orders/@groups?${corrected}`);
  });

  it.each([
    [10_000, 200],
    [10_001, 400],
  ])("%i groups have the status %i", async (length, expected) => {
    const numbered = Array.from({ length }, (_, i) => ({ id: `k${i}` }));
    const service = serviceOf(createCollection(numbered as object[], { catalog }).asCollection());
    for (const search of ["by=id", "by=id&sortBy=id"]) {
      const { status, json } = await send(service, `/orders/@groups?${search}&limit=1`);
      const outcome = json.count ?? json.errors[0].diagnostic.code;
      expect([status, outcome]).toEqual([expected, expected === 200 ? length : "group-limit"]);
    }
  });

  it("end when the client disconnects, and after the time limit", async () => {
    const request = { method: "GET", path: "/orders/@groups", search: "by=id&sortBy=id", headers: {} };
    const aborted = await memory({ ...request, signal: AbortSignal.abort() });
    expect(aborted.status).toBe(499);
    const slow: Collection<object> = {
      ...memoryCollection(),
      aggregate: (_query, _aggregation, options) => {
        expect(options).toMatchObject({ timeout: 10_000 });
        return Promise.reject(new DOMException("The request took too long.", "TimeoutError"));
      },
    };
    expect((await send(serviceOf(slow), "/orders/@groups?by=id")).status).toBe(503);
  });

  it("have a verdict in advance if a strict database alone cannot form them", async () => {
    const span = { start: 0, end: 0 };
    const reason = { code: "not-exact", severity: "error", message: "No.", span, fixes: [] } as const;
    const rejected: Collection<object> = {
      ...memoryCollection(),
      aggregate: () => Promise.resolve({ ok: false, diagnostics: [reason] }),
    };
    const { status, json } = await send(serviceOf(rejected), "/orders/@groups?by=id");
    expect([status, json.errors[0].diagnostic.code]).toEqual([400, "not-exact"]);
  });
});

describe.each(DATABASES)("groups of $name", (database) => {
  let service: HttpHandler;
  useOpened(database, async ({ source, run, view }) => {
    for (const statement of statementsOf(database.product)) await run(statement);
    const found = await findTable(source, [(await view?.("groups_orders")) ?? "groups_orders"], { catalog });
    service = serviceOf(sqlCollection<object>({ source, catalog, table: found.table }));
  });

  it(`are those of memory, in ${runs} random requests (seed ${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(randomRequest, (request) => expectNaive(service, request)),
      { numRuns: runs, seed, endOnFailure: true },
    );
  }, 120_000);
});

/** Returns the statements that create the table and insert the rows. */
function statementsOf(product: Product): readonly string[] {
  const { types, keyType = types.string, json, lists, object } = PRODUCTS[product];
  const members = [
    ["name", types.string],
    ["age", types.integer],
  ] as const;
  const columns = [
    `id ${keyType} PRIMARY KEY`,
    `city ${types.string}`,
    `size ${types.integer}`,
    `price ${types.number}`,
    `${assumedDialect(product).quote("count")} ${types.integer}`,
    `owner ${object?.type(members) ?? json.type}`,
    `note ${types.string}`,
    `tags ${lists?.type(types.string) ?? json.type}`,
    `secret ${types.integer}`,
  ];
  const ownerOf = ({ owner }: Order) => {
    if (owner === null) return object?.missing ?? "NULL";
    const name = literalOf(product, owner.name, "string");
    const values = [
      ["name", name],
      ["age", String(owner.age)],
    ] as const;
    return object?.of(values) ?? literalOf(product, JSON.stringify(owner), "string");
  };
  const tags = lists?.of(lists.type(types.string), [], []) ?? "'[]'";
  return [
    `CREATE TABLE groups_orders (${columns.join(", ")})`,
    ...rows.map((row) => {
      const { id, city, size, price, count } = row;
      const strings = [id, city].map((value) => literalOf(product, value, "string"));
      const numbers = [size, price, count].map((value) => String(value ?? "NULL"));
      return `INSERT INTO groups_orders VALUES (${[...strings, ...numbers, ownerOf(row)].join(", ")}, NULL, ${tags}, NULL)`;
    }),
  ];
}
