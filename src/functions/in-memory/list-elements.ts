import { isNullValue, ownDataProperty } from "../../values/read-path.ts";
import type { Operand, Reader, Test, ValueTest } from "../definition/types.ts";

/*
 * Turns tests of one value into tests of a row. For a list, a condition is true if it is true for some element, and false if
 * it is false for each element that is not null: grammar.md, "Lists".
 */

export function someHolds(operand: Operand, holds: ValueTest): Test {
  const read = operand.read();
  return (row) => {
    const value = read(row);
    return Array.isArray(value) ? anyElement(value, holds) : holds(value);
  };
}

/** An empty list passes. */
export function eachFails(operand: Operand, fails: ValueTest): Test {
  const read = operand.read();
  return (row) => {
    const value = read(row);
    return Array.isArray(value) ? everyElement(value, fails) : fails(value);
  };
}

/** True, false, or null if it is unknown. */
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
    if (holds(ownDataProperty(list, i))) return true;
  }
  return false;
}

/** Skips null elements. */
export function everyElement(list: readonly unknown[], fails: ValueTest): boolean {
  for (let i = 0; i < list.length; i++) {
    const element = ownDataProperty(list, i);
    if (!isNullValue(element) && !fails(element)) return false;
  }
  return true;
}
