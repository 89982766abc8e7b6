import { describe, expect, it } from "vitest";
import {
  boolean,
  call,
  name,
  number,
  sortBy,
  sortKey,
  string,
  temporal,
} from "../../src/ast/constructors.ts";
import { normalNumber } from "../../src/ast/normal-number.ts";
import { equalExpressions, equalSortBys } from "../../src/ast/equals.ts";
import { makeCall } from "../../src/ast/make-node.ts";
import { CHILD_KEYS, childrenOf, type Node } from "../../src/ast/nodes.ts";
import { print } from "../../src/ast/print.ts";
import { fold, rewrite, walk } from "../../src/ast/walk.ts";
import { NOWHERE } from "../../src/diagnostics/span.ts";
import { parseFilter } from "../../src/parser/parse.ts";

const filter = (text: string) => parseFilter(text).expression!;
const TREE = filter("and(eq(a,1),or(b,not(c)))");

describe("walking", () => {
  const seen = (root: Node, visit: (node: Node, depth: number) => unknown = () => undefined) => {
    const nodes: string[] = [];
    walk(root, (node, depth) => {
      nodes.push(`${depth} ${node.kind === "call" ? node.callee : print(node)}`);
      return visit(node, depth);
    });
    return nodes;
  };

  it("visits parents before children, in the order of the text", () => {
    expect(seen(TREE)).toEqual(["0 and", "1 eq", "2 a", "2 1", "1 or", "2 b", "2 not", "3 c"]);
  });

  it("skips the children of a node if the visitor returns false", () => {
    expect(seen(TREE, (node) => !(node.kind === "call" && node.callee === "or"))).toEqual([
      "0 and",
      "1 eq",
      "2 a",
      "2 1",
      "1 or",
    ]);
  });

  it("visits the keys of a sort", () => {
    expect(seen(sortBy([sortKey(name("a")), sortKey(call("f", [name("b")]))]))).toEqual([
      "0 a,f(b)",
      "1 a",
      "2 a",
      "1 f(b)",
      "2 f",
      "3 b",
    ]);
  });

  it("does not recurse: a depth of 100,000 is possible", () => {
    let node = name("a") as ReturnType<typeof filter>;
    for (let i = 0; i < 100_000; i++) node = makeCall("not", undefined, [node], NOWHERE);
    let count = 0;
    walk(node, () => {
      count++;
    });
    expect(count).toBe(100_001);
  });

  it("visits the children of every kind of node", () => {
    expect(CHILD_KEYS).toEqual({
      literal: [],
      name: [],
      call: ["args"],
      sortBy: ["keys"],
      sortKey: ["expression"],
    });
    expect(childrenOf(TREE)).toHaveLength(2);
    expect(childrenOf(name("a"))).toEqual([]);
  });
});

describe("folding", () => {
  it("computes from the leaves up", () => {
    const depth = fold<number>(TREE, {
      literal: () => 0,
      name: () => 0,
      call: (_node, args) => 1 + Math.max(...args),
    });
    expect(depth).toBe(3);
    const names = fold<string[]>(TREE, {
      literal: () => [],
      name: (node) => [node.name],
      call: (_node, args) => args.flat(),
    });
    expect(names).toEqual(["a", "b", "c"]);
  });
});

describe("rewriting", () => {
  it("replaces nodes from the leaves up and keeps unchanged subtrees", () => {
    const renamed = rewrite(TREE, (node) => (node.kind === "name" && node.name === "c" ? name("d") : node));
    expect(print(renamed)).toBe("and(eq(a,1),or(b,not(d)))");
    expect(print(TREE)).toBe("and(eq(a,1),or(b,not(c)))");
    if (renamed.kind !== "call" || TREE.kind !== "call") throw new Error("both are calls");
    expect(renamed.args[0]).toBe(TREE.args[0]);
    expect(renamed.span).toBe(TREE.span);
  });

  it("returns the same tree if nothing changes", () => {
    expect(rewrite(TREE, (node) => node)).toBe(TREE);
  });

  it("passes a node with its replaced children", () => {
    const doubled = rewrite(TREE, (node) =>
      node.kind === "call" && node.callee === "not"
        ? node.args[0]!
        : node.kind === "name"
          ? name(`${node.name}.x`)
          : node,
    );
    expect(print(doubled)).toBe("and(eq(a.x,1),or(b.x,c.x))");
  });
});

describe("equality", () => {
  it.each([
    ["eq(a,1)", " eq( a , 1.0 ) "],
    ["eq(a,'x')", 'eq(a,"x")'],
    ["eq($primary,a,'x')", "eq($primary,a,'x')"],
  ])("of %s and %s holds wherever they stand", (a, b) => {
    expect(equalExpressions(filter(a), filter(b))).toBe(true);
  });

  it.each([
    ["eq(a,1)", "eq(a,2)"],
    ["eq(a,1)", "eq(a,'1')"],
    ["eq(a,b)", "eq(a,'b')"],
    ["eq(a,1)", "eq(a,1,1)"],
    ["eq(a,1)", "ne(a,1)"],
    ["eq(a,'x')", "eq($identical,a,'x')"],
    ["eq(a,2020-01-01)", "eq(a,'2020-01-01')"],
    ["eq(a,2020-01-01T00:00:00Z)", "eq(a,2020-01-01T00:00:00)"],
    ["f()", "f"],
    ["a", "true"],
  ])("of %s and %s does not hold", (a, b) => {
    expect(equalExpressions(filter(a), filter(b))).toBe(false);
    expect(equalExpressions(filter(b), filter(a))).toBe(false);
  });

  it("of sorts includes direction, strength and order of keys", () => {
    const key = (direction: "ascending" | "descending", strength?: "primary") =>
      sortBy([sortKey(name("a"), direction, strength)]);
    expect(equalSortBys(key("ascending"), key("ascending"))).toBe(true);
    expect(equalSortBys(key("ascending"), key("descending"))).toBe(false);
    expect(equalSortBys(key("ascending"), key("ascending", "primary"))).toBe(false);
    expect(
      equalSortBys(
        sortBy([sortKey(name("a")), sortKey(name("b"))]),
        sortBy([sortKey(name("b")), sortKey(name("a"))]),
      ),
    ).toBe(false);
  });
});

describe("constructors", () => {
  it("make the same nodes as the parser, with an empty span", () => {
    expect(
      equalExpressions(call("eq", [name("a.b"), string("x")], "primary"), filter("eq($primary,a.b,'x')")),
    ).toBe(true);
    expect(
      equalExpressions(
        call("f", [boolean(true), temporal("date", "2020-01-01")]),
        filter("f(true,2020-01-01)"),
      ),
    ).toBe(true);
    expect(name("a").span).toBe(NOWHERE);
    expect(Object.hasOwn(call("f", []), "strength")).toBe(false);
    expect(Object.hasOwn(sortKey(name("a")), "strength")).toBe(false);
  });

  it.each<[number | bigint, number | bigint]>([
    [-0, 0],
    [5n, 5],
    [9007199254740991n, 9007199254740991],
    [9007199254740992n, 9007199254740992n],
    [2 ** 53, 9007199254740992n],
    [1e20, 100000000000000000000n],
    [1e21, 1e21],
    [-(2n ** 63n), -(2n ** 63n)],
    [0.1, 0.1],
  ])("have one form of the number %s", (value, normal) => {
    expect(Object.is(normalNumber(value), normal)).toBe(true);
    expect(equalExpressions(number(value), filter(print(number(value))))).toBe(true);
  });

  it("throw for NaN and the infinities", () => {
    for (const value of [NaN, Infinity, -Infinity]) expect(() => number(value)).toThrow(RangeError);
  });
});
