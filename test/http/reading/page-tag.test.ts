import { expect, it } from "vitest";
import { defineCatalog, parseFilter } from "tamis";
import { memoryStore, type Access, type AccessRequest, type RowStore } from "tamis/http";
import { createCollection } from "tamis/store";
import { send } from "../request.ts";
import { serve } from "../serve.ts";

const catalog = defineCatalog({
  name: "notes",
  key: "id",
  members: { id: "integer", owner: "string", text: "string" },
});
const initial = [
  { id: 1, owner: "ann", text: "a" },
  { id: 2, owner: "bob", text: "b" },
];

/** A service that counts the pages and exports that it reads. */
function start(access?: (request: AccessRequest) => Access) {
  const rows = createCollection<Record<string, unknown>>(initial, { catalog });
  const store = memoryStore(rows, { cursorKey: new Uint8Array(16) });
  const reads = { count: 0 };
  const { page, stream } = store.collection;
  const collection: RowStore["collection"] = {
    ...store.collection,
    page: (...args) => (reads.count++, page(...args)),
    stream: (...args) => (reads.count++, stream(...args)),
  };
  const service = serve({
    path: "/notes",
    store: { ...store, collection },
    access,
    paging: "both",
    locales: ["en", "sv"],
    summary: { members: ["id"] },
  });
  const get = (target: string, headers: Record<string, string> = {}, identity?: unknown, method = "GET") =>
    send(service, target, { method, headers, identity });
  const tagOf = async (...args: Parameters<typeof get>) => (await get(...args)).headers["etag"]!;
  return { rows, reads, service, get, tagOf };
}

it.each(["/notes?limit=1&sortBy=text", "/notes?cursor=", "/notes/@rows?select=id"])(
  "%s is not read for a client that has it, until a row changes",
  async (target) => {
    const { rows, reads, get, tagOf } = start();
    const tag = await tagOf(target);
    expect(tag).toMatch(/^W\/"[\w-]+"$/);
    expect(await tagOf(target, {}, undefined, "HEAD")).toBe(tag);
    const before = reads.count;
    for (const method of ["GET", "HEAD"])
      for (const field of [tag, `"x", ${tag.slice(2)}`, "*"]) {
        const { status, headers, body } = await get(target, { "if-none-match": field }, undefined, method);
        expect([status, headers["etag"], body]).toEqual([304, tag, undefined]);
        expect(headers["vary"]).toBeDefined();
        expect(headers["content-type"]).toBeUndefined();
      }
    expect(reads.count).toBe(before);
    rows.insert([{ id: 3, owner: "ann", text: "c" }]);
    expect((await get(target, { "if-none-match": tag })).status).toBe(200);
    expect(await tagOf(target)).not.toBe(tag);
  },
);

it("a page has its tag also from the cache, and answers conditions from there", async () => {
  const { service, get, tagOf } = start();
  const tags = new Set<string>();
  const form = { "content-type": "application/x-www-form-urlencoded" };
  for (let i = 0; i < 4; i++) {
    const page = await send(service, "/notes/@query", { method: "POST", headers: form, body: "limit=2" });
    expect([page.status, page.headers["etag"]]).toEqual([200, undefined]);
    tags.add(await tagOf("/notes?limit=2"));
  }
  expect(tags.size).toBe(1);
  expect((await get("/notes?limit=2", { "if-none-match": [...tags][0]! })).status).toBe(304);
});

it("queries, representations, languages and services differ in their tags", async () => {
  const { tagOf } = start();
  const tags = [
    await tagOf("/notes"),
    await tagOf("/notes?filter=eq(text,'a')"),
    await tagOf("/notes?filter=eq(text,'b')"),
    await tagOf("/notes?sortBy=text"),
    await tagOf("/notes?limit=1"),
    await tagOf("/notes?start=1"),
    await tagOf("/notes?count=false"),
    await tagOf("/notes?select=text"),
    await tagOf("/notes?cursor="),
    await tagOf("/notes", { accept: "application/json" }),
    await tagOf("/notes", { "accept-item": "application/vnd.vendor.summary" }),
    await tagOf("/notes", { "accept-language": "sv" }),
    await tagOf("/notes/@rows"),
    await start().tagOf("/notes"),
  ];
  expect(new Set(tags).size).toBe(tags.length);
  expect(await tagOf("/notes?start=1&limit=2&filter=eq( text , 'a' )")).toBe(
    await tagOf("/notes?limit=2&filter=eq(text,'a')&start=1"),
  );
});

it("a query in a body and an invalid query have no tag", async () => {
  const { service, tagOf } = start();
  const headers = { "content-type": "application/x-www-form-urlencoded", "if-none-match": "*" };
  for (let i = 0; i < 3; i++) expect((await send(service, "/notes?limit=1")).headers["etag"]).toBeDefined();
  const page = await send(service, "/notes/@query", { method: "POST", headers, body: "limit=1" });
  expect([page.status, page.headers["etag"]]).toEqual([200, undefined]);
  expect(await tagOf("/notes?filter=eq(", { "if-none-match": "*" })).toBeUndefined();
});

it("with access rules, a tag changes only if the caller sees the change", async () => {
  const rule = parseFilter("eq(owner,'ann')").expression!;
  const { rows, get, tagOf } = start(({ identity }) =>
    identity === "ann" ? { kind: "allowed", rule, closed: ["text"] } : { kind: "allowed" },
  );
  const [ann, all] = [await tagOf("/notes", {}, "ann"), await tagOf("/notes")];
  expect(ann).not.toBe(all);
  expect((await get("/notes", { "if-none-match": all }, "ann")).status).toBe(200);
  rows.insert([{ id: 3, owner: "bob", text: "hidden" }]);
  expect(await tagOf("/notes")).not.toBe(all);
  const known = await get("/notes", { "if-none-match": ann }, "ann");
  expect([known.status, known.headers["etag"], known.body]).toEqual([304, ann, undefined]);
  rows.insert([{ id: 4, owner: "ann", text: "shown" }]);
  expect(await tagOf("/notes", {}, "ann")).not.toBe(ann);
  // Cursors are random, and an export is not read before it is sent.
  expect([await tagOf("/notes?cursor="), await tagOf("/notes/@rows")]).toEqual([undefined, undefined]);
});
