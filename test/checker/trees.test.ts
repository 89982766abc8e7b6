import { describe, expect, it } from "vitest";
import { makeCall, makeLiteral, makeName, makeSortBy, makeSortKey } from "../../src/ast/make-node.ts";
import type { Call, Expression, SortKey, TemporalLiteral } from "../../src/ast/nodes.ts";
import { check, checkSortBy } from "../../src/checker/check.ts";
import { DEFAULT_LIMITS } from "../../src/diagnostics/limits.ts";
import { NOWHERE } from "../../src/diagnostics/span.ts";
import { CATALOG } from "./documents-catalog.ts";

/* Nodes that were not validated: the constructors refuse most of these trees. */
const boolean = (value: boolean) => makeLiteral("boolean", value, NOWHERE);
const number = (value: number | bigint) => makeLiteral("number", value, NOWHERE);
const string = (value: string) => makeLiteral("string", value, NOWHERE);
const temporal = (type: TemporalLiteral["type"], value: string) => makeLiteral(type, value, NOWHERE);
const name = (path: string) => makeName(path, NOWHERE);
const call = (callee: string, args: readonly Expression[]) => makeCall(callee, undefined, args, NOWHERE);
const sortKey = (key: Expression) => makeSortKey(key, "ascending", undefined, NOWHERE);
const sortBy = (keys: readonly SortKey[]) => makeSortBy(keys, NOWHERE);

const codes = (node: Expression, options = {}, catalog = false) =>
  check(node, catalog ? CATALOG : undefined, options).diagnostics.map(({ code }) => code);
const nest = (depth: number): Expression => {
  let node: Expression = name("enabled");
  for (let i = 0; i < depth; i++) node = call("not", [node]);
  return node;
};
const cycle = (callee: string, ...others: Expression[]): Call => {
  const args: Expression[] = [...others];
  const node = call(callee, args);
  args.push(node);
  return node;
};

describe("a tree that was neither parsed nor validated", () => {
  it.each([
    [DEFAULT_LIMITS.depth, {}],
    [256, { depth: 256 }],
  ])("may be nested %i deep and no deeper", (most, limits) => {
    expect(codes(nest(most), { limits })).toEqual([]);
    expect(codes(nest(most + 1), { limits })).toEqual(["too-deep"]);
  });

  it.each([
    [DEFAULT_LIMITS.nodes, {}],
    [100_000, { nodes: 100_000, arguments: 10_000 }],
  ])("may have %i nodes and no more", (most, limits) => {
    // Rows of at most a thousand arguments each.
    const wide = (count: number): Expression => {
      const calls: Expression[] = [];
      for (let left = count - 1; left > 0; left -= 500)
        calls.push(call("or", Array<Expression>(Math.min(500, left) - 1).fill(boolean(true))));
      return call("and", calls);
    };
    expect(codes(wide(most), { limits })).toEqual([]);
    expect(codes(wide(most + 1), { limits })).toContain("too-many-nodes");
  });

  it.each([
    [1_000, {}],
    [10_000, { arguments: 10_000, nodes: 100_000 }],
  ])("may have calls of %i arguments and no more", (most, limits) => {
    const wide = (count: number) => call("and", Array<Expression>(count).fill(boolean(true)));
    expect(codes(wide(most), { limits })).toEqual([]);
    expect(codes(wide(most + 1), { limits })).toEqual(["too-many-arguments"]);
  });

  it.each([
    [4_096, {}],
    [65_536, { string: 65_536 }],
  ])("may have strings of %i characters and no longer", (most, limits) => {
    const long = (length: number) => call("eq", [name("name"), string("x".repeat(length))]);
    expect(codes(long(most), { limits })).toEqual([]);
    expect(codes(long(most + 1), { limits })).toEqual(["string-too-long"]);
  });

  it.each([
    [1_000, {}],
    [10_000, { pattern: 10_000, patternStates: 10_000, string: 65_536 }],
  ])("may have patterns of %i characters and no longer", (most, limits) => {
    const long = (length: number) => call("match", [name("name"), string("x".repeat(length))]);
    expect(codes(long(most), { limits })).toEqual([]);
    expect(codes(long(most + 1), { limits })).toEqual(["pattern-too-long"]);
  });

  it.each([
    [8, {}],
    [32, { sortKeys: 32 }],
  ])("may be a sort of %i keys and no more", (most, limits) => {
    const keys = (count: number) => sortBy(Array.from({ length: count }, () => sortKey(name("name"))));
    expect(checkSortBy(keys(most), CATALOG, { limits }).ok).toBe(true);
    expect(checkSortBy(keys(most + 1), CATALOG, { limits }).diagnostics.map(({ code }) => code)).toEqual([
      "too-many-sort-keys",
    ]);
  });

  it("is checked at a depth of 3,000", () => {
    expect(codes(nest(3_000))).toEqual(["too-deep"]);
    expect(codes(call("upCase", [nest(3_000)]))).toContain("too-deep");
  });

  it("is checked if it has a cycle through any function", () => {
    for (const callee of [
      "not",
      "and",
      "or",
      "eq",
      "in",
      "isNull",
      "foo",
      "upCase",
      "match",
      "contains",
      "substr",
    ]) {
      expect(check(cycle(callee)).ok, callee).toBe(false);
      expect(check(cycle(callee, name("name"), string("x"))).ok, callee).toBe(false);
      expect(check(cycle(callee, name("name")), CATALOG).ok, callee).toBe(false);
    }
  });

  it("is checked if it has a cycle next to null, whose fix prints the other argument", () => {
    expect(codes(call("eq", [cycle("not"), name("null")]))).toEqual(["too-deep", "null-literal"]);
    expect(codes(call("ne", [cycle("and", name("enabled")), name("undefined")]), {}, true)).toEqual([
      "too-deep",
      "null-literal",
    ]);
  });

  it("is rejected at once if shared nodes make 2^30 nodes", () => {
    for (const callee of ["and", "eq", "in"]) {
      let node: Expression = boolean(true);
      for (let i = 0; i < 30; i++) node = call(callee, [node, node]);
      expect(codes(node), callee).toContain("too-many-nodes");
      expect(codes(call("eq", [node, name("null")])), callee).toContain("too-many-nodes");
    }
  });

  it("may have shared nodes within the limits", () => {
    const shared = call("eq", [name("name"), string("x")]);
    expect(check(call("and", [shared, shared]), CATALOG).ok).toBe(true);
  });

  it("is rejected if a literal has a value of another type", () => {
    const literal = (type: string, value: unknown) => makeLiteral(type as "string", value as string, NOWHERE);
    expect(codes(call("eq", [name("a"), literal("number", NaN)]))).toEqual(["invalid-number"]);
    expect(codes(call("eq", [name("a"), literal("number", -Infinity)]))).toEqual(["invalid-number"]);
    expect(codes(call("eq", [name("a"), temporal("date", "2020-02-30")]))).toEqual(["invalid-date"]);
    expect(codes(call("eq", [name("a"), temporal("date", "12:00:00")]))).toEqual(["invalid-date"]);
    expect(codes(call("eq", [name("a"), temporal("dateTime", "x),or(true")]))).toEqual(["invalid-date"]);
    for (const value of [
      {},
      [],
      Symbol("x"),
      () => 1,
      null,
      undefined,
      new Date(0),
      Buffer.from("x"),
      5,
      true,
    ]) {
      expect(codes(call("eq", [name("a"), literal("string", value)])), typeof value).toEqual([
        "invalid-tree",
      ]);
    }
    expect(codes(call("eq", [name("a"), literal("number", "1")]))).toEqual(["invalid-tree"]);
    expect(codes(literal("boolean", "true"))).toEqual(["invalid-tree"]);
    expect(codes(literal("date", 5))).toEqual(["invalid-tree"]);
  });

  it("is rejected if a string has U+0000 or half of a surrogate pair", () => {
    expect(codes(call("eq", [name("a"), string("x\0")]))).toEqual(["forbidden-string-character"]);
    expect(codes(call("eq", [name("a"), string("\ud800")]))).toEqual(["forbidden-string-character"]);
    expect(codes(call("eq", [name("a"), string("\udc00\ud800")]))).toEqual(["forbidden-string-character"]);
    expect(codes(call("eq", [name("a"), string("😀\ufffd")]))).toEqual([]);
  });

  it("may have integers of any size", () => {
    expect(codes(call("eq", [name("size"), number(2n ** 200n)]), {}, true)).toEqual([]);
    expect(codes(call("substr", [name("name"), number(2n ** 64n)]))).toEqual([]);
    expect(codes(call("substr", [name("name"), number(0), number(-(2n ** 64n))]))).toEqual([
      "negative-length",
    ]);
  });

  it("has diagnostics without positions and fixes", () => {
    for (const node of [
      call("eq", [name("nmae"), string("x")]),
      call("and", [boolean(true)]),
      call("Eq", [name("name"), number(1)]),
    ]) {
      const { diagnostics } = check(node, CATALOG);
      expect(diagnostics.length).toBeGreaterThan(0);
      for (const { span, fixes } of diagnostics)
        expect({ span, fixes }).toEqual({ span: { start: 0, end: 0 }, fixes: [] });
    }
  });

  it("is not changed by the checker", () => {
    const node = call("eq", [string("name"), name("folder")]);
    const before = JSON.stringify(node);
    const { filter } = check(call("and", [call("eq", [string("name"), string("x")]), node]), CATALOG);
    expect(filter).toBeDefined();
    expect(JSON.stringify(node)).toBe(before);
  });
});
