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
 * @param testElement Condition on a single value.
 * @param equalToOneOf The constants, if `each` means "equals one of them": an index may then find the rows.
 */
export function liftToSql(
  operand: SqlOperand,
  port: Port,
  testElement: (value: SqlScalar) => SqlCondition,
  equalToOneOf?: readonly Constant[],
): SqlCondition {
  if (operand.type.type !== "list") {
    const scalar = operand.scalar();
    return isRefusal(scalar) ? undecided(scalar.refused) : testElement(scalar);
  }
  const list = operand.list();
  if (isRefusal(list)) return undecided(list.refused);
  let inexact: SqlCondition | undefined;
  const condition = (element: SqlScalar) => {
    const elementCondition = testElement(element);
    if (!isExactCondition(elementCondition)) inexact = elementCondition;
    return elementCondition;
  };
  const someElement = (bound: keyof Extent) => list.some((element) => condition(element).isTrue[bound]);
  const everyElement = (bound: keyof Extent) => {
    const none = list.none((element) =>
      port.and([port.isNotNull(element), port.isNotTrue(condition(element).isFalse[bound])]),
    );
    return isRefusal(none) ? none : port.and([list.isNotNull, none]);
  };
  const containing = equalToOneOf === undefined ? undefined : list.containing(equalToOneOf);
  const someTrue = containing !== undefined && isExact(containing) ? containing.upper : someElement("upper");
  const isFalse = everyElement("upper");
  if (isRefusal(someTrue)) return undecided(someTrue.refused);
  if (isRefusal(isFalse)) return undecided(isFalse.refused);
  const isTrue =
    containing === undefined || isExact(containing) ? someTrue : port.and([containing.upper, someTrue]);
  if (inexact === undefined) return exactCondition(isTrue, isFalse);
  const [lower, lowerOfFalse] = [someElement("lower"), everyElement("lower")];
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
