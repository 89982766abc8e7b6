import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boolean, call, name } from "../../src/ast/constructors.ts";
import type { Expression } from "../../src/ast/nodes.ts";
import { print } from "../../src/ast/print.ts";
import type { Catalog } from "../../src/catalog/types.ts";
import { check } from "../../src/checker/check.ts";
import { explain } from "../../src/evaluator/explain.ts";
import { compilePredicate } from "../../src/evaluator/predicate.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { conditions, TYPED, UNTYPED, type Leaves } from "./evaluable.ts";
import { locales, rows } from "./hostile-values.ts";
import { typedCatalog, typedRows } from "./typed-catalog.ts";

/** Pairs of filters that grammar.md defines as equivalent. */

type Truth = boolean | null;

/** The truth of a checked condition, by the predicate and by its negation: unknown is where neither keeps the row. */
function truth(expression: Expression, row: unknown, catalog?: Catalog, locale?: string): Truth {
  const keeps = (tree: Expression) => {
    const { filter, diagnostics } = check(tree, catalog);
    if (filter === undefined) throw new Error(`${print(tree)}: ${diagnostics[0]!.message}`);
    return compilePredicate(filter, locale === undefined ? {} : { locale })(row);
  };
  if (keeps(expression)) return true;
  return keeps(call("not", [expression])) ? false : null;
}

const THREE: readonly Truth[] = [true, false, null];
const [p, q, r] = [name("p"), name("q"), name("r")] as const;
const and = (...args: Expression[]) => call("and", args);
const or = (...args: Expression[]) => call("or", args);
const not = (arg: Expression) => call("not", [arg]);

describe("three-valued logic", () => {
  const AND = {
    true: { true: true, false: false, null: null },
    false: { true: false, false: false, null: false },
    null: { true: null, false: false, null: null },
  };
  const OR = {
    true: { true: true, false: true, null: true },
    false: { true: true, false: false, null: null },
    null: { true: true, false: null, null: null },
  };
  const key = (value: Truth) => String(value) as "true" | "false" | "null";

  it("has the truth tables of grammar.md", () => {
    for (const a of THREE) {
      for (const b of THREE) {
        expect([a, b, truth(and(p, q), { p: a, q: b })]).toEqual([a, b, AND[key(a)][key(b)]]);
        expect([a, b, truth(or(p, q), { p: a, q: b })]).toEqual([a, b, OR[key(a)][key(b)]]);
      }
      expect([a, truth(not(p), { p: a })]).toEqual([a, a === null ? null : !a]);
      expect(truth(call("isNull", [p]), { p: a })).toBe(a === null);
    }
  });

  const LAWS: readonly (readonly [string, Expression, Expression])[] = [
    ["De Morgan, and", not(and(p, q)), or(not(p), not(q))],
    ["De Morgan, or", not(or(p, q)), and(not(p), not(q))],
    ["double negation", not(not(p)), and(p, p)],
    ["commutativity of and", and(p, q), and(q, p)],
    ["commutativity of or", or(p, q), or(q, p)],
    ["associativity of and", and(p, and(q, r)), and(and(p, q), r)],
    ["associativity of or", or(p, or(q, r)), or(p, q, r)],
    ["and distributes over or", and(p, or(q, r)), or(and(p, q), and(p, r))],
    ["or distributes over and", or(p, and(q, r)), and(or(p, q), or(p, r))],
    ["absorption", and(p, or(p, q)), or(p, and(p, q))],
    ["true is neutral in and", and(p, boolean(true)), or(p, boolean(false))],
    ["a condition equals true where it is true", call("eq", [p, boolean(true)]), and(p, p)],
    ["a condition differs from itself nowhere", call("ne", [p, boolean(true)]), not(p)],
  ];
  it.each(LAWS)("obeys the law: %s", (_, left, right) => {
    for (const a of THREE) {
      for (const b of THREE) {
        for (const c of THREE) {
          const row = { p: a, q: b, r: c };
          expect([row, truth(left, row)]).toEqual([row, truth(right, row)]);
        }
      }
    }
  });
});

const SETTINGS: readonly {
  title: string;
  catalog: Catalog | undefined;
  leaves: Leaves;
  rows: typeof rows;
}[] = [
  { title: "without a catalog", catalog: undefined, leaves: UNTYPED, rows },
  { title: "with a catalog", catalog: typedCatalog, leaves: TYPED, rows: typedRows },
];

describe.each(SETTINGS)(
  "two filters that mean the same, $title",
  ({ catalog, leaves, rows: rowArbitrary }) => {
    const RUNS = { numRuns: 300, maxSkipsPerRun: 30 };
    const condition = conditions(leaves);
    /** Conditions of one function, found in random ones. */
    const calls = (...callees: string[]) =>
      condition.filter((node) => node.kind === "call" && callees.includes(node.callee)) as fc.Arbitrary<
        Extract<Expression, { kind: "call" }>
      >;
    const same = (left: Expression, right: Expression, row: unknown, locale: string | undefined) => {
      expect([print(left), row, truth(left, row, catalog, locale)]).toEqual([
        print(left),
        row,
        truth(right, row, catalog, locale),
      ]);
    };
    const accepted = (node: Expression) => fc.pre(check(node, catalog).ok);

    it("a chain is the and of its pairs", () => {
      const property = fc.property(
        calls("eq", "lt", "le", "gt", "ge"),
        rowArbitrary,
        locales,
        (chain, row, locale) => {
          accepted(chain);
          fc.pre(chain.args.length > 2);
          const pairs = chain.args
            .slice(1)
            .map((right, i) => call(chain.callee, [chain.args[i]!, right], chain.strength));
          // A pair of literals alone can be corrected leniently: a quoted name of a member becomes the member.
          fc.pre(check(call("and", pairs), catalog).diagnostics.length === 0);
          same(chain, call("and", pairs), row, locale);
        },
      );
      fc.assert(property, RUNS);
    });

    it("in is the disjunction of its equalities", () => {
      const property = fc.property(calls("in"), rowArbitrary, locales, (choice, row, locale) => {
        accepted(choice);
        const [value, ...others] = choice.args;
        const equalities = others.map((other) => call("eq", [value!, other], choice.strength));
        const each = equalities.length === 1 ? equalities[0]! : call("or", equalities);
        fc.pre(check(each, catalog).diagnostics.length === 0);
        same(choice, each, row, locale);
      });
      fc.assert(property, RUNS);
    });

    it("ne is the negation of eq", () => {
      const property = fc.property(calls("ne"), rowArbitrary, locales, (difference, row, locale) => {
        accepted(difference);
        same(difference, not(call("eq", difference.args, difference.strength)), row, locale);
      });
      fc.assert(property, RUNS);
    });

    it("De Morgan, double negation and the order of arguments hold for any conditions", () => {
      const property = fc.property(condition, condition, rowArbitrary, locales, (a, b, row, locale) => {
        accepted(and(a, b));
        same(not(and(a, b)), or(not(a), not(b)), row, locale);
        same(not(or(a, b)), and(not(a), not(b)), row, locale);
        same(not(not(a)), a, row, locale);
        same(and(a, b), and(b, a), row, locale);
        same(or(a, b), or(b, a), row, locale);
        same(and(a, boolean(true)), a, row, locale);
      });
      fc.assert(property, RUNS);
    });

    it("and keeps no more rows, and or no fewer, than each of their conditions", () => {
      const property = fc.property(condition, condition, rowArbitrary, (a, b, row) => {
        accepted(and(a, b));
        if (truth(and(a, b), row, catalog) === true) expect(truth(a, row, catalog)).toBe(true);
        if (truth(a, row, catalog) === true) expect(truth(or(a, b), row, catalog)).toBe(true);
      });
      fc.assert(property, RUNS);
    });

    it("each row is in exactly one of a filter, its negation and its isNull", () => {
      const property = fc.property(condition, rowArbitrary, locales, (a, row, locale) => {
        accepted(a);
        // A member alone can be neither null nor a condition: as a condition it is unknown.
        const keeps = [a, not(a), call("isNull", [and(a, boolean(true))])].map(
          (tree) => truth(tree, row, catalog, locale) === true,
        );
        expect(keeps.filter(Boolean)).toHaveLength(1);
      });
      fc.assert(property, RUNS);
    });

    it("a printed tree has the same meaning", () => {
      const property = fc.property(condition, rowArbitrary, locales, (a, row, locale) => {
        accepted(a);
        same(a, parseFilter(print(a), { mode: "strict" }).expression!, row, locale);
      });
      fc.assert(property, RUNS);
    });

    it("the explanation of a row agrees with the filter", () => {
      const property = fc.property(condition, rowArbitrary, (a, row) => {
        const { filter } = check(a, catalog);
        fc.pre(filter !== undefined);
        const { kept, failed } = explain(filter, row);
        expect(kept).toBe(compilePredicate(filter)(row));
        expect(failed === undefined).toBe(kept);
      });
      fc.assert(property, RUNS);
    });
  },
);

describe("texts that mean the same", () => {
  const row = { name: "O'Brien", size: 3, quote: 'a"b' };
  const keeps = (text: string) => compilePredicate(check(parseFilter(text).expression!).filter!)(row);

  it("the style of quotes is irrelevant", () => {
    expect(keeps("eq(name,'O''Brien')")).toBe(true);
    expect(keeps(`eq(name,"O'Brien")`)).toBe(true);
    expect(keeps(`eq(quote,"a""b")`)).toBe(true);
    expect(keeps(`eq(quote,'a"b')`)).toBe(true);
    expect(parseFilter(`eq(name,"x")`).expression).toEqual(parseFilter("eq(name,'x')").expression);
  });

  it("true, the empty filter and white space keep every row", () => {
    for (const text of ["true", "", " ", "\t\r\n", " true "]) expect(keeps(text)).toBe(true);
    expect(keeps("false")).toBe(false);
  });

  it("white space between tokens is irrelevant", () => {
    const property = fc.property(
      fc.array(fc.constantFrom("", " ", "\n", "\t", "\r\n"), { minLength: 6, maxLength: 6 }),
      (gaps) => {
        const text = ["eq", "(", "name", ",", "'O''Brien'", ")"].map((token, i) => gaps[i]! + token).join("");
        expect(keeps(text)).toBe(true);
      },
    );
    fc.assert(property, { numRuns: 100 });
  });
});
