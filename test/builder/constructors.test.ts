import { describe, expect, it } from "vitest";
import { constructorName } from "../../scripts/sources/builder.ts";
import { equalExpressions } from "../../src/ast/equals.ts";
import { print } from "../../src/ast/print.ts";
import * as builder from "../../src/builder/index.ts";
import type { Buildable } from "../../src/builder/to-literal.ts";
import { check } from "../../src/checker/check.ts";
import type { Call } from "../../src/ast/nodes.ts";
import { STRENGTHS } from "../../src/collation/order/strength.ts";
import { FUNCTIONS } from "../../src/functions/list.ts";
import { parseFilter } from "../../src/parser/parse.ts";

type Constructor = (...args: readonly Buildable[]) => Call;

const constructorOf = (callee: string) =>
  (builder as unknown as Record<string, Constructor>)[constructorName(callee)]!;
/** Other exports of the builder. */
const OTHERS = [
  "QueryBuilder",
  "at",
  "boolean",
  "call",
  "date",
  "dateTime",
  "filter",
  "name",
  "number",
  "print",
  "query",
  "sortBy",
  "sortKey",
  "string",
  "time",
  "toExpression",
];

describe("the builder's constructors", () => {
  it("exist for each function of the language", () => {
    const functions = Object.keys(builder).filter((key) => !OTHERS.includes(key));
    expect(functions.sort()).toEqual(FUNCTIONS.map(({ name }) => constructorName(name)).sort());
  });

  it.each(FUNCTIONS.map(({ name, examples }) => ({ name, examples })))(
    "of $name make the trees that the parser makes",
    ({ name, examples }) => {
      for (const { expression } of examples) {
        const parsed = parseFilter(expression).expression!;
        const rebuilt = rebuild(parsed);
        expect(equalExpressions(rebuilt, parsed), expression).toBe(true);
        expect(print(rebuilt)).toBe(print(parsed));
      }
      expect(constructorOf(name)("x", 1, true)).toMatchObject({ kind: "call", callee: name });
      expect(
        equalExpressions(constructorOf(name)("x", 1, true), parseFilter(`${name}('x',1,true)`).expression!),
      ).toBe(true);
    },
  );

  /** Makes the same tree with the builder. */
  function rebuild(
    node: ReturnType<typeof parseFilter>["expression"] & object,
  ): ReturnType<Constructor> | Exclude<typeof node, Call> {
    if (node.kind === "name") return builder.name(node.name);
    if (node.kind === "literal") {
      switch (node.type) {
        case "date":
          return builder.date(node.value);
        case "time":
          return builder.time(node.value);
        case "dateTime":
          return builder.dateTime(node.value);
        case "boolean":
        case "number":
        case "string":
          return builder.toExpression(node.value);
      }
    }
    const made = constructorOf(node.callee)(...node.args.map((argument) => rebuild(argument)));
    return node.strength === undefined ? made : builder.at(node.strength, made);
  }

  it("at() copies a call and adds a strength", () => {
    const plain = builder.eq(builder.name("a"), "x");
    for (const strength of STRENGTHS)
      expect(print(builder.at(strength, plain))).toBe(`eq($${strength},a,'x')`);
    expect(print(plain)).toBe("eq(a,'x')");
  });

  const any = (value: unknown) => value as never;

  it.each<[string, () => unknown, string]>([
    ["a date that closes a call", () => builder.date("2020-01-01),or(true,true"), "value must be a date"],
    ["a day that does not exist", () => builder.date("2020-02-30"), "value must be a date"],
    ["a date of Arabic digits", () => builder.date("٢٠٢٠-٠١-٠١"), "value must be a date"],
    ["a date with a line break", () => builder.date("2020-01-01\n"), "value must be a date"],
    ["a time in place of a date", () => builder.date("12:00"), "value must be a date"],
    ["a date in place of a time", () => builder.time("2020-01-01"), "value must be a time"],
    ["an hour that does not exist", () => builder.time("25:00"), "value must be a time"],
    ["a date-time of another text", () => builder.dateTime("true),or(true"), "value must be a date-time"],
    ["a date object in place of its text", () => builder.date(any(new Date(0))), "value must be a date"],
    ["a name that closes a call", () => builder.name("a),or(true,b"), "path must be names"],
    ["a name with a quote", () => builder.name('a"),or(true,b'), "path must be names"],
    ["an empty name", () => builder.name(""), "path must be names"],
    ["a name with an empty segment", () => builder.name("a..b"), "path must be names"],
    ["a name that is a literal", () => builder.name("true"), "path must be names"],
    ["a name that is a number", () => builder.name("1"), "path must be names"],
    ["a name with a space", () => builder.name(" a"), "path must be names"],
    ["a name with a line break", () => builder.name("a\n"), "path must be names"],
    ["a name that is an array", () => builder.name(any(["a"])), "path must be names"],
    ["a string object", () => builder.string(any(new String("x"))), "value must be a string"],
    ["an array in place of a string", () => builder.string(any(["x"])), "value must be a string"],
    ["U+0000 in a string", () => builder.string("a\0"), "value must be without U+0000"],
    ["a lone surrogate", () => builder.string("\ud800"), "value must be without U+0000"],
    ["a lone surrogate, as an argument", () => builder.eq("\udc00"), "value must be without U+0000"],
    ["digits in place of a number", () => builder.number(any("1")), "value must be a number"],
    ["a boolean in place of a number", () => builder.number(any(true)), "value must be a number"],
    ["a text in place of a boolean", () => builder.boolean(any("true),or(true")), "value must be true or"],
    ["a call that closes itself", () => builder.call("f(a),or", []), "callee must be a name"],
    ["a call of a dotted name", () => builder.call("a.b", []), "callee must be a name"],
    ["a call without a name", () => builder.call("", []), "callee must be a name"],
    [
      "a strength that closes a call",
      () => builder.call("eq", [], any("primary,a),or(")),
      "strength must be",
    ],
    ["a strength with $", () => builder.call("eq", [], any("$primary")), "strength must be"],
    ["a strength that is null", () => builder.call("eq", [], any(null)), "strength must be"],
    [
      "a strength of Object.prototype",
      () => builder.at(any("constructor"), builder.eq("a")),
      "strength must",
    ],
    ["at() of a name", () => builder.at("primary", any(builder.name("a"))), "node must be a call"],
    ["arguments that are a string", () => builder.call("f", any("ab")), "args must be an array"],
    [
      "arguments that are like an array",
      () => builder.call("f", any({ length: 0 })),
      "args must be an array",
    ],
    ["holes in the arguments", () => builder.call("f", new Array<never>(2)), "args[0] must be an expression"],
    ["null as an argument", () => builder.call("f", [any(null)]), "args[0] must be an expression"],
    ["a value as an argument", () => builder.call("f", [builder.name("a"), any("x")]), "args[1] must be"],
    ["a sort as an argument", () => builder.call("f", [any(builder.sortBy([]))]), "args[0] must be an expr"],
    ["a sort key of a value", () => builder.sortKey(any("name")), "expression must be an expression"],
    ["another direction", () => builder.sortKey(builder.name("a"), any("descending,b")), "direction must be"],
    ["a strength of a key", () => builder.sortKey(builder.name("a"), "ascending", any("x")), "strength must"],
    ["a sort of expressions", () => builder.sortBy([any(builder.name("a"))]), "keys[0] must be a sort key"],
    ["a sort of holes", () => builder.sortBy(new Array<never>(1)), "keys[0] must be a sort key"],
  ])("refuse %s with a TypeError that names the argument", (_, make, message) => {
    expect(make).toThrow(TypeError);
    expect(make).toThrow(message);
  });

  it("convert values of closed types, and refuse all others", () => {
    for (const value of [
      ...[null, undefined, {}, [], ["a"], Buffer.from("x"), new Uint8Array(1), new Map(), new Set()],
      ...[Symbol("x"), () => "x", /x/, new Date(NaN), new String("x"), new Number(1), Promise.resolve()],
      ...[Object.create(null), new Proxy({}, {}), { toString: () => "x" }, { valueOf: () => 1 }],
      ...[{ $ne: null }, { epochMilliseconds: 0 }, { toMillis: () => 0 }, { epochNanoseconds: 0n }],
    ]) {
      expect(() => builder.toExpression(any(value))).toThrow(TypeError);
      expect(() => builder.eq(builder.name("a"), any(value))).toThrow(TypeError);
    }
    expect(print(builder.eq("x", 1, 2n, true, new Date(0)))).toBe("eq('x',1,2,true,1970-01-01T00:00:00Z)");
  });

  it("name the argument that has no literal, and the test for null", () => {
    const text = "Cannot convert null (argument 2 of eq) to a literal. Use isNull(…).";
    expect(() => builder.eq(builder.name("a"), any(null))).toThrow(new TypeError(text));
    expect(() => builder.isIn(builder.name("a"), 1, any(undefined))).toThrow("undefined (argument 3 of in)");
    expect(() => builder.toExpression(any(null))).toThrow("Cannot convert null to a literal. Use isNull(…)");
  });

  it("refuse numbers and sizes beyond what a text can contain with a RangeError", () => {
    const { call, name, number, sortBy, sortKey, string } = builder;
    for (const value of [NaN, Infinity, -Infinity, 10n ** 309n, -(10n ** 400n)])
      expect(() => number(value)).toThrow(RangeError);
    expect(print(number(10n ** 308n))).toHaveLength(309);
    expect(() => string("x".repeat(65_537))).toThrow("value must have at most 65536");
    expect(string("x".repeat(65_536)).value).toHaveLength(65_536);
    expect(() => call("f", new Array<Call>(10_001).fill(call("f", [])))).toThrow(
      "args must have at most 10000",
    );
    const long = string("x".repeat(65_536));
    expect(() => call("f", new Array<typeof long>(16).fill(long))).toThrow(
      "at most 1048576 UTF-16 code units",
    );
    expect(() => sortBy([sortKey(call("f", new Array<typeof long>(15).fill(long))), sortKey(long)])).toThrow(
      RangeError,
    );
    const keys = new Array<ReturnType<typeof sortKey>>(33).fill(sortKey(name("a")));
    expect(() => sortBy(keys)).toThrow("keys must have at most 32");
    expect(sortBy(keys.slice(1)).keys).toHaveLength(32);
  });

  it("refuse trees that are too deep, and shared nodes that are too many when they are printed", () => {
    let node: Call = builder.call("f", []);
    for (let depth = 1; depth < 256; depth++) node = builder.call("not", [node]);
    expect(parseFilter(print(node), { limits: { depth: 256 } }).diagnostics).toEqual([]);
    expect(() => builder.call("not", [node])).toThrow("args must make a tree with calls at most 256 deep");
    // The parser can return a tree of this depth too.
    const parsed = parseFilter(print(node), { limits: { depth: 256 } }).expression!;
    expect(() => builder.not(parsed)).toThrow(RangeError);
    let shared: Call = builder.call("f", []);
    const double = () => (shared = builder.call("f", [shared, shared]));
    for (let level = 0; level < 15; level++) double();
    expect(() => {
      for (let level = 15; level < 30; level++) double();
    }).toThrow("args must make a tree of at most 100000 nodes");
  });

  it("copy the arguments, so that the array can be changed without changing the tree", () => {
    const { call, name, sortBy, sortKey } = builder;
    const args = [name("a")];
    const node = call("f", args);
    args.push({ kind: "name", name: "b),or(true" } as never);
    expect(print(node)).toBe("f(a)");
    const keys = [sortKey(name("a"))];
    const order = sortBy(keys);
    keys.push(null as never);
    expect(print(order)).toBe("a");
    // A node that contains itself cannot be built.
    expect(node.args).not.toBe(args);
  });

  it("make trees that the checker accepts", () => {
    const { and, or, not, isIn, gt, name, date, contains, at } = builder;
    const tree = and(
      or(isIn(name("type"), "a", "b"), not(gt(name("created"), date("2020-01-01")))),
      at("primary", contains(name("name"), "x")),
    );
    expect(print(tree)).toBe(
      "and(or(in(type,'a','b'),not(gt(created,2020-01-01))),contains($primary,name,'x'))",
    );
    expect(check(tree).ok).toBe(true);
  });
});
