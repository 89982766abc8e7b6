import { expect, it } from "vitest";
import { defineCatalog } from "tamis";
import { createService, defineResource } from "tamis/http";
import { createCollection } from "tamis/store";
import { send, targets } from "../request.ts";

const catalog = defineCatalog({
  name: "reports",
  key: "id",
  defaultSort: ["id"],
  defaultLimit: 2,
  maximumLimit: 4,
  members: { id: "string", name: "string", size: "integer", secret: { type: "string", filterable: false } },
});
const rows = ["d", "b", "a", "e", "c"].map((id, i) => ({
  id,
  name: `Report ${id}`,
  size: i * 10,
  secret: "x",
}));
const collection = createCollection(rows, { catalog }).asCollection({
  cursorKey: new Uint8Array(16).fill(7),
});
const service = createService({
  resources: [
    defineResource({ path: "/reports", collection, summary: { members: ["id", "name"] } }),
    defineResource({ path: "/by-cursor", collection, paging: "cursor" }),
  ],
});

it("a page has the envelope of the platform, with links to the other pages", async () => {
  const { status, headers, json } = await send(service, "/reports?filter=ge(size,0)&start=2");
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("application/vnd.vendor.collection+json");
  expect(json).toMatchObject({ name: "reports", start: 2, limit: 2, count: 5, version: 2 });
  expect(json.items.map(({ id }: { id: string }) => id)).toEqual(["c", "d"]);
  expect(targets(json.links)).toMatchObject({
    self: "/reports?filter=ge(size,0)&start=2&limit=2",
    collection: "/reports",
    first: "/reports?filter=ge(size,0)&start=0&limit=2",
    prev: "/reports?filter=ge(size,0)&start=0&limit=2",
    next: "/reports?filter=ge(size,0)&start=4&limit=2",
    last: "/reports?filter=ge(size,0)&start=4&limit=2",
  });
});

it("items have their selectable members, and a link to themselves", async () => {
  const { json } = await send(service, "/reports?limit=1");
  expect(json.items).toEqual([expect.objectContaining({ id: "a", name: "Report a", size: 20 }) as unknown]);
  expect(json.items[0]).not.toHaveProperty("secret");
  expect(targets(json.items[0].links)).toEqual({ self: "/reports/a" });
});

it("Accept-Item chooses summaries, and select chooses members", async () => {
  const summary = await send(service, "/reports?limit=1", {
    headers: { "accept-item": "application/vnd.vendor.summary+json" },
  });
  expect(summary.json.accept).toBe("application/vnd.vendor.summary");
  expect(Object.keys(summary.json.items[0])).toEqual(["id", "name", "links"]);
  const selected = await send(service, "/reports?limit=1&select=size");
  expect(Object.keys(selected.json.items[0])).toEqual(["size", "links"]);
});

it("count=false leaves out the count", async () => {
  const { json } = await send(service, "/reports?count=false");
  expect(json).not.toHaveProperty("count");
  expect(targets(json.links)["next"]).toBe("/reports?count=false&start=2&limit=2");
});

it("an invalid query is reported with offsets into the raw query string, and with the corrected URL", async () => {
  const { status, json } = await send(service, "/reports?limit=1&filter=contian(name,%27a%27)");
  expect(status).toBe(400);
  expect(json.remediation).toBe("Request /reports?limit=1&filter=contains(name,%27a%27)");
  expect(json.errors[0].diagnostic).toEqual({
    code: "unknown-function",
    from: 15,
    to: 22,
    edits: [{ from: 15, to: 22, text: "contains" }],
  });
});

it("problem details are sent if the client prefers them", async () => {
  const { headers, json } = await send(service, "/reports?nmae=a", {
    headers: { accept: "application/json, application/problem+json" },
  });
  expect(headers["content-type"]).toBe("application/vnd.vendor.error+json");
  expect(json.httpStatusCode).toBe(400);
  const problem = await send(service, "/reports?nmae=a", {
    headers: { accept: "application/vnd.vendor.collection, application/problem+json" },
  });
  expect(problem.headers["content-type"]).toBe("application/problem+json");
  expect(problem.json).toMatchObject({
    status: 400,
    errors: [{ diagnostic: { code: "unknown-parameter" } }],
  });
});

it("a query can be sent as a form, by POST to the query link and by QUERY", async () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const body = "filter=eq(id,'b')";
  const posted = await send(service, "/reports/@query", { method: "POST", headers: form, body });
  const queried = await send(service, "/reports", { method: "QUERY", headers: form, body });
  expect(posted.json.items.map(({ id }: { id: string }) => id)).toEqual(["b"]);
  expect(queried.json).toEqual(posted.json);
});

it.each(["cursor", "both"] as const)("paging %s requires a collection with a cursor key", (paging) => {
  const collection = createCollection(rows, { catalog }).asCollection();
  expect(() => defineResource({ path: "/reports", collection, paging })).toThrow(
    new TypeError(
      `The resource of catalog reports does not support the paging "${paging}": its collection needs a cursorKey.`,
    ),
  );
});

it.each([
  [createCollection(rows, { catalog }), "the result of asCollection(), got an object"],
  [rows, "a collection, got an array"],
])("a resource refuses a value that is no asynchronous collection", (collection, requirement) => {
  expect(() => defineResource({ path: "/reports", collection: collection as never })).toThrow(
    `collection must be ${requirement}`,
  );
});

it.each([
  ["limit=2&cursor=abc", ["invalid-cursor"]],
  ["cursor=%61bc&limit=2&cursor=abc", ["invalid-cursor"]],
  ["filter=gt(size,10)&cursor={cursor}&limit=2", ["stale-cursor"]],
])(
  "a problem of the cursor in %s has offsets into the query string, and a correction",
  async (form, codes) => {
    const first = await send(service, "/by-cursor?limit=2");
    const cursor = /cursor=([^&]+)/.exec(targets(first.json.links)["next"]!)![1]!;
    const search = form.replace("{cursor}", cursor);
    const { status, json } = await send(service, `/by-cursor?${search}`);
    expect([status, json.errors.map(codeOf)]).toEqual([400, codes]);
    const { from, to } = json.errors[0].diagnostic;
    expect([search.slice(0, from).endsWith("cursor="), search.slice(to)[0] ?? "&"]).toEqual([true, "&"]);
    const corrected = search.replaceAll(/cursor=[^&]+/g, "cursor=");
    expect(json.remediation).toBe(`Request /by-cursor?${corrected}`);
    expect((await send(service, `/by-cursor?${corrected}`)).status).toBe(200);
  },
);

function codeOf({ diagnostic }: { readonly diagnostic: { readonly code: string } }): string {
  return diagnostic.code;
}
