import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { defineCatalog } from "tamis";
import { memoryStore } from "tamis/http";
import { BODY_PROBLEMS } from "../../../src/http/contract/body-problems.ts";
import { createCollection } from "tamis/store";
import { send, sendJson } from "../request.ts";
import { serve } from "../serve.ts";

const catalog = defineCatalog({
  name: "values",
  key: "id",
  members: {
    id: "string",
    name: { type: "string", nullable: false },
    state: { type: "string", enum: ["open", "closed"] },
    size: "integer",
    count: { type: "integer", safe: true },
    ratio: "number",
    done: "boolean",
    day: "date",
    at: "time",
    changed: "dateTime",
    tags: { type: "list", items: { type: "string", nullable: false } },
    sizes: { type: "list", items: "integer" },
    labels: { type: "map", values: "integer" },
    owner: {
      type: "object",
      members: { name: { type: "string", nullable: false }, days: { type: "list", items: "date" } },
    },
    hidden: { type: "string", filterable: false },
    renamed: { type: "string", property: "own name" },
  },
});

function valueService() {
  const collection = createCollection<Record<string, unknown>>([{ id: "a", name: "n" }], { catalog });
  const errors: unknown[] = [];
  const service = serve(
    { path: "/values", store: memoryStore(collection) },
    { onError: (error) => void errors.push(error), limits: { body: 100_000 } },
  );
  const put = (body: string | Uint8Array) => sendJson(service, "PUT", "/values/a", body);
  return { service, put, errors };
}

interface Problem {
  readonly pointer: string;
  readonly diagnostic: { readonly code: string };
}

/** Bodies, each with the pointers and codes of its problems. */
const INVALID: readonly (readonly [body: string, problems: Readonly<Record<string, string>>])[] = [
  ["", { "": "invalid-json" }],
  ["{", { "": "invalid-json" }],
  ["null", { "": "not-an-object" }],
  ["[]", { "": "not-an-object" }],
  ['"text"', { "": "not-an-object" }],
  ['{"name":"a","name":"b"}', { "/name": "duplicate-name" }],
  ['{"name":"a","n\\u0061me":"b"}', { "/name": "duplicate-name" }],
  ['{"name":"a","x":[{"y":1,"y/z":2,"y/z":3}]}', { "/x/0/y~1z": "duplicate-name" }],
  ["[".repeat(65), { "": "too-deep" }],
  [`{"name":"a","x":${"[".repeat(50_000)}`, { "": "too-deep" }],
  [`{"name":"a","size":${"9".repeat(1_001)}}`, { "": "out-of-range" }],
  ["{}", { "/name": "required" }],
  ['{"name":null}', { "/name": "required" }],
  [
    '{"name":1,"state":"Open","size":"1","ratio":"x","done":0,"day":"2020-02-30","at":"25:00","changed":"2020-01-01"}',
    {
      "/name": "wrong-type",
      "/state": "unknown-value",
      "/size": "wrong-type",
      "/ratio": "wrong-type",
      "/done": "wrong-type",
      "/day": "wrong-type",
      "/at": "wrong-type",
      "/changed": "wrong-type",
    },
  ],
  [
    '{"name":"a","size":9223372036854775808,"count":9007199254740992,"ratio":1e309,"sizes":[9007199254740993]}',
    {
      "/size": "out-of-range",
      "/count": "out-of-range",
      "/ratio": "out-of-range",
      "/sizes/0": "out-of-range",
    },
  ],
  ['{"name":"a","size":1e300}', { "/size": "out-of-range" }],
  ['{"name":"a","size":1.5}', { "/size": "wrong-type" }],
  ['{"name":"a","changed":"0001-01-01T00:00:00+01:00"}', { "/changed": "out-of-range" }],
  ['{"name":"a","at":"00:30:00+01:00"}', { "/at": "out-of-range" }],
  ['{"name":"\\u0000"}', { "/name": "invalid-string" }],
  ['{"name":"\\ud800"}', { "/name": "invalid-string" }],
  ['{"name":"a","labels":{"\\u0000":1}}', { "/labels/\0": "invalid-string" }],
  ['{"name":"a","tags":"x"}', { "/tags": "wrong-type" }],
  ['{"name":"a","tags":["x",null,5]}', { "/tags/1": "required", "/tags/2": "wrong-type" }],
  ['{"name":"a","labels":{"x":"1"}}', { "/labels/x": "wrong-type" }],
  ['{"name":"a","owner":[]}', { "/owner": "wrong-type" }],
  [
    '{"name":"a","owner":{"days":["2020-01-01","x"]}}',
    { "/owner/name": "required", "/owner/days/1": "wrong-type" },
  ],
  ['{"name":"a","id":"b"}', { "/id": "key-mismatch" }],
];

it.each(INVALID)("%.80s is refused with a problem for each member", async (body, problems) => {
  const { put } = valueService();
  const { status, json } = await put(body);
  expect(status).toBe(400);
  const codes = (json.errors as readonly Problem[]).map(({ pointer, diagnostic }) => [
    pointer,
    diagnostic.code,
  ]);
  expect(Object.fromEntries(codes)).toEqual(problems);
});

it("every code of a problem has a body that provokes it, or is provoked by a test of its own", () => {
  const provoked = new Set(INVALID.flatMap(([, problems]) => Object.values(problems)));
  expect(Object.keys(BODY_PROBLEMS).filter((code) => !provoked.has(code))).toEqual([
    "too-precise",
    "invalid-key",
    // In operations.test.ts.
    "broken-rule",
    // In existing-tables.test.ts.
    "read-only",
  ]);
});

it("a key that no path can contain is refused", async () => {
  const { service } = valueService();
  for (const id of [".", "..", "", "x".repeat(1_001)]) {
    const { status, json } = await sendJson(service, "POST", "/values", { id, name: "n" });
    expect([status, json.errors[0].diagnostic]).toEqual([400, { code: "invalid-key", pointer: "/id" }]);
  }
});

it("a time with more digits than the store keeps is refused", async () => {
  const collection = createCollection<Record<string, unknown>>([{ id: "a", name: "n" }], { catalog });
  const store = { ...memoryStore(collection), fractionDigits: () => 3 };
  const service = serve({ path: "/values", store });
  const put = (changed: string) => sendJson(service, "PUT", "/values/a", { name: "n", changed });
  expect((await put("2020-01-01T00:00:00.1234Z")).json.errors[0].diagnostic.code).toBe("too-precise");
  expect((await put("2020-01-01T00:00:00.1230Z")).status).toBe(200);
});

it("valid values are stored in their canonical form, and integers exactly", async () => {
  const { service, put } = valueService();
  const body =
    '{"id":"a","name":"Zoë","state":"open","size":9007199254740993,"count":-0,"ratio":1e3,"done":true,"day":"2020-02-29","at":"13:45","changed":"2020-01-01T00:30:00+01:00","tags":[],"labels":{"__proto__":1},"owner":{"name":"o","x":1},"hidden":"h","renamed":"r","constructor":{},"__proto__":{"polluted":1}}';
  const { status } = await put(body);
  expect(status).toBe(200);
  const read = await service({ method: "GET", path: "/values/a", headers: {} });
  const text = (read.body as string).replace(/,"links":.*$/, "}");
  expect(text).toBe(
    '{"id":"a","name":"Zoë","state":"open","size":9007199254740993,"count":0,"ratio":1000,"done":true,"day":"2020-02-29","at":"13:45:00Z","changed":"2019-12-31T23:30:00Z","tags":[],"sizes":null,"labels":{"__proto__":1},"owner":{"name":"o"},"renamed":"r"}',
  );
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

it("at most 50 problems are reported", async () => {
  const { put } = valueService();
  const { json } = await put(JSON.stringify({ name: "a", tags: Array.from({ length: 1_000 }, (_, i) => i) }));
  expect(json.errors).toHaveLength(50);
});

it.each([
  ["bytes that are not UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), 400],
  ["a half character", new Uint8Array([0x22, 0xc3]), 400],
  ["more bytes than the limit", "x".repeat(100_001), 413],
])("a body of %s is refused", async (_title, body, expected) => {
  expect((await valueService().put(body)).status).toBe(expected);
});

const word = fc.constantFrom(...catalog.members.byName.keys(), "__proto__", "constructor", "toString", "");
const hostileValue = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    null,
    1e400,
    -0,
    2 ** 53,
    "\0",
    "\ud800",
    "2020-01-01",
    "24:00",
    "9999-12-31T23:59:59-18:00",
  ),
  fc.array(fc.jsonValue()),
);
const hostileText = fc.oneof(
  fc.array(fc.tuple(word, hostileValue)).map((each) => JSON.stringify(Object.fromEntries(each))),
  fc
    .tuple(
      fc.jsonValue().map((each) => JSON.stringify(each)),
      fc.nat(),
    )
    .map(([text, end]) => text.slice(0, end % (text.length + 1))),
  fc.string({ unit: fc.constantFrom("{", "}", "[", "]", '"', ":", ",", "\\", "1", "e", "-", "u", "null") }),
  fc.integer({ min: 1, max: 40_000 }).map((depth) => "[{".repeat(depth)),
);

it("no body makes the server fail, and an accepted one can be read again", async () => {
  const { service, put, errors } = valueService();
  await fc.assert(
    fc.asyncProperty(hostileText, fc.constantFrom("PUT", "PATCH"), async (body, method) => {
      const { status, json } = await sendJson(service, method, "/values/a", body);
      expect([200, 400]).toContain(status);
      if (status === 200) expect((await send(service, "/values/a")).json).toEqual(json);
    }),
    { numRuns: 500 },
  );
  expect(errors).toEqual([]);
  expect((await put('{"name":"n"}')).status).toBe(200);
});

it("docs/http.md lists each code with its rule", () => {
  const page = readFileSync(new URL("../../../docs/http.md", import.meta.url), "utf8");
  const [, section = ""] = /^### Bodies\n([\s\S]*?)^### /m.exec(page) ?? [];
  const rows = [...section.matchAll(/^\| `([a-z-]+)` +\| (.+?) +\|$/gm)].map(([, code, rule]) => [
    code,
    rule,
  ]);
  expect(Object.fromEntries(rows)).toEqual(BODY_PROBLEMS);
});
