import { describe, expect, expectTypeOf, it } from "vitest";
import { createClient } from "tamis/client";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import { clientFromOpenApi } from "../../../src/catalog/openapi/client-source.ts";
import { defineResource, openApiDocument } from "../../../src/http/index.ts";
import { createCollection } from "../../../src/engine/store/index.ts";
import { words } from "../../words.ts";
import { api, lists, type Row } from "./fixtures/shops-client.ts";

const filter = { name: "filter", in: "query", schema: { type: "string" } };
const listOf = (items: object, parameters: readonly object[] = [filter]) => ({
  get: {
    parameters,
    responses: {
      200: { content: { "application/json": { schema: { type: "object", properties: { items } } } } },
    },
  },
});
const rows = (properties: object) => ({ type: "array", items: { type: "object", properties } });

const document = {
  openapi: "3.0.3",
  servers: [{ url: "/v1/" }],
  components: {
    parameters: { filter },
    schemas: { Shop: { type: "object", properties: { id: { type: "integer" }, name: { type: "string" } } } },
  },
  paths: {
    "/shops": listOf({ type: "array", items: { $ref: "#/components/schemas/Shop" } }, [
      { $ref: "#/components/parameters/filter" },
    ]),
    "/shops/{shopId}/opening-hours": listOf(
      rows({ day: { type: "string", enum: ["sat", "sun"] }, from: { type: "string" } }),
    ),
    "/shops/{shopId}": listOf(rows({ id: { type: "integer" } }), []),
    "/untyped": listOf({ type: "array", items: {} }),
  },
};

describe("clientFromOpenApi", () => {
  it("returns the source in the fixture", async () => {
    const { source, problems, notes } = clientFromOpenApi(document);
    expect(problems).toEqual([]);
    expect(notes.map(({ pointer }) => pointer)).toContain("/paths/~1untyped/get");
    await expect(source).toMatchFileSnapshot("./fixtures/shops-client.ts");
  });

  it("returns a module with typed lists, queries and paths", async () => {
    const urls: string[] = [];
    const fetch = (url: string) => {
      urls.push(decodeURIComponent(url));
      return Promise.resolve(Response.json({ items: [{ id: 7, name: "Bakery" }] }));
    };
    const clients = api(createClient({ baseUrl: "https://example.com", fetch }));
    const { items } = await clients.shops.list((q) => q.where((b) => b.eq("name", "Bakery")).sortBy("id"));
    const hours = await clients
      .shopsOpeningHours({ shopId: 7 })
      .list((q) => q.where((b) => b.eq("day", "sun")));
    expect(items[0]!.name).toBe("Bakery");
    expect(urls).toEqual([
      "https://example.com/v1/shops?filter=eq(name,'Bakery')&sortBy=id",
      "https://example.com/v1/shops/7/opening-hours?filter=eq(day,'sun')",
    ]);
    expect(Object.keys(lists)).toEqual(["shops", "shopsOpeningHours", "untyped"]);
    expectTypeOf(items[0]!).toEqualTypeOf<Row<"shops">>();
    expectTypeOf(hours.items[0]!.day).toEqualTypeOf<"sat" | "sun" | null | undefined>();
    expectTypeOf<Row<"untyped">>().toEqualTypeOf<Record<string, unknown>>();
    // @ts-expect-error -- no member of the list
    await expect(clients.shops.list((q) => q.where((b) => b.eq("nmae", "x")))).rejects.toThrow("nmae");
    // @ts-expect-error -- no value of the enum
    await clients.shopsOpeningHours({ shopId: 1 }).list((q) => q.where((b) => b.eq("day", "mon")));
  });

  it("reads the document of a service", () => {
    const catalog = defineCatalog({ name: "places", key: "id", members: { id: "integer", name: "string" } });
    const collection = createCollection([{ id: 1, name: "Oslo" }], { catalog }).asCollection();
    const described = openApiDocument([defineResource({ path: "/places", collection })]);
    const { source, problems } = clientFromOpenApi(described);
    expect(problems).toEqual([]);
    expect(source).toContain('path: "/places"');
  });

  it("gives each list a name of its own", () => {
    const paths = ["/a/{b}/c", "/a/c", "/a/c2", "/a/{b}", "/", "/__proto__", "/1/x"];
    const { source } = clientFromOpenApi({
      openapi: "3.1.0",
      paths: Object.fromEntries(paths.map((path) => [path, listOf(rows({ id: { type: "integer" } }))])),
    });
    const found = source!.matchAll(/^ {2}"?(\w+)"?: \{\n +path: "([^"]*)"/gm);
    const names = words("aC aC2 aC22 aB root proto 1X");
    expect([...found].map(([, name, path]) => [name, path])).toEqual(
      names.map((name, i) => [name, paths[i]]),
    );
  });

  it.each([
    ["another document", { swagger: "2.0" }, "Only OpenAPI 3.0 and 3.1 are supported."],
    ["a document without filters", { openapi: "3.1.0", paths: {} }, "No list in the document"],
    ["no document", null, "not an OpenAPI document"],
  ])("reports %s", (_, given, message) => {
    const { source, problems } = clientFromOpenApi(given);
    expect(source).toBeUndefined();
    expect(problems[0]!.message).toContain(message);
  });
});
