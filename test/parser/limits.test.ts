import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS, MAXIMUM_LIMITS, type Limits } from "../../src/diagnostics/limits.ts";
import type { Diagnostic } from "../../src/diagnostics/diagnostic.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";

interface Case {
  readonly limit: keyof Limits;
  readonly code: string;
  /** Makes a text with exactly `n` of the limited items. */
  readonly make: (n: number) => string;
  /** Offset of the diagnostic if the text has one more than `n`. */
  readonly at: (n: number) => number;
  readonly parse?: (
    text: string,
    limits: Partial<Limits>,
  ) => { expression: unknown; diagnostics: readonly Diagnostic[] };
}

const filter = (text: string, limits: Partial<Limits>) => parseFilter(text, { limits });
const sort = (text: string, limits: Partial<Limits>) => parseSortBy(text, { limits });

const CASES: readonly Case[] = [
  { limit: "text", code: "text-too-long", make: (n) => `a${" ".repeat(n - 1)}`, at: (n) => n },
  {
    limit: "depth",
    code: "too-deep",
    make: (n) => "not(".repeat(n) + "a" + ")".repeat(n),
    at: (n) => 4 * n + 3,
  },
  {
    limit: "nodes",
    code: "too-many-nodes",
    make: (n) =>
      `and(${Array.from({ length: Math.ceil((n - 1) / 400) }, (_, i) => `or(${"a,".repeat(Math.min(399, n - 2 - i * 400)).slice(0, -1)})`).join(",")})`,
    at: () => -1,
  },
  {
    limit: "arguments",
    code: "too-many-arguments",
    make: (n) => `f(${"a,".repeat(n - 1)}a)`,
    at: (n) => 2 + 2 * n,
  },
  { limit: "string", code: "string-too-long", make: (n) => `f('${"x".repeat(n)}')`, at: () => 2 },
  {
    limit: "sortKeys",
    code: "too-many-sort-keys",
    make: (n) => "a,".repeat(n - 1) + "a",
    at: (n) => 2 * n,
    parse: sort,
  },
];

/** Maximum of the other limits, so that only one limit is exceeded. */
const WIDE = { text: MAXIMUM_LIMITS.text, nodes: MAXIMUM_LIMITS.nodes, arguments: MAXIMUM_LIMITS.arguments };

describe("limits of the parser", () => {
  for (const { limit, code, make, at, parse = filter } of CASES) {
    for (const [name, limits] of [
      ["default", DEFAULT_LIMITS],
      ["maximum", MAXIMUM_LIMITS],
    ] as const) {
      const most = limits[limit];
      it(`accept ${limit} of ${most}, the ${name}, and report one more at its position`, () => {
        const given = { ...WIDE, [limit]: most };
        expect(parse(make(most), given).diagnostics).toEqual([]);
        expect(parse(make(most), given).expression).toBeDefined();
        const { expression, diagnostics } = parse(make(most + 1), given);
        expect(expression).toBeUndefined();
        expect(diagnostics.map((found) => found.code)).toEqual([code]);
        if (at(most) >= 0) expect(diagnostics[0]!.span.start).toBe(at(most));
        expect(diagnostics[0]!.message).toContain(String(most));
      });
    }
  }

  it("count parentheses without a function name as depth", () => {
    const { depth } = DEFAULT_LIMITS;
    const { diagnostics } = parseFilter("(".repeat(depth + 1) + "a" + ")".repeat(depth + 1));
    expect(diagnostics.map(({ code, span }) => [code, span.start])).toEqual([["too-deep", depth]]);
  });

  it("do not count strengths and separators as nodes", () => {
    expect(parseFilter("eq($primary,a,'x')", { limits: { nodes: 3 } }).diagnostics).toEqual([]);
    expect(
      parseFilter("eq($primary,a,'x')", { limits: { nodes: 2 } }).diagnostics.map(({ code }) => code),
    ).toEqual(["too-many-nodes"]);
  });

  it("apply to the length of a text before it is split into tokens", () => {
    const { diagnostics } = parseFilter("§".repeat(100), { limits: { text: 99 } });
    expect(diagnostics.map(({ code, span }) => ({ code, span }))).toEqual([
      { code: "text-too-long", span: { start: 99, end: 100 } },
    ]);
  });

  it("allow twenty diagnostics per text", () => {
    expect(parseFilter("§ ".repeat(500)).diagnostics).toHaveLength(20);
    expect(parseSortBy("a:x,".repeat(500), { limits: { sortKeys: 32 } }).diagnostics).toHaveLength(20);
  });

  it("throw a RangeError for an invalid limit", () => {
    expect(() => parseFilter("a", { limits: { depth: 257 } })).toThrow(RangeError);
    expect(() => parseFilter("a", { limits: { text: -1 } })).toThrow(RangeError);
    expect(() => parseFilter("a", { limits: { nodes: 1.5 } })).toThrow(RangeError);
  });
});
