import { DEFAULT_LIMITS } from "../../src/diagnostics/limits.ts";
import { expect, it } from "vitest";
import { boolean, call, name, number, string } from "../../src/ast/constructors.ts";
import type { Expression } from "../../src/ast/nodes.ts";
import { check } from "../../src/checker/check.ts";
import { typedCatalog } from "../properties/typed-catalog.ts";
import { compareFilter, storableRows } from "./against-memory.ts";
import { describeBackends } from "./engines/describe-engines.ts";

/** Expressions of maximum depth and width: an engine agrees with memory, or the compiler has reported them as inexact. */

const rows = Array.from({ length: 12 }, (_, i) => ({
  s: `v${i * 90}`,
  n: i * 90,
  i: i * 90,
  flag: i % 3 === 0,
  tags: i % 2 === 0 ? ["v0", `v${i}`] : [],
}));
rows.push({} as (typeof rows)[number]);

/** Maximum depth by default, or one less: an even number. */
const DEPTH = DEFAULT_LIMITS.depth - (DEFAULT_LIMITS.depth % 2);

/** Wraps a leaf in calls up to a given depth. */
function deep(
  depth: number,
  around: (inner: Expression, level: number) => Expression,
  leaf: Expression,
): Expression {
  let tree = leaf;
  for (let level = 1; level < depth; level++) tree = around(tree, level);
  return tree;
}

const leaf = call("eq", [name("s"), string("v90")]);
const many = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));

const DEEP: Readonly<Record<string, Expression>> = {
  "not in not": deep(DEPTH - 1, (inner) => call("not", [inner]), leaf),
  "and and or by turns": deep(
    DEPTH - 1,
    (inner, i) => call(i % 2 === 0 ? "and" : "or", [inner, call("gt", [name("n"), number(i)])]),
    leaf,
  ),
  "and, or and not by turns": deep(
    DEPTH - 1,
    (inner, i) =>
      i % 3 === 0
        ? call("not", [inner])
        : call(i % 3 === 1 ? "and" : "or", [call("lt", [name("i"), number(i)]), inner]),
    leaf,
  ),
  "upCase and downCase by turns": call("eq", [
    deep(DEPTH - 2, (inner, i) => call(i % 2 === 0 ? "upCase" : "downCase", [inner]), name("s")),
    string("v90"),
  ]),
  "substr in substr": call("eq", [
    deep(DEPTH - 2, (inner) => call("substr", [inner, number(-3), number(3)]), name("s")),
    string("v90"),
  ]),
  "eq of eq, 12 deep": deep(11, (inner, i) => call("eq", [inner, boolean(i % 2 === 0)]), leaf),
  "isNull in isNull, 12 deep": deep(11, (inner) => call("isNull", [inner]), leaf),
  "length of substr in contains": call("gt", [
    deep(
      DEPTH - 6,
      (inner, i) => (i % 2 === 1 ? call("length", [inner]) : call("substr", [name("s"), number(0), inner])),
      name("s"),
    ),
    number(0),
  ]),
};

const integers = (count: number) => many(count, number);
const strings = (count: number, letter = "v") => many(count, (i) => string(`${letter}${i}`));
const equals = (member: string, count: number) =>
  strings(count).map((value) => call("eq", [name(member), value]));
const triple = (i: number) => [0, 1, 2].map((k) => call("ne", [name("n"), number(i * 3 + k)]));

const WIDE: Readonly<Record<string, Expression>> = {
  "and of 500": call(
    "and",
    many(500, (i) => call("ne", [name("n"), number(i * 7 + 1)])),
  ),
  "or of 500": call("or", equals("s", 500)),
  "or of 500 over a list": call("or", equals("tags", 500)),
  "and of ors, 1,999 nodes": call(
    "and",
    many(142, (i) => call("or", triple(i))),
  ),
  "a chain of 999": call("le", [number(0), ...many(998, () => name("n"))]),
  "in of 999 texts": call("in", [name("s"), ...strings(999)]),
  "in of 999 texts at primary": call("in", [name("s"), ...strings(999, "V")], "primary"),
  "not in of 999 whole numbers": call("not", [call("in", [name("i"), ...many(999, (i) => number(i * 2))])]),
  "in of 999 doubles": call("in", [name("n"), ...many(999, (i) => number(i + (i % 2) / 2))]),
  "in of 999, a list": call("in", [name("tags"), ...strings(999)]),
  "matchAny of 999": call("matchAny", [string("v9.*"), ...many(999, () => name("s"))]),
};

const BEYOND: Readonly<Record<string, Expression>> = {
  "in of 9,999 texts": call("in", [name("s"), ...strings(9999)]),
  "in of 9,999 whole numbers": call("in", [name("i"), ...integers(9999)]),
  "or of 2,000": call("or", equals("s", 2000)),
};

const MOST = { nodes: 100_000, arguments: 10_000, depth: 256 };

describeBackends((engine) => {
  async function holds(expression: Expression, limits: object): Promise<void> {
    const { filter, diagnostics } = check(expression, typedCatalog, { limits });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const held = storableRows(engine(), typedCatalog, rows);
    await engine().load(typedCatalog, held);
    expect((await compareFilter(engine(), filter!, held, undefined)).disagreement).toBe(undefined);
    const { filter: opposite } = check(call("not", [expression]), typedCatalog, { limits: MOST });
    expect((await compareFilter(engine(), opposite!, held, undefined)).disagreement).toBe(undefined);
  }

  const cases = [
    ...Object.entries(DEEP).map(([what, expression]) => [what, expression, {}] as const),
    ...Object.entries(WIDE).map(([what, expression]) => [what, expression, {}] as const),
    ...Object.entries(BEYOND).map(
      ([what, expression]) => [`${what}, with raised limits`, expression, MOST] as const,
    ),
  ];
  it.each(cases)(
    "a deep or wide expression has the same result as in memory: %s",
    (_what, expression, limits) => holds(expression, limits),
    120_000,
  );
}, "first");
