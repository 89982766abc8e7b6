import { beforeAll, expect, it } from "vitest";
import { defineCatalog } from "tamis";
import { createService, defineResource, memoryStore, openApiDocument, type HttpResponse } from "tamis/http";
import { createCollection } from "tamis/store";
import { send, type RequestParts } from "../request.ts";
import { bookResource } from "./library.ts";
import { loadPackage } from "./validator.ts";

/*
 * Sends requests to a service and compares each response with the document: status, header fields, media type and body.
 */

interface Ajv {
  addSchema: (schema: object, id: string) => Ajv;
  getSchema: (pointer: string) => ((value: unknown) => boolean) & { errors?: unknown };
}

const resource = bookResource({ locales: ["en", "sv"], paging: "cursor" });
const shelf = defineCatalog({
  name: "shelves",
  key: "id",
  members: { id: { type: "string", nullable: false }, place: "string", changed: "dateTime" },
});
const shelves = defineResource({
  path: "/shelves",
  store: memoryStore(createCollection([{ id: "s1" }, { id: "s2", place: "cellar" }], { catalog: shelf }), {
    unique: [["place"]],
  }),
  stamps: { modified: "changed" },
  access: ({ identity }) => ({ kind: identity === "nobody" ? "unauthenticated" : "allowed" }),
});
const service = createService({ openapi: true, resources: [resource, shelves] });
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- reads any place of the document
const document = openApiDocument([resource, shelves]) as any;
let schemas: Ajv;

beforeAll(async () => {
  const { Ajv2020 } = await loadPackage<{ Ajv2020: new (options: object) => Ajv }>("ajv/dist/2020.js");
  schemas = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  schemas.addSchema(document, "document");
});

const form = { "content-type": "application/x-www-form-urlencoded" };
const json = { "content-type": "application/json" };
const any = { ...json, "if-match": "*" };
const REQUESTS: readonly (readonly [path: string, target: string, parts?: RequestParts])[] = [
  ["/", "/"],
  ["/library/books", "/library/books"],
  ["/library/books", "/library/books?limit=2&start=2&count=false"],
  ["/library/books", "/library/books?cursor="],
  ["/library/books", "/library/books?select=title,kind", { headers: { "accept-language": "sv" } }],
  ["/library/books", "/library/books", { headers: { "accept-item": "application/vnd.vendor.summary+json" } }],
  ["/library/books", "/library/books?kind=novel&author.name=value&expand=x"],
  ["/library/books", "/library/books?fitler=eq(id,'b0')"],
  [
    "/library/books",
    "/library/books?filter=eq(tilte,'b0')",
    { headers: { accept: "application/problem+json" } },
  ],
  ["/library/books", "/library/books", { headers: { accept: "text/html" } }],
  ["/library/books", `/library/books?${"x".repeat(70_000)}`],
  ["/library/books/@query", "/library/books/@query", { method: "POST", headers: form, body: "limit=1" }],
  ["/library/books/@query", "/library/books/@query", { method: "POST", body: "limit=1" }],
  [
    "/library/books/@query",
    "/library/books/@query",
    { method: "POST", headers: { "content-type": "text/plain" } },
  ],
  [
    "/library/books/@query",
    "/library/books/@query",
    { method: "POST", headers: form, body: "x".repeat(2_000_000) },
  ],
  ["/library/books/@catalog", "/library/books/@catalog"],
  ["/library/books/@facets", "/library/books/@facets"],
  ["/library/books/@facets/{member}", "/library/books/@facets/kind?limit=1"],
  ["/library/books/@facets/{member}", "/library/books/@facets/secret"],
  ["/library/books/@ranges/{member}", "/library/books/@ranges/folios?filter=gt(folios,10)"],
  ["/library/books/@ranges/{member}", "/library/books/@ranges/notes"],
  ["/library/books/@rows", "/library/books/@rows?select=id"],
  ["/library/books/{id}", "/library/books/b1"],
  [
    "/library/books/{id}",
    "/library/books/b1",
    { headers: { accept: "application/vnd.vendor.summary+json" } },
  ],
  ["/library/books/{id}", "/library/books/b1", { headers: { "if-none-match": "*" } }],
  ["/library/books/{id}", "/library/books/missing"],
  ["/library/books/{id}", "/library/books/b1?x=y"],
  ["/shelves", "/shelves", { method: "POST", headers: json, body: '{"id":"s3"}' }],
  ["/shelves", "/shelves", { method: "POST", headers: { ...json, prefer: "return=minimal" }, body: "{}" }],
  ["/shelves", "/shelves", { method: "POST", headers: json, body: '{"id":"s1"}' }],
  ["/shelves", "/shelves", { method: "POST", headers: json, body: '{"id":1}' }],
  ["/shelves", "/shelves", { method: "POST", headers: { "content-type": "text/plain" }, body: "{}" }],
  ["/shelves", "/shelves", { method: "POST", body: "{}" }],
  ["/shelves", "/shelves", { method: "POST", headers: { ...json, "idempotency-key": "k" }, body: "{}" }],
  [
    "/shelves",
    "/shelves",
    { method: "POST", headers: { ...json, "idempotency-key": "k" }, body: '{"id":"z"}' },
  ],
  ["/shelves", "/shelves", { identity: "nobody" }],
  ["/shelves/{id}", "/shelves/s1", { method: "PUT", headers: json, body: "{}" }],
  ["/shelves/{id}", "/shelves/s1", { method: "PUT", headers: any, body: '{"place":"attic"}' }],
  ["/shelves/{id}", "/shelves/s1", { method: "PUT", headers: any, body: '{"place":"cellar"}' }],
  [
    "/shelves/{id}",
    "/shelves/s1",
    { method: "PUT", headers: { ...any, prefer: "return=minimal" }, body: "{}" },
  ],
  ["/shelves/{id}", "/shelves/s1", { method: "PUT", headers: { ...json, "if-match": '"x"' }, body: "{}" }],
  ["/shelves/{id}", "/shelves/none", { method: "PUT", headers: any, body: "{}" }],
  ["/shelves/{id}", "/shelves/s1", { method: "PATCH", headers: any, body: '{"place":null}' }],
  ["/shelves/{id}", "/shelves/s1", { method: "PATCH", headers: any, body: '{"place":1}' }],
  [
    "/shelves/{id}",
    "/shelves/s1",
    { method: "PATCH", headers: { ...any, "content-type": "a/b" }, body: "{}" },
  ],
  ["/shelves/{id}", "/shelves/s1", { method: "DELETE", headers: { "if-match": '"x"' } }],
  ["/shelves/{id}", "/shelves/s1", { method: "DELETE" }],
  ["/shelves/{id}", "/shelves/s1", { method: "DELETE" }],
];

const cases = REQUESTS.map(([path, target, parts = {}]) => ({
  path,
  target,
  parts,
  shown: target.slice(0, 60),
}));

it.each(cases)("the response to $shown is as described ($parts)", async ({ path, target, parts }) => {
  const method = parts.method ?? "GET";
  expectDescribed(await send(service, target, parts), path, method.toLowerCase());
  if (method === "GET") {
    const head = await send(service, target, { ...parts, method: "HEAD" });
    expectDescribed(head, path, "head");
    expect(head.body).toBeUndefined();
  }
});

function expectDescribed(
  { status, headers, body, json }: HttpResponse & { json?: unknown },
  path: string,
  method: string,
) {
  const pointer = `/paths/${escape(path)}/${method}/responses/${String(status)}`;
  let place = pointer;
  let described = at(place);
  expect(described, `${method} ${path}: ${String(status)}`).toBeDefined();
  if (described.$ref !== undefined) described = at((place = described.$ref.slice(1)));
  for (const name of Object.keys(headers)) {
    if (UNDESCRIBED.has(name)) continue;
    const names = Object.keys(described.headers ?? {}).map((each) => each.toLowerCase());
    const isError = status >= 400 && name === "vary";
    expect(isError || names.includes(name), `${method} ${path}: ${String(status)} ${name}`).toBe(true);
  }
  if (body === undefined) return;
  const type = headers["content-type"]!;
  expect(Object.keys(described.content)).toContain(type);
  if (json === undefined) return;
  const validate = schemas.getSchema(`document#${place}/content/${escape(type)}/schema`);
  expect(validate(json), JSON.stringify(validate.errors)).toBe(true);
}

/** Fields of each response, which have no description. */
const UNDESCRIBED: ReadonlySet<string> = new Set([
  "content-type",
  "content-length",
  "cache-control",
  "connection",
  "x-content-type-options",
]);

function escape(segment: string): string {
  return segment.replaceAll("~", "~0").replaceAll("/", "~1");
}

function at(pointer: string) {
  return pointer
    .slice(1)
    .split("/")
    .reduce((value, each) => value?.[each.replaceAll("~1", "/").replaceAll("~0", "~")], document);
}
