import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { collectionRepresentation } from "../../src/url/collection-representation.ts";
import { decodeQuery } from "../../src/url/decode-query.ts";
import { COLLECTION_LINK_TYPE, pageLinks } from "../../src/url/links.ts";
import { items } from "./url-catalog.ts";
import { ANY_CHARACTER } from "../properties/any-character.ts";

const path = "/items/items";
const queryOf = (raw: string) => {
  const { query, diagnostics } = decodeQuery(raw, { catalog: items });
  expect(query, JSON.stringify(diagnostics)).toBeDefined();
  return query!;
};
const linksOf = (raw: string, count: number, limit = 10) =>
  Object.fromEntries(
    pageLinks({ path, query: queryOf(raw), count, limit }).map(({ rel, uri }) => [rel, uri]),
  );
const page = (start: number, limit = 10) => `${path}?start=${start}&limit=${limit}`;

describe("the links of a page", () => {
  it("do not include first and prev on the first page", () => {
    expect(linksOf("", 52)).toEqual({ self: page(0), collection: path, next: page(10), last: page(50) });
  });

  it("include all relations on a middle page", () => {
    expect(linksOf("start=20", 52)).toEqual({
      self: page(20),
      collection: path,
      first: page(0),
      prev: page(10),
      next: page(30),
      last: page(50),
    });
  });

  it("do not include next and last on the last page", () => {
    expect(linksOf("start=50", 52)).toEqual({
      self: page(50),
      collection: path,
      first: page(0),
      prev: page(40),
    });
    expect(linksOf("start=51", 52)).toEqual({
      self: page(51),
      collection: path,
      first: page(0),
      prev: page(41),
    });
    expect(linksOf("start=42", 52)).toEqual({
      self: page(42),
      collection: path,
      first: page(0),
      prev: page(32),
    });
  });

  it("are only self and collection if there is at most one page", () => {
    for (const count of [0, 1, 9, 10])
      expect(linksOf("", count)).toEqual({ self: page(0), collection: path });
    expect(linksOf("", 11)).toMatchObject({ next: page(10), last: page(10) });
  });

  it("begin the last page at a multiple of the limit", () => {
    for (const [count, at] of [
      [11, 10],
      [20, 10],
      [21, 20],
      [1000, 990],
      [1001, 1000],
    ] as const) {
      expect(linksOf("", count)["last"]).toBe(page(at));
    }
  });

  it("begin the previous page at 0 or later", () => {
    expect(linksOf("start=3", 52)).toMatchObject({ first: page(0), prev: page(0), next: page(13) });
  });

  it("lead to the last page, but to no next page, from a start after the end", () => {
    expect(linksOf("start=60", 52)).toEqual({
      self: page(60),
      collection: path,
      first: page(0),
      prev: page(50),
      last: page(50),
    });
    expect(linksOf("start=1000", 52)).toMatchObject({ prev: page(50) });
    expect(linksOf("start=55", 52)).toMatchObject({ prev: page(45) });
    expect(linksOf("start=52", 52)).not.toHaveProperty("next");
    expect(linksOf("start=5", 0)).toEqual({ self: page(5), collection: path, first: page(0), prev: page(0) });
  });

  it("are only self and collection with a limit of 0", () => {
    expect(linksOf("limit=0", 52, 0)).toEqual({ self: page(0, 0), collection: path });
    expect(linksOf("limit=0&start=5", 52, 0)).toEqual({ self: page(5, 0), collection: path });
  });

  it("are exact at the maximum start", () => {
    const most = Number.MAX_SAFE_INTEGER;
    expect(linksOf(`start=${most}`, 52)).toMatchObject({ self: page(most), prev: page(50) });
    expect(linksOf(`start=${most - 1}`, most, 100)).not.toHaveProperty("next");
    for (const uri of Object.values(linksOf(`start=${most}`, most, most))) {
      expect(
        decodeQuery(uri.slice(path.length), { catalog: items }).diagnostics.filter(
          (d) => d.severity === "error",
        ),
      ).toEqual([]);
    }
  });

  it("keep filter and sort keys, except collection, which keeps only declared parameters", () => {
    const raw = "level=deep&id=a%7Cb&filter=eq(name,+'a%26b')&sortBy=size:descending&start=10&limit=1000";
    const kept = "id=a%7Cb&level=deep&filter=eq(name,'a%26b')&sortBy=size:descending";
    expect(linksOf(raw, 52)).toEqual({
      self: `${path}?${kept}&start=10&limit=10`,
      collection: `${path}?level=deep`,
      first: `${path}?${kept}&start=0&limit=10`,
      prev: `${path}?${kept}&start=0&limit=10`,
      next: `${path}?${kept}&start=20&limit=10`,
      last: `${path}?${kept}&start=50&limit=10`,
    });
  });

  it("are GET links with the media type of a collection", () => {
    const [self] = pageLinks({ path, query: queryOf(""), count: 1, limit: 10 });
    expect(self).toEqual({
      method: "GET",
      rel: "self",
      href: page(0),
      uri: page(0),
      type: COLLECTION_LINK_TYPE,
    });
    expect(pageLinks({ path, query: queryOf(""), count: 1, limit: 10, type: "x/y" })[0]!.type).toBe("x/y");
  });

  it("never contain a token", () => {
    const names = ["access_token", "token", "Access-Token", "ACCESS_TOKEN", "refresh_token", "id_token"];
    const raw = `${names.map((name) => `${name}=s3cret`).join("&")}&id=x&level=y&start=10`;
    const withDeclared = decodeQuery(raw, { catalog: items, parameters: names }).query!;
    const withoutCatalog = decodeQuery(raw).query!;
    for (const query of [withDeclared, withoutCatalog]) {
      const text = JSON.stringify(pageLinks({ path, query, count: 100, limit: 10 }));
      expect(text).not.toContain("s3cret");
      expect(text.toLowerCase()).not.toContain("token");
      expect(text).toContain("id=x");
    }
  });

  it("never contain line breaks", () => {
    const links = pageLinks({
      path: "/items/a\r\nSet-Cookie: é%2Fb%",
      query: { parameters: new Map([["level", "x\r\ny"]]) },
      count: 5,
      limit: 2,
    });
    expect(links[0]!.uri).toBe("/items/a%0D%0ASet-Cookie:%20%C3%A9%2Fb%25?level=x%0D%0Ay&start=0&limit=2");
    for (const { uri } of links) expect(uri).toMatch(/^[\x21-\x7e]*$/);
  });

  it("throw for an invalid path, count or limit", () => {
    const query = queryOf("");
    for (const options of [
      { path: "/a?b", query, count: 1, limit: 1 },
      { path: "/a#b", query, count: 1, limit: 1 },
      { path: "/\ud800", query, count: 1, limit: 1 },
      { path, query, count: -1, limit: 1 },
      { path, query, count: 1, limit: 1.5 },
    ]) {
      expect(() => pageLinks(options)).toThrow(RangeError);
    }
  });

  it("lead from page to page through each row of the collection once", () => {
    fc.assert(
      fc.property(fc.nat(200), fc.integer({ min: 1, max: 30 }), (count, limit) => {
        const rows: number[] = [];
        let raw: string | undefined = `limit=${limit}`;
        for (let pages = 0; raw !== undefined; pages++) {
          expect(pages).toBeLessThanOrEqual(count);
          const query = decodeQuery(raw).query!;
          for (let i = query.start; i < Math.min(count, query.start + query.pageLimit); i++) rows.push(i);
          const links = pageLinks({ path, query, count, limit: query.pageLimit });
          const next = links.find(({ rel }) => rel === "next");
          const last = links.find(({ rel }) => rel === "last");
          expect(last === undefined).toBe(next === undefined);
          raw = next?.uri.slice(path.length);
        }
        expect(rows).toEqual(Array.from({ length: count }, (_, i) => i));
      }),
    );
  });

  it("request the same query again with self, for random strings", () => {
    const texts = fc
      .string({ unit: ANY_CHARACTER })
      .filter((text) => text.isWellFormed() && !text.includes("\0"));
    fc.assert(
      fc.property(texts, texts, (text, level) => {
        const raw = `id=${encodeURIComponent(text)}&level=${encodeURIComponent(level)}`;
        const query = queryOf(raw);
        const self = pageLinks({ path, query, count: 5, limit: 10 })[0]!;
        const again = queryOf(self.uri.slice(path.length));
        expect(again.basics).toEqual(query.basics);
        expect(again.parameters).toEqual(query.parameters);
      }),
    );
  });
});

describe("collectionRepresentation", () => {
  const given = { name: "items", accept: "application/vnd.vendor.item", path };

  it("has the properties of the platform's collections", () => {
    const query = queryOf("start=50&limit=10");
    expect(
      collectionRepresentation({ ...given, query, items: [{ id: "a" }, { id: "b" }], count: 52 }),
    ).toEqual({
      name: "items",
      accept: "application/vnd.vendor.item",
      start: 50,
      limit: 10,
      count: 52,
      links: pageLinks({ path, query, count: 52, limit: 10 }),
      items: [{ id: "a" }, { id: "b" }],
      version: 1,
    });
  });

  it("contains the lowered limit, also in its links", () => {
    const { limit, links } = collectionRepresentation({
      ...given,
      query: queryOf("limit=5000"),
      items: [],
      count: 0,
    });
    expect(limit).toBe(100);
    expect(links[0]!.uri).toBe(page(0, 100));
  });

  it("contains only the count for a limit of 0, and the true count after the end", () => {
    expect(
      collectionRepresentation({ ...given, query: queryOf("limit=0"), items: [], count: 52 }),
    ).toMatchObject({ limit: 0, count: 52, items: [] });
    expect(
      collectionRepresentation({ ...given, query: queryOf("start=99"), items: [], count: 52 }),
    ).toMatchObject({ start: 99, count: 52, limit: 20 });
  });

  it("accepts query parts with a limit", () => {
    expect(
      collectionRepresentation({
        ...given,
        query: { limit: 3 },
        items: [1],
        count: 1,
        version: 2,
        type: "x/y",
      }),
    ).toMatchObject({ start: 0, limit: 3, version: 2 });
    expect(() => collectionRepresentation({ ...given, query: {}, items: [], count: 0 })).toThrow(RangeError);
    expect(() =>
      collectionRepresentation({ ...given, query: { limit: 1 }, items: [1, 2], count: 2 }),
    ).toThrow(RangeError);
  });
});
