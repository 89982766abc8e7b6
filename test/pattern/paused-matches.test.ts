import { expect, it } from "vitest";
import { Automaton } from "../../src/pattern/automaton.ts";
import {
  MAX_UNPAUSED_VISITS,
  pausable,
  PatternBudget,
  PatternWorkError,
  withPatternBudget,
} from "../../src/pattern/pattern-work.ts";
import { parsePattern } from "../../src/pattern/parse-pattern.ts";
import { compilePattern, type Pattern } from "../../src/pattern/pattern.ts";
import { compileProgram } from "../../src/pattern/program.ts";
import { workDone } from "../../src/values/work.ts";

/*
 * A caller that can repeat a match lets it be paused. Each call then does a limited amount of work, and the repeated
 * calls together have the result of one call.
 */

let seed = 3;
const random = (below: number) => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};
const text = (length: number) => Array.from({ length }, () => "ab x-c"[random(6)]).join("");

function patternOf(source: string): Pattern {
  const compiled = compilePattern(source);
  if (!compiled.ok) throw new Error(compiled.reason);
  return compiled.pattern;
}

/** Repeats a match until it is complete. Calls `between` after each pause. */
function repeated(pattern: Pick<Pattern, "matches">, value: string, between = () => {}) {
  const budget = new PatternBudget();
  for (let pauses = 0; ; pauses++) {
    const before = workDone();
    const result = withPatternBudget(budget, () => pausable(() => pattern.matches(value)));
    // A visit is two units of work. A transition can exceed the limit by the states of the pattern.
    expect(workDone() - before).toBeLessThan(2 * MAX_UNPAUSED_VISITS + value.length + 20_000);
    if (result !== undefined) return { result, pauses };
    between();
  }
}

const PATTERNS = [".*x.{0,300}[abc]", ".*x.{0,300}[yz]", "(?:(?:\\b|\\B)?.?){120}a(?:\\b?.?){120}x.*"];

it.each(PATTERNS)("repeated calls have the result of one call: %s", (source) => {
  let paused = 0;
  for (let i = 0; i < 20; i++) {
    const value = text(50 + random(2500));
    const { result, pauses } = repeated(patternOf(source), value);
    // Another source of the same language, which has no cached states.
    expect(result).toBe(patternOf(`(?:${source})`).matches(value));
    paused += pauses;
  }
  expect(paused).toBeGreaterThan(0);
});

it("other matches between two calls do not change the result, even if they drop the cached states", () => {
  const source = ".*x.{0,400}[zq]";
  const pattern = new Automaton(compileProgram(parsePattern(source)), source);
  const value = `${text(3000)}q`;
  const expected = patternOf("(?:.*x.{0,400}[zq])").matches(value);
  let drops = 0;
  let bytes = 0;
  const { result, pauses } = repeated(pattern, value, () => {
    for (let i = 0; i < 4; i++) {
      pattern.matches(text(1500));
      if (pattern.bytes < bytes) drops++;
      bytes = pattern.bytes;
    }
  });
  expect(result).toBe(expected);
  expect(pauses).toBeGreaterThan(2);
  expect(drops).toBeGreaterThan(0);
});

it("two long matches in one evaluation are both completed", () => {
  const [first, second] = [patternOf(".*x.{0,350}[zq]"), patternOf(".*x.{0,351}[zq]")];
  const [a, b] = [`${text(2500)}q`, `${text(2500)}z`];
  const budget = new PatternBudget();
  let calls = 0;
  let result: boolean | undefined;
  while (result === undefined) {
    expect(++calls).toBeLessThan(200);
    result = withPatternBudget(budget, () => pausable(() => first.matches(a) && second.matches(b)));
  }
  expect(result).toBe(
    patternOf("(?:.*x.{0,350}[zq])").matches(a) && patternOf("(?:.*x.{0,351}[zq])").matches(b),
  );
});

it("the limit of a match applies to all its parts together", () => {
  expect(() => repeated(patternOf(".*x.{0,900}[yz]"), text(300_000))).toThrow(PatternWorkError);
});

it("matches outside of a request are never paused", () => {
  const pattern = patternOf(".*x.{0,310}[yz]");
  expect(pausable(() => pattern.matches(text(2000)))).toBe(false);
});
