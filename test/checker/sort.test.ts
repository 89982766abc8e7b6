import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { checkSortBy } from "../../src/checker/check.ts";
import { applyFixes } from "../../src/diagnostics/diagnostic.ts";
import { parseSortBy } from "../../src/parser/parse.ts";
import { CATALOG } from "./documents-catalog.ts";

const checked = (text: string, catalog: Parameters<typeof checkSortBy>[1] = CATALOG) =>
  checkSortBy(parseSortBy(text).expression!, catalog);
const reported = (text: string) =>
  checked(text)
    .diagnostics.map(({ code, span }) => `${code} ${span.start}-${span.end}`)
    .join(", ");

describe("checking a sort", () => {
  it.each([
    ["name", ""],
    ["name:descending,size,created:primary", ""],
    ["owner.name", ""],
    ["properties.color", ""],
    ["enabled:descending", ""],
    ["eq(state,'open'):descending,name", ""],
    ["length(name),upCase(name)", ""],
    ["1,'x'", "constant-expression 0-1, constant-expression 2-5"],
    ["upCase('x')", "constant-expression 0-11"],
    ["'name':descending,upCase('name')", "quoted-member 0-6, quoted-member 25-31"],
    ["'code'", "quoted-member 0-6, unsortable-member 0-6"],
    ["nmae", "unknown-member 0-4"],
    ["name,nmae:descending", "unknown-member 5-9"],
    ["secret", "unknown-member 0-6"],
    ["owner.key", "unknown-member 0-9"],
    ["upCase(secret)", "unknown-member 7-13"],
    ["code", "unsortable-member 0-4"],
    ["eq(code,'x'):descending", "unsortable-member 3-7"],
    ["and(eq(name,'x'),eq('code','x'))", "quoted-member 20-26, unsortable-member 20-26"],
    ["tags", "type-mismatch 0-4"],
    ["members.name", "type-mismatch 0-12"],
    ["owner", "type-mismatch 0-5"],
    ["properties", "type-mismatch 0-10"],
    ["foo(name)", "unknown-function 0-3"],
    ["name.desc", "unknown-member 0-9"],
    ["foo,desc", "unknown-member 0-3, unknown-member 4-8"],
    ["desc(name)", "unknown-function 0-4"],
    ["nmae,code,tags", "unknown-member 0-4, unsortable-member 5-9, type-mismatch 10-14"],
  ])("answers %s with %j", (text, expected) => {
    expect(reported(text)).toBe(expected);
    expect(checked(text).ok).toBe(!/unknown|unsortable|mismatch/.test(expected));
  });

  it.each([
    ["name.desc,size.asc", "name:descending,size"],
    ["owner.name.desc.nullslast", "owner.name:descending"],
    ["name,DESC,size,asc", "name:descending,size"],
    ["desc(length(name)),asc(size)", "length(name):descending,size"],
    ["name.desc.nullsfirst", "name.desc.nullsfirst"],
    ["name:primary,desc", "name:primary,desc"],
    ["name.desc:descending", "name.desc:descending"],
  ])("corrects directions in other notations: %s becomes %s", (text, fixed) => {
    expect(applyFixes(text, checked(text).diagnostics)).toBe(fixed);
  });

  it("uses the strength of the key, else of the member, else tertiary", () => {
    const strengths = (text: string) => checked(text).sortBy?.keys.map(({ comparison }) => comparison);
    expect(strengths("name,name:primary,state,upCase(name)")).toEqual([
      "tertiary",
      "primary",
      "tertiary",
      "tertiary",
    ]);
    const byCodePoint = defineCatalog({
      name: "x",
      members: { a: { type: "string", strength: "codePoint" } },
    });
    expect(checked("a,a:identical", byCodePoint).sortBy?.keys.map(({ comparison }) => comparison)).toEqual([
      "codePoint",
      "identical",
    ]);
  });

  it("accepts any member without a catalog, but no unknown function", () => {
    const result = checkSortBy(parseSortBy("anything,a.b.c:descending,length(x)").expression!);
    expect(result.ok).toBe(true);
    expect(checkSortBy(parseSortBy("foo(x)").expression!).ok).toBe(false);
  });

  it("returns no keys for an empty text", () => {
    expect(checked("").sortBy?.keys).toEqual([]);
  });
});
