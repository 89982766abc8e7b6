import { describe, expect, it } from "vitest";
import { compileFilter } from "../../src/evaluator/compile-filter.ts";
import { compilePattern } from "../../src/pattern/pattern.ts";
import { PatternBudget, PatternWorkError, withPatternBudget } from "../../src/pattern/pattern-work.ts";
import { kept, values } from "./keep.ts";

describe("patterns in filters", () => {
  const offset = (text: string) =>
    compileFilter(text).diagnostics.map(({ code, span }) => `${code} ${span.start}`);

  it.each(["[z-a]", "[a-\\d]", "*a", "a**", "x{2,1}", "[]", "[^]", "(", ")", "a{1001}"])(
    "%s is refused with its place in the pattern",
    (pattern) => {
      const { diagnostics } = compileFilter(`match(v,'${pattern}')`);
      expect(diagnostics).toHaveLength(1);
      expect(diagnostics[0]!.message).toMatch(/^The pattern is wrong at its character \d+: .+\.$/);
    },
  );

  it("a thousand patterns give correct results, and the cache stays bounded", () => {
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < 5_000; i++) {
      expect(compileFilter(`match(v,'(x|y){2,30}${i}')`).predicate!({ v: `xyx${i}` })).toBe(true);
    }
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(400 * 1024 * 1024);
    const one = Array.from({ length: 900 }, (_, i) => `match(v,'a${i}+')`).join(",");
    expect(kept(`or(${one})`, [{ v: "a8999" }, { v: "b" }], { limits: { nodes: 4_000 } })).toEqual([
      { v: "a8999" },
    ]);
  });

  it("patterns with too many states are refused before any string is matched", () => {
    const hostile = "(?:(?:\\b|\\B)?.?){300}a(?:\\b?.?){300}x";
    expect(offset(`match(v,'${hostile}')`)).toEqual(["pattern-too-expensive 8"]);
    const repeated = "(?:(?:\\b|\\B)?.?.?){500}x";
    expect(offset(`match(v,'${repeated}')`)).toEqual([`pattern-too-expensive ${9 + repeated.indexOf("{")}`]);
    const within = Array.from({ length: 50 }, (_, i) => `match(v,'.{0,99}[ab${i}]')`);
    expect(offset(`or(${within.join(",")})`)).toEqual([]);
    expect(offset(`or(${[...within, within[0]].join(",")})`)).toEqual([
      `pattern-too-expensive ${3 + within.join(",").length + 1 + 8}`,
    ]);
    expect(offset(`matchAny('.{0,99}[ab]',${Array(50).fill("v").join(",")})`)).toEqual([]);
    expect(offset(`matchAll('.{0,99}[ab]',${Array(51).fill("v").join(",")})`)).toEqual([
      "pattern-too-expensive 9",
    ]);
  });

  it("a match that visits too many states ends with a typed error, in a request and outside", () => {
    const result = compilePattern(".*x.{0,800}[yz]");
    const noise = Array.from({ length: 9_000 }, (_, i) =>
      Math.imul(i * i + 7, 2654435761) < 0 ? "x" : "a",
    ).join("");
    const match = () => result.ok && result.pattern.matches(noise);
    expect(match).toThrow(PatternWorkError);
    expect(() => withPatternBudget(new PatternBudget(), match)).toThrow(PatternWorkError);
    expect(() => withPatternBudget(new PatternBudget(100_000), match)).toThrow(/The patterns of the request/);
    const { predicate } = compileFilter("match(v,'.*x.{0,800}[yz]')");
    expect(() => predicate!({ v: noise })).toThrow(/^One match of the pattern/);
    expect(predicate!({ v: "xy" })).toBe(true);
  });

  it("all own entries of a map are matched, whatever their keys", () => {
    const hostile = JSON.parse('{"__proto__":"p","constructor":"c","toString":"t"}') as object;
    expect(values("match(v,'__proto__','p')", [hostile, {}])).toEqual([hostile]);
    expect(values("match(v,'.*','c|t')", [hostile, {}])).toEqual([hostile]);
    expect(values("match(v,'toString','.*')", [{}, Object.create({ toString: "t" })])).toEqual([]);
    expect(values("match(v,'.*','.*')", [{ a: null }, { a: NaN }, { a: {} }, {}])).toEqual([]);
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, "x"]));
    expect(values("match(v,'k99999','x')", [many])).toHaveLength(1);
    expect(values("match(v,'k\\d+','y')", [many])).toHaveLength(0);
  });
});
