import { describe, expect, it } from "vitest";
import { print } from "../../src/ast/print.ts";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { applyFixes } from "../../src/diagnostics/diagnostic.ts";
import { DEFAULT_LIMITS } from "../../src/diagnostics/limits.ts";
import { decode, filterOf, items, withItems, wrong } from "./url-catalog.ts";

describe("parameter names", () => {
  it("that are unknown are errors with suggestions", () => {
    const raw = "?nmae=x";
    expect(wrong(raw)).toEqual([["unknown-parameter", "nmae"]]);
    expect(applyFixes(raw, decode(raw).diagnostics)).toBe("?name=x");
    expect(decode("?lmit=5").diagnostics[0]!.message).toContain("'limit'");
    expect(decode("?levl=5").diagnostics[0]!.message).toContain("'level'");
    expect(decode("?owner.nam=5").diagnostics[0]!.message).toContain("'owner.name'");
  });

  it.each([
    ["?size>=3&limit=5", "?filter=ge(size,3)&limit=5"],
    ["size%3C3", "filter=lt(size,3)"],
    ["owner.name!='a%26b'", "filter=ne(owner.name,'a%26b')"],
    ["size<>3&size=4", "filter=ne(size,3)&size=4"],
    // A second comparison or a filter, several values, null, and values of another type.
    ["size>=3&size<=5", undefined],
    ["size>=3&filter=enabled", undefined],
    ["owner.name!=a|b", undefined],
    ["owner.name!=null", undefined],
    ["size>=x", undefined],
  ])("with another operator than = have a filter as their fix: %s", (raw, fixed = raw) => {
    const { diagnostics } = decode(raw);
    expect(diagnostics[0]!.message).toContain("equality");
    expect(applyFixes(raw, diagnostics)).toBe(fixed);
  });

  it("are decoded and case-sensitive", () => {
    expect(decode("%66ilter=eq(id,'x')").query!.filterText).toBe("eq(id,'x')");
    expect(wrong("Filter=eq(id,'x')")).toEqual([["unknown-parameter", "Filter"]]);
    expect(wrong("filter[]=x")).toEqual([["unknown-parameter", "filter[]"]]);
    expect(wrong("filter%00=x")).toEqual([["unknown-parameter", "filter%00"]]);
    expect(wrong("=x")).toEqual([["unknown-parameter", "=x"]]);
  });

  it("of members that are not filterable lead to the same error as unknown names", () => {
    for (const [hidden, absent] of [
      ["secret", "sacret"],
      ["owner.secret", "owner.sacret"],
    ] as const) {
      const answer = (name: string) =>
        decode(`?${name}=x&limit=5`).diagnostics.map((found) => JSON.stringify(found).replaceAll(name, "*"));
      expect(answer(hidden)).toEqual(answer(absent));
      expect(answer(hidden)).toHaveLength(1);
      expect(answer(hidden)[0]).toContain("unknown-parameter");
    }
    expect(JSON.stringify(decode("secre=x").diagnostics)).not.toContain("secret");
    expect(wrong("filter=eq(secret,'x')")).toEqual([["unknown-member", "secret"]]);
  });

  it("of inherited properties such as constructor are unknown", () => {
    const before = Object.getOwnPropertyNames(Object.prototype).join();
    const names = [
      "__proto__",
      "constructor[prototype][x]",
      "__proto__!",
      "a[]",
      "a[b]",
      "a.b",
      "toString",
      "constructor",
    ];
    for (const name of names) {
      expect(wrong(`${name}=1`), name).toEqual([["unknown-parameter", name]]);
      decode(`${name}=1`, {});
    }
    const { parameters } = decode("__proto__=1&constructor=2", {
      parameters: ["__proto__", "constructor"],
    }).query!;
    expect([...parameters]).toEqual([
      ["__proto__", "1"],
      ["constructor", "2"],
    ]);
    expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before);
    expect(({} as Record<string, unknown>)["1"]).toBeUndefined();
  });

  it("that are reserved are never basic filters, but filters can use a member with the same name", () => {
    const catalog = defineCatalog({
      name: "odd",
      members: { limit: "integer", filter: "string", start: "date" },
    });
    const { query } = decode("limit=5&start=3&filter=eq(filter,'x')", { catalog });
    expect(query).toMatchObject({ limit: 5, start: 3, basics: [] });
    expect(print(query!.filter)).toBe("eq(filter,'x')");
  });

  it("that the endpoint declares are returned and do not filter", () => {
    const { query } = decode("level=deep&prefix=a%26b&id=x", { ...withItems, parameters: ["prefix", "id"] });
    expect([...query!.parameters]).toEqual([
      ["level", "deep"],
      ["prefix", "a&b"],
      ["id", "x"],
    ]);
    expect(print(query!.filter)).toBe("true");
  });
});

describe("repeated parameters", () => {
  it("are accepted with the same decoded value", () => {
    const { query, diagnostics } = decode(
      "filter=eq(id,+'x')&filter=eq(id,%20%27x%27)&limit=5&limit=%35&sortBy=id&sortBy=id",
    );
    expect(diagnostics).toEqual([]);
    expect(print(query!.filter)).toBe("eq(id,'x')");
    expect(query!.limit).toBe(5);
  });

  it("are errors with different values, at the second one", () => {
    expect(wrong("filter=eq(id,'a')&filter=eq(id,'b')")).toEqual([
      ["repeated-parameter", "filter=eq(id,'b')"],
    ]);
    expect(wrong("limit=1&limit=2")).toEqual([["repeated-parameter", "limit=2"]]);
    expect(wrong("limit=1&limit=01")).toEqual([["repeated-parameter", "limit=01"]]);
    expect(wrong("sortBy=id&sortBy=size")).toEqual([["repeated-parameter", "sortBy=size"]]);
    expect(wrong("level=1&level=2")).toEqual([["repeated-parameter", "level=2"]]);
  });
});

describe("start and limit", () => {
  it("consist only of digits", () => {
    for (const value of [
      "-1",
      "1e3",
      "10.5",
      "+10",
      "%2010",
      "９",
      "NaN",
      "",
      "1_0",
      "0x10",
      "١٠",
      "Infinity",
      "1%00",
    ]) {
      for (const name of ["start", "limit"]) {
        expect(wrong(`${name}=${value}`), value).toEqual([["invalid-integer", value]]);
      }
    }
    expect(wrong("limit")).toEqual([["invalid-integer", ""]]);
    expect(decode("limit=010&start=0").query).toMatchObject({ limit: 10, pageLimit: 10, start: 0 });
    expect(decode("limit=0").query).toMatchObject({ limit: 0, pageLimit: 0 });
    expect(applyFixes("limit=+10", decode("limit=+10").diagnostics)).toBe("limit=10");
  });

  it("a start can be as great as 2^53-1", () => {
    expect(decode("start=9007199254740991").query!.start).toBe(Number.MAX_SAFE_INTEGER);
    expect(decode("start=2147483648").query!.start).toBe(2147483648);
    for (const value of [
      "9007199254740992",
      "9223372036854775807",
      "9223372036854775808",
      "9".repeat(5000),
    ]) {
      expect(wrong(`start=${value}`)).toEqual([["invalid-integer", value]]);
    }
    expect(decode(`start=${"0".repeat(5000)}7`).query!.start).toBe(7);
  });

  it("have the defaults of the catalog; a limit above the maximum is lowered with a hint", () => {
    expect(decode("").query).toMatchObject({ start: 0, limit: undefined, pageLimit: 20 });
    expect(decode("limit=100").query).toMatchObject({ limit: 100, pageLimit: 100 });
    expect(decode("limit=101").query).toMatchObject({ limit: 101, pageLimit: 100 });
    expect(wrong("?limit=1000000")).toEqual([["limit-lowered", "1000000"]]);
    for (const digits of ["9007199254740992", "9".repeat(400)]) {
      expect(wrong(`limit=${digits}`)).toEqual([["limit-lowered", digits]]);
      expect(decode(`limit=${digits}`).query).toMatchObject({ pageLimit: 100 });
    }
    expect(decode("limit=1000000").diagnostics[0]!.severity).toBe("hint");
    expect(decode("", {}).query!.pageLimit).toBe(10);
    expect(decode("limit=10000", {}).query!.pageLimit).toBe(1000);
    expect(decode("limit=10000", { maximumLimit: 20_000, defaultLimit: 5 }).query!.pageLimit).toBe(10_000);
    expect(() => decode("", { maximumLimit: -1 })).toThrow(RangeError);
  });
});

describe("filter and sortBy", () => {
  it("the filter is true if it is empty or missing", () => {
    for (const raw of ["", "?", "filter=", "filter", "filter=+", "filter=true", "#x"]) {
      const { query, diagnostics } = decode(raw);
      expect(diagnostics).toEqual([]);
      expect(print(query!.filter)).toBe("true");
      expect(query!.written).toBeUndefined();
    }
    expect(decode("filter=").query!.filterText).toBe("");
    expect(decode("").query!.filterText).toBeUndefined();
  });

  it("the default sort of the catalog can use members that requests cannot", () => {
    for (const raw of ["", "sortBy=", "sortBy"]) {
      const { sortBy, checkedSortBy } = decode(raw).query!;
      expect(sortBy).toBeUndefined();
      expect(checkedSortBy.catalog).toBe(items);
      expect(
        checkedSortBy.keys.map(({ expression, direction, comparison }) => [
          print(expression),
          direction,
          comparison,
        ]),
      ).toEqual([
        ["rank", "descending", "tertiary"],
        ["name", "ascending", "primary"],
      ]);
      for (const { expression } of checkedSortBy.keys) {
        expect(checkedSortBy.members.has(expression as never)).toBe(true);
      }
    }
    expect(wrong("sortBy=rank")).toEqual([["unknown-member", "rank"]]);
    expect(decode("", {}).query!.checkedSortBy.keys).toEqual([]);
    const { query } = decode("sortBy=eq(contentType,'folder'):descending,name:secondary");
    expect(print(query!.sortBy!)).toBe("eq(contentType,'folder'):descending,name:secondary");
    expect(query!.checkedSortBy.keys[1]!.comparison).toBe("secondary");
  });

  it("errors have spans in the raw string", () => {
    expect(wrong("?start=1&filter=eq(%6Emae,%27x%27)&limit=3")).toEqual([["unknown-member", "%6Emae"]]);
    expect(wrong("filter=and(%65qq(id,'x'),eq(id,'y'))")).toEqual([["unknown-function", "%65qq"]]);
    expect(wrong("filter=eq(id,'O'Brien')")).toEqual([["unescaped-quote", "'"]]);
    expect(wrong("filter=eq(id,%27%F0%9F%98%80%27O%27)").map(([code]) => code)).toEqual(["unescaped-quote"]);
    expect(wrong("filter=eq(size,%27a+%C3%A9%27)")).toEqual([["type-mismatch", "%27a+%C3%A9%27"]]);
    expect(wrong("filter=eq(id,'a&b')&x=1")).toEqual([
      ["unterminated-string", "&"],
      ["unknown-parameter", "x"],
    ]);
    expect(wrong("filter=eq(id,'a%26b&c#d')")).toEqual([["unterminated-string", "&"]]);
    expect(wrong("filter=eq(id,'a)&limit=5&id='x'")).toEqual([["unterminated-string", "'"]]);
    expect(wrong("sortBy=n%61mee:desc")).toEqual([["unknown-sort-option", "desc"]]);
    expect(wrong("sortBy=n%61mee,id:descending")).toEqual([["unknown-member", "n%61mee"]]);
    expect(wrong("filter=match(id,'a%28%28b%5B')").map(([code]) => code)).toEqual(["invalid-pattern"]);
  });

  it("fixes are percent-encoded", () => {
    const mended = (raw: string) => applyFixes(raw, decode(raw).diagnostics);
    expect(mended("filter=eq(%6Emae,%27x%27)")).toBe("filter=eq(name,%27x%27)");
    expect(mended("filter=eq(id,%27O%27Brien+%26+co%27)")).toBe("filter=eq(id,%27O''Brien+%26+co%27)");
    expect(mended("filter=ge(at,10:00:00+02:00)")).toBe("filter=ge(at,10:00:00%2B02:00)");
    expect(mended("filter=filter=eq(id,'x')")).toBe("filter=eq(id,'x')");
    expect(mended("filter=and(eq(%69d,'x'))")).toBe("filter=eq(%69d,'x')");
    expect(mended("filter=eq(contentType,folder)&sortBy=name:desc")).toBe(
      "filter=eq(contentType,'folder')&sortBy=name:descending",
    );
  });

  it("lenient corrections are warnings, or errors in strict mode", () => {
    const raw = "filter=eq(size,'1')&id=x";
    expect(wrong(raw)).toEqual([["quoted-value", "'1'"]]);
    expect(filterOf(raw)).toBe("and(eq(size,1),eq(id,'x'))");
    expect(print(decode(raw).query!.filter)).toBe("and(eq(size,'1'),eq(id,'x'))");
    expect(decode(raw, { ...withItems, mode: "strict" }).query).toBeUndefined();
  });

  it("the returned trees have spans in the raw string", () => {
    const raw = "?id=a%7Cb&filter=eq(%69d,%27%C3%A9%27)&sortBy=%69d";
    const { query } = decode(raw);
    const at = (span: { start: number; end: number }) => raw.slice(span.start, span.end);
    const filter = query!.checkedFilter.expression;
    if (filter.kind !== "call") throw new Error("no call");
    const [basic, written] = filter.args;
    expect(at(basic!.span)).toBe("id=a%7Cb");
    expect(at(written!.span)).toBe("eq(%69d,%27%C3%A9%27)");
    if (basic?.kind !== "call" || written?.kind !== "call") throw new Error("no calls");
    expect(basic.args.map(({ span }) => at(span))).toEqual(["id", "a", "b"]);
    expect(written.args.map(({ span }) => at(span))).toEqual(["%69d", "%27%C3%A9%27"]);
    expect(at(query!.checkedSortBy.keys[0]!.expression.span)).toBe("%69d");
  });

  it("a decoded filter has at most 8,192 characters", () => {
    const padded = (n: number) => `filter=${" ".repeat(n - 10)}eq(id,'x')`;
    expect(wrong(padded(8192))).toEqual([]);
    expect(wrong(`${padded(8192)}%20%20`)).toEqual([["text-too-long", "%20%20"]]);
    expect(wrong(padded(9000), { ...withItems, limits: { text: 10_000 } })).toEqual([]);
    expect(wrong(`sortBy=id${" ".repeat(8191)}`)).toEqual([["text-too-long", " "]]);
    expect(() => decode("", { limits: { text: -1 } })).toThrow(RangeError);
  });

  it("the implicit and of several conditions does not count for the depth; their nodes are added", () => {
    const nested = (n: number) => `filter=${"not(".repeat(n)}enabled${")".repeat(n)}`;
    const { depth } = DEFAULT_LIMITS;
    expect(wrong(nested(depth))).toEqual([]);
    expect(wrong(`${nested(depth)}&id=x`)).toEqual([]);
    expect(wrong(`${nested(depth + 1)}&id=x`).map(([code]) => code)).toEqual(["too-deep"]);
    const wide = Array.from({ length: 3 }, () => `id=${Array(900).fill("x").join("|")}`).join("&");
    expect(wrong(wide).map(([code]) => code)).toEqual(["too-many-nodes"]);
  });

  it("several errors are reported at once, in the order of the string", () => {
    expect(wrong("limit=x&nmae=1&filter=eq(idd,'x')&size=y&sortBy=secret&start=%G1")).toEqual([
      ["invalid-integer", "x"],
      ["unknown-parameter", "nmae"],
      ["unknown-member", "idd"],
      ["invalid-value", "y"],
      ["unknown-member", "secret"],
      ["invalid-percent-encoding", "%"],
    ]);
  });

  it("an error is reported despite many warnings about other parameters", () => {
    const warned = Array.from({ length: 30 }, () => "contentType=foldr").join("&");
    const { query, diagnostics } = decode(`${warned}&secret=x`);
    expect(query).toBeUndefined();
    expect(diagnostics).toHaveLength(20);
    expect(diagnostics.at(-1)!.code).toBe("unknown-parameter");
  });
});

describe("diagnostic messages", () => {
  it("escape control characters", () => {
    for (const raw of [
      "a%1B%5B2J=1",
      "size=%0D%0ASet-Cookie:x",
      "limit=%E2%80%AE1",
      "limit=1&limit=%1B",
      "filter=eq(%1B,1)",
    ]) {
      for (const { message } of decode(raw).diagnostics) {
        expect(message).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }
      expect(decode(raw).query).toBeUndefined();
    }
  });
});
