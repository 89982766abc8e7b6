import { describe, expect, it } from "vitest";
import { checkPartial } from "../../src/checker/check-partial.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { CATALOG } from "./documents-catalog.ts";

const codesOf = (diagnostics: readonly { code: string; span: { start: number; end: number } }[]) =>
  diagnostics.map(({ code, span }) => `${code} ${span.start}-${span.end}`);

describe("checking a broken filter", () => {
  it.each([
    ["eq(name,", []],
    ["eq(,1)", []],
    ["eq(owner.", []],
    ["eq(name,'x", []],
    ["not(", []],
    ["eq(nmae,", ["unknown-member 3-7"]],
    ["or(eq(name,'x')),eq(size,2))", []],
    ["eq(name,nmae", []],
    ["foo(name,", ["unknown-function 0-3"]],
    ["and(eq(size,'x'),eq(name,", ["type-mismatch 12-15"]],
    ["and(eq(nmae,1),foo(", ["unknown-member 7-11", "unknown-function 15-18"]],
    ["match(code,", ["function-not-allowed 6-10"]],
    ["eq(name,'x') and eq(nmae,1)", ["unknown-member 20-24"]],
    ["a.b(name", []],
  ])("reports in %s what does not follow from the syntax error", (text, expected) => {
    expect(codesOf(checkPartial(parseFilter(text).partial!, CATALOG))).toEqual(expected);
  });

  it("reports the same as a full check if the text is correct", () => {
    expect(codesOf(checkPartial(parseFilter("eq(nmae,1)").partial!, CATALOG))).toEqual([
      "unknown-member 3-7",
    ]);
  });
});

describe("checking a broken sort", () => {
  it.each([
    ["name:desc,nmae", ["unknown-member 10-14"]],
    ["name,,size", []],
    ["nmae:", ["unknown-member 0-4"]],
    ["upCase(", []],
  ])("reports in %s what does not follow from the syntax error", (text, expected) => {
    expect(codesOf(checkPartial(parseSortBy(text).partial!, CATALOG))).toEqual(expected);
  });
});
