import {
  exactCondition,
  exactly,
  isExact,
  isExactCondition,
  isRefusal,
  undecided,
  type Constant,
  type Extent,
  type Port,
  type SqlCondition,
  type SqlOperand,
  type SqlScalar,
  type Truth,
} from "../definition/port.ts";

/**
 * From a condition of one value to a condition of a row, in a database: what lift.ts and conditions.ts are in memory.
 */

/**
 * The condition of an operand's value; of a list, that of some element. `needed` is what each comparison needs beside
 * the element: without it a list is unknown, even an empty one. `sought` is what a value has to equal one of, if that is all.
 */
export function liftToSql(
  operand: SqlOperand,
  port: Port,
  each: (value: SqlScalar) => SqlCondition,
  needed: Truth = true,
  sought?: readonly Constant[],
): SqlCondition {
  if (operand.type.type !== "list") {
    const scalar = operand.scalar();
    return isRefusal(scalar) ? undecided(scalar.refused) : each(scalar);
  }
  const list = operand.list();
  if (isRefusal(list)) return undecided(list.refused);
  let inexact: SqlCondition | undefined;
  const condition = (element: SqlScalar) => {
    const found = each(element);
    if (!isExactCondition(found)) inexact = found;
    return found;
  };
  const some = (bound: keyof Extent) => list.some((element) => condition(element).isTrue[bound]);
  // Each element that is there fails; a list without any has none of which it could hold.
  const every = (bound: keyof Extent) =>
    port.and([
      list.isNotNull,
      needed,
      list.none((element) =>
        port.and([port.isNotNull(element), port.isNotTrue(condition(element).isFalse[bound])]),
      ),
    ]);
  const found = sought === undefined ? undefined : list.containing(sought);
  const isTrue =
    found === undefined
      ? some("upper")
      : isExact(found)
        ? found.upper
        : port.and([found.upper, some("upper")]);
  const isFalse = every("upper");
  if (inexact === undefined) return exactCondition(isTrue, isFalse);
  return {
    isTrue: { upper: isTrue, lower: some("lower") },
    isFalse: { upper: isFalse, lower: every("lower") },
    reason: inexact.reason,
  };
}

/** An operand that depends on no row, as the port takes it. */
export function constantOf({ constant, type }: SqlOperand): Constant | undefined {
  if (constant === undefined || constant.value === null) return undefined;
  return { value: constant.value, type: type.type as Constant["type"] };
}

/** Conditions that all have to hold. */
export function allOf(conditions: readonly SqlCondition[], port: Pick<Port, "and" | "or">): SqlCondition {
  return {
    isTrue: joined(conditions, "isTrue", port.and),
    isFalse: joined(conditions, "isFalse", port.or),
    reason: reasonOf(conditions),
  };
}

/** Conditions one of which has to hold. */
export function anyOf(conditions: readonly SqlCondition[], port: Pick<Port, "and" | "or">): SqlCondition {
  return {
    isTrue: joined(conditions, "isTrue", port.or),
    isFalse: joined(conditions, "isFalse", port.and),
    reason: reasonOf(conditions),
  };
}

export function negation({ isTrue, isFalse, reason }: SqlCondition): SqlCondition {
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

function reasonOf(conditions: readonly SqlCondition[]): string | undefined {
  return conditions.find(({ reason }) => reason !== undefined && reason !== "")?.reason;
}
