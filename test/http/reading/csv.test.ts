import { expect, it } from "vitest";
import { defineCatalog } from "tamis";
import { createCollection } from "tamis/store";
import { send } from "../request.ts";
import { serve } from "../serve.ts";
import { wholeResponse } from "../whole-response.ts";

const catalog = defineCatalog({
  name: "books",
  key: "id",
  members: {
    id: "integer",
    title: "string",
    tags: { type: "list", items: "string" },
    __proto__x: "string",
    secret: { type: "string", selectable: false },
  },
});
const rows = [
  { id: 1, title: 'A "b", c', tags: ["x", "y"], secret: "s" },
  { id: 2, title: "=1+1\nnext", tags: [] },
  { id: 3, title: null },
];
const service = serve(
  {
    path: "/books",
    collection: createCollection(rows as object[], { catalog }).asCollection(),
    summary: { members: ["id", "title"] },
  },
  { html: () => ({ html: "" }) },
);
const get = (target: string, headers: Record<string, string> = {}, method = "GET") =>
  wholeResponse(service, { target, method, headers: { accept: "text/csv", ...headers } });

it("a page as CSV has the columns of the catalog, of a summary, or of select in its order", async () => {
  const page = await get("/books?sortBy=id&limit=2");
  expect([page.status, page.headers["content-type"]]).toEqual([200, "text/csv"]);
  expect(page.body).toBe('id,title,tags,__proto__x\n1,"A ""b"", c","[""x"",""y""]",\n2,"=1+1\nnext",[],\n');
  const summary = await get("/books?sortBy=id&start=2", { "accept-item": "application/vnd.vendor.summary" });
  expect(summary.body).toBe("id,title\n3,\n");
  expect((await get("/books?sortBy=id&select=title,id&start=2")).body).toBe("title,id\n,3\n");
  expect((await get("/books?select=title&start=2&sortBy=id")).body).toBe('title\n""\n');
  expect((await get("/books?limit=0&select=id")).body).toBe("id\n");
});

it("an export as CSV has all rows", async () => {
  const { status, headers, body } = await get("/books/@rows?sortBy=id&select=tags,id");
  expect([status, headers["content-type"], headers["vary"]]).toEqual([
    200,
    "text/csv",
    "accept, accept-language",
  ]);
  expect(body).toBe('tags,id\n"[""x"",""y""]",1\n[],2\n,3\n');
  expect((await get("/books/@rows?filter=eq(id,9)&select=id")).body).toBe("id\n");
  const head = await get("/books/@rows", {}, "HEAD");
  expect([head.headers["content-type"], head.body]).toEqual(["text/csv", undefined]);
});

it.each([
  ["/books", "*/*", "application/vnd.vendor.collection+json"],
  ["/books", "text/csv, application/json", "application/json"],
  ["/books", "text/csv, application/json;q=0.9", "text/csv"],
  ["/books", "text/csv, text/html;q=0.9", "text/csv"],
  ["/books", "text/*", "text/csv"],
  ["/books", "text/csv;q=0", "application/vnd.vendor.error+json"],
  ["/books/@rows", "*/*", "application/x-ndjson"],
  ["/books/@rows", "text/*", "text/csv"],
  ["/books/@rows", "text/csv;q=0.5, application/x-ndjson", "application/x-ndjson"],
  ["/books/@rows?filter=eq(", "text/csv", "application/vnd.vendor.error+json"],
  ["/books/1", "text/csv", "application/vnd.vendor.error+json"],
])("%s for %s is %s", async (target, accept, type) => {
  expect((await get(target, { accept })).headers["content-type"]).toBe(type);
});

it("pages link to the export as CSV, and have another tag than JSON", async () => {
  const { json, headers } = await send(service, "/books");
  expect(json.links).toContainEqual({
    method: "GET",
    rel: "csv",
    href: "/books/@rows",
    uri: "/books/@rows",
    title: "All matching rows of books as CSV",
    type: "text/csv",
  });
  const tag = (await get("/books")).headers["etag"]!;
  expect(tag).not.toBe(headers["etag"]);
  expect((await get("/books", { "if-none-match": tag })).status).toBe(304);
});
