import { describe, expect, it } from "vitest";
import { createParseCache } from "../../src/parser/cache.ts";

/** Results are remembered as objects: the same object means that nothing was parsed again. */
describe("the parse cache", () => {
  it("gives what parsing gives, and the same object for the same text", () => {
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

  it("remembers wrong texts too", () => {
    const cache = createParseCache();
    const first = cache.parseFilter("eq(");
    expect(first.expression).toBeUndefined();
    expect(cache.parseFilter("eq(")).toBe(first);
  });

  it("drops the text that was not asked for longest", () => {
    const cache = createParseCache({ entries: 2 });
    const a = cache.parseFilter("a");
    const b = cache.parseFilter("b");
    expect(cache.parseFilter("a")).toBe(a);
    const c = cache.parseFilter("c");
    expect(cache.parseFilter("a")).toBe(a);
    expect(cache.parseFilter("c")).toBe(c);
    expect(cache.parseFilter("b")).not.toBe(b);
  });

  it("counts the newest text's use even if it is asked for several times in a row", () => {
    const cache = createParseCache({ entries: 2 });
    cache.parseFilter("a");
    const b = cache.parseFilter("b");
    cache.parseFilter("b");
    cache.parseFilter("b");
    cache.parseFilter("c");
    expect(cache.parseFilter("b")).toBe(b);
  });

  it("is bounded by the characters of all kept texts", () => {
    const cache = createParseCache({ characters: 10 });
    const long = "a".repeat(6);
    const first = cache.parseFilter(long);
    expect(cache.parseFilter(long)).toBe(first);
    const second = cache.parseFilter("b".repeat(5));
    expect(cache.parseFilter("b".repeat(5))).toBe(second);
    expect(cache.parseFilter(long)).not.toBe(first);
  });

  it("keeps two texts whose characters together are exactly the bound", () => {
    const cache = createParseCache({ characters: 10 });
    const first = cache.parseFilter("aaaaa");
    const second = cache.parseFilter("bbbbb");
    expect(cache.parseFilter("aaaaa")).toBe(first);
    expect(cache.parseFilter("bbbbb")).toBe(second);
  });

  it("never keeps a text longer than the bound, and drops none for it", () => {
    const cache = createParseCache({ characters: 5 });
    const kept = cache.parseFilter("a");
    const long = cache.parseFilter("b".repeat(6));
    expect(cache.parseFilter("b".repeat(6))).not.toBe(long);
    expect(cache.parseFilter("a")).toBe(kept);
  });

  it("keeps nothing with no entries", () => {
    const cache = createParseCache({ entries: 0 });
    expect(cache.parseFilter("a")).not.toBe(cache.parseFilter("a"));
  });

  it("parses with the mode and limits that it was made with", () => {
    const cache = createParseCache({ mode: "strict", limits: { sortKeys: 1 } });
    expect(cache.parseFilter("filter=a").expression).toBeUndefined();
    expect(cache.parseSortBy("a,b").diagnostics.map(({ code }) => code)).toEqual(["too-many-sort-keys"]);
  });
});
