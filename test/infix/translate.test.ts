import { DEFAULT_LIMITS } from "../../src/diagnostics/limits.ts";
import { describe, expect, it } from "vitest";
import { print } from "../../src/ast/print.ts";
import type { Expression } from "../../src/ast/nodes.ts";
import { evidenceOf } from "../../src/infix/findings.ts";
import { translateFilter, translateSortBy } from "../../src/infix/translate.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { BROKEN_FILTERS } from "../parser/broken-texts.ts";
import { FOREIGN_FILTERS, FOREIGN_SORTS, UNTRANSLATABLE } from "./translations.ts";

/** Names of members with the text at their spans. */
function namesIn(node: Expression, text: string): (readonly [name: string, written: string])[] {
  if (node.kind === "name") return [[node.name, text.slice(node.span.start, node.span.end)]];
  return node.kind === "call" ? node.args.flatMap((each) => namesIn(each, text)) : [];
}

describe("the translation of foreign syntax", () => {
  it.each(FOREIGN_FILTERS)("of the filter %j is %s", (foreign, own) => {
    const { expression, constructs, problems } = translateFilter(foreign);
    expect(problems).toEqual([]);
    expect(print(expression!)).toBe(own);
    expect(evidenceOf(constructs)).not.toBe("none");
    expect(parseFilter(own).diagnostics).toEqual([]);
  });

  it.each(FOREIGN_SORTS)("of the sort %j is %s", (foreign, own) => {
    const { expression, problems } = translateSortBy(foreign);
    expect(problems).toEqual([]);
    expect(print(expression!)).toBe(own);
    expect(parseSortBy(own).diagnostics).toEqual([]);
  });

  it.each(UNTRANSLATABLE)("of %j does not exist: the problem is at %i and names %j", (text, start, part) => {
    const { expression, problems } = translateFilter(text);
    expect(expression).toBeUndefined();
    expect(problems[0]!.message).toContain(part);
    expect(problems[0]!.span.start).toBe(start);
  });

  it("keeps the spans of the given text, also within a URL", () => {
    const spans = (text: string) => namesIn(translateFilter(text).expression!, text);
    expect(spans("owner/city = 'x' AND b > 2")).toEqual([
      ["owner.city", "owner/city"],
      ["b", "b"],
    ]);
    expect(spans("?filter=eq(n%C3%A4me%2C'x')&limit=3")).toEqual([["näme", "n%C3%A4me"]]);
  });

  it("of a text of this language has no foreign construct", () => {
    for (const text of [
      "and(eq(a,1),gt(b,'x'))",
      "eq($primary,name,'it''s')",
      "in(a,1,2,2020-01-31)",
      "true",
    ]) {
      const { expression, constructs } = translateFilter(text);
      expect([print(expression!), constructs]).toEqual([text, []]);
    }
  });
});

describe("the diagnostics of a foreign text", () => {
  // A call of an unknown function is an error of names, not of syntax.
  const broken = [...FOREIGN_FILTERS, ...UNTRANSLATABLE].filter(([text]) => !text.startsWith("substringof("));

  it.each(broken.map(([text]) => text))("%j has one error", (text) => {
    const { diagnostics } = parseFilter(text);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]!.message).toMatch(/^\S.*\.$/su);
    expect(diagnostics[0]!.message.length).toBeLessThan(200);
  });

  const own = BROKEN_FILTERS.flatMap(([text, found]) => (found.startsWith("foreign-syntax") ? [] : [text]));

  it("has both meanings of conditions of a search box beside each other, and no fix if one of them names no member", () => {
    const fixesOf = (text: string) => {
      const [found] = parseFilter(text).diagnostics;
      expect(found!.code).toBe("foreign-syntax");
      return found!.fixes.map(({ edits }) => edits[0]!.text);
    };
    expect(fixesOf("a:x b:>3 -c:y")).toEqual([
      "and(eq(a,'x'),gt(b,3),not(eq(c,'y')))",
      "or(eq(a,'x'),gt(b,3),not(eq(c,'y')))",
    ]);
    expect(fixesOf("a:x word")).toEqual([]);
  });

  it.each(own)("%j, with mistakes of this language, is not translated to something else", (text) => {
    expect(parseFilter(text).diagnostics.some(({ code }) => code === "foreign-syntax")).toBe(false);
  });

  it("report unknown names at their position in the foreign text", () => {
    const { partial } = parseFilter("nmae = 'x'");
    expect(partial!.expressions[0]!.kind).toBe("call");
  });
});

describe("the limits of a translation", () => {
  it("are the length of the text and the depth of its nesting", () => {
    // A higher default has no effect: the reader has a maximum of its own.
    const depth = Math.min(DEFAULT_LIMITS.depth, 64);
    const nested = (levels: number) => `${"(".repeat(levels)}a = 1${")".repeat(levels)}`;
    expect(print(translateFilter(nested(depth)).expression!)).toBe("eq(a,1)");
    expect(translateFilter(nested(depth + 1)).expression).toBeUndefined();
    expect(print(translateFilter(nested(3), { maxDepth: 3 }).expression!)).toBe("eq(a,1)");
    expect(translateFilter(nested(4), { maxDepth: 3 }).expression).toBeUndefined();
    expect(translateFilter(`${"!".repeat(depth)}a`).expression).toBeDefined();
    expect(translateFilter(`${"!".repeat(depth + 1)}a`).expression).toBeUndefined();
    expect(translateFilter(`a${"/b".repeat(200)} = 1`).expression).toBeDefined();
    expect(translateFilter(`a${"/b".repeat(201)} = 1`).expression).toBeUndefined();
    expect(translateFilter("a = 1", { maxText: 5 }).expression).toBeDefined();
    expect(translateFilter("a = 1", { maxText: 4 }).problems[0]!.code).toBe("text-too-long");
    const slashes = (length: number) => `name =~ /${"a".repeat(length)}/`;
    expect(translateFilter(slashes(1_000)).expression).toBeDefined();
    expect(translateFilter(slashes(1_001)).expression).toBeUndefined();
  });

  it("hold for the depth of the fix, too", () => {
    const text = "a = 1 and b = 2";
    expect(parseFilter(text, { limits: { depth: 2 } }).diagnostics[0]!.fixes).toHaveLength(1);
    expect(parseFilter(text, { limits: { depth: 1 } }).diagnostics[0]!.fixes).toHaveLength(0);
  });
});
