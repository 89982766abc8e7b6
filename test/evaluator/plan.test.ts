import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boolean, call, name, number, string } from "../../src/ast/constructors.ts";
import type { Expression } from "../../src/ast/nodes.ts";
import { print } from "../../src/ast/print.ts";
import { check } from "../../src/checker/check.ts";
import { compileOperand } from "../../src/evaluator/operand.ts";
import { functionTable } from "../../src/functions/list.ts";
import { plan } from "../../src/evaluator/plan.ts";
import { parseFilter } from "../../src/parser/parse.ts";

const planned = (text: string) => print(plan(parseFilter(text).expression!, functionTable()));

describe("the plan of a filter", () => {
  it.each([
    ["or(eq(a,1),eq(a,2))", "in(a,1,2)"],
    ["or(eq(a,1),eq(a,2),eq(a,3))", "in(a,1,2,3)"],
    ["or(eq(a,1),b,eq(a,2))", "or(in(a,1,2),b)"],
    ["or(eq(a,1),eq(b,2),eq(a,3),eq(b,4))", "or(in(a,1,3),in(b,2,4))"],
    ["or(eq($primary,a,'x'),eq($primary,a,'y'))", "in($primary,a,'x','y')"],
    ["not(or(eq(a,1),eq(a,2)))", "not(in(a,1,2))"],
  ])("turns %s into %s", (text, expected) => {
    expect(planned(text)).toBe(expected);
  });

  it.each([
    "or(eq(a,1),eq(b,2))",
    "or(eq($primary,a,'x'),eq(a,'x'))",
    "or(eq(a,b),eq(a,c))",
    "or(eq(a,1,1),eq(a,2,2))",
    "or(ne(a,1),ne(a,2))",
    "and(eq(a,1),eq(a,2))",
    "or(eq(upCase(a),'X'),eq(upCase(a),'Y'))",
    "eq(a,1)",
  ])("returns the same tree for %s", (text) => {
    const { expression } = parseFilter(text);
    expect(plan(expression!, functionTable())).toBe(expression);
  });

  it("keeps the name nodes of the checked tree", () => {
    const tree = parseFilter("or(eq(a,1),eq(a,2))").expression!;
    const after = plan(tree, functionTable());
    expect(
      after.kind === "call" &&
        tree.kind === "call" &&
        tree.args[0]!.kind === "call" &&
        after.args[0] === tree.args[0]!.args[0],
    ).toBe(true);
  });

  it("is equivalent to the filter for any tree and row", () => {
    const literal = fc.oneof(
      fc.constantFrom(...["x", "X", "y", "", "2020-01-01"].map(string)),
      fc.constantFrom(0, 1, 2n ** 60n).map(number),
      fc.boolean().map(boolean),
    );
    const equality = fc
      .tuple(
        fc.constantFrom("a", "b", "c.d"),
        literal,
        fc.constantFrom(undefined, undefined, "primary" as const),
      )
      .map(([member, value, strength]) => call("eq", [name(member), value], strength));
    const trees: fc.Arbitrary<Expression> = fc.letrec<{ tree: Expression }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3, depthSize: "small" },
        equality,
        fc
          .tuple(fc.constantFrom("or", "or", "and"), fc.array(tie("tree"), { minLength: 2, maxLength: 5 }))
          .map(([callee, args]) => call(callee, args)),
        tie("tree").map((inner) => call("not", [inner])),
      ),
    })).tree;
    const value = fc.constantFrom<unknown>(
      undefined,
      null,
      "x",
      "X",
      "y",
      "",
      0,
      1,
      2n ** 60n,
      2 ** 60,
      NaN,
      true,
      false,
      ["x"],
      ["X", 1, null],
      [],
      {},
      { d: "x" },
      [{ d: "y" }, { d: 1 }],
      new Date("2020-01-01"),
    );
    const rows = fc.record({ a: value, b: value, c: value });
    fc.assert(
      fc.property(trees, fc.array(rows, { minLength: 5, maxLength: 5 }), (tree, given) => {
        const checked = check(tree);
        expect(checked.ok).toBe(true);
        const scope = { checked: checked.filter!, locale: undefined };
        const [before, after] = [
          compileOperand(tree, scope),
          compileOperand(plan(tree, functionTable()), scope),
        ];
        for (const row of given) {
          expect(after.isTrue()(row)).toBe(before.isTrue()(row));
          expect(after.isFalse()(row)).toBe(before.isFalse()(row));
        }
      }),
      { numRuns: 3_000 },
    );
  });
});
