import { describe, expect, it } from "vitest";
import { equalExpressions } from "../../src/ast/equals.ts";
import { print } from "../../src/ast/print.ts";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { applyFixes } from "../../src/diagnostics/diagnostic.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { decode, filterOf, items, withItems, wrong } from "./url-catalog.ts";

describe("a basic filter", () => {
  const same: readonly (readonly [raw: string, filter: string])[] = [
    ["id=v", "eq(id,'v')"],
    ["id=v&size=3", "and(eq(id,'v'),eq(size,3))"],
    ["id=a%7Cb", "in(id,'a','b')"],
    ["id=a|b|c", "in(id,'a','b','c')"],
    ["id=a&id=b", "and(eq(id,'a'),eq(id,'b'))"],
    ["id=a&id=a", "and(eq(id,'a'),eq(id,'a'))"],
    ["id=", "eq(id,'')"],
    ["id", "eq(id,'')"],
    ["id='x'", "eq(id,'''x''')"],
    ["id=a%27b", "eq(id,'a''b')"],
    ["size=1|2", "in(size,1,2)"],
    ["score=1.50", "eq(score,1.5)"],
    ["enabled=true", "eq(enabled,true)"],
    ["day=2020-01-31", "eq(day,2020-01-31)"],
    ["at=10:00|11:00:00Z", "in(at,10:00,11:00:00Z)"],
    ["modified=2020-01-31T10:00:00%2B02:00", "eq(modified,2020-01-31T10:00:00+02:00)"],
    ["modified=2020-01-31", "eq(modified,2020-01-31)"],
    ["tags=x", "eq(tags,'x')"],
    ["imageUris.icon=/a/b", "eq(imageUris.icon,'/a/b')"],
    ["owner.name=Ann+Lee", "eq(owner.name,'Ann Lee')"],
    ["filter=gt(size,1)&id=a", "and(gt(size,1),eq(id,'a'))"],
    ["id=a&filter=gt(size,1)&size=2", "and(eq(id,'a'),gt(size,1),eq(size,2))"],
    ["id=a&filter=and(gt(size,1),lt(size,3))", "and(eq(id,'a'),and(gt(size,1),lt(size,3)))"],
    ["id=a&filter=true", "eq(id,'a')"],
    ["id=a&filter=", "eq(id,'a')"],
  ];
  for (const [raw, filter] of same) {
    it(`?${raw} is equivalent to ${filter}`, () => {
      const { query, diagnostics } = decode(raw);
      expect(diagnostics).toEqual([]);
      expect(equalExpressions(query!.filter, parseFilter(filter).expression!)).toBe(true);
      expect(print(query!.checkedFilter.expression)).toBe(filter.replace("1.50", "1.5"));
      expect(query!.checkedFilter.catalog).toBe(items);
    });
  }

  it("is split at bars, encoded or not; an empty part is the empty string", () => {
    for (const bar of ["|", "%7C", "%7c"]) {
      expect(filterOf(`id=a${bar}b`)).toBe("in(id,'a','b')");
      expect(filterOf(`id=a${bar}${bar}b`)).toBe("in(id,'a','','b')");
      expect(filterOf(`id=${bar}`)).toBe("in(id,'','')");
    }
    expect(filterOf("id=a%257Cb")).toBe("eq(id,'a%7Cb')");
  });

  it("has a limited number of values, like the arguments of a call", () => {
    const many = (n: number) => `id=${Array(n).fill("x").join("%7C")}`;
    expect(wrong(many(999))).toEqual([]);
    expect(wrong(many(1000))).toEqual([["too-many-arguments", many(1000).slice(3)]]);
    expect(wrong(`id=${"%7C".repeat(10_000)}`)).toEqual([["too-many-arguments", "%7C".repeat(10_000)]]);
  });

  it("compares exactly, whatever the member's strength is", () => {
    expect(filterOf("name=x")).toBe("eq($identical,name,'x')");
    expect(filterOf("name=x|y")).toBe("in($identical,name,'x','y')");
  });

  it("keeps the decoded member and values", () => {
    expect(decode("id=a%7Cb&size=007&size=7").query).toBeUndefined();
    expect(decode("id=a%7Cb&score=7.0").query!.basics).toEqual([
      { member: "id", values: ["a", "b"] },
      { member: "score", values: ["7.0"] },
    ]);
  });

  it("reports a value that is invalid for the member's type, at the value", () => {
    expect(wrong("?size=abc")).toEqual([["invalid-value", "abc"]]);
    expect(wrong("?size=1%7Cx%20y%7C3")).toEqual([["invalid-value", "x%20y"]]);
    expect(wrong("size=1||2")).toEqual([["invalid-value", ""]]);
    expect(wrong("size=1.5")).toEqual([["invalid-value", "1.5"]]);
    expect(wrong("enabled=yes")).toEqual([["invalid-value", "yes"]]);
    expect(wrong("day=2020-02-30")).toEqual([["invalid-value", "2020-02-30"]]);
    expect(wrong("owner=x")).toEqual([["invalid-value", "x"]]);
    expect(wrong("imageUris=x")).toEqual([["invalid-value", "x"]]);
  });

  it("suggests the value that was probably meant", () => {
    const mended = (raw: string) => applyFixes(raw, decode(raw).diagnostics);
    expect(mended("enabled=True")).toBe("enabled=true");
    expect(mended("size='5'")).toBe("size=5");
    expect(mended("size=007")).toBe("size=7");
    expect(mended("size=%205")).toBe("size=5");
    expect(mended("contentType=foldr")).toBe("contentType=folder");
    expect(mended("contentType=its")).toBe("contentType=it's");
  });

  it("rejects U+0000 in a value", () => {
    expect(wrong("id=a%00b")).toEqual([["forbidden-string-character", "a%00b"]]);
  });

  it("reads a space in a time zone as +, with a warning, or an error in strict mode", () => {
    const raw = "at=10:00:00+02:00";
    expect(filterOf(raw)).toBe("eq(at,10:00:00+02:00)");
    expect(wrong(raw)).toEqual([["zone-plus-as-space", "10:00:00+02:00"]]);
    expect(applyFixes(raw, decode(raw).diagnostics)).toBe("at=10:00:00%2B02:00");
    expect(wrong("at=10:00:00%2B02:00")).toEqual([]);
    expect(decode(raw, { ...withItems, mode: "strict" }).query).toBeUndefined();
  });

  it("needs the functions eq and in to be allowed", () => {
    expect(wrong("label=x")).toEqual([["function-not-allowed", "label"]]);
    const eqOnly = defineCatalog({
      name: "eqOnly",
      members: { a: "string", b: "string" },
      functions: ["eq"],
    });
    expect(wrong("a=x|y", { catalog: eqOnly })).toEqual([["function-not-allowed", "a"]]);
    // The implicit and between parameters needs no permission.
    expect(filterOf("a=x&b=y", { catalog: eqOnly })).toBe("and(eq(a,'x'),eq(b,'y'))");
    expect(decode("a=x&b=y", { catalog: eqOnly }).query!.checkedFilter.catalog).toBe(eqOnly);
    expect(wrong("a=x&filter=and(eq(a,'x'),eq(b,'y'))", { catalog: eqOnly })).toEqual([
      ["function-not-allowed", "and"],
    ]);
  });

  it("has string values without a catalog", () => {
    expect(filterOf("a.b=1&x=true", {})).toBe("and(eq(a.b,'1'),eq(x,'true'))");
    expect(wrong("2a=1", {})).toEqual([["unknown-parameter", "2a"]]);
  });
});
