import { isNull, own } from "../../values/read-path.ts";
import type { Operand, Reader, Test, ValueTest } from "../definition/types.ts";

/**
 * From a test of one value to a test of a row. A list is read "some element": the test holds if it holds for some
 * element, and fails if it fails for each. Null elements are skipped.
 */

/** Holds for the operand's value, or for some element of it. */
export function someHolds(operand: Operand, holds: ValueTest): Test {
  const read = operand.read();
  return (row) => {
    const value = read(row);
    return Array.isArray(value) ? anyElement(value, holds) : holds(value);
  };
}

/** Fails for the operand's value, or for each element of it; an empty list has none for which it could hold. */
export function eachFails(operand: Operand, fails: ValueTest): Test {
  const read = operand.read();
  return (row) => {
    const value = read(row);
    return Array.isArray(value) ? everyElement(value, fails) : fails(value);
  };
}

/** True where it holds, false where it fails, null where it does neither; the value is read once. */
export function truthOf(operand: Operand, holds: ValueTest, fails: ValueTest): Reader {
  const read = operand.read();
  return (row) => {
    const value = read(row);
    if (!Array.isArray(value)) return holds(value) ? true : fails(value) ? false : null;
    return anyElement(value, holds) ? true : everyElement(value, fails) ? false : null;
  };
}

export function anyElement(list: readonly unknown[], holds: ValueTest): boolean {
  for (let i = 0; i < list.length; i++) {
    if (holds(own(list, i))) return true;
  }
  return false;
}

export function everyElement(list: readonly unknown[], fails: ValueTest): boolean {
  for (let i = 0; i < list.length; i++) {
    const element = own(list, i);
    if (!isNull(element) && !fails(element)) return false;
  }
  return true;
}
