import { isNullValue, ownDataProperty } from "../../values/read-path.ts";
import type { Operand, Reader, Test, ValueTest } from "../definition/types.ts";

/*
 * Converts tests of single values to tests of rows. For a list, a condition is true if it is true for some element, and
 * false if it is false for each element that is not null: grammar.md, "Lists".
 */

export function someHolds(operand: Operand, holds: ValueTest): Test {
  const read = operand.read();
  return (row) => {
    const value = read(row);
    return Array.isArray(value) ? anyElement(value, holds) : holds(value);
  };
}

/**
 * Creates a test that returns true if `fails` returns true for the value, or for each element of a list. True for an empty
 * list.
 */
export function eachFails(operand: Operand, fails: ValueTest): Test {
  const read = operand.read();
  return (row) => {
    const value = read(row);
    return Array.isArray(value) ? everyElement(value, fails) : fails(value);
  };
}

/** Creates a reader that returns true, false, or null if the condition is unknown. */
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

/** Returns whether `fails` returns true for each element that is not null. */
export function everyElement(list: readonly unknown[], fails: ValueTest): boolean {
  for (let i = 0; i < list.length; i++) {
    const element = ownDataProperty(list, i);
    if (!isNullValue(element) && !fails(element)) return false;
  }
  return true;
}
