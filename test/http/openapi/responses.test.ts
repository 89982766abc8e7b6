import { beforeAll, expect, it } from "vitest";
import { defineCatalog } from "tamis";
import { createService, defineResource, memoryStore, openApiDocument, type HttpResponse } from "tamis/http";
import { createCollection } from "tamis/store";
import { send, type RequestParts } from "../request.ts";
import { bookResource } from "./library.ts";
import { responseChecker, type ResponseChecker } from "./response-checker.ts";

/*
 * Sends requests to a service and compares each response with the document: status, header fields, media type and body.
 */

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
  explain: true,
  access: ({ identity }) => ({ kind: identity === "nobody" ? "unauthenticated" : "allowed" }),
});
const service = createService({ openapi: true, resources: [resource, shelves] });
const document = openApiDocument([resource, shelves]);
let check: ResponseChecker;

beforeAll(async () => {
  check = await responseChecker(document);
});

const form = { "content-type": "application/x-www-form-urlencoded" };
const json = { "content-type": "application/json" };
const any = { ...json, "if-match": "*" };
/** Requests, with the path of the document unless it is that of the request. */
const REQUESTS: readonly (readonly [target: string, parts?: RequestParts, path?: string])[] = [
  ["/"],
  ["/library/books"],
  ["/library/books?limit=2&start=2&count=false"],
  ["/shelves/@explain?filter=eq(place,'cellar')&limit=1"],
  ["/shelves/@explain?filter=eq(place"],
  ["/library/books?cursor="],
  ["/library/books?select=title,kind", { headers: { "accept-language": "sv" } }],
  ["/library/books", { headers: { "accept-item": "application/vnd.vendor.summary+json" } }],
  ["/library/books?kind=novel&author.name=value&expand=x"],
  ["/library/books?fitler=eq(id,'b0')"],
  ["/library/books?filter=eq(tilte,'b0')", { headers: { accept: "application/problem+json" } }],
  ["/library/books", { headers: { accept: "text/html" } }],
  [`/library/books?${"x".repeat(70_000)}`],
  ["/library/books/@query", { method: "POST", headers: form, body: "limit=1" }],
  ["/library/books/@query", { method: "POST", body: "limit=1" }],
  ["/library/books/@query", { method: "POST", headers: { "content-type": "text/plain" } }],
  ["/library/books/@query", { method: "POST", headers: form, body: "x".repeat(2_000_000) }],
  ["/library/books/@catalog"],
  ["/library/books/@facets"],
  ["/library/books/@facets/kind?limit=1", {}, "/library/books/@facets/{member}"],
  ["/library/books/@facets/secret", {}, "/library/books/@facets/{member}"],
  ["/library/books/@ranges/folios?filter=gt(folios,10)", {}, "/library/books/@ranges/{member}"],
  ["/library/books/@ranges/notes", {}, "/library/books/@ranges/{member}"],
  ["/library/books/@groups?by=kind,author.name&sum=folios&min=id&limit=2"],
  ["/library/books/@groups?by=secret"],
  ["/library/books/@rows?select=id"],
  ["/library/books/@rows", { headers: { accept: "text/csv" } }],
  ["/library/books", { headers: { accept: "text/csv" } }],
  ["/library/books", { headers: { "if-none-match": "*" } }],
  ["/library/books/b1", {}, "/library/books/{id}"],
  [
    "/library/books/b1",
    { headers: { accept: "application/vnd.vendor.summary+json" } },
    "/library/books/{id}",
  ],
  ["/library/books/b1", { headers: { "if-none-match": "*" } }, "/library/books/{id}"],
  ["/library/books/missing", {}, "/library/books/{id}"],
  ["/library/books/b1?x=y", {}, "/library/books/{id}"],
  ["/shelves", { method: "POST", headers: json, body: '{"id":"s3"}' }],
  ["/shelves", { method: "POST", headers: { ...json, prefer: "return=minimal" }, body: "{}" }],
  ["/shelves", { method: "POST", headers: json, body: '{"id":"s1"}' }],
  ["/shelves", { method: "POST", headers: json, body: '{"id":1}' }],
  ["/shelves", { method: "POST", headers: { "content-type": "text/plain" }, body: "{}" }],
  ["/shelves", { method: "POST", body: "{}" }],
  ["/shelves", { method: "POST", headers: { ...json, "idempotency-key": "k" }, body: "{}" }],
  ["/shelves", { method: "POST", headers: { ...json, "idempotency-key": "k" }, body: '{"id":"z"}' }],
  ["/shelves", { identity: "nobody" }],
  ["/shelves/s1", { method: "PUT", headers: json, body: "{}" }, "/shelves/{id}"],
  ["/shelves/s1", { method: "PUT", headers: any, body: '{"place":"attic"}' }, "/shelves/{id}"],
  ["/shelves/s1", { method: "PUT", headers: any, body: '{"place":"cellar"}' }, "/shelves/{id}"],
  [
    "/shelves/s1",
    { method: "PUT", headers: { ...any, prefer: "return=minimal" }, body: "{}" },
    "/shelves/{id}",
  ],
  ["/shelves/s1", { method: "PUT", headers: { ...json, "if-match": '"x"' }, body: "{}" }, "/shelves/{id}"],
  ["/shelves/none", { method: "PUT", headers: any, body: "{}" }, "/shelves/{id}"],
  ["/shelves/s1", { method: "PATCH", headers: any, body: '{"place":null}' }, "/shelves/{id}"],
  ["/shelves/s1", { method: "PATCH", headers: any, body: '{"place":1}' }, "/shelves/{id}"],
  [
    "/shelves/s1",
    { method: "PATCH", headers: { ...any, "content-type": "a/b" }, body: "{}" },
    "/shelves/{id}",
  ],
  ["/shelves/s1", { method: "DELETE", headers: { "if-match": '"x"' } }, "/shelves/{id}"],
  ["/shelves/s1", { method: "DELETE" }, "/shelves/{id}"],
  ["/shelves/s1", { method: "DELETE" }, "/shelves/{id}"],
];

const cases = REQUESTS.map(([target, parts = {}, path = target.split("?")[0]!]) => {
  return { path, target, parts, shown: target.slice(0, 60) };
});

it.each(cases)("the response to $shown is as described ($parts)", async ({ path, target, parts }) => {
  const method = parts.method ?? "GET";
  expectDescribed(await send(service, target, parts), path, method.toLowerCase());
  if (method === "GET") {
    const head = await send(service, target, { ...parts, method: "HEAD" });
    expectDescribed(head, path, "head");
    expect(head.body).toBeUndefined();
  }
});

function expectDescribed(response: HttpResponse & { json?: unknown }, path: string, method: string) {
  expect(check(method, path, response)).toEqual([]);
}
