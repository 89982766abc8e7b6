import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defineCatalog, type Catalog } from "tamis";
import {
  createService,
  defineResource,
  memoryStore,
  type Access,
  type HttpHandler,
  type Link,
} from "tamis/http";
import { createCollection } from "tamis/store";
import { send, targets, type JsonResponse } from "../request.ts";
import { serve } from "../serve.ts";
import { words } from "../../words.ts";

const catalog: Catalog = defineCatalog({
  name: "things",
  key: "id",
  defaultSort: ["group"],
  defaultLimit: 4,
  maximumLimit: 10,
  members: { id: { type: "string", nullable: false }, group: "string", size: "integer" },
});
const row = (i: number) => ({ id: `k${i}`, group: ["a", "A", "b", null][i % 4], size: i % 3 });
const rowsOf = (count: number) => Array.from({ length: count }, (_, i) => row(i));
const cursorKey = new Uint8Array(16).fill(9);
const linkTo = ({ json }: JsonResponse, rel: string): string | undefined => targets(json.links)[rel];

describe("links", () => {
  const service = createService({
    openapi: true,
    resources: [
      defineResource({
        path: "/a/things",
        store: memoryStore(createCollection(rowsOf(11) as object[], { catalog }), { cursorKey }),
      }),
      defineResource({
        path: "/b/%C3%A9",
        paging: "cursor",
        collection: createCollection([...rowsOf(9), { id: "a/b ü@?#", group: "c", size: 1 }] as object[], {
          catalog,
        }).asCollection({ cursorKey }),
      }),
    ],
  });

  it("lead from the root to every collection, page, item, facet, range and document", async () => {
    const seen = new Set<string>();
    const rels = new Set<string>();
    const items = new Set<string>();
    const waiting: Link[] = [{ method: "GET", rel: "root", href: "/", uri: "/" }];
    for (let link = waiting.pop(); link !== undefined; link = waiting.pop()) {
      rels.add(link.rel);
      expect(link.href).toBe(link.uri);
      const [path = ""] = link.uri.split("?");
      const options = await send(service, path, { method: "OPTIONS" });
      expect(options.headers["allow"], `${link.method} ${link.uri}`).toContain(link.method);
      if (link.rel === "query") {
        const headers = { "content-type": link.type! };
        const page = await send(service, link.uri, { method: link.method, headers, body: "limit=1" });
        expect([page.status, page.headers["content-type"]]).toEqual([200, link.responseType]);
      }
      if (link.method !== "GET" || link.rel === "changes" || seen.has(link.uri)) continue;
      seen.add(link.uri);
      const { status, headers, json } = await send(service, link.uri, {
        headers: link.type === undefined ? {} : { accept: link.type },
      });
      expect(status, link.uri).toBe(200);
      if (link.type !== undefined) expect(headers["content-type"]).toBe(link.type);
      waiting.push(...((json?.links ?? []) as Link[]));
      // Groups are no items: they have no links.
      if (link.uri.includes("/@groups")) continue;
      for (const item of (json?.items ?? []) as { id: string; links: Link[] }[]) {
        items.add(item.id);
        waiting.push(...item.links);
      }
    }
    expect(items.size).toBe(12);
    for (const uri of [
      "/openapi.json",
      "/a/things/k10",
      "/b/%C3%A9/a%2Fb%20%C3%BC%40%3F%23",
      "/a/things/@catalog",
    ])
      expect(seen).toContain(uri);
    for (const rel of words("next prev first last up facets range rows csv describedby query"))
      expect(rels).toContain(rel);
    for (const rel of ["create", "update", "patch", "delete", "changes"]) expect(rels).toContain(rel);
  });
});

/** Follows `next` from a page and returns the keys of all items. */
async function follow(
  service: HttpHandler,
  first: string,
  between: () => void = () => undefined,
): Promise<string[]> {
  const keys: string[] = [];
  let target: string | undefined = first;
  while (target !== undefined) {
    const page: JsonResponse = await send(service, target);
    expect(page.status, target).toBe(200);
    keys.push(...page.json.items.map(({ id }: { id: string }) => id));
    between();
    target = linkTo(page, "next");
  }
  return keys;
}

const orders = fc.constantFrom(
  "",
  "&sortBy=group",
  "&sortBy=group:descending",
  "&sortBy=group:primary,size:descending",
  "&sortBy=size",
  "&filter=ge(size,1)&sortBy=size",
);

describe("joined pages", () => {
  it("by start and by cursor are the whole collection in one order, under ties", async () => {
    await fc.assert(
      fc.asyncProperty(
        orders,
        fc.integer({ min: 1, max: 10 }),
        fc.nat({ max: 40 }),
        async (order, limit, count) => {
          const collection = createCollection(rowsOf(count) as object[], { catalog }).asCollection({
            cursorKey,
          });
          const service = createService({
            resources: [
              defineResource({ path: "/start", collection }),
              defineResource({ path: "/cursor", collection, paging: "cursor" }),
            ],
          });
          const byStart = await follow(service, `/start?limit=${limit}${order}`);
          const byCursor = await follow(service, `/cursor?limit=${limit}${order}`);
          expect(byCursor).toEqual(byStart);
          expect(new Set(byStart).size).toBe(byStart.length);
          const expected = rowsOf(count).filter(({ size }) => !order.includes("filter") || size >= 1);
          expect([...byStart].sort()).toEqual(expected.map(({ id }) => id).sort());
        },
      ),
      { numRuns: 60 },
    );
  });

  it("by cursor have each row that is present throughout exactly once, while others come and go", async () => {
    await fc.assert(
      fc.asyncProperty(
        orders,
        fc.integer({ min: 1, max: 7 }),
        fc.infiniteStream(fc.nat({ max: 99 })),
        async (order, limit, numbers) => {
          const memory = createCollection(rowsOf(30) as object[], { catalog });
          const service = serve({
            path: "/cursor",
            collection: memory.asCollection({ cursorKey }),
            paging: "cursor",
          });
          const gone = new Set<string>();
          const added = new Set<string>();
          const change = () => {
            const deleted = `k${(numbers.next().value as number) % 30}`;
            if (gone.size < 10 && !gone.has(deleted)) {
              gone.add(deleted);
              memory.delete([deleted]);
            }
            const inserted = 100 + (numbers.next().value as number);
            if (added.size < 20 && !added.has(`k${inserted}`)) {
              added.add(`k${inserted}`);
              memory.insert([row(inserted)] as object[]);
            }
          };
          const keys = await follow(service, `/cursor?limit=${limit}${order}`, change);
          expect(new Set(keys).size).toBe(keys.length);
          const stayed = rowsOf(30).filter(
            ({ id, size }) => !gone.has(id) && (!order.includes("filter") || size >= 1),
          );
          expect(keys).toEqual(expect.arrayContaining(stayed.map(({ id }) => id)));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("the order of checks of a read", () => {
  const kinds: Record<string, Access> = {
    nobody: { kind: "unauthenticated", challenge: 'Bearer realm="things"' },
    guest: { kind: "forbidden" },
    reader: { kind: "allowed" },
  };
  const service = serve({
    path: "/things",
    collection: createCollection(rowsOf(3) as object[], { catalog }).asCollection(),
    access: ({ identity }) => kinds[String(identity)]!,
  });
  const html = { accept: "text/html" };

  it.each([
    ["nobody", "/things?filter=eq(", html, 401],
    ["nobody", "/things/none?x=y", html, 401],
    ["nobody", "/things/k0", {}, 401],
    ["nobody", "/things/@facets/nope", html, 401],
    ["guest", "/things?filter=eq(", html, 403],
    ["guest", "/things/none", html, 403],
    ["guest", "/things/@rows?x=y", html, 403],
    ["reader", "/things/none?x=y", html, 404],
    ["reader", "/things/@facets/nope?x=y", html, 404],
    ["reader", "/things/k0?x=y", html, 406],
    ["reader", "/things?filter=eq(", html, 406],
    ["reader", "/things/@ranges/size?x=y", html, 406],
    ["reader", "/things/k0?x=y", {}, 400],
    ["reader", "/things?filter=eq(", {}, 400],
    ["reader", "/nothing", html, 404],
  ])("%s receives for %s with %j the status %#: %i", async (identity, target, headers, status) => {
    const response = await send(service, target, { headers, identity });
    expect(response.status).toBe(status);
    if (status === 401) expect(response.headers["www-authenticate"]).toBe('Bearer realm="things"');
  });

  it.each([
    ["nobody", html, 401],
    ["guest", html, 403],
    ["reader", html, 406],
    ["reader", { "content-type": "text/plain" }, 415],
    ["reader", { "content-type": "application/x-www-form-urlencoded" }, 400],
  ])("%s receives for an invalid form with %j the status %i", async (identity, headers, status) => {
    const form = { "content-type": "application/x-www-form-urlencoded", ...headers };
    for (const [method, path] of [
      ["POST", "/things/@query?limit=1"],
      ["QUERY", "/things?limit=1"],
      ["QUERY", "/things"],
    ] as const) {
      const response = await send(service, path, { method, headers: form, identity, body: "filter=eq(" });
      expect([method, path, response.status]).toEqual([method, path, status]);
    }
  });

  it("responses of 401 and 403 are the same for items that exist and others", async () => {
    for (const identity of ["nobody", "guest"]) {
      const [there, missing] = [
        await send(service, "/things/k0", { identity }),
        await send(service, "/things/none", { identity }),
      ];
      const plain = ({ json }: JsonResponse) => ({ ...json, id: "", details: [] });
      expect(plain(there)).toEqual(plain(missing));
    }
  });
});
