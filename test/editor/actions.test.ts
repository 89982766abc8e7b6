import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sqlBridge } from "../../src/bridges/sql/bridge.ts";
import { check } from "../../src/checker/check.ts";
import { applyEdits } from "../../src/diagnostics/diagnostic.ts";
import { createLanguageService } from "../../src/editor/service.ts";
import { compilePredicate } from "../../src/evaluator/predicate.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { atCursor, REPORTS } from "./catalog.ts";

const service = createLanguageService({ catalog: REPORTS });

/** Returns the title of each action at the cursor with the text after it. */
function actions(marked: string, each = service): readonly (readonly [string, string])[] {
  const { text, offset } = atCursor(marked);
  const found = each.open(text, { kind: "filter" }).codeActions({ start: offset, end: offset });
  return found.map(({ title, edits }) => [title, applyEdits(text, edits)]);
}

describe("code actions", () => {
  it.each([
    ["an|d(enabled)", "Remove and(…)", "enabled"],
    ["or(enabled,and(ena|bled))", "Remove and(…)", "or(enabled,enabled)"],
    ["eq(name,n|ull)", "Write isNull(name)", "isNull(name)"],
    ["ne(name,n|ull)", "Write not(isNull(name))", "not(isNull(name))"],
    ["o|r(eq(name,'a'), eq(name,'b'))", "Write in(…)", "in(name,'a','b')"],
    ["or(eq($primary,na|me,'a'),eq($primary,name,'b'))", "Write in(…)", "in($primary,name,'a','b')"],
    ["i|n($primary,name,'a', 'b')", "Write or(eq(…),…)", "or(eq($primary,name,'a'),eq($primary,name,'b'))"],
    [
      "eq(created,2020-02-2|9)",
      "Find the whole day 2020-02-29",
      "and(ge(created,2020-02-29),lt(created,2020-03-01))",
    ],
    ["eq(created,9999-12-3|1)", "Find the whole day 9999-12-31", "ge(created,9999-12-31)"],
    ["n|ot(and(enabled, eq(size,1)))", "Write or(not(…),…)", "or(not(enabled),not(eq(size,1)))"],
    ["not(o|r(enabled,eq(size,1)))", "Write and(not(…),…)", "and(not(enabled),not(eq(size,1)))"],
    ["o|r(not(enabled),not(eq(size,1)))", "Write not(and(…))", "not(and(enabled,eq(size,1)))"],
    ["a|nd(not(enabled),not(eq(size,1)))", "Write not(or(…))", "not(or(enabled,eq(size,1)))"],
    ["and(true, enab|led)", "Collapse constant parts", "enabled"],
    ["or(enabled,not(a|nd(false,eq(size,1))))", "Collapse constant parts", "true"],
    [
      "and(enabled,not(or(false,e|q(size,1))),true)",
      "Collapse constant parts",
      "and(enabled,not(eq(size,1)))",
    ],
    ["eq(name,12|)", "Write '12'", "eq(name,'12')"],
    ["in(state,open|,'x')", "Write 'open'", "in(state,'open','x')"],
    ["eq(size,'1|2')", "Write 12", "eq(size,12)"],
    ["eq(name,'nameOf|Owner')", "Write nameOfOwner", "eq(name,nameOfOwner)"],
    ["eq(nmae|,'x')", "Write name", "eq(name,'x')"],
    ["and(o|r(eq(name,'a'),eq(name,'b')),eq(", "Write in(…)", "and(in(name,'a','b'),eq("],
  ])("%s: %s", (marked, title, expected) => {
    expect(actions(marked)).toContainEqual([title, expected]);
  });

  it.each([
    ["or(eq(name,'a'),eq(size,1|))"],
    ["or(eq(name,'a'),eq($primary,name,'b'|))"],
    ["or(eq(name,'a'),ne(name,'b'|))"],
    ["or(eq(name,'a','b'),eq(name,'b'|))"],
    ["and(enabled,eq(size,1|))"],
    ["not(enabl|ed)"],
    ["eq(name,'it is|')"],
    ["eq(day,2020-01-0|1)"],
    ["match(name,'1|2')"],
  ])("are none for %s", (marked) => {
    expect(actions(marked)).toEqual([]);
  });

  it("have the diagnostic that they fix", () => {
    const [action] = service.open("eq(nmae,'x')", { kind: "filter" }).codeActions({ start: 3, end: 3 });
    expect(action).toMatchObject({ kind: "fix", diagnostic: { code: "unknown-member" } });
    const [rewrite] = service
      .open("or(eq(name,'a'),eq(name,'b'))", { kind: "filter" })
      .codeActions({ start: 0, end: 0 });
    expect(rewrite).toMatchObject({ kind: "rewrite" });
    expect(rewrite).not.toHaveProperty("diagnostic");
  });

  it("of one text have different results", () => {
    for (const marked of ["an|d(enabled)", "eq(name,n|ull)", "eq(size,'1|2')"]) {
      const results = actions(marked).map(([, result]) => result);
      expect(new Set(results).size).toBe(results.length);
      expect(results.length).toBeGreaterThan(0);
    }
  });

  it("do not write functions that the collection forbids", () => {
    const catalog = { ...REPORTS, functions: new Set(["or", "eq", "not", "and"]) };
    const limited = createLanguageService({ catalog });
    expect(actions("o|r(eq(name,'a'),eq(name,'b'))", limited)).toEqual([]);
  });

  it("translate pasted filters of other languages", () => {
    const translating = createLanguageService({ catalog: REPORTS, languages: [sqlBridge] });
    const expected = "and(eq(name,'x'),gt(size,3))";
    const results = (text: string) => actions(`|${text}`, translating).map(([, result]) => result);
    expect(results("name = 'x' AND size > 3")).toContain(expected);
    expect(results("name LIKE 'x%' ESCAPE '!' AND size > 3")).toContain(
      "and(startsWith(name,'x'),gt(size,3))",
    );
    expect(results("eq(name,'x')")).toEqual([]);
  });

  it("work in query strings", () => {
    const { text, offset } = atCursor("filter=o|r(eq(name,%27a%26%27),eq(name,%27b%27))&limit=1");
    const [action] = service.open(text, { kind: "query" }).codeActions({ start: offset, end: offset });
    expect(applyEdits(text, action!.edits)).toBe("filter=in(name,'a%26','b')&limit=1");
  });
});

const literal = fc.constantFrom("'a'", "'b'", "1", "2", "true", "name", "size");
const test = fc.oneof(
  fc.constantFrom("true", "false", "enabled", "isNull(name)"),
  fc
    .tuple(
      fc.constantFrom(
        "eq(name,'a')",
        "eq(name,'b')",
        "eq(size,1)",
        "gt(size,1)",
        "in(name,'a','b')",
        "in(size,1,2)",
      ),
    )
    .map(([text]) => text),
  literal.map((value) => `eq(name,${value})`),
);
const condition = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    test,
    fc
      .tuple(fc.constantFrom("and", "or"), fc.array(tie("node"), { minLength: 1, maxLength: 3 }))
      .map(([name, args]) => `${name}(${args.join(",")})`),
    tie("node").map((text) => `not(${text})`),
  ),
})).node;

const ROWS = [undefined, null, "a", "b", "c"].flatMap((name) =>
  [undefined, 1, 2, 3].flatMap((size) => [true, false].map((enabled) => ({ name, size, enabled }))),
);

/** Returns for each row whether the filter is true, and whether its negation is. Undefined for a wrong filter. */
function results(text: string): string | undefined {
  const { expression } = parseFilter(`and(${text},not(not(${text})))`, { catalog: REPORTS });
  const { expression: negation } = parseFilter(`not(${text})`, { catalog: REPORTS });
  const [one, other] = [expression, negation].map((tree) => tree && check(tree, REPORTS));
  if (one?.ok !== true || other?.ok !== true) return undefined;
  const [isTrue, isFalse] = [compilePredicate(one.filter), compilePredicate(other.filter)];
  return ROWS.map((row) => (isTrue(row) ? "t" : isFalse(row) ? "f" : "?")).join("");
}

const seed = Number(process.env["TAMIS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

it(`rewritings keep the result for each row, unknown included (seed ${seed})`, () => {
  const titles = new Set<string>();
  fc.assert(
    fc.property(condition, fc.nat(), (text, at) => {
      const before = results(text);
      if (before === undefined) return;
      const offset = at % (text.length + 1);
      const document = service.open(text, { kind: "filter" });
      for (const { kind, title, edits } of document.codeActions({ start: offset, end: offset })) {
        // Quotes change the meaning on purpose.
        if (kind === "fix" || /^Write (?:'|-?\d|name$|size$|true|false)/.test(title)) continue;
        titles.add(title);
        expect([title, results(applyEdits(text, edits))]).toEqual([title, before]);
      }
    }),
    // Random filters rarely have a rewriting as a list.
    { seed, numRuns: 1_000, examples: [["or(eq(name,'a'),eq(name,'b'))", 1]] },
  );
  expect([...titles]).toEqual(
    expect.arrayContaining(["Collapse constant parts", "Write in(…)", "Write or(not(…),…)"]),
  );
});
