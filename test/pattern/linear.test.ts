import { describe, expect, it } from "vitest";
import { compilePattern } from "../../src/pattern/pattern.ts";

/*
 * Time is linear in the text: twice the text takes about twice the time. Ratios of the best of several runs are
 * compared, never times; a quadratic pattern would show 4, an exponential one would not end.
 */

function matcher(source: string): (text: string) => boolean {
  const result = compilePattern(source);
  if (!result.ok) throw new Error(result.reason);
  return (text) => result.pattern.matches(text);
}

function best(rounds: number, run: () => unknown): number {
  let least = Infinity;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    run();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

/** How the time grows from `length` to four times of it, per doubling. Noise is tried away, growth stays. */
function growth(
  matches: (text: string) => boolean,
  textOf: (length: number) => string,
  length: number,
  rounds = 5,
): number {
  const texts = [textOf(length), textOf(4 * length)] as const;
  matches(texts[1]); // states are made, code is compiled
  let least = Infinity;
  for (let attempt = 0; attempt < 5 && least > 2.5; attempt++) {
    const [short, long] = [best(rounds, () => matches(texts[0])), best(rounds, () => matches(texts[1]))];
    // What takes next to no time at four times the length is not worth a ratio.
    least = Math.min(least, long < 0.5 ? 1 : Math.sqrt(long / short));
  }
  return least;
}

describe("F1: repetitions of repetitions", () => {
  it.each([
    "^(a+)+$",
    "(a|a)*$",
    "(a|aa)+$",
    "(.*)*x",
    "^(\\w+\\s?)*$",
    "([a-zA-Z]+)*$",
    "(a*)*b",
    "(a?){50}a{50}!b",
  ])("%s takes linear time", (source) => {
    const matches = matcher(source);
    expect(matches("a".repeat(1_000_000) + "!")).toBe(false);
    expect(growth(matches, (length) => "a".repeat(length) + "!", 250_000)).toBeLessThan(3);
  });
});

describe("F2: gaps after gaps, and counts over texts that never end right", () => {
  it.each([
    ...[
      ".*.*x",
      ".*.*.*x",
      ".*.*[xz]",
      "(?s).*.*.*[^a!].*z",
      "\\s+$",
      ".*\\s+$",
      "x.{0,1000}y",
      "a.{0,200}y",
    ],
    ...[
      "([a-z]{0,50}){0,20}x",
      "(?i).*k.*k.*s.*x",
      ".*\\bx\\b.*",
      "\\pL*\\pN",
      "(?:.*a){9}b",
      ".*(ab|ba).*(a|b).*c.*",
    ],
  ])("%s takes linear time", (source) => {
    const matches = matcher(source);
    const textOf = (length: number) => "aaa ".repeat(length / 4) + "!";
    expect(matches(textOf(100_000))).toBe(false);
    expect(growth(matches, textOf, 25_000)).toBeLessThan(3);
  });

  it.each(["x.{0,1000}y", "([a-z]{0,50}){0,20}x!", ".*(?:x.{0,30}a)+y", ".*x.{15}[bc]", "(?:.*x)?.{100}y"])(
    "%s takes linear time over noise, with more states than there is room for",
    (source) => {
      const matches = matcher(source);
      expect(growth(matches, noise, 30_000, 2)).toBeLessThan(3);
    },
  );
});

/** Letters a and x in an order that repeats nothing. */
function noise(length: number): string {
  // No text begins as another one, whose states may still be there.
  let seed = length;
  let text = "";
  while (text.length < length) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    text += seed >>> 31 === 0 ? "a" : "x";
  }
  return text;
}
