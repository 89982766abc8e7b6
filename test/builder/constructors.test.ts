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
  "at",
  "boolean",
  "call",
  "date",
  "dateTime",
  "filter",
  "name",
  "number",
  "print",
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
