import { describe, expect, it } from "vitest";
import { call } from "../../src/ast/constructors.ts";
import type { Expression } from "../../src/ast/nodes.ts";
import { print } from "../../src/ast/print.ts";
import { check } from "../../src/checker/check.ts";
import { explain } from "../../src/evaluator/explain.ts";
import { compilePredicate } from "../../src/evaluator/predicate.ts";
import { FUNCTIONS } from "../../src/functions/list.ts";
import type { Example } from "../../src/functions/definition/types.ts";
import { parseFilter } from "../../src/parser/parse.ts";

/** The value of any expression, as the first argument of a filter that is checked and explained. */
function valueOf(expression: Expression, { row, locale }: Example): unknown {
  const { filter, diagnostics } = check(call("isNull", [expression]));
  expect(diagnostics).toEqual([]);
  return explain(filter!, row, locale === undefined ? {} : { locale }).tree.children[0]!.value;
}

describe.each(FUNCTIONS.map((definition) => [definition.name, definition] as const))(
  "%s",
  (name, { examples, result }) => {
    it.each(examples.map((example) => [example.expression, example] as const))(
      "%s is as its example says, printed and read again too",
      (text, example) => {
        const { expression, diagnostics } = parseFilter(text, { mode: "strict" });
        expect(diagnostics).toEqual([]);
        const again = parseFilter(print(expression!), { mode: "strict" }).expression!;
        for (const tree of [expression!, again]) {
          expect(valueOf(tree, example)).toBe(example.is);
          if (typeof example.is === "string" || typeof example.is === "number") continue;
          const options = example.locale === undefined ? {} : { locale: example.locale };
          const keeps = (condition: Expression) =>
            compilePredicate(check(condition).filter!, options)(example.row);
          expect([keeps(tree), keeps(call("not", [tree])), keeps(call("isNull", [tree]))]).toEqual([
            example.is === true,
            example.is === false,
            example.is === null,
          ]);
        }
      },
    );

    it("has examples that use it, one of them with null", () => {
      const named = examples.filter(({ expression }) => expression.includes(`${name}(`));
      expect(named.length).toBeGreaterThan(2);
      expect(examples.some(({ is }) => is === null) || name === "isNull" || result !== "boolean").toBe(true);
    });
  },
);
