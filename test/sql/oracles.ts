import { withArguments } from "../../src/ast/make-node.ts";
import { boolean, call } from "../../src/ast/constructors.ts";
import type { Call, Expression } from "../../src/ast/nodes.ts";
import { print } from "../../src/ast/print.ts";
import { rewrite } from "../../src/ast/walk.ts";
import { check } from "../../src/checker/check.ts";
import type { CheckedFilter } from "../../src/checker/checked.ts";
import { compilePredicate } from "../../src/evaluator/predicate.ts";
import {
  answersOf,
  compareFilter,
  compareOrders,
  compareOthers,
  comparePage,
  idsOf,
  optionsOf,
  sameMembers,
  type Disagreement,
} from "./against-memory.ts";
import type { Backend, Listed } from "./engines/engine-under-test.ts";
import type { Trial } from "./fuzz/trial.ts";

/** Test oracles for backends and their compiler. `trial.rows` must be loaded. */
export type Oracle = (engine: Backend, trial: Trial) => Promise<Disagreement | undefined>;

/** Returns the rows of a filter; undefined if the backend is not exact. */
async function exactRows(
  engine: Backend,
  expression: Expression,
  { filter: { catalog }, locale }: Trial,
): Promise<Listed | undefined> {
  const { filter } = check(expression, catalog);
  if (filter === undefined) return undefined;
  const { isExact, upper } = await answersOf(engine).keep({ filter, locale });
  return isExact ? upper : undefined;
}

/** Differential testing: rows, orders and pages equal those of memory. */
export const differential: Oracle = async (engine, { filter, sortBy, start, limit, rows, locale }) =>
  (await compareFilter(engine, filter, rows, locale)).disagreement ??
  (await compareOrders(engine, sortBy, rows, locale)).disagreement ??
  (await comparePage(engine, { filter, sortBy, start, limit }, rows, locale)).disagreement ??
  (await compareOthers(engine, { filter, sortBy, start, limit, locale }, rows));

/** Ternary logic partitioning: the rows for true, false and unknown are together all rows, without duplicates. */
export const partition: Oracle = async (engine, trial) => {
  const { expression } = trial;
  const parts: string[] = [];
  let text = "";
  for (const part of [expression, call("not", [expression]), call("isNull", [expression])]) {
    const found = await exactRows(engine, part, trial);
    if (found === undefined) return undefined;
    parts.push(...found.ids);
    text += `${found.text}; `;
  }
  const all = idsOf(trial.rows, trial.filter.catalog!);
  return sameMembers(parts, all)
    ? undefined
    : { engine: engine.name, what: "partition", expected: all, actual: parts, text };
};

/** NoREC: a filter after WHERE finds the same rows as the same filter in the SELECT list, which no optimizer rewrites. */
export const selected: Oracle = async (engine, { filter, locale }) => {
  const { upper: found } = await answersOf(engine).keep({ filter, locale });
  const [each] = await answersOf(engine).keepEach([{ filter, locale }]);
  const expected = each!.upper.ids;
  return sameMembers(found.ids, expected)
    ? undefined
    : { engine: engine.name, what: "selected", expected, actual: found.ids, text: found.text };
};

/** Pivoted query synthesis: a chosen row must be kept by the filter, its negation or the test for unknown. */
export const pivot: Oracle = async (engine, trial) => {
  const { expression, filter, locale, rows, start } = trial;
  const row = rows[start % rows.length]!;
  const holds = (of: CheckedFilter) => compilePredicate(of, optionsOf(locale))(row);
  const opposite = check(call("not", [expression]), filter.catalog).filter!;
  const rectified = holds(filter)
    ? expression
    : holds(opposite)
      ? opposite.expression
      : call("isNull", [expression]);
  const again = check(rectified, filter.catalog).filter!;
  const { ids, text } = (await answersOf(engine).keep({ filter: again, locale })).upper;
  const id = String(row[filter.catalog!.key!]);
  return ids.includes(id)
    ? undefined
    : { engine: engine.name, what: `pivot ${print(rectified)}`, expected: [id], actual: ids, text };
};

/** Equivalent filters. */
const SAME: Readonly<Record<string, (expression: Expression) => Expression>> = {
  "a chain is its pairs": (expression) => rewrite(expression, onCall(RELATIONS, pairs)),
  "in is the or of its eqs": (expression) => rewrite(expression, onCall(["in"], equalities)),
  "ne is the opposite of eq": (expression) =>
    rewrite(
      expression,
      onCall(["ne"], (node) => call("not", [withArguments(node, node.args, "eq")])),
    ),
  "De Morgan": (expression) => rewrite(expression, onCall(["and", "or"], deMorgan)),
  "twice not": (expression) => call("not", [call("not", [expression])]),
  "any order of arguments": (expression) =>
    rewrite(
      expression,
      onCall(["and", "or"], (node) => withArguments(node, node.args.toReversed())),
    ),
  "and true": (expression) => call("and", [boolean(true), expression]),
  "or itself": (expression) => call("or", [expression, expression]),
};

const RELATIONS = ["eq", "lt", "le", "gt", "ge"];

function onCall(
  names: readonly string[],
  change: (node: Call) => Expression,
): (node: Expression) => Expression {
  return (node) => (node.kind === "call" && names.includes(node.callee) ? change(node) : node);
}

function pairs(node: Call): Expression {
  if (node.args.length < 3) return node;
  return call(
    "and",
    node.args.slice(1).map((right, i) => withArguments(node, [node.args[i]!, right])),
  );
}

function equalities(node: Call): Expression {
  const [value, ...others] = node.args;
  const each = others.map((other) => withArguments(node, [value!, other], "eq"));
  return each.length === 1 ? each[0]! : call("or", each);
}

function deMorgan({ callee, args }: Call): Expression {
  return call("not", [
    call(
      callee === "and" ? "or" : "and",
      args.map((argument) => call("not", [argument])),
    ),
  ]);
}

/** Metamorphic testing: equivalent filters keep the same rows. */
export const metamorphic: Oracle = async (engine, trial) => {
  const rows = await exactRows(engine, trial.expression, trial);
  if (rows === undefined) return undefined;
  for (const [rule, rewritten] of Object.entries(SAME)) {
    const others = await exactRows(engine, rewritten(trial.expression), trial);
    if (others === undefined || sameMembers(rows.ids, others.ids)) continue;
    return {
      engine: engine.name,
      what: rule,
      expected: rows.ids,
      actual: others.ids,
      text: `${rows.text}; ${others.text}`,
    };
  }
  return undefined;
};

/** Forced query plans return the same rows in the same order. */
export async function forcedPlans(engine: Backend, trials: readonly Trial[]): Promise<Disagreement[]> {
  const [first] = trials;
  if (first === undefined) return [];
  const catalog = first.filter.catalog!;
  const found: Disagreement[] = [];
  for (const plan of engine.plans ?? []) {
    await plan.enter(catalog);
    for (const trial of trials) {
      const disagreement = (await differential(engine, trial)) ?? (await selected(engine, trial));
      if (disagreement !== undefined)
        found.push({ ...disagreement, what: `${plan.name}: ${disagreement.what}` });
    }
    await plan.leave(catalog);
  }
  return found;
}

export const ORACLES: Readonly<Record<string, Oracle>> = {
  differential,
  partition,
  selected,
  pivot,
  metamorphic,
};
