import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { call, name, number, string } from "../../src/ast/constructors.ts";
import type { Expression } from "../../src/ast/nodes.ts";
import { check } from "../../src/checker/check.ts";
import { compileOperand } from "../../src/evaluator/operand.ts";

/** The truth of a condition for a row; null if it is unknown. */
function truth(node: Expression, row: unknown): boolean | null {
  const { filter } = check(node);
  const operand = compileOperand(node, { checked: filter!, locale: undefined });
  const [isTrue, isFalse] = [operand.isTrue()(row), operand.isFalse()(row)];
  expect(isTrue && isFalse).toBe(false);
  return isTrue ? true : isFalse ? false : null;
}

const values = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    NaN,
    Infinity,
    "",
    "a",
    "A",
    "b",
    "2020-01-01",
    true,
    false,
    [],
    ["a"],
    ["b", null, 1],
    {},
    new Date("2020-01-01"),
  ),
  fc.integer({ min: -2, max: 2 }),
  fc.bigInt({ min: -2n, max: 2n }),
);
const rows = fc.record({ a: values, b: values, c: values });
const operands: fc.Arbitrary<Expression> = fc.oneof(
  fc.constantFrom("a", "b", "c").map(name),
  fc.constantFrom("", "a", "b", "2020-01-01").map(string),
  fc.constantFrom<number | bigint>(-1, 0, 1, 2).map(number),
  fc.constantFrom("a", "b").map((member) => call("upCase", [name(member)])),
);
const relations = fc.constantFrom("eq", "lt", "le", "gt", "ge");
const conditions = fc.tuple(relations, operands, operands).map(([callee, x, y]) => call(callee, [x, y]));

const law = (title: string, make: fc.Arbitrary<readonly [Expression, Expression]>) => {
  it(title, () => {
    fc.assert(
      fc.property(make, rows, ([left, right], row) => {
        expect(truth(left, row)).toBe(truth(right, row));
      }),
      { numRuns: 2_000 },
    );
  });
};
const and = (...args: Expression[]) => call("and", args);
const or = (...args: Expression[]) => call("or", args);
const not = (inner: Expression) => call("not", [inner]);

describe("two equivalent conditions have the same truth for any row", () => {
  law(
    "a relation of three values and the conjunction of its pairs",
    fc
      .tuple(relations, operands, operands, operands)
      .map(([f, x, y, z]) => [call(f, [x, y, z]), and(call(f, [x, y]), call(f, [y, z]))] as const),
  );
  law(
    "in and the disjunction of its equalities",
    fc
      .tuple(operands, fc.array(operands, { minLength: 2, maxLength: 4 }))
      .map(
        ([x, list]) => [call("in", [x, ...list]), or(...list.map((each) => call("eq", [x, each])))] as const,
      ),
  );
  law(
    "ne and the negation of eq",
    fc.tuple(operands, operands).map(([x, y]) => [call("ne", [x, y]), not(call("eq", [x, y]))] as const),
  );
  law(
    "eq, lt and le and their mirrored relations with swapped arguments",
    fc
      .tuple(fc.constantFrom(["eq", "eq"], ["lt", "gt"], ["le", "ge"]), operands, operands)
      .map(([[f, g], x, y]) => [call(f, [x, y]), call(g, [y, x])] as const),
  );
  law(
    "a double negation and its condition",
    conditions.map((x) => [not(not(x)), x] as const),
  );
  law(
    "not(and(…)) and or(not(…),…)",
    fc.tuple(conditions, conditions).map(([x, y]) => [not(and(x, y)), or(not(x), not(y))] as const),
  );
  law(
    "not(or(…)) and and(not(…),…)",
    fc.tuple(conditions, conditions).map(([x, y]) => [not(or(x, y)), and(not(x), not(y))] as const),
  );
  law(
    "conjunctions in any order",
    fc.tuple(conditions, conditions).map(([x, y]) => [and(x, y), and(y, x)] as const),
  );
  law(
    "a conjunction distributed over a disjunction",
    fc
      .tuple(conditions, conditions, conditions)
      .map(([x, y, z]) => [and(x, or(y, z)), or(and(x, y), and(x, z))] as const),
  );
  law(
    "matchAny or matchAll and the disjunction or conjunction of match",
    fc
      .tuple(fc.constantFrom(["matchAny", "or"], ["matchAll", "and"]), fc.constantFrom("a", "[ab]", ".*", ""))
      .map(
        ([[f, join], p]) =>
          [
            call(f, [string(p), name("a"), name("b")]),
            call(join, [call("match", [name("a"), string(p)]), call("match", [name("b"), string(p)])]),
          ] as const,
      ),
  );
});
