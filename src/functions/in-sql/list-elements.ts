import {
  exactCondition,
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
} from "../definition/port.ts";

/**
 * Applies a condition to a value or to the elements of a list. For a list, it is true if it is true for some element, and
 * false if it is false for each element that is not null. So it is false for a list without such elements, whatever the
 * other arguments are.
 *
 * @param each Condition on a single value.
 * @param equalToOneOf The constants, if `each` means "equals one of them": an index may then find the rows.
 */
export function liftToSql(
  operand: SqlOperand,
  port: Port,
  each: (value: SqlScalar) => SqlCondition,
  equalToOneOf?: readonly Constant[],
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
  const every = (bound: keyof Extent) => {
    const none = list.none((element) =>
      port.and([port.isNotNull(element), port.isNotTrue(condition(element).isFalse[bound])]),
    );
    return isRefusal(none) ? none : port.and([list.isNotNull, none]);
  };
  const containing = equalToOneOf === undefined ? undefined : list.containing(equalToOneOf);
  const found = containing !== undefined && isExact(containing) ? containing.upper : some("upper");
  const isFalse = every("upper");
  if (isRefusal(found)) return undecided(found.refused);
  if (isRefusal(isFalse)) return undecided(isFalse.refused);
  const isTrue =
    containing === undefined || isExact(containing) ? found : port.and([containing.upper, found]);
  if (inexact === undefined) return exactCondition(isTrue, isFalse);
  const [lower, lowerOfFalse] = [some("lower"), every("lower")];
  if (isRefusal(lower)) return undecided(lower.refused);
  if (isRefusal(lowerOfFalse)) return undecided(lowerOfFalse.refused);
  return {
    isTrue: { upper: isTrue, lower },
    isFalse: { upper: isFalse, lower: lowerOfFalse },
    reason: inexact.reason,
  };
}

/** Returns the value of a constant operand. Undefined if the operand depends on the row or is null. */
export function constantOf({ constant, type }: SqlOperand): Constant | undefined {
  if (constant === undefined || constant.value === null) return undefined;
  return { value: constant.value, type: type.type as Constant["type"] };
}
