import { boolean, call } from "../../src/ast/constructors.ts";
import type { Call, Expression } from "../../src/ast/nodes.ts";
import { print } from "../../src/ast/print.ts";
import { rewrite } from "../../src/ast/walk.ts";
import type { Catalog } from "../../src/catalog/types.ts";
import { check } from "../../src/checker/check.ts";
import type { CheckedFilter } from "../../src/checker/checked.ts";
import { compilePredicate } from "../../src/evaluator/predicate.ts";
import { compileWhere } from "../../src/sql/compile.ts";
import {
  compareFilter,
  compareOrders,
  comparePage,
  optionsOf,
  sameMembers,
  selectTruths,
  selectWhere,
  targetOf,
  type Disagreement,
} from "./against-memory.ts";
import type { EngineUnderTest, StoredRow } from "./engine-under-test.ts";
import type { Trial } from "./fuzz/trial.ts";

/** Ways to find a database, or the compiler for it, wrong. The table is loaded, and `trial.rows` is what is in it. */
export type Oracle = (engine: EngineUnderTest, trial: Trial) => Promise<Disagreement | undefined>;

/** The rows of a filter where the database says it exactly; undefined where it does not. */
async function exactRows(
  engine: EngineUnderTest,
  expression: Expression,
  { filter: { catalog }, locale }: Trial,
): Promise<{ readonly ids: readonly string[]; readonly sql: string } | undefined> {
  const { filter } = check(expression, catalog);
  if (filter === undefined) return undefined;
  const target = targetOf(engine, catalog!, locale);
  const where = compileWhere(filter, target);
  return where.isExact ? selectWhere(engine, where.upper, target) : undefined;
}

/** Rows, orders and pages are those of memory. */
export const differential: Oracle = async (engine, { filter, sortBy, start, limit, rows, locale }) =>
  (await compareFilter(engine, filter, rows, locale)).disagreement ??
  (await compareOrders(engine, sortBy, rows, locale)).disagreement ??
  (await comparePage(engine, { filter, sortBy, start, limit }, rows, locale)).disagreement;

/** Ternary partition: rows that are true, false and unknown are all rows, each once. Memory is not asked. */
export const partition: Oracle = async (engine, trial) => {
  const { expression } = trial;
  const parts: string[] = [];
  let text = "";
  for (const part of [expression, call("not", [expression]), call("isNull", [expression])]) {
    const found = await exactRows(engine, part, trial);
    if (found === undefined) return undefined;
    parts.push(...found.ids);
    text += `${found.sql}; `;
  }
  const all = idsOf(trial.rows, trial.filter.catalog!);
  return sameMembers(parts, all)
    ? undefined
    : { engine: engine.name, what: "partition", memory: all, database: parts, sql: text };
};

/** NoREC: what stands after WHERE keeps the rows of which it is true when it is merely selected. */
export const selected: Oracle = async (engine, { filter, locale }) => {
  const target = targetOf(engine, filter.catalog!, locale);
  const { upper } = compileWhere(filter, target);
  const where = await selectWhere(engine, upper, target);
  const { ids } = await selectTruths(engine, [upper], target);
  return sameMembers(where.ids, ids[0]!)
    ? undefined
    : { engine: engine.name, what: "selected", memory: ids[0]!, database: where.ids, sql: where.sql };
};

/** Pivot row: a row decides whether the filter, its opposite or its being unknown has to keep it; then it is kept. */
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
  const target = targetOf(engine, filter.catalog!, locale);
  const { ids, sql } = await selectWhere(engine, compileWhere(again, target).upper, target);
  const id = String(row[filter.catalog!.key!]);
  return ids.includes(id)
    ? undefined
    : { engine: engine.name, what: `pivot ${print(rectified)}`, memory: [id], database: ids, sql };
};

/** Other words for the same filter. */
const SAME: Readonly<Record<string, (expression: Expression) => Expression>> = {
  "a chain is its pairs": (expression) => rewrite(expression, onCall(RELATIONS, pairs)),
  "in is the or of its eqs": (expression) => rewrite(expression, onCall(["in"], equalities)),
  "ne is the opposite of eq": (expression) =>
    rewrite(
      expression,
      onCall(["ne"], (node) => call("not", [{ ...node, callee: "eq" }])),
    ),
  "De Morgan": (expression) => rewrite(expression, onCall(["and", "or"], deMorgan)),
  "twice not": (expression) => call("not", [call("not", [expression])]),
  "any order of arguments": (expression) =>
    rewrite(
      expression,
      onCall(["and", "or"], (node) => ({ ...node, args: node.args.toReversed() })),
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
    node.args.slice(1).map((right, i) => ({ ...node, args: [node.args[i]!, right] })),
  );
}

function equalities(node: Call): Expression {
  const [value, ...others] = node.args;
  const each = others.map((other): Call => ({ ...node, callee: "eq", args: [value!, other] }));
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

/** Other words for the same keep the same rows. Memory is not asked. */
export const metamorphic: Oracle = async (engine, trial) => {
  const rows = await exactRows(engine, trial.expression, trial);
  if (rows === undefined) return undefined;
  for (const [rule, rewritten] of Object.entries(SAME)) {
    const others = await exactRows(engine, rewritten(trial.expression), trial);
    if (others === undefined || sameMembers(rows.ids, others.ids)) continue;
    return {
      engine: engine.name,
      what: rule,
      memory: rows.ids,
      database: others.ids,
      sql: `${rows.sql}; ${others.sql}`,
    };
  }
  return undefined;
};

/** However the engine goes about it, the rows are the same, and come in the same order. */
export async function forcedPlans(
  engine: EngineUnderTest,
  trials: readonly Trial[],
): Promise<Disagreement[]> {
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

function idsOf(rows: readonly StoredRow[], { key }: Catalog): string[] {
  return rows.map((row) => String(row[key!]));
}
