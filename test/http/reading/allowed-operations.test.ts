import { expect, it } from "vitest";
import { defineCatalog } from "tamis";
import { memoryStore, type Operation } from "tamis/http";
import { createCollection } from "tamis/store";
import { send } from "../request.ts";
import { serve } from "../serve.ts";
import { words } from "../../words.ts";

const catalog = defineCatalog({ name: "notes", key: "id", members: { id: "string", text: "string" } });

/** Operations of each caller. All others are forbidden, and a caller without a name is unknown. */
const CALLERS: Readonly<Record<string, readonly Operation[]>> = {
  writer: ["list", "read", "create", "replace", "patch", "delete", "facets", "export", "changes"],
  reader: ["list", "read", "facets"],
  lister: ["list"],
  editor: ["list", "read", "patch"],
  sender: ["create"],
};

const store = memoryStore(createCollection([{ id: "n1", text: "Hello" }], { catalog }));
const service = serve(
  {
    path: "/notes",
    store,
    access: ({ identity, operation }) => {
      if (typeof identity !== "string") return { kind: "unauthenticated" };
      return { kind: CALLERS[identity]!.includes(operation) ? "allowed" : "forbidden" };
    },
  },
  { openapi: true },
);

interface LinkOf {
  readonly method: string;
  readonly rel: string;
  readonly uri: string;
  readonly type?: string;
}
const linksOf = async (path: string, identity?: string) =>
  (await send(service, path, { identity })).json as {
    readonly links: readonly LinkOf[];
    readonly items?: readonly { readonly links: readonly LinkOf[] }[];
  };
const rels = (links: readonly LinkOf[]) => links.map(({ rel }) => rel);

it("links of a page and of its items lead to the operations that the caller may use", async () => {
  // Twice, so that the second response comes from the cache.
  for (let i = 0; i < 2; i++) {
    const expected: Readonly<Record<string, readonly string[]>> = {
      writer: words("self collection create query describedby facets groups rows csv changes"),
      reader: ["self", "collection", "query", "describedby", "facets", "groups"],
      lister: ["self", "collection", "query", "describedby"],
      editor: ["self", "collection", "query", "describedby"],
    };
    for (const [caller, names] of Object.entries(expected)) {
      const { links, items } = await linksOf("/notes", caller);
      expect([caller, rels(links)]).toEqual([caller, names]);
      expect(rels(items![0]!.links)).toEqual(caller === "lister" ? [] : ["self"]);
    }
  }
});

it("links to pages name the media type of the items that they accept or return", async () => {
  const { links } = await linksOf("/notes", "writer");
  const link = (rel: string) => links.find((each) => each.rel === rel);
  expect(link("self")).toMatchObject({ itemType: "application/vnd.vendor.notes" });
  expect(link("query")).toMatchObject({
    type: "application/x-www-form-urlencoded",
    responseType: "application/vnd.vendor.collection+json",
    responseItemType: "application/vnd.vendor.notes",
  });
  expect(link("create")).not.toHaveProperty("responseItemType");
});

it("links of an item lead to the operations that the caller may use", async () => {
  const relsOf = async (caller: string) => rels((await linksOf("/notes/n1", caller)).links);
  expect(await relsOf("writer")).toEqual(["self", "up", "update", "patch", "delete"]);
  expect(await relsOf("reader")).toEqual(["self", "up"]);
  expect(await relsOf("editor")).toEqual(["self", "up", "patch"]);
});

it("an API root lists the collections that the caller may read or add to", async () => {
  const relsOf = async (caller?: string) => rels((await linksOf("/", caller)).links);
  expect(await relsOf("writer")).toEqual(["notes", "create", "service-desc"]);
  expect(await relsOf("reader")).toEqual(["notes", "service-desc"]);
  expect(await relsOf("sender")).toEqual(["create", "service-desc"]);
  expect(await relsOf()).toEqual(["service-desc"]);
});

it("a link never leads to a forbidden operation", async () => {
  for (const caller of Object.keys(CALLERS)) {
    const seen = new Set<string>();
    const waiting: LinkOf[] = [{ method: "GET", rel: "root", uri: "/" }];
    for (let link = waiting.shift(); link !== undefined; link = waiting.shift()) {
      if (seen.has(`${link.method} ${link.uri}`)) continue;
      seen.add(`${link.method} ${link.uri}`);
      const [path = "", search = ""] = link.uri.split("?");
      const signal = AbortSignal.abort();
      const request = { method: link.method, path, search, headers: {}, identity: caller };
      // The stream of changes has no end. A body without a media type is refused after the check of rights.
      const response = await service(path.endsWith("@changes") ? { ...request, signal } : request);
      expect([caller, link, [401, 403, 404, 405].includes(response.status)]).toEqual([caller, link, false]);
      if (link.method !== "GET" || !/[/+]json$/.test(response.headers["content-type"] ?? "")) continue;
      const { body } = response;
      const text = typeof body === "string" ? body : new TextDecoder().decode(body as Uint8Array);
      const json = JSON.parse(text) as {
        readonly links?: readonly LinkOf[];
        readonly items?: readonly { readonly links: readonly LinkOf[] }[];
      };
      waiting.push(...(json.links ?? []), ...(json.items ?? []).flatMap(({ links }) => links));
      // Deleting the only item would end the search.
      waiting.sort((a, b) => Number(a.method === "DELETE") - Number(b.method === "DELETE"));
    }
    if (CALLERS[caller]!.includes("delete")) await store.create({ id: "n1", text: "Hello" });
  }
});
