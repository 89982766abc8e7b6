import { sortKey } from "../../src/ast/constructors.ts";
import { makeSortBy } from "../../src/ast/make-node.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Expression } from "../../src/ast/nodes.ts";
import { print } from "../../src/ast/print.ts";
import type { Catalog } from "../../src/catalog/types.ts";
import { check, checkSortBy } from "../../src/checker/check.ts";
import { compileComparator } from "../../src/evaluator/comparator.ts";
import { explain, type NodeExplanation } from "../../src/evaluator/explain.ts";
import { compilePredicate } from "../../src/evaluator/predicate.ts";
import { sortRows } from "../../src/evaluator/sort-rows.ts";
import { naiveCompareRows, naiveSort } from "../oracle/naive-order.ts";
import { naiveTruth, naiveValue } from "../oracle/naive.ts";
import type { NaiveValue } from "../oracle/naive-value.ts";
import { conditions, orders, TYPED, UNTYPED, type Leaves } from "./evaluable.ts";
import { locales, rows } from "./hostile-values.ts";
import { typedCatalog, typedRows } from "./typed-catalog.ts";

interface Setting {
  readonly title: string;
  readonly catalog: Catalog | undefined;
  readonly leaves: Leaves;
  readonly rows: fc.Arbitrary<Record<string, unknown>>;
}

const SETTINGS: readonly Setting[] = [
  { title: "without a catalog", catalog: undefined, leaves: UNTYPED, rows },
  { title: "with a catalog", catalog: typedCatalog, leaves: TYPED, rows: typedRows },
];

/** What an explanation's value can be compared with; dates are texts here and instants there. */
function plain(value: NaiveValue): unknown {
  switch (value.is) {
    case "null":
      return null;
    case "boolean":
    case "number":
    case "text":
      return value.value;
    default:
      return undefined;
  }
}

describe.each(SETTINGS)("the evaluator $title", ({ catalog, leaves, rows: rowArbitrary }) => {
  const definition = catalog?.definition;

  it("agrees with the naive evaluator on every row and every call", () => {
    let accepted = 0;
    let tried = 0;
    const property = fc.property(
      conditions(leaves),
      fc.array(rowArbitrary, { minLength: 1, maxLength: 6 }),
      locales,
      (expression, list, locale) => {
        tried++;
        const { filter } = check(expression, catalog);
        fc.pre(filter !== undefined);
        accepted++;
        const options = locale === undefined ? {} : { locale };
        const scope = { catalog: definition, locale };
        const predicate = compilePredicate(filter, options);
        const predicateOfPlain = compilePredicate(filter, { ...options, rows: "plain" });
        for (const row of list) {
          const truth = naiveTruth(filter.expression, row, scope);
          expect([print(expression), row, locale, predicateOfPlain(row)]).toEqual([
            print(expression),
            row,
            locale,
            truth === true,
          ]);
          expect([print(expression), row, locale, predicate(row)]).toEqual([
            print(expression),
            row,
            locale,
            truth === true,
          ]);
          compareTrees(filter.expression, explain(filter, row, options).tree, row, scope);
        }
      },
    );
    fc.assert(property, { numRuns: 2500, maxSkipsPerRun: 20 });
    // A generator that makes nothing valid would prove nothing.
    expect(accepted / tried).toBeGreaterThan(0.5);
  });

  function compareTrees(
    node: Expression,
    tree: NodeExplanation,
    row: unknown,
    scope: Parameters<typeof naiveValue>[2],
  ): void {
    if (node.kind !== "call") return;
    const value = plain(naiveValue(node, row, scope));
    expect([print(node), row, scope?.locale, tree.value]).toEqual([print(node), row, scope?.locale, value]);
    for (const [i, argument] of node.args.entries()) compareTrees(argument, tree.children[i]!, row, scope);
  }

  it("sorts rows as the naive comparator does, in a total order", () => {
    const property = fc.property(
      orders(leaves),
      fc.array(rowArbitrary, { minLength: 3, maxLength: 6 }),
      locales,
      (order, list, locale) => {
        const { sortBy } = checkSortBy(order, catalog);
        fc.pre(sortBy !== undefined);
        const scope = { catalog: definition, locale };
        const options = locale === undefined ? {} : { locale };
        const compare = compileComparator(sortBy, options);
        const sign = (a: unknown, b: unknown) => Math.sign(compare(a, b));
        const read = makeSortBy(
          order.keys.map(({ direction, strength }, i) =>
            sortKey(sortBy.keys[i]!.expression, direction, strength),
          ),
          order.span,
        );
        for (const a of list) {
          expect(sign(a, a)).toBe(0);
          for (const b of list) {
            expect([print(order), a, b, locale, sign(a, b) + 0]).toEqual([
              print(order),
              a,
              b,
              locale,
              naiveCompareRows(read, a, b, scope) + 0,
            ]);
            expect(sign(a, b) + sign(b, a)).toBe(0);
            for (const c of list)
              if (sign(a, b) <= 0 && sign(b, c) <= 0) expect(sign(a, c)).toBeLessThanOrEqual(0);
          }
        }
        expect(sortRows(list, sortBy, options)).toEqual(naiveSort(list, read, scope));
      },
    );
    fc.assert(property, { numRuns: 1000, maxSkipsPerRun: 20 });
  });
});
