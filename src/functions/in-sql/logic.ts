import {
  exactly,
  isExact,
  type Extent,
  type Port,
  type SqlCondition,
  type Truth,
} from "../definition/port.ts";

export function sqlConjunction(
  conditions: readonly SqlCondition[],
  port: Pick<Port, "and" | "or">,
): SqlCondition {
  return {
    isTrue: joined(conditions, "isTrue", port.and),
    isFalse: joined(conditions, "isFalse", port.or),
    reason: firstReason(conditions),
  };
}

export function sqlDisjunction(
  conditions: readonly SqlCondition[],
  port: Pick<Port, "and" | "or">,
): SqlCondition {
  return {
    isTrue: joined(conditions, "isTrue", port.or),
    isFalse: joined(conditions, "isFalse", port.and),
    reason: firstReason(conditions),
  };
}

export function sqlNegation({ isTrue, isFalse, reason }: SqlCondition): SqlCondition {
  return { isTrue: isFalse, isFalse: isTrue, reason };
}

function joined(
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
  return conditions.find(({ reason }) => reason !== undefined && reason !== "")?.reason;
}
