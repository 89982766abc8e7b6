import { expect, expectTypeOf, it } from "vitest";
import { defineCatalog } from "tamis";
import { collectionClients, createClient, HttpError, type Group } from "tamis/client";
import { createService, defineResource, nodeHandler } from "tamis/http";
import { createCollection } from "tamis/store";
import { collect, serve } from "./serve.ts";

const catalog = defineCatalog({
  name: "places",
  key: "id",
  defaultLimit: 2,
  members: {
    id: { type: "string", nullable: false },
    kind: { type: "string", enum: ["city", "town"] },
    population: { type: "integer", safe: true },
    area: "number",
    founded: "date",
    tags: { type: "list", items: "string" },
    country: { type: "object", members: { code: "string", size: "integer" } },
  },
});

const rows = [
  { id: "a", kind: "city", population: 5, area: 1.5, founded: "1200-01-01", country: { code: "x", size: 1 } },
  { id: "b", kind: "city", population: 7, area: null, founded: null, country: { code: "y", size: 2 } },
  { id: "c", kind: "town", population: null, area: 2, founded: "1300-01-01", country: null },
] as const;

async function placesOf() {
  const resource = defineResource({
    path: "/places",
    collection: createCollection(rows, { catalog }).asCollection(),
  });
  const handler = nodeHandler(createService({ resources: [resource] }));
  const baseUrl = await serve((request, response) => void handler(request, response));
  return collectionClients(createClient({ baseUrl }), { places: { path: "/places", catalog } }).places;
}

it("groups of a service are typed by the catalog", async () => {
  const places = await placesOf();
  const groups = places.groups({
    by: ["kind", "country.code"],
    sum: ["population"],
    max: ["founded"],
    avg: ["country.size"],
    sortBy: ["kind", "count:descending"],
  });
  const page = await groups.list((query) => query.where((b) => b.ge("population", 1)).limit(1));
  expect(page).toMatchObject({ count: 2, start: 0, limit: 1 });
  expect(page.items).toEqual([
    {
      kind: "city",
      country: { code: "x", size_avg: 1 },
      count: 1,
      population_sum: 5,
      founded_max: "1200-01-01",
    },
  ]);
  type Found = (typeof page.items)[number];
  expectTypeOf<Found["kind"]>().toEqualTypeOf<"city" | "town" | null>();
  expectTypeOf<Found["country"]["code"]>().toEqualTypeOf<string | null>();
  expectTypeOf<Found["country"]["size_avg"]>().toEqualTypeOf<number | null>();
  expectTypeOf<Found["count"]>().toEqualTypeOf<number>();
  expectTypeOf<Found["population_sum"]>().toEqualTypeOf<number | bigint | null>();
  expectTypeOf<Found["founded_max"]>().toEqualTypeOf<string | null>();
  const wrong = () => [
    // @ts-expect-error -- there is no member nmae
    places.groups({ by: ["nmae"] }),
    // @ts-expect-error -- a list forms no groups
    places.groups({ by: ["tags"] }),
    // @ts-expect-error -- a sum needs numbers
    places.groups({ sum: ["kind"] }),
    // @ts-expect-error -- the groups have no figure area_sum
    places.groups({ by: ["kind"], sortBy: ["area_sum"] }),
  ];
  expect(wrong).toBeTypeOf("function");
  expectTypeOf<Found>().not.toHaveProperty("area");
  expectTypeOf<Group<never, { readonly by: readonly ["count"] }>>().toHaveProperty("count_2");
});

it("pages of groups follow the links next", async () => {
  const places = await placesOf();
  const pages = await collect(
    places.groups({ by: ["id"], min: ["area"], sortBy: ["id:descending"] }).pages(),
  );
  expect(pages.map(({ items }) => items)).toEqual([
    [
      { id: "c", count: 1, area_min: 2 },
      { id: "b", count: 1, area_min: null },
    ],
    [{ id: "a", count: 1, area_min: 1.5 }],
  ]);
  expect(await collect(places.groups({}).items())).toEqual([{ count: 3 }]);
  expect(await collect(places.groups({ by: [], max: undefined }).items())).toEqual([{ count: 3 }]);
});

it("errors of groups are those of pages", async () => {
  const places = await placesOf();
  const untyped = createClient({ baseUrl: new URL(places.url).origin }).collection("/places");
  const failed = await untyped
    .groups({ by: ["knid"] })
    .list()
    .catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(HttpError);
  expect(failed).toMatchObject({ status: 400, diagnostics: [{ code: "unknown-member" }] });
  expect((failed as HttpError).message).toContain("Did you mean 'kind'?");
  const wrong = untyped.groups({ average: ["area"] } as object).list();
  await expect(wrong).rejects.toThrow("Did you mean 'avg'?");
  const long = places.groups({ by: ["kind"] }).list({ filter: `eq(id,'${"x".repeat(8_000)}')` });
  await expect(long).rejects.toMatchObject({ code: "query-too-long" });
});

it("groups of a collection with parameters in its address keep them", () => {
  const client = createClient({ baseUrl: "https://example.com" });
  const { url } = client.collection("/places?tenant=1").groups({ by: ["a", "b"], sortBy: ["count"] });
  expect(url).toBe("https://example.com/places/@groups?tenant=1&by=a%2Cb&sortBy=count");
});
