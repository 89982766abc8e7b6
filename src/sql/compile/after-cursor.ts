import type { CheckedSortBy } from "../../checker/checked.ts";
import type { Comparison } from "../../collation/order/strength.ts";
import {
  isCondition,
  isExact,
  isRefusal,
  type Refusal,
  type RelationName,
  type SqlScalar,
  type Truth,
} from "../../functions/definition/port.ts";
import type { Value } from "../../values/types.ts";
import { keyScalar, scopeOf, type SqlTarget } from "./compile-clauses.ts";
import { sqlOperand } from "./operand.ts";

/**
 * The rows that come after a place in an order. A place is what the rows' sort keys are there, and last the catalog's
 * key: `(a > 1) OR (a = 1 AND (b > 2 OR …))`, where null is the lowest value and texts compare as the order has them.
 *
 * @returns a refusal where the database cannot compare a key with a value, as it cannot order by it.
 */
export function compileAfterCursor(
  sortBy: CheckedSortBy,
  values: readonly Value[],
  target: SqlTarget,
): Truth | Refusal {
  const scope = scopeOf(sortBy, target, new Map());
  const steps: Step[] = [];
  for (const [i, { expression, comparison, direction }] of sortBy.keys.entries()) {
    const operand = sqlOperand(expression, scope);
    // What depends on no row orders none.
    if (operand.constant !== undefined) continue;
    const scalar = operand.scalar();
    if (isRefusal(scalar)) return scalar;
    steps.push({ scalar, comparison, isUp: direction === "ascending", value: values[i] ?? null });
  }
  const key = keyScalar(target);
  if (isRefusal(key)) return key;
  steps.push({ scalar: key, comparison: "codePoint", isUp: true, value: values[sortBy.keys.length] ?? null });
  const after = afterStep(steps, 0, target);
  return isRefusalOf(after) || steps.length < 2
    ? after
    : target.port.and([rangeOf(steps[0]!, target), after]);
}

/** What the first key is at least: it says no more than the rest, but in a form that an index serves. */
function rangeOf(first: Step, target: SqlTarget): Truth {
  const { value, isUp, scalar } = first;
  if (value === null || (!isUp && scalar.nullable)) return true;
  const range = related(isUp ? "ge" : "le", first, target);
  return isRefusalOf(range) ? true : range;
}

interface Step {
  readonly scalar: SqlScalar;
  readonly comparison: Comparison;
  readonly isUp: boolean;
  readonly value: Value;
}

/** Nested, so that each key is named a few times and the whole grows with their number alone. */
function afterStep(steps: readonly Step[], index: number, target: SqlTarget): Truth | Refusal {
  const step = steps[index];
  if (step === undefined) return false;
  const { port } = target;
  const beyond = beyondStep(step, target);
  if (isRefusalOf(beyond)) return beyond;
  const rest = afterStep(steps, index + 1, target);
  if (isRefusalOf(rest)) return rest;
  const same = step.value === null ? port.isNull(step.scalar) : related("eq", step, target);
  if (isRefusalOf(same)) return same;
  return port.or([beyond, port.and([same, rest])]);
}

function beyondStep(step: Step, target: SqlTarget): Truth | Refusal {
  const { port } = target;
  const { scalar, value, isUp } = step;
  if (value === null) return isUp ? port.isNotNull(scalar) : false;
  const beyond = related(isUp ? "gt" : "lt", step, target);
  if (isUp || isRefusalOf(beyond)) return beyond;
  return port.or([beyond, port.isNull(scalar)]);
}

function related(
  name: RelationName,
  { scalar, comparison, value }: Step,
  target: SqlTarget,
): Truth | Refusal {
  const { port, locale } = target;
  const constant = { value: value!, type: scalar.type };
  const condition =
    scalar.type === "string"
      ? port.compareTexts(name, scalar, constant, { comparison, locale })
      : port.compare(name, scalar, constant);
  if (!isCondition(condition) || !isExact(condition.isTrue))
    return { refused: condition.reason ?? "the database cannot compare the key of the order with a value" };
  return condition.isTrue.upper;
}

function isRefusalOf(truth: Truth | Refusal): truth is Refusal {
  return typeof truth === "object" && isRefusal(truth);
}
