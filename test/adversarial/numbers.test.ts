import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { compileSortBy } from "../../src/evaluator/compile-filter.ts";
import { print } from "../../src/ast/print.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { codes, values } from "./keep.ts";
import { words } from "../words.ts";

describe("numbers", () => {
  const INTEGERS = defineCatalog({ name: "x", members: { v: "integer" } });

  it.each([{}, { catalog: INTEGERS }])("integers beyond 2^53 are compared exactly", (options) => {
    const rows = [9007199254740991, 9007199254740992n, 9007199254740993n, 9007199254740994n];
    expect(values("eq(v,9007199254740993)", rows, options)).toEqual([9007199254740993n]);
    expect(values("gt(v,9007199254740992)", rows, options)).toEqual([9007199254740993n, 9007199254740994n]);
    expect(values("in(v,9007199254740993,9007199254740991)", rows, options)).toEqual([
      9007199254740991,
      9007199254740993n,
    ]);
    expect(values("eq(v,9007199254740992)", [2 ** 53, 9007199254740992n], options)).toHaveLength(2);
  });

  it.each([
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551616",
    "1" + "0".repeat(300),
  ])("%s is compared exactly", (text) => {
    const exact = BigInt(text);
    const rows = [exact - 1n, exact, exact + 1n];
    expect(values(`eq(v,${text})`, rows)).toEqual([exact]);
    expect(values(`lt(v,${text})`, rows)).toEqual([exact - 1n]);
    expect(values(`ge(v,${text})`, rows)).toEqual([exact, exact + 1n]);
    expect(values(`in(v,0,${text})`, rows)).toEqual([exact]);
  });

  it("a number that overflows a double is an error, one that underflows is zero", () => {
    expect(codes("eq(v,1e400)")).toEqual(["number-overflow"]);
    expect(codes("eq(v,-1e400)")).toEqual(["number-overflow"]);
    expect(values("eq(v,1e-400)", [0, 5e-324])).toEqual([0]);
    expect(values("eq(v,5e-324)", [0, 5e-324])).toEqual([5e-324]);
    expect(values("eq(v,1.7976931348623157e308)", [Number.MAX_VALUE])).toEqual([Number.MAX_VALUE]);
  });

  it("minus zero is compared, sorted and printed as zero", () => {
    expect(values("eq(v,-0)", [0, -0, 0n])).toHaveLength(3);
    expect(values("lt(v,0)", [0, -0])).toEqual([]);
    expect(values("in(v,0)", [0, -0])).toHaveLength(2);
    expect(print(parseFilter("eq(v,-0.0)").expression!)).toBe("eq(v,0)");
    const { comparator } = compileSortBy("v");
    expect(Math.abs(comparator!({ v: 0 }, { v: -0 }))).toBe(0);
    expect(
      [
        { v: 0, n: 1 },
        { v: -0, n: 2 },
      ]
        .toSorted(comparator)
        .map(({ n }) => n),
    ).toEqual([1, 2]);
  });

  it("NaN and infinities in rows are null in all functions and sort orders", () => {
    const odd = [NaN, Infinity, -Infinity, null, undefined];
    for (const text of words(`
      eq(v,1) ne(v,1) lt(v,1) le(v,1) gt(v,1) ge(v,1) in(v,1,2) not(eq(v,1)) not(lt(v,1)) not(gt(v,1))
      not(in(v,1)) contains(v,'a') eq(v,v)
    `)) {
      expect(values(text, odd), text).toEqual([]);
      expect(
        values(text, odd, {
          catalog: defineCatalog({ name: "x", members: { v: "number" } }),
          mode: "lenient",
        }),
        text,
      ).toEqual([]);
    }
    expect(values("isNull(v)", odd)).toHaveLength(5);
    const { comparator } = compileSortBy("v");
    const sorted = [3, NaN, 1, Infinity, 2, -Infinity].map((v) => ({ v })).toSorted(comparator);
    expect(sorted.map(({ v }) => v)).toEqual([NaN, Infinity, -Infinity, 1, 2, 3]);
  });

  it.each(words("0x10 1_000 .5 5. +1 01 1e 1e+ --1 ٣ １ 1n 0b1 1e1.5 1.e5 -"))(
    "%s is not a number",
    (text) => {
      const { expression, diagnostics } = parseFilter(`eq(v,${text})`);
      expect(expression).toBeUndefined();
      expect(diagnostics[0]!.code).toMatch(/^invalid-(number|character)$/);
      expect(diagnostics[0]!.span.start).toBe(5);
    },
  );

  it("a decimal fraction is the nearest double", () => {
    expect(values("eq(v,0.1)", [0.1, 0.1 + 0.2 - 0.2])).toEqual([0.1]);
    expect(values("eq(v,0.3)", [0.1 + 0.2, 0.3])).toEqual([0.3]);
    expect(values("gt(v,0.3)", [0.1 + 0.2])).toEqual([0.1 + 0.2]);
  });
});
