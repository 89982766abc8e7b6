import { describe, expect, it } from "vitest";
import { equalExpressions, equalSortBys } from "../../src/ast/equals.ts";
import { print } from "../../src/ast/print.ts";
import { check, checkSortBy } from "../../src/checker/check.ts";
import { defineFunction } from "../../src/functions/factories/define-function.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { corpus, filtersSeen, sortsSeen } from "./corpus.ts";

/** Codes and positions of the diagnostics of invalid requests. */
const REFUSED = new Map([
  ["(startsWith(name,VendorStudio)", { code: "unexpected-parenthesis", span: { start: 0, end: 1 } }],
  ["eq(name,'zzz'no-such')", { code: "unescaped-quote", span: { start: 12, end: 13 } }],
]);

/** Some services have a function of this name. */
const like = defineFunction({
  name: "like",
  summary: "True if the text matches, * standing for any text.",
  parameters: [
    { name: "e", type: "string" },
    { name: "pattern", type: "string" },
  ],
  result: "boolean",
  evaluate: (text, pattern) => text.startsWith(pattern.replace("*", "")),
});

describe("requests of real clients", () => {
  it("are 140 filters and sorts, two of them wrong", () => {
    expect(filtersSeen().length + sortsSeen().length).toBe(140);
    const invalid = corpus().filter(({ flags }) => flags.includes("invalid"));
    expect(invalid.map(({ text }) => text).toSorted()).toEqual([...REFUSED.keys()].toSorted());
  });

  for (const { text, flags } of filtersSeen()) {
    const refused = REFUSED.get(text);
    if (refused !== undefined) {
      it(`${text} is refused at the very character`, () => {
        const { expression, diagnostics } = parseFilter(text);
        expect(expression).toBeUndefined();
        expect(diagnostics).toMatchObject([refused]);
      });
      continue;
    }
    it(`${text || "the empty filter"} is read, printed and read again as the same tree${flags.includes("unquoted-value") ? ", a bare word included" : ""}`, () => {
      const { expression, diagnostics } = parseFilter(text);
      expect(diagnostics).toEqual([]);
      const again = parseFilter(print(expression!), { mode: "strict" });
      expect(equalExpressions(again.expression!, expression!)).toBe(true);
      const checked = check(expression!, undefined, { functions: [like] });
      expect(checked.ok).toBe(true);
    });
  }

  for (const { text } of sortsSeen()) {
    it(`${text} is read, printed and read again as the same order`, () => {
      const { expression, diagnostics } = parseSortBy(text);
      expect(diagnostics).toEqual([]);
      const again = parseSortBy(print(expression!), { mode: "strict" });
      expect(equalSortBys(again.expression!, expression!)).toBe(true);
      expect(checkSortBy(expression!).ok).toBe(true);
    });
  }
});
