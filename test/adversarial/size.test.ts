import type { Expression, SortBy } from "../../src/ast/nodes.ts";
import { describe, expect, it } from "vitest";
import { check } from "../../src/checker/check.ts";
import { compileFilter, compileSortBy } from "../../src/evaluator/compile-filter.ts";
import { MAXIMUM_LIMITS } from "../../src/diagnostics/limits.ts";
import { parseFilter, parseSortBy, type ParseResult } from "../../src/parser/parse.ts";
import { CATALOG } from "../checker/documents-catalog.ts";
import { runFixture } from "./child.ts";

const WIDE = { limits: { ...MAXIMUM_LIMITS, depth: 64 } };
const M = 1_000_000;

/** Returns the codes of a result and where they are. */
function told(parse: () => ParseResult<Expression> | ParseResult<SortBy>): string[] {
  const { expression, diagnostics } = parse();
  expect(expression === undefined || diagnostics.every(({ severity }) => severity !== "error")).toBe(true);
  expect(diagnostics.length).toBeLessThanOrEqual(20);
  return diagnostics.map(({ code, span }) => `${code} ${span.start}`);
}
const wide = (text: string) => told(() => parseFilter(text, WIDE));

describe("limits of size, depth and count", () => {
  it("nesting up to the limit passes every stage, and deeper nesting is an error, at any stack size", () => {
    const usual = runFixture("deep-filters") as string[];
    const half = runFixture("deep-filters", ["--stack-size=492"]);
    const double = runFixture("deep-filters", ["--stack-size=1968"]);
    expect(half).toEqual(usual);
    expect(double).toEqual(usual);
    // Per depth limit: five nests, each at limit-1, limit, limit+1, 500, 10,000 and a million.
    const [nots, ands, chains, groups, open, deepest] = Array.from({ length: 6 }, (_, i) =>
      usual.slice(i * 6, i * 6 + 6).map((result) => result.replace("refused: ", "")),
    );
    const works = "true true true true";
    const tooDeep = "too-deep at 259";
    const tooLong = "text-too-long at 1048576";
    expect(nots).toEqual(["false false true true", works, tooDeep, tooDeep, tooDeep, tooLong]);
    expect(ands!.slice(0, 3)).toEqual([works, works, "too-deep at 579"]);
    expect(chains!.slice(0, 3)).toEqual([works, works, "too-deep at 450"]);
    expect(groups!.slice(0, 3)).toEqual(["foreign-syntax at 0", "foreign-syntax at 0", "too-deep at 64"]);
    expect(open!.slice(0, 2)).toEqual(["missing-parenthesis at 124", "missing-parenthesis at 126"]);
    expect(open![2]).toBe("too-deep at 129");
    expect(deepest!.slice(0, 3)).toEqual(["false false true true", works, "too-deep at 1027"]);
  });

  it.each([
    ["(", "too-deep 64"],
    [")", "too-many-nodes 100000"],
    [",", "too-many-nodes 100001"],
    [".", "too-many-nodes 100000"],
    [":", "too-many-nodes 100000"],
    ["$", "too-many-nodes 100000"],
    ["'", "string-too-long 0"],
    ["|", "too-many-nodes 100000"],
  ])("a million %j have at most twenty diagnostics, the first at the start", (character, first) => {
    expect(wide(character.repeat(M))[0] ?? "").toBe(first);
    expect(told(() => parseFilter(character.repeat(M)))).toEqual(["text-too-long 65536"]);
    expect(told(() => parseSortBy(character.repeat(M), WIDE)).length).toBeLessThanOrEqual(20);
  });

  it("unclosed calls beyond the depth limit have one diagnostic", () => {
    expect(wide("f(".repeat(100_000))).toEqual(["too-deep 129"]);
  });

  it("chains of functions count as depth", () => {
    const chain = (n: number) => `eq(${"upCase(downCase(".repeat(n / 2)}x${")".repeat(n)},'x')`;
    expect(wide(chain(62))).toEqual([]);
    expect(wide(chain(64))).toEqual(["too-deep 514"]);
    const mixed = (n: number) => `eq(${"substr(upCase(".repeat(n / 2)}x${"),0)".repeat(n / 2)},'x')`;
    expect(wide(mixed(62))).toEqual([]);
    expect(wide(mixed(64))[0]).toMatch(/^too-deep/);
  });

  it.each([
    ["and", (n: number) => `and(${Array.from({ length: n }, () => "eq(a,1)").join(",")})`],
    ["or", (n: number) => `or(${Array.from({ length: n }, (_, i) => `eq(a,${i})`).join(",")})`],
  ])("%s of a thousand conditions works, and more than the limit is an error", (_what, make) => {
    const limits = { nodes: 100_000, arguments: 1_000, text: 1_048_576 };
    for (const n of [2, 999, 1_000]) {
      const { predicate } = compileFilter(make(n), { limits });
      expect(predicate!({ a: 1 }), String(n)).toBe(true);
      expect(predicate!({ a: -1 }), String(n)).toBe(false);
    }
    for (const n of [1_001, 10_000]) {
      const found = told(() => parseFilter(make(n), { limits }));
      expect(found, String(n)).toEqual([expect.stringMatching(/^too-many-arguments /)]);
    }
  });

  it("in accepts values up to the limit, without comparing them pairwise", () => {
    const values = (n: number) => `in(id,${Array.from({ length: n - 1 }, (_, i) => i).join(",")})`;
    const { predicate } = compileFilter(values(10_000), { limits: MAXIMUM_LIMITS });
    expect(predicate!({ id: 9_998 })).toBe(true);
    expect(predicate!({ id: 9_999 })).toBe(false);
    for (let i = 0; i < 100_000; i++) predicate!({ id: -1 });
    for (const n of [10_001, 32_766, 65_536, 100_000]) {
      expect(told(() => parseFilter(values(n), { limits: MAXIMUM_LIMITS }))[0], String(n)).toMatch(
        /^too-many-/,
      );
    }
  });

  it("long chains of lt and eq are limited and take linear time", () => {
    const chain = (n: number) => `lt(${Array.from({ length: n }, (_, i) => i).join(",")})`;
    const { predicate } = compileFilter(chain(10_000), { limits: MAXIMUM_LIMITS });
    expect(predicate!({})).toBe(true);
    expect(told(() => parseFilter(chain(100_000), { limits: MAXIMUM_LIMITS }))[0]).toMatch(/^too-many-/);
    const same = compileFilter(`eq(${Array(10_000).fill("a").join(",")})`, { limits: MAXIMUM_LIMITS });
    expect(same.predicate!({ a: 1 })).toBe(true);
  });

  it("a name of 100,000 segments or 64 KB is shortened in messages", () => {
    const long = `eq(${"a.".repeat(100_000)}a,1)`;
    expect(wide(long)).toEqual([]);
    expect(compileFilter(long, WIDE).predicate!({ a: { a: 1 } })).toBe(false);
    const huge = parseFilter(`eq(${"x".repeat(65_000)},1)`).expression!;
    expect(check(huge).ok).toBe(true);
    const [found] = check(huge, CATALOG).diagnostics;
    expect(found!.code).toBe("unknown-member");
    expect(found!.message.length).toBeLessThan(120);
  });

  it("a string of a million characters, and one of 400,000 doubled quotes, are too long in linear time", () => {
    expect(wide(`eq(a,'${"x".repeat(M)}')`)).toEqual(["string-too-long 5"]);
    expect(wide(`eq(a,'${"''".repeat(400_000)}')`)).toEqual(["string-too-long 5"]);
    expect(told(() => parseFilter(`eq(a,'${"x".repeat(10 * M)}')`))).toEqual(["text-too-long 65536"]);
    expect(told(() => parseFilter(`eq(a,'${"''".repeat(4 * M)}')`))).toEqual(["text-too-long 65536"]);
    expect(told(() => parseFilter(`eq(a,'${"''".repeat(4_096)}')`))).toEqual([]);
    expect(told(() => parseFilter(`eq(a,'${"''".repeat(4_097)}')`))).toEqual(["string-too-long 5"]);
  });

  it("an unclosed string is reported at its quote", () => {
    expect(wide(`eq(a,'${"x".repeat(M)}`)).toEqual(["unterminated-string 5"]);
    expect(wide(`eq(a,'${"''".repeat(400_000)}`)).toEqual(["unterminated-string 5"]);
    expect(wide("'a'b".repeat(250_000)).length).toBeGreaterThan(0);
    expect(wide("'a' b'".repeat(100_000)).length).toBeGreaterThan(0);
  });

  it.each([" ", "\t", "\n", "\r\n"])("a million of the whitespace character %j are skipped", (space) => {
    expect(wide(space.repeat(500_000))).toEqual([]);
    expect(wide(`${space.repeat(250_000)}eq(a,1)${space.repeat(250_000)}`)).toEqual([]);
    expect(wide(`'a'b'${space.repeat(400_000)}`)).toEqual(["unescaped-quote 2"]);
  });

  it.each(["\u00a0", "\u2028", "\ufeff", "\u0085", "\u3000", "\v", "\f"])(
    "other white space, %j, is told where it stands",
    (space) => {
      expect(wide(space.repeat(90_000))[0]).toBe("invalid-character 0");
      expect(told(() => parseFilter(`eq(a,${space}1)`))).toEqual(["invalid-character 5"]);
    },
  );

  it("300,000 wrong characters have at most twenty diagnostics", () => {
    expect(told(() => parseFilter("§a".repeat(30_000), { limits: MAXIMUM_LIMITS }))).toHaveLength(20);
    expect(told(() => parseFilter("§a".repeat(300_000), { limits: MAXIMUM_LIMITS }))).toEqual([
      expect.stringMatching(/^too-many-nodes/),
    ]);
    expect(told(() => parseFilter("§a".repeat(300_000)))).toEqual(["text-too-long 65536"]);
  });

  it("numbers of a million digits take linear time", () => {
    expect(wide(`eq(a,${"9".repeat(M)})`)).toEqual(["number-overflow 5"]);
    expect(wide(`eq(a,0.${"0".repeat(100_000)}1)`)).toEqual([]);
    expect(wide("eq(a,1e999999999)")).toEqual(["number-overflow 5"]);
    expect(wide(`eq(a,1e${"9".repeat(M - 10)})`)).toEqual(["number-overflow 5"]);
    expect(wide(`eq(a,${"-".repeat(100_000)}1)`)[0]).toBe("invalid-character 5");
    expect(wide(`eq(a,${"-".repeat(20)}1)`)).toEqual(["invalid-number 5"]);
    expect(wide(`eq(a,1${"0".repeat(308)})`)).toEqual([]);
    expect(wide(`eq(a,1${"0".repeat(309)})`)).toEqual(["number-overflow 5"]);
    expect(wide(`eq(a,0.${"1".repeat(M)})`)).toEqual([]);
  });

  it("sorts of 10,000 keys or options are handled, and the last option within the limits applies", () => {
    const many = "a,".repeat(9_999) + "a";
    for (const code of told(() => parseSortBy(many, WIDE))) expect(code).toMatch(/^too-many-sort-keys/);
    expect(told(() => parseSortBy(many))[0]).toMatch(/^too-many/);
    const options = (n: number) => "a" + ":ascending:descending".repeat(n);
    expect(parseSortBy(options(500)).expression!.keys[0]!.direction).toBe("descending");
    expect(told(() => parseSortBy(options(10_000), WIDE)).length).toBeLessThanOrEqual(20);
    expect(told(() => parseSortBy(options(10_000)))[0]).toMatch(/^text-too-long/);
    const { comparator } = compileSortBy("a,a,a,a,a,a,a,a:descending");
    expect([{ a: 2 }, { a: 1 }].toSorted(comparator)).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it("matchAny accepts values up to the limit", () => {
    const wideMatch = (n: number) =>
      `matchAny('a+',${Array.from({ length: n - 1 }, (_, i) => `e${i}`).join(",")})`;
    const { predicate } = compileFilter(wideMatch(1_000));
    expect(predicate!({ e998: "aa" })).toBe(true);
    expect(told(() => parseFilter(wideMatch(1_001)))[0]).toMatch(/^too-many-arguments/);
    expect(told(() => parseFilter(wideMatch(10_000)))[0]).toMatch(/^too-many-/);
  });

  it.each([
    ...["2020-01-01T", "12:00:", "2020-", "1.", "1e", "1e+", "12:00:00 02:00", "a.", "a-", "$p", "''"],
    ...["'\"", "-1", ".1", "+"],
  ])("10,000 times %j has at most twenty diagnostics", (piece) => {
    expect(wide(`eq(a,${piece.repeat(10_000)})`).length).toBeLessThanOrEqual(20);
  });
});
