import { expect, expectTypeOf, it } from "vitest";
import { defineCatalog } from "tamis";
import {
  createClient,
  familyClient,
  openApiClient,
  platform,
  type ClientPage,
  type CollectionClient,
} from "tamis/client";
import { defineFamily, FAMILIES, reports } from "tamis/families";
import { defineResource, openApiDocument } from "tamis/http";
import { createCollection } from "tamis/store";
import { collect, script } from "./serve.ts";

const empty = { body: { items: [{ id: "x", primary: true }] } };

it("the platform has every collection of every family, at its path", async () => {
  const { baseUrl, requests } = await script(() => empty);
  const api = platform(baseUrl, "t") as unknown as Record<string, Record<string, unknown>>;
  const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  for (const family of FAMILIES) {
    const collections = Object.entries<{ path: string; method?: string }>(family.collections);
    if (collections.length === 0) expect(api).not.toHaveProperty(camel(family.name));
    for (const [name, { path, method }] of collections) {
      const found = api[camel(family.name)]![name] as
        CollectionClient | ((...given: object[]) => CollectionClient);
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, each]) => each!);
      const values = Object.fromEntries(names.map((each) => [each, `${each}/1`]));
      const given = [
        ...(names.length > 0 ? [values] : []),
        ...(method === "POST" ? [{ resources: ["a"] }] : []),
      ];
      const collection = typeof found === "function" ? found(...given) : found;
      expect(await collect(collection.items({ limit: 1 }))).toHaveLength(1);
      const { target, method: sent, body, headers } = requests.at(-1)!;
      expect(target).toBe(`${path.replace(/\{(\w+)\}/g, "$1%2F1")}?limit=1`);
      expect(sent).toBe(method ?? "GET");
      expect(headers.authorization).toBe("Bearer t");
      if (method === "POST") {
        expect(JSON.parse(body)).toEqual({ resources: ["a"] });
        expect(headers["content-type"]).toBe("application/vnd.vendor.selection+json");
      }
    }
  }
});

it("rows and values of paths are typed", () => {
  const api = platform("http://127.0.0.1:9");
  type Report = Awaited<ReturnType<typeof api.reports.reports.list>>["items"][number];
  expectTypeOf<Report["id"]>().toEqualTypeOf<string>();
  expectTypeOf<Report["name"]>().toEqualTypeOf<string | null | undefined>();
  expectTypeOf(api.reports.states)
    .parameter(0)
    .toEqualTypeOf<{ readonly reportId: string | number | bigint }>();
  type State =
    ReturnType<ReturnType<typeof api.reports.states>["list"]> extends Promise<ClientPage<infer T>>
      ? T
      : never;
  expectTypeOf<State["primary"]>().toEqualTypeOf<boolean | null | undefined>();
  // @ts-expect-error -- families without collections have no client
  expect(api.detection).toBeUndefined();
  // @ts-expect-error -- a report has no member nmae
  type Wrong = Report["nmae"];
  expectTypeOf<Wrong>();
  // @ts-expect-error -- states belong to a report
  expect(() => api.reports.states.list()).toThrow(TypeError);
  // @ts-expect-error -- the parameter is reportId
  expect(() => api.reports.states({ report: "r1" })).toThrow("requires a value of reportId");
  expect(() => api.reports.states({ reportId: ".." })).toThrow("requires a value of reportId");
});

it("queries of the platform can be functions, whose members and values are typed and checked", async () => {
  const { baseUrl, requests } = await script(({ target }) =>
    target.endsWith("limit=0") ? { body: { items: [], links: [{ rel: "rows", href: "/stream" }] } } : empty,
  );
  const api = platform(baseUrl);
  const page = await api.reports.reports.list((q) =>
    q.where((b) => b.and(b.contains("name", "Sales"), b.gt("creationTimeStamp", "2020-01-31"))).sortBy("id"),
  );
  expectTypeOf(page.items[0]!.name).toEqualTypeOf<string | null | undefined>();
  const states = api.reports.states({ reportId: "r1" });
  await collect(states.items((q) => q.where((b) => b.eq("label", "Draft")).limit(5)));
  await collect(states.pages((q) => q.sortBy("label:descending")));
  await collect(api.reports.reports.stream((q) => q.limit(7)));
  const targets = requests.map(({ target }) => decodeURIComponent(target));
  expect(targets.slice(0, 3)).toEqual([
    "/reports/reports?filter=and(contains(name,'Sales'),gt(creationTimeStamp,2020-01-31))&sortBy=id",
    "/reports/reports/r1/states?filter=eq(label,'Draft')&limit=5",
    "/reports/reports/r1/states?sortBy=label:descending",
  ]);
  expect(targets.at(-1)).toBe("/stream?limit=7");
  const sent = requests.length;
  // @ts-expect-error -- a misspelled member
  const wrong = api.reports.reports.list((q) => q.where((b) => b.eq("nmae", "x")));
  await expect(wrong).rejects.toThrow("argument 1 of eq must be a member of reports");
  // @ts-expect-error -- a misspelled sort key
  await expect(api.reports.reports.list((q) => q.sortBy("nmae"))).rejects.toThrow(TypeError);
  // @ts-expect-error -- the members are not known
  await expect(createClient({ baseUrl }).list("/x", (q) => q)).rejects.toThrow("members of");
  expect(requests).toHaveLength(sent);
});

it("any family has a client", async () => {
  const { baseUrl, requests } = await script(() => empty);
  const book = defineCatalog({ name: "book", members: { id: { type: "string", nullable: false } } });
  const shelves = defineFamily({
    name: "shelves",
    prefix: "/shelves",
    purpose: "Keeps books.",
    roots: [],
    resources: { book: { fields: "all", description: "A book.", catalog: book } },
    collections: { books: { path: "/shelves/{shelf}/books", items: "book" } },
    endpoints: [],
    errors: [],
  });
  const { books } = familyClient(createClient({ baseUrl }), shelves);
  const page = await books({ shelf: 7 }).list();
  expectTypeOf(page.items[0]!.id).toEqualTypeOf<string>();
  expect(requests[0]!.target).toBe("/shelves/7/books");
  // The collection has no catalog, so any name is a member.
  await books({ shelf: 7 }).list((q) => q.where((b) => b.eq("title", "x")));
  expect(requests[1]!.target).toBe("/shelves/7/books?filter=eq(title,%27x%27)");
  const all = familyClient(createClient({ baseUrl }), reports).reports;
  await all.list((q) => q.where((b) => b.gt("creationTimeStamp", "2020-01-31")));
  expect(requests[2]!.target).toBe("/reports/reports?filter=gt(creationTimeStamp,2020-01-31)");
  expect(familyClient(createClient({ baseUrl }), reports).reports.url).toBe(`${baseUrl}/reports/reports`);
});

const list = { parameters: [{ name: "filter", in: "query" }], responses: {} };
const document = {
  openapi: "3.1.0",
  servers: [{ url: "/api/" }],
  components: { parameters: { filter: { name: "filter", in: "query" } } },
  paths: {
    "/places": { get: list },
    "/places/{id}/visits": {
      parameters: [{ $ref: "#/components/parameters/filter" }],
      get: { responses: {} },
    },
    "/health": { get: { parameters: [{ name: "filter", in: "header" }] } },
    "/jobs": { post: list },
  },
} as const;

it("an OpenAPI document gives a client for each list that accepts a filter", async () => {
  const { baseUrl, requests } = await script(() => empty);
  const api = openApiClient(createClient({ baseUrl }), document);
  expect(api.paths).toEqual(["/places", "/places/{id}/visits"]);
  await api.collection("/places").list({ filter: "eq(a,1)" });
  const visits = api.collection<{ readonly at: string }, "/places/{id}/visits">("/places/{id}/visits", {
    id: "a b",
  });
  expectTypeOf(visits).toEqualTypeOf<CollectionClient<{ readonly at: string }>>();
  await visits.list();
  expect(requests.map(({ target }) => target)).toEqual([
    "/api/places?filter=eq(a,1)",
    "/api/places/a%20b/visits",
  ]);
  // @ts-expect-error -- the document has no such path
  expect(() => api.collection("/palces")).toThrow("no list with a filter at /palces");
  // @ts-expect-error -- the path has a parameter
  expect(() => api.collection("/places/{id}/visits")).toThrow("requires a value of id");
  expect(() => openApiClient(createClient({ baseUrl }), {})).toThrow("document.paths must be an object");
});

it("reads the document of a service of tamis/http", () => {
  const catalog = defineCatalog({ name: "places", key: "id", members: { id: "string" } });
  const resources = [
    defineResource({ path: "/places", collection: createCollection([], { catalog }).asCollection() }),
  ];
  const api = openApiClient(createClient({ baseUrl: "http://host" }), openApiDocument(resources));
  expect(api.paths).toContain("/places");
});
