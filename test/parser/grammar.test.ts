import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { print } from "../../src/ast/print.ts";
import { tokenize } from "../../src/lexer/tokenize.ts";
import { getGrammar, makeGrammar } from "../../src/parser/grammar.ts";
import { decisionOf, type Decide } from "../../src/parser/lookahead.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { mutated, sortBys, tokenSoup, trees } from "../properties/arbitraries.ts";

const language = makeGrammar({ mistakes: false });

/** Whether the rules without error productions accept a text. */
function accepts(rule: "filter" | "sortBy", text: string): boolean {
  language.input = tokenize(text);
  language[rule]();
  return language.errors.length === 0;
}

/** Codes of mistakes inside one token. The rules know tokens only. */
const TOKEN_CODES = new Set([
  // Replaces errors of any kind, also those about tokens: `name:desc,size:asc`.
  "foreign-syntax",
  "forbidden-string-character",
  "invalid-date",
  "invalid-number",
  "number-overflow",
  "string-too-long",
  "too-many-arguments",
  "too-many-sort-keys",
  "unescaped-quote",
  "unknown-function",
  "unknown-sort-option",
  "unknown-strength",
  "unterminated-string",
]);

/** Codes of what lenient mode reads although it is not in the language. */
const LENIENT_CODES = new Set(["filter-prefix", "zone-plus-as-space", "repeated-sort-option"]);

/** Decisions of a grammar, and the rules that Chevrotain has analyzed for them. */
function decisionsOf(grammar: object) {
  const { lookAheadFuncsCache, gastProductionsCache } = grammar as {
    readonly lookAheadFuncsCache: readonly (readonly Decide[])[];
    readonly gastProductionsCache: object;
  };
  const decisions = lookAheadFuncsCache.flatMap((ofRule, rule) =>
    Object.entries(ofRule).map(([key, decide]) => ({ rule, key, decision: decisionOf(decide) })),
  );
  return { decisions, recordedRules: Object.keys(gastProductionsCache) };
}

describe("the grammar", () => {
  it.each([true, false])("passes Chevrotain's own validation (error productions: %s)", (mistakes) => {
    const grammar = makeGrammar({ mistakes, validate: true });
    expect(grammar.errors).toEqual([]);
    expect((grammar as unknown as { definitionErrors: unknown[] }).definitionErrors).toEqual([]);
  });

  it("takes its decisions from the analysis of the installed version of Chevrotain", () => {
    const [used, analyzed] = [getGrammar(), makeGrammar({ precomputed: false })].map(decisionsOf);
    expect(used!.recordedRules).toEqual([]);
    expect(analyzed!.recordedRules).toContain("filter");
    expect(used!.decisions.length).toBeGreaterThan(30);
    expect(used!.decisions).toEqual(analyzed!.decisions);
  });

  it("is made once", () => {
    expect(getGrammar()).toBe(getGrammar());
  });

  it("without error productions accepts every printed filter and sort", () => {
    fc.assert(
      fc.property(trees, (tree) => accepts("filter", print(tree))),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(sortBys, (order) => accepts("sortBy", print(order))),
      { numRuns: 500 },
    );
  });

  it("without error productions accepts a text exactly if the parser reports no mistake between its tokens", () => {
    const agree = (rule: "filter" | "sortBy", text: string) => {
      const codes = (rule === "filter" ? parseFilter(text) : parseSortBy(text)).diagnostics.map(
        ({ code }) => code,
      );
      if (codes.length === 0) expect(accepts(rule, text), text).toBe(true);
      const isBroken = codes.some((code) => !TOKEN_CODES.has(code) && !LENIENT_CODES.has(code));
      if (isBroken) expect(accepts(rule, text), `${text}: ${codes.join()}`).toBe(false);
    };
    const property = fc.property(fc.oneof(tokenSoup, mutated), (text) => {
      agree("filter", text);
      agree("sortBy", text);
    });
    fc.assert(property, { numRuns: 2000 });
  });

  it("with error productions accepts every two tokens that follow one another", () => {
    const pieces = [
      "a",
      "a(",
      "(",
      ")",
      ",",
      ":",
      "'x'",
      "'",
      "1",
      ".5",
      "$primary",
      "$",
      "10:00:00 02:00",
      "§",
      "a.",
    ];
    for (const first of pieces) {
      for (const second of pieces) {
        for (const third of pieces) {
          const text = `${first} ${second} ${third}`;
          parseFilter(text);
          expect(getGrammar().errors, text).toEqual([]);
          parseSortBy(text);
          expect(getGrammar().errors, text).toEqual([]);
        }
      }
    }
  });
});
