import { expect, it } from "vitest";
import { call, name, string } from "tamis/ast";
import type { HttpHandler } from "tamis/http";
import { send, sendJson, type RequestParts } from "../request.ts";
import { annotationService, JSON_BODY, ROW } from "./annotations.ts";

const NAMED = '{"name":"n"}';
const inDomain = (domain: string) => call("eq", [name("domain"), string(domain)]);

const tagOf = async (service: HttpHandler) => (await send(service, "/annotations/a1")).headers["etag"]!;

/** Creates an annotation, or changes `a1` whatever its version is unless `parts` has other conditions. */
function change(
  service: HttpHandler,
  method: string,
  body: object,
  parts: Omit<RequestParts, "method" | "body"> = {},
) {
  const target = method === "POST" ? "/annotations" : "/annotations/a1";
  return sendJson(service, method, target, body, parts);
}

it("POST creates an item with an assigned key and stamps, and returns it with its location and validators", async () => {
  const { service } = annotationService();
  const item = { id: "mine", domain: "d", name: "m", unknown: 1, createdBy: "mine" };
  const type = { "content-type": "application/vnd.vendor.annotation+json" };
  const parts = { headers: type, identity: { name: "ann" } };
  const { status, headers, json } = await change(service, "POST", item, parts);
  expect(status).toBe(201);
  expect(headers["content-type"]).toBe("application/vnd.vendor.annotation+json");
  expect(json).toMatchObject({ domain: "d", name: "m", label: null, createdBy: "ann", modifiedBy: "ann" });
  expect(json.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers["location"]).toBe(`/annotations/${json.id}`);
  expect(headers["etag"]).toMatch(/^"[A-Za-z0-9_-]{22}"$/);
  const seconds = Math.floor(Date.parse(json.modifiedTimeStamp) / 1000);
  expect(Date.parse(headers["last-modified"]!)).toBe(seconds * 1000);
  expect(json).not.toHaveProperty("unknown");
  const read = await send(service, headers["location"]!);
  expect(read.json).toEqual(json);
  expect(read.headers["etag"]).toBe(headers["etag"]);
});

it("PUT replaces an item: missing members become null, assigned members keep their values", async () => {
  const { service } = annotationService();
  const item = { id: "a1", name: "new", createdBy: "x", creationTimeStamp: "x" };
  const parts = { headers: { "if-match": await tagOf(service) }, identity: "ann" };
  const { status, headers, json } = await change(service, "PUT", item, parts);
  expect(status).toBe(200);
  const { creationTimeStamp, createdBy } = ROW;
  expect(json).toMatchObject({
    id: "a1",
    name: "new",
    domain: null,
    owner: null,
    createdBy,
    creationTimeStamp,
  });
  expect(json.modifiedBy).toBe("ann");
  expect(json.modifiedTimeStamp > ROW.modifiedTimeStamp).toBe(true);
  expect(headers["etag"]).toBe(await tagOf(service));
});

it("PATCH changes only the members that it names, and null removes a member", async () => {
  const { service } = annotationService();
  const headers = { "content-type": "application/merge-patch+json", "if-match": await tagOf(service) };
  const patch = { label: "l", domain: null, owner: { name: "p" } };
  const { status, json } = await change(service, "PATCH", patch, { headers });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    name: "n",
    label: "l",
    domain: null,
    owner: { name: "p", secret: "s" },
    internal: "i",
  });
});

it("DELETE removes an item, with or without a condition", async () => {
  const { service } = annotationService();
  const etag = await tagOf(service);
  const remove = (tag: string) =>
    send(service, "/annotations/a1", { method: "DELETE", headers: { "if-match": tag } });
  expect((await remove('"x"')).status).toBe(412);
  const { status, body } = await remove(etag);
  expect([status, body]).toEqual([204, undefined]);
  expect((await send(service, "/annotations/a1")).status).toBe(404);
  expect((await send(annotationService().service, "/annotations/a1", { method: "DELETE" })).status).toBe(204);
});

it("a client that accepts only errors, or prefers a minimal response, gets validators without the item", async () => {
  const { service } = annotationService();
  for (const preference of [{ accept: "application/vnd.vendor.error+json" }, { prefer: "return=minimal" }]) {
    const condition = { "if-match": await tagOf(service), ...preference };
    const { status, headers, body } = await change(service, "PUT", { name: "n" }, { headers: condition });
    expect([status, body]).toEqual([204, undefined]);
    expect(headers["etag"]).toBe(await tagOf(service));
    expect(headers).toHaveProperty("last-modified");
  }
});

it.each(["PUT", "PATCH", "DELETE"])(
  "%s of a missing item is 404, whatever the conditions",
  async (method) => {
    const { service } = annotationService();
    for (const headers of [{}, { "if-none-match": "*" }, { "if-match": "*" }]) {
      const parts = { method, headers: { ...JSON_BODY, ...headers }, body: NAMED };
      const { status, json } = await send(service, "/annotations/none", parts);
      expect([status, json.errorCode]).toEqual([404, 16304]);
    }
  },
);

it.each([
  ["the tag", (etag: string) => ({ "if-match": etag }), 200],
  ["a list with the tag", (etag: string) => ({ "if-match": `"x", ${etag}` }), 200],
  ["any version", () => ({ "if-match": "*" }), 200],
  ["the tag of the summary", (etag: string) => ({ "if-match": etag.replace(/"$/, '.summary"') }), 200],
  ["a weak tag", (etag: string) => ({ "if-match": `W/${etag}` }), 412],
  ["another tag", () => ({ "if-match": '"x"' }), 412],
  ["a broken tag", () => ({ "if-match": '"x' }), 412],
  ["the resource's own time", () => ({ "if-unmodified-since": ROW.modifiedTimeStamp }), 200],
  ["an earlier time", () => ({ "if-unmodified-since": "2020-01-02T03:04:05.677Z" }), 412],
  ["an HTTP date, in whole seconds", () => ({ "if-unmodified-since": "Thu, 02 Jan 2020 03:04:05 GMT" }), 200],
  ["an earlier HTTP date", () => ({ "if-unmodified-since": "Thu, 02 Jan 2020 03:04:04 GMT" }), 412],
  ["an unreadable date, which has no effect", () => ({ "if-unmodified-since": "yesterday" }), 428],
  [
    "an earlier time next to the tag, which decides",
    (etag: string) => ({ "if-match": etag, "if-unmodified-since": "2000-01-01T00:00:00Z" }),
    200,
  ],
  ["no condition", () => ({}), 428],
  ["only If-None-Match", () => ({ "if-none-match": '"x"' }), 428],
  ["the tag, and that there is no item", (etag: string) => ({ "if-match": etag, "if-none-match": "*" }), 412],
  [
    "the tag, and that it is another one",
    (etag: string) => ({ "if-match": etag, "if-none-match": `W/${etag}` }),
    412,
  ],
])("PUT with %s", async (_title, headersOf, expected) => {
  const { service } = annotationService();
  const headers = { ...JSON_BODY, ...headersOf(await tagOf(service)) };
  const { status, json } = await send(service, "/annotations/a1", { method: "PUT", headers, body: NAMED });
  expect(status).toBe(expected);
  if (status === 412) expect(json.errorCode).toBe(16306);
  if (status === 428) expect(json.errorCode).toBe(16305);
});

it("a resource without modification times ignores If-Unmodified-Since", async () => {
  const { service } = annotationService({ stamps: {} });
  const headers = { ...JSON_BODY, "if-unmodified-since": ROW.modifiedTimeStamp };
  const { status } = await send(service, "/annotations/a1", { method: "PUT", headers, body: NAMED });
  expect(status).toBe(428);
});

/** Requests with one problem each, in the order of the checks. */
const PROBLEMS: readonly (readonly [number, object])[] = [
  [401, { identity: "nobody" }],
  [403, { identity: "reader" }],
  [404, { identity: "foreigner" }],
  [406, { headers: { accept: "text/html" } }],
  [415, { headers: { "content-type": "text/plain" } }],
  [428, { headers: { "if-match": undefined } }],
  [412, { headers: { "if-match": '"x"' } }],
  [400, { body: "{" }],
];

it("checks run in a fixed order: of several problems, the first one is reported", async () => {
  const { service } = annotationService({
    access: ({ identity, operation }) => {
      if (identity === "nobody") return { kind: "unauthenticated" };
      if (identity === "reader" && operation !== "read") return { kind: "forbidden" };
      return identity === "foreigner" ? { kind: "allowed", rule: inDomain("none") } : { kind: "allowed" };
    },
  });
  for (const [i, [expected]] of PROBLEMS.entries()) {
    let parts = { method: "PUT", headers: { ...JSON_BODY, "if-match": "*" }, body: NAMED };
    for (const [, problem] of PROBLEMS.slice(i).reverse()) {
      const { headers } = problem as { readonly headers?: object };
      parts = { ...parts, ...problem, headers: { ...parts.headers, ...headers } };
    }
    expect((await send(service, "/annotations/a1", parts)).status).toBe(expected);
  }
});

it("a method that the path does not have is 405 after 401 and 404", async () => {
  const { service } = annotationService({
    access: ({ identity }) => (identity === "nobody" ? { kind: "unauthenticated" } : { kind: "allowed" }),
  });
  const status = async (target: string, identity: string) =>
    (await send(service, target, { method: "POST", identity })).status;
  expect(await status("/annotations/a1", "nobody")).toBe(401);
  expect(await status("/annotations/none", "ann")).toBe(404);
  expect(await status("/annotations/a1", "ann")).toBe(405);
});

it("a path without methods is 404", async () => {
  const { service } = annotationService({ operations: ["read"] });
  const targets = ["/annotations/a1", "/annotations", "/annotations/@rows", "/annotations/@query"];
  const statuses = targets.map(async (target) => (await send(service, target)).status);
  expect(await Promise.all(statuses)).toEqual([200, 404, 404, 404]);
});

it.each([
  [406, 10748, { "content-type": undefined }],
  [415, 415, { "content-type": "text/plain" }],
  [415, 415, { "content-type": "application/json; charset=iso-8859-1" }],
  [415, 415, { "content-type": "application/merge-patch+json" }],
  [400, 10713, { "content-type": "application/vnd.vendor.annotation+json; version=2" }],
  [406, 10712, { accept: "text/html" }],
  [415, 415, { "content-encoding": "gzip" }],
])("POST gets %i with code %i for %o", async (expected, code, headers) => {
  const { service } = annotationService();
  const fields = { ...JSON_BODY, ...headers } as Record<string, string>;
  const { status, json } = await send(service, "/annotations", {
    method: "POST",
    headers: fields,
    body: NAMED,
  });
  expect([status, json.errorCode]).toEqual([expected, code]);
});

it("values of unique members that another item has are a conflict", async () => {
  const { service } = annotationService({ assigned: [] });
  const post = (body: object) => change(service, "POST", body);
  expect(await post({ id: "a1", name: "x" })).toMatchObject({
    status: 409,
    json: { errorCode: 16314, message: "An item with the same id exists." },
  });
  expect(await post({ id: "b", domain: "d", name: "n" })).toMatchObject({
    status: 409,
    json: { message: "An item with the same domain and name exists." },
  });
  expect((await post({ id: "b", domain: "d", name: "m" })).status).toBe(201);
  const taken = await sendJson(service, "PUT", "/annotations/b", { domain: "d", name: "n" });
  expect(taken.status).toBe(409);
});

it("a repeated POST with the same Idempotency-Key returns the first item", async () => {
  const { service } = annotationService();
  const post = (key: string, name: string, identity?: string) =>
    change(service, "POST", { name }, { headers: { "idempotency-key": key }, identity });
  const first = await post("k1", "x");
  expect(first.status).toBe(201);
  const repeated = await post('"k1"', "x");
  expect(repeated).toEqual(first);
  expect((await post("k1", "y")).status).toBe(422);
  // Keys of different callers are different keys.
  expect((await post("k1", "y", "ann")).status).toBe(201);
  for (const key of ["", "x".repeat(256), "ü", "a b"]) expect((await post(key, "z")).status, key).toBe(400);
  await send(service, first.headers["location"]!, { method: "DELETE" });
  expect((await post("k1", "x")).status).toBe(410);
});

it("closed members keep their values, and naming one has no effect", async () => {
  const { service, store } = annotationService({
    access: () => ({ kind: "allowed", closed: ["internal", "owner.secret"] }),
  });
  const put = await change(service, "PUT", { name: "n", internal: 5, owner: { name: "p", secret: 5 } });
  expect([put.status, put.json.owner]).toEqual([200, { name: "p" }]);
  expect(put.json).not.toHaveProperty("internal");
  expect((await store.read("a1"))?.row).toMatchObject({ internal: "i", owner: { name: "p", secret: "s" } });
  await change(service, "PATCH", { internal: null, owner: { secret: null, name: "q" } });
  expect((await store.read("a1"))?.row).toMatchObject({ internal: "i", owner: { name: "q", secret: "s" } });
  await change(service, "PUT", { name: "n", owner: null });
  expect((await store.read("a1"))?.row).toMatchObject({ internal: "i", owner: { secret: "s" } });
  const created = await change(service, "POST", { name: "x", internal: "mine", owner: { secret: "mine" } });
  expect((await store.read(created.json.id))?.row).toMatchObject({ internal: null, owner: {} });
});

it("a caller cannot give an item values that hide it from the caller", async () => {
  const { service, store } = annotationService({
    access: () => ({ kind: "allowed", rule: inDomain("d") }),
  });
  for (const method of ["PUT", "POST"])
    expect((await change(service, method, { name: "n", domain: "e" })).status, method).toBe(403);
  expect((await store.read("a1"))?.row).toEqual(ROW);
});
