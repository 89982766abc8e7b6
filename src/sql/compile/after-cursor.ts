import { requireCheckedSortBy, type CheckedSortBy } from "../../checker/checked.ts";
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
 * Compiles the condition for rows after a cursor (keyset pagination): `(a > 1) OR (a = 1 AND (b > 2 OR …))`.
 *
 * @param values values of the sort keys at the cursor, then of the catalog's key.
 */
export function compileAfterCursor(
  sortBy: CheckedSortBy,
  values: readonly Value[],
  target: SqlTarget,
): Truth | Refusal {
  requireCheckedSortBy(sortBy, "sortBy");
  const scope = scopeOf(sortBy, target, new Map());
  const positions: SortKeyPosition[] = [];
  for (const [i, { expression, comparison, direction }] of sortBy.keys.entries()) {
    const operand = sqlOperand(expression, scope);
    if (operand.constant !== undefined) continue;
    const scalar = operand.scalar();
    if (isRefusal(scalar)) return scalar;
    positions.push({ scalar, comparison, isUp: direction === "ascending", value: values[i] ?? null });
  }
  const key = keyScalar(target);
  if (isRefusal(key)) return key;
  positions.push({
    scalar: key,
    comparison: "codePoint",
    isUp: true,
    value: values[sortBy.keys.length] ?? null,
  });
  const after = afterPosition(positions, 0, target);
  return isRefusalOf(after) || positions.length < 2
    ? after
    : target.port.and([rangeOfFirstKey(positions[0]!, target), after]);
}

/**
 * Returns a range condition on the first sort key. The full condition implies it, but only this one can use an index.
 */
function rangeOfFirstKey(first: SortKeyPosition, target: SqlTarget): Truth {
  const { value, isUp, scalar } = first;
  if (value === null || (!isUp && target.port.isNull(scalar) !== false)) return true;
  const range = relationTo(isUp ? "ge" : "le", first, target);
  return isRefusalOf(range) ? true : range;
}

interface SortKeyPosition {
  readonly scalar: SqlScalar;
  readonly comparison: Comparison;
  readonly isUp: boolean;
  readonly value: Value;
}

/**
 * Compiles the condition for the sort keys from `index` on. It nests conditions, so that their size is linear in the
 * number of keys.
 */
function afterPosition(
  positions: readonly SortKeyPosition[],
  index: number,
  target: SqlTarget,
): Truth | Refusal {
  const position = positions.at(index);
  if (position === undefined) return false;
  const { port } = target;
  const beyond = beyondPosition(position, target);
  if (isRefusalOf(beyond)) return beyond;
  const laterKeys = afterPosition(positions, index + 1, target);
  if (isRefusalOf(laterKeys)) return laterKeys;
  const equal = position.value === null ? port.isNull(position.scalar) : relationTo("eq", position, target);
  if (isRefusalOf(equal)) return equal;
  return port.or([beyond, port.and([equal, laterKeys])]);
}

function beyondPosition(position: SortKeyPosition, target: SqlTarget): Truth | Refusal {
  const { port } = target;
  const { scalar, value, isUp } = position;
  if (value === null) return isUp ? port.isNotNull(scalar) : false;
  const beyond = relationTo(isUp ? "gt" : "lt", position, target);
  if (isUp || isRefusalOf(beyond)) return beyond;
  return port.or([beyond, port.isNull(scalar)]);
}

function relationTo(
  name: RelationName,
  { scalar, comparison, value }: SortKeyPosition,
  target: SqlTarget,
): Truth | Refusal {
  const { port, locale } = target;
  const constant = { value: value!, type: scalar.type };
  const condition =
    scalar.type === "string"
      ? port.compareTexts(name, scalar, constant, { comparison, locale })
      : port.compare(name, scalar, constant);
  if (!isCondition(condition) || !isExact(condition.isTrue))
    return { refused: condition.reason ?? "the database cannot compare the sort key with a value" };
  return condition.isTrue.upper;
}

function isRefusalOf(truth: Truth | Refusal): truth is Refusal {
  return typeof truth === "object" && isRefusal(truth);
}
