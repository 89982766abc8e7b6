import { describe, expect, it } from "vitest";
import { createParseCache } from "../../src/parser/cache.ts";

/** The same result object means that the text was not parsed again. */
describe("the parse cache", () => {
  it("returns the result of the parser, and the same object for the same text", () => {
    const cache = createParseCache();
    const first = cache.parseFilter("eq(a,1)");
    expect(first.expression?.kind).toBe("call");
    expect(cache.parseFilter("eq(a,1)")).toBe(first);
    expect(cache.parseFilter("eq(a, 1)")).not.toBe(first);
  });

  it("keeps filters and sorts apart", () => {
    const cache = createParseCache();
    expect(cache.parseFilter("name").expression?.kind).toBe("name");
    expect(cache.parseSortBy("name").expression?.kind).toBe("sortBy");
  });

  it("caches invalid texts too", () => {
    const cache = createParseCache();
    const first = cache.parseFilter("eq(");
    expect(first.expression).toBeUndefined();
    expect(cache.parseFilter("eq(")).toBe(first);
  });

  it("removes the least recently used text", () => {
    const cache = createParseCache({ entries: 2 });
    const a = cache.parseFilter("a");
    const b = cache.parseFilter("b");
    expect(cache.parseFilter("a")).toBe(a);
    const c = cache.parseFilter("c");
    expect(cache.parseFilter("a")).toBe(a);
    expect(cache.parseFilter("c")).toBe(c);
    expect(cache.parseFilter("b")).not.toBe(b);
  });

  it("counts a use of the newest text even if it is requested several times in a row", () => {
    const cache = createParseCache({ entries: 2 });
    cache.parseFilter("a");
    const b = cache.parseFilter("b");
    cache.parseFilter("b");
    cache.parseFilter("b");
    cache.parseFilter("c");
    expect(cache.parseFilter("b")).toBe(b);
  });

  it("is bounded by the total length of all cached texts", () => {
    const cache = createParseCache({ characters: 10 });
    const long = "a".repeat(6);
    const first = cache.parseFilter(long);
    expect(cache.parseFilter(long)).toBe(first);
    const second = cache.parseFilter("b".repeat(5));
    expect(cache.parseFilter("b".repeat(5))).toBe(second);
    expect(cache.parseFilter(long)).not.toBe(first);
  });

  it("keeps two texts whose total length is exactly the maximum", () => {
    const cache = createParseCache({ characters: 10 });
    const first = cache.parseFilter("aaaaa");
    const second = cache.parseFilter("bbbbb");
    expect(cache.parseFilter("aaaaa")).toBe(first);
    expect(cache.parseFilter("bbbbb")).toBe(second);
  });

  it("does not cache a text longer than the maximum, and removes no other text for it", () => {
    const cache = createParseCache({ characters: 5 });
    const kept = cache.parseFilter("a");
    const long = cache.parseFilter("b".repeat(6));
    expect(cache.parseFilter("b".repeat(6))).not.toBe(long);
    expect(cache.parseFilter("a")).toBe(kept);
  });

  it("caches nothing if the maximum number of texts is 0", () => {
    const cache = createParseCache({ entries: 0 });
    expect(cache.parseFilter("a")).not.toBe(cache.parseFilter("a"));
  });

  it("uses the mode and limits that it was created with", () => {
    const cache = createParseCache({ mode: "strict", limits: { sortKeys: 1 } });
    expect(cache.parseFilter("filter=a").expression).toBeUndefined();
    expect(cache.parseSortBy("a,b").diagnostics.map(({ code }) => code)).toEqual(["too-many-sort-keys"]);
  });
});
