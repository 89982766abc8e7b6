import { describe, expect, it } from "vitest";
import { compileFilter } from "../../src/evaluator/compile-filter.ts";
import { explain } from "../../src/evaluator/explain.ts";
import { CATALOG } from "../checker/documents-catalog.ts";

const explained = (text: string, row: unknown, options = {}) => {
  const { filter, predicate, diagnostics } = compileFilter(text, options);
  expect(filter, JSON.stringify(diagnostics)).toBeDefined();
  const explanation = explain(filter!, row);
  expect(explanation.kept).toBe(predicate!(row));
  return explanation;
};

const ROW = { state: "open", size: 3, enabled: true, tags: ["a"] };

describe("the explanation of an excluded row", () => {
  it.each<[string, string | undefined]>([
    ["eq(state,'open')", undefined],
    ["eq(state,'done')", "eq(state,'done')"],
    ["eq(owner,'x')", "eq(owner,'x')"],
    ["and(eq(state,'open'),gt(size,10))", "gt(size,10)"],
    ["and(gt(size,10),eq(state,'done'))", "gt(size,10)"],
    ["and(eq(state,'open'),and(enabled,eq(size,4)),gt(size,10))", "eq(size,4)"],
    ["or(eq(state,'done'),gt(size,10))", "or(eq(state,'done'),gt(size,10))"],
    ["and(enabled,or(eq(state,'done'),gt(size,10)))", "or(eq(state,'done'),gt(size,10))"],
    ["not(eq(state,'open'))", "eq(state,'open')"],
    ["not(and(eq(state,'open'),gt(size,1)))", "and(eq(state,'open'),gt(size,1))"],
    ["not(or(eq(state,'done'),gt(size,1)))", "gt(size,1)"],
    ["not(or(eq(state,'done'),or(gt(size,9),enabled)))", "enabled"],
    ["not(not(eq(state,'done')))", "eq(state,'done')"],
    ["not(and(eq(state,'open'),not(eq(size,4))))", "and(eq(state,'open'),not(eq(size,4)))"],
    ["and(enabled,not(not(and(enabled,isNull(size)))))", "isNull(size)"],
    ["and(enabled,gt(missing,1))", "gt(missing,1)"],
    ["not(gt(missing,1))", "gt(missing,1)"],
    ["isNull(and(enabled,enabled))", "isNull(and(enabled,enabled))"],
    ["false", "false"],
    ["missing", "missing"],
  ])("names for %s the failed clause %s", (text, failed) => {
    const explanation = explained(text, ROW);
    expect(explanation.failed?.text).toBe(failed);
    expect(explanation.kept).toBe(failed === undefined);
  });

  it("has the value of each node; null if it is unknown", () => {
    const { tree } = explained("and(gt(size,1),eq(missing,'x'),not(enabled))", ROW);
    const shape = (node: typeof tree): unknown => [
      node.text,
      node.value,
      node.decisive,
      ...node.children.map(shape),
    ];
    expect(shape(tree)).toEqual([
      "and(gt(size,1),eq(missing,'x'),not(enabled))",
      false,
      true,
      ["gt(size,1)", true, false, ["size", 3, true], ["1", 1, true]],
      ["eq(missing,'x')", null, false, ["missing", null, true], ["'x'", "x", true]],
      ["not(enabled)", false, true, ["enabled", true, true]],
    ]);
  });

  it("has the span of each clause", () => {
    const text = "and( enabled , gt(size,10) )";
    const { failed } = explained(text, ROW);
    expect(text.slice(failed!.span.start, failed!.span.end)).toBe("gt(size,10)");
  });

  it("describes the corrected tree in lenient mode", () => {
    expect(
      explained("and(eq('name','x'),eq(size,'4'))", { name: "x", size: 3 }, { catalog: CATALOG }).failed
        ?.text,
    ).toBe("eq(size,4)");
  });

  it("agrees with the predicate if equalities were joined", () => {
    const { failed } = explained("or(eq(state,'a'),eq(state,'b'),eq(size,9))", ROW);
    expect(failed?.text).toBe("or(eq(state,'a'),eq(state,'b'),eq(size,9))");
  });
});
