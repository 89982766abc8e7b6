import { describe, expect, it } from "vitest";
import type { PartialExpression, PartialFilter, PartialSortBy } from "../../src/parser/partial-tree.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { print } from "../../src/ast/print.ts";

/** A partial tree as text: `_` for a hole, `…` where something is missing at the end. */
function shown(tree: PartialFilter | PartialSortBy): string {
  if (tree.kind === "partialFilter") return tree.expressions.map(outline).join(" | ");
  return tree.keys
    .map((key) =>
      key.kind === "sortKey"
        ? print(key)
        : [outline(key.expression), ...key.options.map(({ text }) => text || "_")].join(":"),
    )
    .join(" | ");
}

function outline(node: PartialExpression): string {
  switch (node.kind) {
    case "hole":
      return "_";
    case "partialName":
      return `${node.name}…`;
    case "partialString":
      return `'${node.value}…`;
    case "partialCall": {
      const strength = node.strength === undefined ? [] : [`$${node.strength}`];
      return `${node.callee}(${[...strength, ...node.args.map(outline)].join(",")}${node.isClosed ? ")" : "…"}`;
    }
    default:
      return print(node);
  }
}

describe("the partial tree of a filter", () => {
  it.each([
    ["eq(,1)", "eq(_,1)"],
    ["eq(,)", "eq(_,_)"],
    ["eq(a,,1)", "eq(a,_,1)"],
    ["eq(a,)", "eq(a,_)"],
    ["eq(name,", "eq(name,_…"],
    ["eq(", "eq(…"],
    ["eq(,", "eq(_,_…"],
    ["eq(owner.", "eq(owner.……"],
    ["eq(owner.,1)", "eq(owner.…,1)"],
    ["eq(a..b,1)", "eq(a..b…,1)"],
    ["eq(name,'x", "eq(name,'x……"],
    ["eq(name,'it''s", "eq(name,'it's……"],
    ["eq(a,§,1)", "eq(a,_,1)"],
    ["eq(a,§b,1)", "eq(a,b,1)"],
    ["eq(a,01)", "eq(a,_)"],
    ["eq(a,:,1)", "eq(a,_,1)"],
    ["eq(a,())", "eq(a,_)"],
    ["eq((a,b),1)", "eq(a,b,1)"],
    ["eq(a,$primary,1)", "eq(a,1)"],
    ["eq($primary,a,", "eq($primary,a,_…"],
    ["and(eq(a,1),eq(b,", "and(eq(a,1),eq(b,_……"],
    ["eq(a,1) and eq(", "eq(a,1) | and | eq(…"],
    ["(a,b)", "a | b"],
    ["§", "_"],
  ])("keeps the position of each argument of %s", (text, expected) => {
    expect(shown(parseFilter(text).partial!)).toBe(expected);
  });

  it("is the whole tree of a correct text", () => {
    const { expression, partial } = parseFilter("eq(a,1)");
    expect(partial).toEqual({ kind: "partialFilter", expressions: [expression], span: { start: 0, end: 7 } });
    expect(parseFilter("").partial!.expressions).toMatchObject([{ kind: "literal", value: true }]);
  });

  it.each([
    "eq(name,",
    "eq(owner.",
    "eq(name,'x",
    "eq(",
    "eq(,1)",
    "eq(a,)",
    "eq(a..b,1)",
    "eq(,)",
    "eq(owner.,1)",
  ])("comes with one diagnostic for the one mistake of %s", (text) => {
    expect(parseFilter(text).diagnostics).toHaveLength(1);
  });
});

describe("the partial tree of a sort", () => {
  it.each([
    ["a,", "a | _"],
    [",a", "_ | a"],
    ["a,,b", "a | _ | b"],
    ["a:", "a:_"],
    ["a:desc,b", "a:desc | b"],
    ["a::primary", "a:_:primary"],
    [":descending", "_:descending"],
    ["eq(a,", "eq(a,_…"],
    ["a b", "a | b"],
    ["a:descending,b", "a:descending | b"],
  ])("keeps the position of each key of %s", (text, expected) => {
    expect(shown(parseSortBy(text).partial!)).toBe(expected);
  });
});
