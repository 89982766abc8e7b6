import { afterAll, beforeAll, expect, it } from "vitest";
import { createLanguageService } from "../../src/editor/service.ts";
import { tokenize } from "../../src/lexer/tokenize.ts";
import { getGrammar } from "../../src/parser/grammar.ts";
import { REPORTS } from "./catalog.ts";

const service = createLanguageService({ catalog: REPORTS });
const grammar = getGrammar();
const prototype = Object.getPrototypeOf(Object.getPrototypeOf(grammar)) as object;
const input = Object.getOwnPropertyDescriptor(prototype, "input")!;
/** Number of tokens that were parsed. */
let parsed = 0;

beforeAll(() => {
  Object.defineProperty(grammar, "input", {
    configurable: true,
    set(tokens: unknown[]) {
      parsed += tokens.length;
      input.set!.call(grammar, tokens);
    },
  });
});
afterAll(() => {
  Reflect.deleteProperty(grammar, "input");
});

/** Conditions with a mistake that has a fix, and the characters before and after each. */
const MISTAKES = [
  "eq(name 'x')",
  "eq(name,,'x')",
  "eq(name,012)",
  "eq(name,1,000)",
  "eq(name;'x')",
  "eq(name,“x”)",
  "(eq(name,'x'))",
  "eq(name,$primary,'x')",
  "eq(created,1/5/2024)",
  "eq(name,'O'Brien')",
  "eq(name,'x'))",
  "eq(nmae,'x')",
  "and(eq(name,'x'))",
];

/** Returns the number of tokens of a text, and how many are parsed for its diagnostics. */
function workOf(condition: string, characters: number) {
  const count = Math.floor((characters - 10) / (condition.length + 1));
  const text = `and(${`${condition},`.repeat(count)}enabled)`;
  const tokens = tokenize(text).length;
  parsed = 0;
  const diagnostics = service.open(text, { kind: "filter" }).diagnostics();
  return { tokens, parsed, diagnostics };
}

it.each(MISTAKES)(
  "the diagnostics of a text of 4 KB with many %s parse it at most ten times",
  (condition) => {
    const { tokens, parsed: total, diagnostics } = workOf(condition, 4_096);
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(total).toBeGreaterThanOrEqual(tokens);
    expect(total / tokens).toBeLessThanOrEqual(10);
  },
);

it.each(MISTAKES)("the work for many %s grows with the text", (condition) => {
  const [small, large] = [workOf(condition, 4_096), workOf(condition, 16_384)];
  expect(large.parsed / large.tokens).toBeLessThanOrEqual(Math.max(3, 1.2 * (small.parsed / small.tokens)));
});

it("fixes are offered for texts with many mistakes", () => {
  for (const condition of ["eq(name 'x')", "eq(name,,'x')", "eq(nmae,'x')", "eq(created,1/5/2024)"]) {
    const { diagnostics } = workOf(condition, 4_096);
    expect(diagnostics.filter(({ fixes }) => fixes.length > 0)).toHaveLength(diagnostics.length);
  }
});
