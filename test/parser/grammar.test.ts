import type { IToken } from "chevrotain";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { print } from "../../src/ast/print.ts";
import { tokenize } from "../../src/lexer/tokenize.ts";
import { DECISIONS } from "../../src/parser/rules/decisions.ts";
import { getGrammar, type Grammar } from "../../src/parser/grammar.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { decisionsModule } from "../../scripts/sources/decisions.ts";
import { makeChevrotainGrammar } from "../../scripts/sources/chevrotain-grammar.ts";
import { anyText, mutated, sortBys, tokenSoup, trees } from "../properties/arbitraries.ts";

const language = makeChevrotainGrammar({ mistakes: false });
const reference = makeChevrotainGrammar();

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

/** Records which builder receives which tokens and parts, and returns what it built as a name. */
function recorder(calls: string[]): never {
  const shown = (value: unknown): string =>
    typeof value === "object" && value !== null && "startOffset" in value
      ? `${(value as IToken).image}@${(value as IToken).startOffset}`
      : String(value);
  const build =
    (name: string) =>
    (...args: unknown[]) => {
      calls.push(`${name}(${args.map(shown).join(" ")})`);
      return name === "strength" ? undefined : `#${calls.length}`;
    };
  return new Proxy({}, { get: (_, name) => build(String(name)) }) as never;
}

/** What the rules build from a text, step by step, and whether they read all of its tokens. */
function stepsOf(grammar: Grammar, rule: "filter" | "sortBy", text: string) {
  const calls: string[] = [];
  grammar.tree = recorder(calls);
  grammar.filterParts = recorder(calls);
  grammar.sortKeys = recorder(calls);
  grammar.input = tokenize(text);
  grammar[rule]();
  return { calls, next: grammar.LA(1).tokenType.name };
}

describe("the grammar", () => {
  it.each([true, false])("passes Chevrotain's own validation (error productions: %s)", (mistakes) => {
    const grammar = makeChevrotainGrammar({ mistakes, validate: true });
    expect(grammar.errors).toEqual([]);
    expect(grammar.definitionErrors).toEqual([]);
  });

  it("takes its decisions from the analysis of Chevrotain", () => {
    expect(DECISIONS.trim().split("\n").length).toBeGreaterThan(30);
    expect(decisionsModule()).toContain(DECISIONS);
  });

  it("runs as the parser of Chevrotain does", () => {
    const agree = (text: string) => {
      for (const rule of ["filter", "sortBy"] as const) {
        const own = stepsOf(getGrammar(), rule, text);
        expect(own, text).toEqual(stepsOf(reference, rule, text));
        expect(own.next, text).toBe("EOF");
      }
    };
    agree("and(eq($primary,a,'x' b),(c),$tertiary,,d:e,f§ g) h,i)");
    agree("a:descending:primary b,:x,,c:(d):$primary)");
    fc.assert(fc.property(fc.oneof(tokenSoup, mutated, anyText), agree), { numRuns: 3000 });
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
      const { diagnostics } = rule === "filter" ? parseFilter(text) : parseSortBy(text);
      const tokens = tokenize(text);
      // A text that is read as another language has other tokens: `' filter=§(` is an assignment in it, and one string here.
      const codes = diagnostics
        .filter(
          ({ span }) =>
            !tokens.some(
              ({ startOffset, image }) => startOffset < span.start && span.end <= startOffset + image.length,
            ),
        )
        .map(({ code }) => code);
      if (diagnostics.length === 0) expect(accepts(rule, text), text).toBe(true);
      const isBroken = codes.some((code) => !TOKEN_CODES.has(code) && !LENIENT_CODES.has(code));
      if (isBroken) expect(accepts(rule, text), `${text}: ${codes.join()}`).toBe(false);
    };
    const property = fc.property(fc.oneof(tokenSoup, mutated), (text) => {
      agree("filter", text);
      agree("sortBy", text);
    });
    agree("filter", "' filter=§(");
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
          expect(getGrammar().LA(1).tokenType.name, text).toBe("EOF");
          parseSortBy(text);
          expect(getGrammar().LA(1).tokenType.name, text).toBe("EOF");
        }
      }
    }
  });
});
