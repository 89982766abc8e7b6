import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { equalExpressions, equalSortBys } from "../../src/ast/equals.ts";
import { format } from "../../src/ast/format.ts";
import { fromJson } from "../../src/ast/json.ts";
import { toJson } from "../../src/ast/to-json.ts";
import { print } from "../../src/ast/print.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { sortBys, trees } from "./arbitraries.ts";

const RUNS = { numRuns: 2000 };

describe("a tree", () => {
  it("is equal to its parsed printed text, in strict mode too", () => {
    const property = fc.property(trees, (tree) => {
      const { expression, diagnostics } = parseFilter(print(tree), { mode: "strict" });
      expect(diagnostics).toEqual([]);
      expect(equalExpressions(expression!, tree)).toBe(true);
    });
    fc.assert(property, RUNS);
  });

  it("prints the same after parsing its printed text", () => {
    const property = fc.property(trees, (tree) => {
      expect(print(parseFilter(print(tree)).expression!)).toBe(print(tree));
    });
    fc.assert(property, RUNS);
  });

  it("is equal to its parsed formatted text, at any width and indentation", () => {
    const property = fc.property(trees, fc.nat(120), fc.nat(8), (tree, width, indent) => {
      const { expression } = parseFilter(format(tree, { width, indent }), { mode: "strict" });
      expect(equalExpressions(expression!, tree)).toBe(true);
    });
    fc.assert(property, RUNS);
  });

  it("is formatted within the width wherever a line can be broken", () => {
    const property = fc.property(trees, fc.integer({ min: 20, max: 100 }), (tree, width) => {
      for (const line of format(tree, { width }).split("\n")) {
        // A line beyond the width is one call's opening, one literal or one name, or is broken by a literal's own text.
        if (line.length > width && !/['"]/.test(line)) expect(line.trim()).not.toMatch(/[^,(]\s*,\s*[^\s]/);
      }
    });
    fc.assert(property, { numRuns: 500 });
  });

  it("is equal to its parsed JSON form", () => {
    const property = fc.property(trees, (tree) => {
      const json = toJson(tree);
      expect(equalExpressions(fromJson(json).expression!, tree)).toBe(true);
      expect(equalExpressions(fromJson(JSON.parse(JSON.stringify(json))).expression!, tree)).toBe(true);
    });
    fc.assert(property, RUNS);
  });
});

describe("a sort", () => {
  it("is equal to its parsed printed and formatted text", () => {
    const property = fc.property(sortBys, fc.nat(100), (order, width) => {
      for (const text of [print(order), format(order, { width })]) {
        const { expression, diagnostics } = parseSortBy(text, { mode: "strict" });
        expect(diagnostics).toEqual([]);
        expect(equalSortBys(expression!, order)).toBe(true);
      }
      expect(print(parseSortBy(print(order)).expression!)).toBe(print(order));
    });
    fc.assert(property, RUNS);
  });
});

describe("the JSON form", () => {
  it("of any document results in a tree or in diagnostics", () => {
    const property = fc.property(
      fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }),
      (document) => {
        const { expression, diagnostics } = fromJson(document);
        expect(expression === undefined).toBe(diagnostics.length > 0);
      },
    );
    fc.assert(property, RUNS);
  });
});
