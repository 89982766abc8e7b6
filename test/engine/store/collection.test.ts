import { describe, expect, it, vi } from "vitest";
import { check, checkSortBy, defineCatalog, parseFilter, parseSortBy, type Catalog } from "tamis";
import { createCollection } from "../../../src/engine/store/collections/create-collection.ts";
import { decodeQuery } from "../../../src/url/decode-query.ts";
import { filterOf } from "../../sql/checked-query.ts";

const catalog = defineCatalog({
  name: "reports",
  key: "id",
  members: { id: "integer", name: "string", created: "dateTime", tags: { type: "list", items: "string" } },
  defaultSort: ["name"],
  defaultLimit: 2,
  maximumLimit: 3,
});
const rows = [
  { id: 3, name: "b" },
  { id: 1, name: "Á", created: "2020-01-01T00:00:00Z" },
  { id: 2, name: "a", created: "soon", tags: ["x", 1] },
  { id: 4, name: null },
];

describe("a collection in memory", () => {
  it("returns pages in the catalog's default order, within its limits, with the count of all rows", () => {
    const collection = createCollection<(typeof rows)[number]>(rows, { catalog, locale: "en" });
    expect(collection.page({})).toMatchObject({ items: [rows[3], rows[2]], start: 0, limit: 2, count: 4 });
    expect(collection.page({ start: 2, limit: 10 })).toEqual({
      items: [rows[1], rows[0]],
      start: 2,
      limit: 3,
      count: 4,
    });
    expect(collection.page({ start: 9 })).toEqual({ items: [], start: 9, limit: 2, count: 4 });
    expect(collection.page({ limit: 0 })).toEqual({ items: [], start: 0, limit: 0, count: 4 });
    expect(collection.all({}).length).toBe(4);
  });

  it("reads a property that several members share by the type of each", () => {
    const catalog = defineCatalog({
      name: "things",
      members: { text: { type: "string", property: "x" }, number: { type: "integer", property: "x" } },
    });
    const collection = createCollection([{ x: 1 }, { x: "1" }], { catalog });
    const count = (filter: string) => collection.count({ filter: filterOf(filter, catalog) });
    expect([count("eq(text,'1')"), count("eq(number,1)"), count("isNull(text)")]).toEqual([1, 1, 1]);
  });

  it("accepts queries of decodeQuery", () => {
    const { query } = decodeQuery("?filter=ge(id,2)&sortBy=id:descending&limit=1", { catalog });
    const collection = createCollection<(typeof rows)[number]>(rows, { catalog });
    expect(collection.page(query!)).toEqual({
      items: [rows[3]],
      start: 0,
      limit: 1,
      count: 3,
      next: { values: [4, 4], index: 1, query: expect.any(String) as string },
    });
    expect(collection.count(query!)).toBe(3);
  });

  it("infers a missing catalog from the rows, which fails without rows", () => {
    const collection = createCollection([{ a: 1 }, { a: 2 }]);
    const filter = filterOf("gt(a,1)", collection.catalog);
    expect(collection.count({ filter })).toBe(1);
    expect(() => createCollection([])).toThrow(TypeError);
    const definition = { name: "rows", members: { a: "integer" } } as unknown as Catalog;
    expect(() => createCollection([{ a: 1 }], { catalog: definition })).toThrow(
      "catalog must be a catalog from defineCatalog, got an object",
    );
  });

  it("throws for trees that were checked against another catalog, and for invalid numbers", () => {
    const collection = createCollection<(typeof rows)[number]>(rows, { catalog });
    const { filter } = check(parseFilter("eq(id,1)").expression!);
    const { sortBy } = checkSortBy(parseSortBy("id").expression!);
    expect(() => collection.page({ filter })).toThrow(TypeError);
    expect(() => collection.page({ sortBy: sortBy! })).toThrow(TypeError);
    expect(() => collection.page({ start: -1 })).toThrow(RangeError);
    expect(() => collection.page({ limit: 1.5 })).toThrow(RangeError);
    expect(() => collection.page({ limit: "5" as never })).toThrow('limit must be an integer >= 0, got "5"');
    expect(() => collection.page({}, { locale: "no tag" })).toThrow(RangeError);
  });

  it("reports rows with values that the type of their member cannot read", () => {
    const collection = createCollection<(typeof rows)[number]>(rows, { catalog });
    expect([...collection.unreadable()]).toEqual([{ row: rows[2], index: 2, members: ["created", "tags"] }]);
  });

  it("works without WebAssembly, and throws if WebAssembly is required but missing", () => {
    const platform = globalThis as { WebAssembly?: unknown };
    const { WebAssembly } = platform;
    try {
      platform.WebAssembly = undefined;
      expect(createCollection<(typeof rows)[number]>(rows, { catalog }).page({}).count).toBe(4);
      expect(() => createCollection<(typeof rows)[number]>(rows, { catalog, kernels: "wasm" })).toThrow(
        TypeError,
      );
    } finally {
      platform.WebAssembly = WebAssembly;
    }
  });

  it("shares compiled kernels with other collections", () => {
    const { WebAssembly } = globalThis as unknown as { WebAssembly: { Module: () => object } };
    createCollection<(typeof rows)[number]>(rows, { catalog });
    const compile = vi.spyOn(WebAssembly, "Module");
    createCollection<(typeof rows)[number]>(rows, { catalog }).page({});
    expect(compile).not.toHaveBeenCalled();
    compile.mockRestore();
  });

  it("reports the bytes of its columns, which grow as queries use more members", () => {
    const collection = createCollection<(typeof rows)[number]>(rows, { catalog });
    const before = collection.bytes();
    collection.facets("name", {});
    expect(collection.bytes()).toBeGreaterThan(before);
  });
});
