import * as fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, it } from "vitest";
import { parsePattern } from "../../src/pattern/parse.ts";
import { compilePattern } from "../../src/pattern/pattern.ts";
import { compileShape, requiredText } from "../../src/pattern/shapes.ts";

/*
 * The RE2 engine is the oracle: a pattern is accepted where it accepts it, and matches what it matches. Patterns and
 * texts are made of the same few characters, so that a fair part of the pairs match.
 */

const CHARACTERS = [
  "a",
  "b",
  "k",
  "K",
  "s",
  "\n",
  " ",
  "1",
  "_",
  "é",
  "😀",
  "\u212a",
  "ſ",
  "\ud83d",
  "\ude00",
  "Ω",
];

const atom = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("a", "b", "ab", "k", "K", "s", "1", " ", "😀", "é", "\n") },
  { weight: 4, arbitrary: fc.constantFrom(".", ".*", ".*", "(?s:.*)", ".+", ".?") },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...[
        "[ab]",
        "[^a]",
        "[^\\n]",
        "[k-s]",
        "[^k]",
        "[a-]",
        "[]a]",
        "[\\W\\d]",
        "[^\\D]",
        "[😀-😂]",
        "[[:word:]]",
      ],
      ...[
        "\\d",
        "\\D",
        "\\w",
        "\\W",
        "\\s",
        "\\S",
        "[[:^alpha:]]",
        "\\n",
        "\\x{212A}",
        "\\x{D83D}",
        "\\x{DE00}",
      ],
      ...["\\Qa.b\\E", "ſ", "\\141", "{"],
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom("^", "$", "\\A", "\\z", "\\b", "\\B") },
  { weight: 1, arbitrary: fc.constantFrom("(?i)", "(?-i)", "(?s)", "(?m)", "(?U)", "(?-s)", "(?im-s)") },
  { weight: 1, arbitrary: fc.constantFrom("\\pL", "\\PN", "\\p{Greek}", "[^\\p{L}]", "[\\pN_]") },
);

const quantifier = fc.oneof(
  { weight: 5, arbitrary: fc.constant("") },
  { weight: 2, arbitrary: fc.constantFrom("*", "+", "?", "*?", "+?", "??") },
  { weight: 2, arbitrary: fc.constantFrom("{0}", "{2}", "{1,2}", "{0,2}", "{2,}", "{0,}", "{,2}", "{1,3}?") },
);

const { pattern } = fc.letrec<{ pattern: string; branch: string; item: string }>((tie) => ({
  pattern: fc.array(tie("branch"), { minLength: 1, maxLength: 3 }).map((branches) => branches.join("|")),
  branch: fc.array(tie("item"), { maxLength: 5 }).map((items) => items.join("")),
  item: fc
    .tuple(
      fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        { weight: 4, arbitrary: atom },
        {
          weight: 1,
          arbitrary: fc
            .tuple(fc.constantFrom("(", "(?:", "(?i:", "(?s:", "(?m:", "(?-i:"), tie("pattern"))
            .map(([open, inner]) => `${open}${inner})`),
        },
      ),
      quantifier,
    )
    .map((parts) => parts.join("")),
}));

/** What people write most: texts, alternatives and `.*`. */
const shaped = fc
  .tuple(
    fc.constantFrom("", "^", "(?s)", "(?i)", "\\A", "(?m)^"),
    fc.array(
      fc.constantFrom(
        "a",
        "b",
        "ab",
        "ba",
        "(a|ab)",
        "(?:b|ab|ba)",
        "a?",
        "\\n",
        "😀",
        ".*",
        ".*",
        ".*",
        ".*",
      ),
      {
        maxLength: 7,
      },
    ),
    fc.constantFrom("", "$", "\\z"),
  )
  .map(([start, parts, end]) => start + parts.join("") + end);

const text = fc
  .array(fc.constantFrom(...CHARACTERS, "a", "a", "b", "b", "a.b", "{"), { maxLength: 8 })
  .map((all) => all.join(""));

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

describe("the RE2 engine as the oracle", () => {
  it("any pattern matches the same texts", () => {
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
          if (requiredText(tree) !== undefined) ways.required++;
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
    // The comparison is worth something only if every way is taken, and both answers are given.
    expect(Math.min(ways.shape, ways.automaton, ways.engine)).toBeGreaterThan(300);
    expect(ways.required).toBeGreaterThan(50);
    expect(matches / pairs).toBeGreaterThan(0.05);
  });

  it("any text is accepted as a pattern where the engine accepts it", () => {
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
            if (result.tooLarge === true) return;
          }
          expect([source, result.ok]).toEqual([source, oracle(source) !== undefined]);
        },
      ),
      { numRuns: 10_000 },
    );
    expect(accepted).toBeGreaterThan(1000);
  });

  it("the counts of nested repetitions multiply as the engine multiplies them", () => {
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
        // Where the engine would write out more than our limit of steps, it is ours that refuses.
        if (!result.ok && result.reason.includes("steps")) return;
        expect([source, result.ok]).toEqual([source, oracle(source) !== undefined]);
      }),
      { numRuns: 500 },
    );
  });

  it("every ASCII class has the members that the engine gives it, folded and not", () => {
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

  it("a pattern with more states than there is room for goes on with the same answers", () => {
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
