import { describe, expect, it, onTestFinished } from "vitest";
import { parseFilter } from "tamis";
import { findTable } from "tamis/databases";
import { createService, defineResource, type AccessFunction, type HttpHandler } from "tamis/http";
import { send, sendJson } from "../request.ts";
import { DATABASES, type StoreDatabase } from "./store-fixtures.ts";

/* Changes of tables that tamis has not created. */

type Open = (ddl: string, tables: readonly string[], access?: AccessFunction) => Promise<HttpHandler>;

/** Returns a function that serves tables until the running test ends. */
const serving =
  (openDatabase: () => Promise<StoreDatabase>): Open =>
  async (ddl, tables, access) => {
    const { source, run, open, end } = await openDatabase();
    onTestFinished(end);
    await run(ddl);
    const resources = [];
    // Opening a store locks a file of SQLite.
    for (const name of tables) {
      const store = await open({ ...(await findTable(source, name)), migrate: false });
      resources.push(defineResource({ path: `/${name}`, store, access }));
    }
    return createService({ resources, openapi: true });
  };

const [SQLITE, POSTGRES] = DATABASES.map(([name, openDatabase]) => ({ [name]: serving(openDatabase) }));
const BOTH = { ...SQLITE, ...POSTGRES };

/** Method and path, body, status, and members of the response; for 400 the code of each pointer. */
type Step = readonly [request: string, body: object | undefined, status: number, result?: object];

async function run(service: HttpHandler, steps: readonly Step[]): Promise<void> {
  for (const [request, body, status, result = {}] of steps) {
    const [method = "", path = ""] = request.split(" ");
    const response = await (body === undefined
      ? send(service, path, { method, headers: { "if-match": "*" } })
      : sendJson(service, method, path, body));
    const problems = (response.json?.errors ?? []) as readonly {
      readonly pointer: string;
      readonly diagnostic: { readonly code: string };
    }[];
    const seen =
      status === 400
        ? Object.fromEntries(problems.map(({ pointer, diagnostic }) => [pointer, diagnostic.code]))
        : (response.json ?? {});
    expect([request, body, response.status, seen]).toMatchObject([request, body, status, result]);
    if (status === 400) expect(seen).toEqual(result);
  }
}

interface Case {
  readonly title: string;
  readonly databases: Readonly<Record<string, Open>>;
  readonly ddl: string;
  readonly tables?: readonly string[];
  readonly steps: readonly Step[];
}

const TYPED = {
  ...{ v: "a ", v5: "abc ", c: "abc", n: 1.5, n2: -2.25, n0: 7, r: 0.5, big: 12345678901234.56, money: 1.25 },
  ...{
    u: "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
    span: "1 day",
    mood: "ok",
    bits: "101",
    small: 1,
    text: "t",
  },
};

const CASES: readonly Case[] = [
  {
    title: "values of each type are stored exactly, or refused",
    databases: POSTGRES!,
    ddl: "CREATE TYPE mood AS ENUM ('sad', 'ok'); CREATE DOMAIN word AS varchar(5) CHECK (VALUE <> 'x'); CREATE TABLE x (id serial PRIMARY KEY, v varchar, v5 varchar(5), c char(3), n numeric, n2 numeric(10,2), n0 numeric(9,0), r real, big numeric(20,2), money money, u uuid, span interval, mood mood, bits bit(3), named word, small smallint, medium integer, text text)",
    steps: [
      ["POST /x", TYPED, 201, TYPED],
      ["PUT /x/1", { ...TYPED, n2: 0.1, named: "n" }, 200, { ...TYPED, n2: 0.1, named: "n" }],
      ["PATCH /x/1", { v5: "12345", mood: "sad" }, 200, { v5: "12345", mood: "sad", named: "n", n2: 0.1 }],
      [
        "PATCH /x/1",
        { v5: "123456", small: 40_000, medium: 3e9 },
        400,
        { "/v5": "invalid-string", "/small": "out-of-range", "/medium": "out-of-range" },
      ],
      ["POST /x", { id: 3e9 }, 400, { "/id": "out-of-range" }],
      ["PATCH /x/1", { small: 32_767 }, 200, { small: 32_767 }],
      [
        "POST /x",
        {
          ...{ v5: "12345 ", c: "ab ", n2: 1.005, n0: 1e10, r: 0.1, big: 1e20, money: 1.234, u: "x" },
          ...{ span: "x", mood: "none", bits: "1011", named: "x", small: -40_000 },
        },
        400,
        {
          ...{ "/v5": "invalid-string", "/c": "invalid-string", "/n2": "too-precise", "/n0": "out-of-range" },
          ...{ "/r": "too-precise", "/big": "out-of-range", "/money": "too-precise", "/u": "invalid-string" },
          ...{ "/span": "invalid-string", "/mood": "invalid-string", "/bits": "invalid-string" },
          ...{ "/named": "invalid-string", "/small": "out-of-range" },
        },
      ],
      ["GET /x/2", undefined, 404],
    ],
  },
  {
    title: "a key can be of a type that is read as a string",
    databases: POSTGRES!,
    ddl: "CREATE TABLE x (id uuid PRIMARY KEY, text varchar(9))",
    steps: [
      ["POST /x", { id: TYPED.u, text: "a" }, 201, { id: TYPED.u, text: "a" }],
      ["POST /x", { id: TYPED.u }, 409],
      ["POST /x", { id: "x" }, 400, { "/id": "invalid-string" }],
      [`PATCH /x/${TYPED.u}`, { text: "b" }, 200, { text: "b" }],
      ["GET /x/x", undefined, 404],
      [`DELETE /x/${TYPED.u}`, undefined, 204],
    ],
  },
  {
    title:
      "columns with a collation or without a type are written, and strings that a column would convert are not",
    databases: SQLITE!,
    ddl: "CREATE TABLE x (id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE, free, code STRING); INSERT INTO x VALUES (1, 'a', 'b', 'c')",
    steps: [
      ["PATCH /x/1", { name: "N", free: "7" }, 200, { name: "N", free: "7", code: "c" }],
      ["PATCH /x/1", { code: "007" }, 400, { "/code": "read-only" }],
      ["PUT /x/1", { name: "M", code: "c" }, 200, { name: "M", code: "c" }],
      ["POST /x", { code: "d" }, 400, { "/code": "read-only" }],
      ["POST /x", { name: "x", code: null }, 201, { name: "x" }],
    ],
  },
  {
    title: "missing values are refused by their members",
    databases: BOTH,
    ddl: "CREATE TABLE x (id INTEGER PRIMARY KEY, name TEXT NOT NULL); INSERT INTO x VALUES (1, 'a')",
    steps: [
      ["POST /x", { id: 2 }, 400, { "/name": "required" }],
      ["PATCH /x/1", { name: null }, 400, { "/name": "required" }],
    ],
  },
  {
    title: "times with more digits than their column keeps are refused",
    databases: POSTGRES!,
    ddl: "CREATE TABLE x (id serial PRIMARY KEY, t0 timestamp(0), t3 timestamptz(3), tm0 time(0))",
    steps: [
      [
        "POST /x",
        { t0: "2020-01-01T23:59:59.5Z", t3: "9999-12-31T23:59:59.9999Z", tm0: "23:59:59.7Z" },
        400,
        { "/t0": "too-precise", "/t3": "too-precise", "/tm0": "too-precise" },
      ],
      ["POST /x", { t0: "2020-01-01T23:59:59Z", t3: "9999-12-31T23:59:59.999Z" }, 201],
      ["GET /x?filter=eq(t3,9999-12-31T23:59:59.999Z)", undefined, 200, { count: 1 }],
    ],
  },
  {
    title: "generated columns are read-only",
    databases: BOTH,
    ddl: "CREATE TABLE x (id INTEGER PRIMARY KEY, w INTEGER, dbl INTEGER GENERATED ALWAYS AS (w * 2) STORED)",
    steps: [
      ["POST /x", { id: 1, w: 3 }, 201, { w: 3, dbl: 6 }],
      ["POST /x", { id: 2, w: 3, dbl: 6 }, 400, { "/dbl": "read-only" }],
      ["PUT /x/1", { w: 4, dbl: 6 }, 200, { w: 4, dbl: 8 }],
      ["PATCH /x/1", { w: 5 }, 200, { dbl: 10 }],
      ["PATCH /x/1", { dbl: null }, 400, { "/dbl": "read-only" }],
    ],
  },
  {
    title: "a key that only the database assigns is read-only",
    databases: POSTGRES!,
    ddl: "CREATE TABLE x (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY)",
    steps: [
      ["POST /x", { id: 50 }, 400, { "/id": "read-only" }],
      ["POST /x", {}, 201, { id: 1 }],
      ["PUT /x/1", { id: 1 }, 200, { id: 1 }],
      ["PATCH /x/1", { id: 2 }, 400, { "/id": "key-mismatch" }],
    ],
  },
  {
    title: "missing members of new items get the defaults of their columns",
    databases: BOTH,
    ddl: "CREATE TABLE x (id INTEGER PRIMARY KEY, size INTEGER DEFAULT 5, created TEXT NOT NULL DEFAULT 'now')",
    steps: [
      ["POST /x", { id: 1 }, 201, { size: 5, created: "now" }],
      ["POST /x", { id: 2, size: null, created: "then" }, 201, { created: "then" }],
      ["GET /x?filter=isNull(size)", undefined, 200, { count: 1 }],
      ["POST /x", { id: 3, created: null }, 400, { "/created": "required" }],
      ["PUT /x/1", {}, 400, { "/created": "required" }],
      ["PUT /x/1", { created: "now" }, 200, { created: "now" }],
      ["GET /x?filter=isNull(size)", undefined, 200, { count: 2 }],
    ],
  },
  {
    title: "a row that another row references cannot be deleted",
    databases: BOTH,
    ddl: "CREATE TABLE x (id INTEGER PRIMARY KEY); CREATE TABLE y (id INTEGER PRIMARY KEY, x INTEGER REFERENCES x); INSERT INTO x VALUES (1); INSERT INTO y VALUES (1, 1)",
    tables: ["x", "y"],
    steps: [
      ["DELETE /x/1", undefined, 409],
      ["POST /y", { id: 2, x: 7 }, 409],
      ["DELETE /y/1", undefined, 204],
      ["DELETE /x/1", undefined, 204],
    ],
  },
];

describe.each(CASES)("$title", ({ databases, ddl, tables = ["x"], steps }) => {
  it.each(Object.entries(databases))("%s", async (_name, open) => run(await open(ddl, tables), steps));
});

it.each(Object.entries(BOTH))("OpenAPI marks read-only members: %s", async (_name, open) => {
  const service = await open(
    "CREATE TABLE x (id INTEGER PRIMARY KEY, w INTEGER, dbl INTEGER GENERATED ALWAYS AS (w * 2) STORED)",
    ["x"],
  );
  const { json } = await send(service, "/openapi.json");
  const name = Object.keys(json.components.schemas as object).find((each) => each.endsWith(".Item"))!;
  const { w, dbl } = json.components.schemas[name].properties;
  expect([w.readOnly, dbl.readOnly]).toEqual([undefined, true]);
});

it.each(Object.entries(BOTH))("a rule sees the values that the database sets: %s", async (_name, open) => {
  const ddl =
    "CREATE TABLE x (id INTEGER PRIMARY KEY, w INTEGER DEFAULT 2, dbl INTEGER GENERATED ALWAYS AS (w * 2) STORED)";
  const rule = parseFilter("lt(dbl,5)").expression!;
  const service = await open(ddl, ["x"], () => ({ kind: "allowed", rule }));
  await run(service, [
    ["POST /x", { id: 1 }, 201, { w: 2, dbl: 4 }],
    ["POST /x", { id: 2, w: 3 }, 403],
    ["PATCH /x/1", { w: 3 }, 403],
    ["PATCH /x/1", { w: 1 }, 200, { dbl: 2 }],
    ["GET /x", undefined, 200, { count: 1 }],
  ]);
});
