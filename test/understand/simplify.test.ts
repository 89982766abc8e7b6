import { describe, expect, it } from "vitest";
import { fold } from "../../src/ast/walk.ts";
import { print } from "../../src/ast/print.ts";
import type { Expression } from "../../src/ast/nodes.ts";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import type { Catalog } from "../../src/catalog/types.ts";
import { check } from "../../src/checker/check.ts";
import { compilePredicate, type Predicate } from "../../src/evaluator/predicate.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { simplify, type SimplifyOptions } from "../../src/understand/simplify/simplify.ts";
import { byEffort } from "../effort.ts";
import { Random } from "../text-fuzz/random.ts";
import { FilterWriter, randomCatalog, randomRow, THINGS } from "./random-filters.ts";

const tree = (text: string, catalog: Catalog | undefined) => parseFilter(text, { catalog }).expression;

function simplified(text: string, options: SimplifyOptions = { catalog: THINGS }): string {
  return print(simplify(tree(text, options.catalog)!, options));
}

describe("simplify", () => {
  it.each([
    ["and(true,or(false,flag),eq(1,1))", "flag"],
    ["or(flag,not(and(false,eq(s,'a'))))", "true"],
    ["and(flag,eq(s,'a'),flag)", "and(flag,eq(s,'a'))"],
    ["and(and(flag,gt(n,1)),and(eq(s,'a'),or(flag,lt(n,9))))", "and(flag,gt(n,1),eq(s,'a'))"],
    ["not(not(flag))", "flag"],
    ["not(or(lt(n,3),eq(s,'x')))", "and(ge(n,3),ne(s,'x'))"],
    ["not(and(not(flag),not(eq(s,'a'))))", "or(flag,eq(s,'a'))"],
    ["or(flag,and(flag,eq(s,'a')))", "flag"],
    ["and(gt(n,3),gt(n,5))", "gt(n,5)"],
    ["or(gt(n,3),gt(n,5),isNull(n))", "or(gt(n,3),isNull(n))"],
    ["and(ge(n,1),le(n,5))", "le(1,n,5)"],
    ["and(gt(n,1),flag,lt(n,5))", "and(lt(1,n,5),flag)"],
    ["or(eq(s,'a'),eq(s,'b'),and(eq(s,'a'),flag))", "in(s,'a','b')"],
    ["or(in(s,'a','b'),eq(s,'c'),eq($primary,s,'d'))", "or(in(s,'a','b','c'),eq($primary,s,'d'))"],
    ["and(ne(s,'a'),ne(s,'b'),not(in(s,'c','a')))", "not(in(s,'b','c','a'))"],
    ["in(s,'a','a')", "eq(s,'a')"],
    ["and(in(i,1,2,3),gt(i,2))", "eq(i,3)"],
    ["and(eq(s,'a'),eq(s,'b'))", "false"],
    ["or(flag,and(eq(s,'a'),eq(s,'b')))", "flag"],
    ["or(le(n,5),ge(n,3),isNull(n))", "true"],
    ["and(startsWith(s,'abc'),startsWith(s,'ab'),not(isNull(s)))", "startsWith(s,'abc')"],
    ["not(isNull(not(not(eq(n,1)))))", "not(isNull(eq(n,1)))"],
    ["and(eq($primary,s,'a'),in($tertiary,s,'a','b'))", "eq($tertiary,s,'a')"],
  ])("%s: %s", (text, expected) => {
    expect(simplified(text)).toBe(expected);
  });

  it.each([
    ["or(eq(s,'a'),ne(s,'a'))"],
    ["and(eq(tags,'a'),eq(tags,'b'))"],
    ["not(gt(nums,3))"],
    ["or(eq(s,'a'),eq($primary,s,'b'))"],
    ["and(gt(n,3),le(n,5))"],
    ["and(contains(s,'a'),contains(s,'b'))"],
    ["eq(s,'a')"],
  ])("leaves %s as it is", (text) => {
    const expression = tree(text, THINGS)!;
    expect(simplify(expression, { catalog: THINGS })).toBe(expression);
  });

  it("keeps what is false and unknown, too, if the result replaces a part of a filter", () => {
    const options = { catalog: THINGS, keeps: "truth" as const };
    expect(simplified("and(eq(s,'a'),eq(s,'b'))", options)).toBe("and(eq(s,'a'),eq(s,'b'))");
    expect(simplified("not(not(or(flag,and(flag,gt(n,1)))))", options)).toBe("flag");
  });

  it("reads members without a catalog as values of any type", () => {
    expect(simplified("and(eq(x,1),eq(x,2))", {})).toBe("and(eq(x,1),eq(x,2))");
    expect(simplified("not(lt(x,3))", {})).toBe("not(lt(x,3))");
    expect(simplified("and(gt(x,3),gt(x,5))", {})).toBe("gt(x,5)");
  });

  it("returns expressions with errors, and does not call functions that the collection or the member forbids", () => {
    const expression = tree("and(true,eq(missing,1))", undefined)!;
    expect(simplify(expression, { catalog: THINGS })).toBe(expression);
    const catalog = defineCatalog({ name: "few", members: { s: { type: "string", functions: ["eq"] } } });
    expect(simplified("or(eq(s,'a'),eq(s,'b'))", { catalog })).toBe("or(eq(s,'a'),eq(s,'b'))");
  });
});

const seed = Number(process.env["TAMIS_SEED"] ?? 20261122);

function predicatesOf(
  expression: Expression,
  catalog: Catalog | undefined,
): readonly Predicate[] | undefined {
  const negation = tree(`not(${print(expression)})`, catalog)!;
  const checked = [expression, negation].map((each) => check(each, catalog));
  return checked.every(({ ok }) => ok) ? checked.map(({ filter }) => compilePredicate(filter!)) : undefined;
}

const nodesOf = (expression: Expression) =>
  fold<number>(expression, {
    literal: () => 1,
    name: () => 1,
    call: (_, args) => args.reduce((sum, each) => sum + each, 1),
  });

it("simplified filters keep the same rows, and are never longer", () => {
  const random = new Random(seed);
  const filters = byEffort({ sample: 400, full: 2_500, proof: 10_000 });
  let shorter = 0;
  for (let i = 0; i < filters; i++) {
    const catalog = randomCatalog(random);
    const writer = new FilterWriter(random, catalog);
    const first = writer.filter(2);
    const text = random.below(2) === 0 ? first : writer.relative(first);
    const expression = tree(text, catalog);
    const before = expression && predicatesOf(expression, catalog);
    if (expression === undefined || before === undefined) continue;
    const keeps = random.pick(["rows", "truth"] as const);
    const result = simplify(expression, { catalog, keeps });
    if (print(result).length < print(expression).length) shorter++;
    const description = { seed, text, keeps, result: print(result) };
    expect([description, print(result).length <= print(expression).length]).toEqual([description, true]);
    expect([description, nodesOf(result) <= nodesOf(expression)]).toEqual([description, true]);
    const after = predicatesOf(result, catalog)!;
    for (let row = 0; row < 40; row++) {
      const values = randomRow(random, catalog);
      const same = before.map((keep, j) =>
        keeps === "rows" && j > 0 ? true : keep(values) === after[j]!(values),
      );
      if (same.includes(false)) expect([description, values]).toBe("the same result");
    }
  }
  expect(shorter).toBeGreaterThan(filters / 10);
});
