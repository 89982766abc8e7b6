import { format } from "../../src/ast/format.ts";
import type { Expression } from "../../src/ast/nodes.ts";
import { print } from "../../src/ast/print.ts";
import { toJson } from "../../src/ast/to-json.ts";
import { check } from "../../src/checker/check.ts";
import { MAXIMUM_LIMITS } from "../../src/diagnostics/limits.ts";
import { compilePredicate } from "../../src/evaluator/predicate.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import type { GrowthCase } from "./cases.ts";

const limits = MAXIMUM_LIMITS;

const TREES: readonly (readonly [string, number, (n: number) => string])[] = [
  ["nested calls", 120, (n) => `${"not(".repeat(n)}eq(a,1)${")".repeat(n)}`],
  ["nested conditions", 120, (n) => `${"and(eq(a,1),".repeat(n)}eq(b,2)${")".repeat(n)}`],
  ["a list of values", 2_000, (n) => `in(a${",1".repeat(n)})`],
  ["many conditions", 1_000, (n) => `and(eq(a,1)${",eq(b,'x')".repeat(n)})`],
  ["many equalities of one member", 1_000, (n) => `or(eq(a,1)${",eq(a,'x')".repeat(n)})`],
  [
    "equalities of many members",
    1_000,
    (n) => `or(${Array.from({ length: n }, (_, i) => `eq(m${i},1)`).join(",")})`,
  ],
];

const STAGES: Readonly<Record<string, (tree: Expression) => unknown>> = {
  check: (tree) => check(tree, undefined, { limits }),
  compile: (tree) => compilePredicate(check(tree, undefined, { limits }).filter!),
  print,
  format: (tree) => format(tree),
  "write JSON of": toJson,
};

/** Each stage that reads the tree of a filter, for deep and wide trees. */
export function readingTrees(): GrowthCase[] {
  return TREES.flatMap(([tree, n, textOf]) =>
    Object.entries(STAGES).map(([stage, run]) => ({
      name: `${stage} ${tree}`,
      n,
      // Each level of nested calls is indented, so the output grows with the square of their depth.
      ...(stage === "format" && tree === "nested calls" ? { maximum: 4 } : {}),
      prepare: (size: number) => {
        const { expression } = parseFilter(textOf(size), { limits });
        return () => run(expression!);
      },
    })),
  );
}
