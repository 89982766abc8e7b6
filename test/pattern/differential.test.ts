import * as fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, it } from "vitest";
import { parsePattern } from "../../src/pattern/parse-pattern.ts";
import { compilePattern } from "../../src/pattern/pattern.ts";
import { compileShape, startsWithGap } from "../../src/pattern/literal-shapes.ts";
import { requiredLiteralsOfTree } from "../../src/pattern/required-literals.ts";
import { pattern, shaped, text } from "./random-patterns.ts";

/*
 * Compares with the RE2 engine: the same patterns are valid and match the same strings.
 */

const scraps = fc
  .array(
    fc.constantFrom(
      ..."a(b)[^]{1,2}*+?|\\.$-pPQEdwxzAB:<>=!imsUk09é".split(""),
      "(?",
      "[[:",
      ":]",
      "\\x",
      "{2,",
    ),
    {
      maxLength: 12,
    },
  )
  .map((all) => all.join(""));

function oracle(source: string): RE2JS | undefined {
  try {
    return RE2JS.compile(source);
  } catch {
    return undefined;
  }
}

describe("compared with the RE2 engine", () => {
  it("any pattern matches the same strings", () => {
    const ways = { shape: 0, automaton: 0, engine: 0, required: 0 };
    let matches = 0;
    let pairs = 0;
    fc.assert(
      fc.property(
        fc.oneof(pattern, shaped),
        fc.array(text, { minLength: 10, maxLength: 10 }),
        (source, texts) => {
          const result = compilePattern(source);
          const engine = oracle(source);
          expect([source, result.ok]).toEqual([source, engine !== undefined]);
          if (!result.ok || engine === undefined) return;
          const tree = parsePattern(source);
          if (compileShape(tree) !== undefined) ways.shape++;
          else if (JSON.stringify(tree).includes("foreign")) ways.engine++;
          else ways.automaton++;
          if (startsWithGap(tree) && requiredLiteralsOfTree(tree).inner.length > 1) ways.required++;
          for (const each of texts) {
            const expected = engine.matches(each);
            expect([source, each, result.pattern.matches(each)]).toEqual([source, each, expected]);
            pairs++;
            if (expected) matches++;
          }
        },
      ),
      { numRuns: 6000 },
    );
    // Checks that the sample covers all implementations and both results.
    expect(Math.min(ways.shape, ways.automaton, ways.engine)).toBeGreaterThan(300);
    expect(ways.required).toBeGreaterThan(50);
    expect(matches / pairs).toBeGreaterThan(0.05);
  });

  it("any string is a valid pattern if the engine accepts it", () => {
    let accepted = 0;
    fc.assert(
      fc.property(
        fc.oneof(
          scraps,
          fc.tuple(pattern, scraps).map((parts) => parts.join("")),
        ),
        (source) => {
          const result = compilePattern(source);
          if (result.ok) accepted++;
          else {
            expect(result.offset).toBeGreaterThanOrEqual(0);
            expect(result.offset).toBeLessThanOrEqual(source.length);
            if (result.limit !== undefined) return;
          }
          expect([source, result.ok]).toEqual([source, oracle(source) !== undefined]);
        },
      ),
      { numRuns: 10_000 },
    );
    expect(accepted).toBeGreaterThan(1000);
  });

  it("counts of nested repetitions are multiplied as in the engine", () => {
    const count = fc.constantFrom(
      "{10}",
      "{11}",
      "{100}",
      "{0,10}",
      "{3,}",
      "{0}",
      "{0,}",
      "{1}",
      "*",
      "+",
      "?",
      "{34}",
    );
    fc.assert(
      fc.property(fc.array(count, { maxLength: 5 }), (counts) => {
        const source = counts.reduce((inner, each) => `(?:${inner})${each}`, "a");
        const result = compilePattern(source);
        // Our limits of instructions and states reject some patterns that the engine accepts.
        if (!result.ok && /steps|states/.test(result.reason)) return;
        expect([source, result.ok]).toEqual([source, oracle(source) !== undefined]);
      }),
      { numRuns: 500 },
    );
  });

  it("every ASCII class has the same members as in the engine, with and without (?i)", () => {
    const names = [
      "alnum",
      "alpha",
      "ascii",
      "blank",
      "cntrl",
      "digit",
      "graph",
      "lower",
      "print",
      "punct",
      "space",
    ];
    const classes = [...names, "upper", "word", "xdigit"].flatMap((name) => [
      `[[:${name}:]]`,
      `[[:^${name}:]]`,
    ]);
    for (const source of [...classes, "\\d", "\\D", "\\s", "\\S", "\\w", "\\W", ".", "[k-t]", "[^k-t]"]) {
      for (const flag of ["", "(?i)"]) {
        const result = compilePattern(flag + source);
        const engine = RE2JS.compile(flag + source);
        const codePoints = [...Array(400).keys(), 0x2129, 0x212a, 0x212b, 0xfeff, 0xffff, 0x10000, 0x10ffff];
        const wrong = codePoints.filter((codePoint) => {
          const character = String.fromCodePoint(codePoint);
          return !result.ok || result.pattern.matches(character) !== engine.matches(character);
        });
        expect([flag + source, wrong]).toEqual([flag + source, []]);
      }
    }
  });

  it("a pattern with too many states falls back to the engine with the same results", () => {
    const source = ".*(?:a.{14}b|b.{13}a.?)\\b.{0,40}c?";
    const result = compilePattern(source);
    const engine = RE2JS.compile(source);
    let seed = 9;
    const answers = new Set<boolean>();
    for (let round = 0; round < 400; round++) {
      let sample = "";
      while (sample.length < 120) {
        seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
        sample += "aabb ".charAt(seed % 5);
      }
      const expected = engine.matches(sample);
      answers.add(expected);
      expect([sample, result.ok && result.pattern.matches(sample)]).toEqual([sample, expected]);
    }
    expect(answers.size).toBe(2);
  });
});
