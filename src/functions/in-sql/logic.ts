import {
  exactly,
  isExact,
  type Extent,
  type Port,
  type SqlCondition,
  type Truth,
} from "../definition/port.ts";
import { ownProperty } from "../../values/own-properties.ts";

export function sqlConjunction(
  conditions: readonly SqlCondition[],
  port: Pick<Port, "and" | "or">,
): SqlCondition {
  return {
    isTrue: joinConditions(conditions, "isTrue", port.and),
    isFalse: joinConditions(conditions, "isFalse", port.or),
    reason: firstReason(conditions),
  };
}

export function sqlDisjunction(
  conditions: readonly SqlCondition[],
  port: Pick<Port, "and" | "or">,
): SqlCondition {
  return {
    isTrue: joinConditions(conditions, "isTrue", port.or),
    isFalse: joinConditions(conditions, "isFalse", port.and),
    reason: firstReason(conditions),
  };
}

export function sqlNegation(condition: SqlCondition): SqlCondition {
  return { isTrue: condition.isFalse, isFalse: condition.isTrue, reason: ownProperty(condition, "reason") };
}

function joinConditions(
  conditions: readonly SqlCondition[],
  side: "isTrue" | "isFalse",
  join: (parts: readonly Truth[]) => Truth,
): Extent {
  const extents = conditions.map((condition) => condition[side]);
  const upper = join(extents.map((extent) => extent.upper));
  if (extents.every(isExact)) return exactly(upper);
  return { upper, lower: join(extents.map((extent) => extent.lower)) };
}

function firstReason(conditions: readonly SqlCondition[]): string | undefined {
  return conditions
    .map((condition) => ownProperty(condition, "reason"))
    .find((reason) => reason !== undefined && reason !== "");
}
