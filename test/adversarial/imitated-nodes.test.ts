import { describe, expect, it } from "vitest";
import { call, name, number, sortBy, sortKey, string } from "../../src/ast/constructors.ts";
import { equalExpressions, equalSortBys } from "../../src/ast/equals.ts";
import { format } from "../../src/ast/format.ts";
import { fromJson } from "../../src/ast/json.ts";
import { toJson } from "../../src/ast/to-json.ts";
import { makeCall } from "../../src/ast/make-node.ts";
import { print } from "../../src/ast/print.ts";
import type { Call, Expression, Name, SortKey } from "../../src/ast/nodes.ts";
import { fold, rewrite, walk } from "../../src/ast/walk.ts";
import * as builder from "../../src/builder/index.ts";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { check, checkSortBy } from "../../src/checker/check.ts";
import { NOWHERE } from "../../src/diagnostics/span.ts";
import { checkRule } from "../../src/engine/rules.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { encodeQuery } from "../../src/url/encode-query.ts";

const SENT = [
  { kind: "name", name: "token" },
  { kind: "name", name: "token", span: NOWHERE },
  { kind: "literal", type: "boolean", value: true, span: NOWHERE },
  { kind: "literal", type: "string", value: "x", span: NOWHERE },
  { kind: "call", callee: "or", args: [], span: NOWHERE },
  { kind: "sortBy", keys: [], span: NOWHERE },
  { kind: "sortKey", expression: { kind: "name", name: "token" }, direction: "ascending", span: NOWHERE },
  { name: "token" },
  { "tamis.node": true, "Symbol(tamis.node)": true, kind: "name", name: "token" },
  JSON.parse('{"__proto__":{"kind":"name","name":"token"},"kind":"name","name":"token"}'),
  [{ kind: "name", name: "token" }],
  {},
  [],
].map((value) => JSON.parse(JSON.stringify(value)) as never);

const CATALOG = defineCatalog({ name: "tokens", members: { token: { type: "string" } } });

/** Every public function that takes a node. */
const ENTRY_POINTS: Readonly<Record<string, (value: never) => unknown>> = {
  print: (value) => print(value),
  format: (value) => format(value),
  toJson: (value) => toJson(value),
  check: (value) => check(value),
  "check with a catalog": (value) => check(value, CATALOG),
  checkSortBy: (value) => checkSortBy(value, CATALOG),
  rule: (value) => checkRule(value, CATALOG, undefined),
  "filter of encodeQuery": (value) => encodeQuery({ filter: value }),
  "sortBy of encodeQuery": (value) => encodeQuery({ sortBy: value }),
  walk: (value) => walk(value, () => true),
  fold: (value) => fold(value, { literal: () => 1, name: () => 1, call: () => 1 }),
  rewrite: (value) => rewrite(value, (node) => node),
  equalExpressions: (value) => equalExpressions(value, name("token")),
  "equalExpressions, second": (value) => equalExpressions(name("token"), value),
  equalSortBys: (value) => equalSortBys(value, sortBy([])),
  "equalSortBys, second": (value) => equalSortBys(sortBy([]), value),
  call: (value) => call("eq", [name("token"), value]),
  sortKey: (value) => sortKey(value),
  sortBy: (value) => sortBy([value]),
  toExpression: (value) => builder.toExpression(value),
  eq: (value) => builder.eq(name("token"), value),
  at: (value) => builder.at("primary", value),
  "the template": (value) => builder.filter`eq(token,${value})`,
};

describe("an object from JSON", () => {
  it.each(Object.entries(ENTRY_POINTS))("is not a node: %s throws a TypeError", (_, call) => {
    for (const value of SENT) expect(() => call(value), JSON.stringify(value)).toThrow(TypeError);
  });

  it.each(Object.entries(ENTRY_POINTS).filter(([, call]) => call !== ENTRY_POINTS["the template"]))(
    "is refused by %s with a hint at fromJson",
    (_, call) => {
      expect(() => call({ kind: "name", name: "token" } as never)).toThrow(/fromJson/);
    },
  );

  it("becomes a node by fromJson only, which reads the JSON form", () => {
    const { expression } = fromJson({ call: "eq", args: [{ name: "token" }, { string: "x" }] });
    expect(print(expression!)).toBe("eq(token,'x')");
    for (const value of SENT.filter((each) => !Object.hasOwn(each, "name") || Object.hasOwn(each, "kind"))) {
      expect(fromJson(value).expression).toBeUndefined();
    }
  });
});

describe("a copy of a node", () => {
  const node = parseFilter("and(eq($primary,a,'x'),b)").expression as Call;

  it.each<[string, (node: Call) => Expression]>([
    // A spread is no node for the compiler either.
    // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment
    ["a spread", (node) => ({ ...node, callee: "or" }) as Call],
    ["structuredClone", (node) => structuredClone(node)],
    ["JSON", (node) => JSON.parse(JSON.stringify(node)) as Call],
    ["Object.assign", (node) => Object.assign({}, node)],
  ])("by %s is not a node", (_, copy) => {
    expect(() => print(copy(node))).toThrow("fromJson, got an object. Copies of nodes are not nodes.");
    expect(() => check(copy(node))).toThrow(TypeError);
  });

  it("by toJson and fromJson is an equal node, also through structuredClone", () => {
    expect(equalExpressions(fromJson(structuredClone(toJson(node))).expression!, node)).toBe(true);
  });

  it("does not have the type of a node", () => {
    /* eslint-disable @typescript-eslint/no-unsafe-class-instance-assignment */
    // @ts-expect-error a literal object is not a node
    const imitated: Name = { kind: "name", name: "a", span: NOWHERE };
    // @ts-expect-error a spread is not a node
    const spread: Call = { ...node };
    // @ts-expect-error a spread is not a node
    const key: SortKey = { ...sortKey(name("a")) };
    /* eslint-enable @typescript-eslint/no-unsafe-class-instance-assignment */
    for (const value of [imitated, spread, key]) expect(() => print(value)).toThrow(TypeError);
  });
});

describe("a node that was changed into one that the language cannot express", () => {
  const changed = <T extends Expression>(node: T, change: object): T => Object.assign(node, change);

  it.each<[string, Expression]>([
    ["a name", changed(name("a"), { name: "a),or(true,b" })],
    ["a function", changed(call("f", []), { callee: "f(a),or" })],
    ["a strength", changed(call("eq", []), { strength: "primary,a),or(true" })],
    ["a date", changed(builder.date("2020-01-01"), { value: "2020-01-01),or(true,true" })],
    ["a number", changed(number(1), { value: "1),or(true" })],
    ["a number that is NaN", changed(number(1), { value: NaN })],
    ["a string", changed(string("x"), { value: ["x"] })],
    ["a type", changed(string("x"), { type: "regex" })],
    ["an argument", changed(call("f", [name("a")]), { args: [{ kind: "name", name: "b" }] })],
    ["a hole", changed(call("f", [name("a")]), { args: new Array(2) })],
    ["a keyword", changed(name("a"), { name: "true" })],
  ])("is not printed: %s", (_, node) => {
    for (const nested of [node, makeCall("f", undefined, [node], NOWHERE)]) {
      expect(() => print(nested)).toThrow(/node/);
      expect(() => format(nested)).toThrow(/node/);
      expect(() => toJson(nested)).toThrow(/expression/);
      expect(() => encodeQuery({ filter: nested })).toThrow();
      expect(() => print(sortKey(nested))).toThrow(/node/);
    }
  });

  it("is not printed if it contains itself", () => {
    const node = call("f", [name("a")]);
    Object.assign(node, { args: [node] });
    for (const write of [print, format, toJson]) expect(() => write(node)).toThrow(/at most 256 deep/);
  });

  it("is not printed if a sort key has another direction or strength", () => {
    for (const change of [{ direction: "descending,x" }, { strength: "primary,x" }]) {
      const key = Object.assign(sortKey(name("a")), change);
      expect(() => print(key)).toThrow(TypeError);
      expect(() => print(sortBy([key]))).toThrow(TypeError);
    }
  });
});

describe("nodes of all sources", () => {
  it("are accepted everywhere", () => {
    const made = call("eq", [name("token"), string("x")]);
    const parsed = parseFilter("eq(token,'x')").expression!;
    const read = fromJson(toJson(made)).expression!;
    const checked = check(parsed, CATALOG).filter!.expression;
    for (const node of [made, parsed, read, checked]) {
      expect(print(builder.and(node, node))).toBe("and(eq(token,'x'),eq(token,'x'))");
      expect(check(node, CATALOG).ok).toBe(true);
      expect(builder.filter`not(${node})`.text).toBe("not(eq(token,'x'))");
    }
    expect(print(sortBy(parseSortBy("token:descending").expression!.keys))).toBe("token:descending");
  });

  it("are accepted if another copy of the library made them", () => {
    class Foreign {
      readonly kind = "name";
      readonly name = "token";
      readonly span = NOWHERE;
      get [Symbol.for("tamis.node")]() {
        return true;
      }
    }
    expect(print(call("isNull", [new Foreign() as unknown as Name]))).toBe("isNull(token)");
  });
});
