import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import type { Catalog } from "../../src/catalog/types.ts";
import { compileFilter } from "../../src/evaluator/compile-filter.ts";
import { clockFunctions } from "../../src/functions/factories/clock-functions.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import {
  alwaysMatches,
  equivalent,
  implies,
  neverMatches,
  type DecideOptions,
} from "../../src/understand/decide/decide.ts";
import { countOf } from "../effort.ts";
import { compareDecisions } from "./compare-decisions.ts";
import { THINGS } from "./random-filters.ts";

const tree = (text: string, catalog: Catalog | undefined) => parseFilter(text, { catalog }).expression!;

function both(decide: typeof equivalent, a: string, b: string, options: DecideOptions = { catalog: THINGS }) {
  return decide(tree(a, options.catalog), tree(b, options.catalog), options).answer;
}

function one(decide: typeof neverMatches, text: string, options: DecideOptions = { catalog: THINGS }) {
  return decide(tree(text, options.catalog), options).answer;
}

describe("equivalent", () => {
  it.each([
    ["not(lt(n,3))", "ge(n,3)", "yes"],
    ["gt(i,3)", "ge(i,4)", "yes"],
    ["gt(n,3)", "ge(n,4)", "no"],
    ["in(s,'a','b')", "or(eq(s,'b'),eq(s,'a'))", "yes"],
    ["and(ge(n,1),le(n,3))", "le(1,n,3)", "yes"],
    // A comparison with null is unknown, so that neither finds rows without a value.
    ["ne(s,'a')", "not(eq(s,'a'))", "yes"],
    ["or(eq(s,'a'),ne(s,'a'))", "true", "no"],
    ["or(eq(s,'a'),ne(s,'a'))", "not(isNull(s))", "yes"],
    ["eq($primary,s,'a')", "eq($primary,s,'Á')", "yes"],
    ["eq($primary,s,'a')", "eq($secondary,s,'a')", "no"],
    ["eq(sp,'a')", "eq(sp,'A')", "yes"],
    // Some element is not less than 3, or no element is.
    ["not(lt(nums,3))", "ge(nums,3)", "no"],
    ["eq(nums,1)", "contains(nums,1)", "yes"],
    ["eq(s,o.x)", "eq(o.x,s)", "yes"],
    ["lt(s,o.x)", "gt(o.x,s)", "yes"],
    ["eq(d,2020-01-01)", "and(ge(d,2020-01-01),lt(d,2020-01-02))", "yes"],
    ["eq(dt,2020-01-01)", "and(ge(dt,2020-01-01),lt(dt,2020-01-02))", "no"],
    ["eq(dt,2020-01-01T02:00:00+02:00)", "eq(dt,2020-01-01)", "yes"],
    ["gt(length(s),3)", "ge(length(s),4)", "yes"],
  ])("%s, %s: %s", (a, b, answer) => {
    expect(both(equivalent, a, b)).toBe(answer);
    expect(both(equivalent, b, a)).toBe(answer);
  });

  it("reads members without a catalog as values of any type", () => {
    // For a list, some element can be at least 3 although another one is less.
    expect(both(equivalent, "not(lt(x,3))", "ge(x,3)", {})).toBe("no");
    expect(both(equivalent, "in(x,1,2)", "or(eq(x,1),eq(x,2))", {})).toBe("yes");
    expect(both(equivalent, "eq(x,2020-01-01)", "eq(x,'2020-01-01')", {})).toBe("no");
  });

  it("compares strings by the rules of the locale", () => {
    const a = "startsWith($primary,s,'c')";
    expect(both(implies, "eq(s,'ch')", a)).toBe("yes");
    expect(both(implies, "eq(s,'ch')", a, { catalog: THINGS, locale: "cs" })).toBe("no");
  });
});

describe("implies", () => {
  it.each([
    ["gt(n,5)", "gt(n,3)", "yes"],
    ["gt(n,3)", "gt(n,5)", "no"],
    ["eq(s,'a')", "in(s,'a','b')", "yes"],
    ["startsWith(s,'abc')", "startsWith(s,'ab')", "yes"],
    ["startsWith(s,'abc')", "contains(s,'b')", "yes"],
    ["contains(s,'b')", "startsWith(s,'b')", "no"],
    ["eq(s,'abc')", "match(s,'a.*')", "yes"],
    ["eq($tertiary,s,'a')", "eq($primary,s,'A')", "yes"],
    ["eq($primary,s,'A')", "eq($tertiary,s,'a')", "no"],
    ["eq($primary,s,'straße')", "contains($primary,s,'STRASSE')", "yes"],
    ["gt(n,3)", "not(isNull(n))", "yes"],
    ["gt(nums,5)", "gt(nums,3)", "yes"],
    ["flag", "or(flag,eq(s,'x'))", "yes"],
    ["lt(t,12:00)", "lt(t,14:00:00+02:00)", "yes"],
    ["lt(m.x,'a')", "not(isNull(m.x))", "yes"],
  ])("%s, %s: %s", (a, b, answer) => {
    expect(both(implies, a, b)).toBe(answer);
  });
});

describe("neverMatches and alwaysMatches", () => {
  it.each([
    ["and(gt(n,5),lt(n,3))", "yes"],
    ["and(gt(n,5),lt(n,5.5))", "no"],
    ["and(gt(i,5),lt(i,6))", "yes"],
    ["and(eq(s,'a'),eq(s,'b'))", "yes"],
    ["and(eq(tags,'a'),eq(tags,'b'))", "no"],
    ["and(eq(s,'a'),isNull(s))", "yes"],
    ["lt(n,n)", "yes"],
    ["and(startsWith(s,'a'),startsWith(s,'b'))", "yes"],
    ["and(startsWith(s,'a'),endsWith(s,'b'),contains(s,'c'))", "no"],
    ["match(s,'[a-f]+x|no')", "no"],
    ["eq(upCase(s),'ABC')", "no"],
    ["and(isNull(s),gt(length(s),3))", "yes"],
    ["lt(sp,'')", "yes"],
    ["and(gt(dt,2020-01-01T00:00:00.000000001Z),lt(dt,2020-01-01T00:00:00.000000002Z))", "yes"],
    ["and(gt(d,2020-01-01),lt(d,2020-01-02))", "yes"],
    ["and(gt(dt,2020-01-01),lt(dt,2020-01-02))", "no"],
    ["and(gt(length(tags),2),eq(tags,'a'))", "no"],
  ])("%s never matches: %s", (text, answer) => {
    expect(one(neverMatches, text)).toBe(answer);
  });

  it.each([
    ["or(isNull(s),not(isNull(s)))", "yes"],
    ["or(eq(s,'a'),not(eq(s,'a')))", "no"],
    ["or(le(n,5),ge(n,3),isNull(n))", "yes"],
    ["or(lt(n,5),gt(n,5),isNull(n))", "no"],
    ["isNull(isNull(s))", "no"],
  ])("%s always matches: %s", (text, answer) => {
    expect(one(alwaysMatches, text)).toBe(answer);
  });
});

describe("a decision", () => {
  it("has a counterexample that the evaluator confirms", () => {
    const { answer, counterexample } = implies(tree("gt(n,3)", THINGS), tree("gt(n,5)", THINGS), {
      catalog: THINGS,
    });
    expect(answer).toBe("no");
    const keeps = (text: string) => compileFilter(text, { catalog: THINGS }).predicate!(counterexample);
    expect([keeps("gt(n,3)"), keeps("gt(n,5)")]).toEqual([true, false]);
  });

  it("is unknown for expressions with errors, for too much work, and for functions of a service", () => {
    const invalid = neverMatches(tree("eq(missing,1)", undefined), { catalog: THINGS });
    expect(invalid).toEqual({ answer: "unknown", reason: "invalid" });
    const hard = tree("and(eq(s,'a'),eq(s,'b'),gt(n,1))", THINGS);
    expect(neverMatches(hard, { catalog: THINGS, maximumSteps: 3 })).toEqual({
      answer: "unknown",
      reason: "limit",
    });
    const large = tree(`or(${Array.from({ length: 400 }, (_, i) => `eq(x,${i})`).join()})`, undefined);
    expect(equivalent(large, large)).toEqual({ answer: "unknown", reason: "limit" });
  });

  it("reads the functions of the clock as constants", () => {
    const functions = clockFunctions({ now: "2026-01-31T12:00:00Z" });
    const options = { catalog: THINGS, functions };
    expect(both(implies, "gt(dt,now())", "gt(dt,today())", options)).toBe("yes");
    expect(both(implies, "gt(dt,ago(2,'days'))", "gt(dt,today())", options)).toBe("no");
  });

  it("finds rows for members in objects, maps and lists, whatever their names", () => {
    const catalog = defineCatalog({
      name: "odd",
      members: {
        __proto__x: "string",
        p: { type: "string", property: "__proto__" },
        l: { type: "list", items: { type: "object", members: { x: "string", y: "integer" } } },
      },
    });
    for (const text of [
      "eq(p,'a')",
      "and(eq(l.x,'a'),eq(l.x,'b'),gt(l.y,3))",
      "and(eq(__proto__x,'a'),isNull(p))",
    ]) {
      const { counterexample } = neverMatches(tree(text, catalog), { catalog });
      expect([text, compileFilter(text, { catalog }).predicate!(counterexample)]).toEqual([text, true]);
    }
  });
});

const seed = Number(process.env["TAMIS_SEED"] ?? 20261122);

it("no answer about random pairs of filters is contradicted by a row", () => {
  const pairs = countOf("understand/decide: pairs");
  const { wrong, answers } = compareDecisions(pairs, seed);
  expect({ seed, wrong }).toEqual({ seed, wrong: [] });
  // Answers that are all unknown would be right, too.
  for (const [name, { unknown }] of Object.entries(answers))
    expect([name, unknown / pairs < 0.1]).toEqual([name, true]);
  expect(answers["equivalent"]!.yes).toBeGreaterThan(pairs / 10);
});
