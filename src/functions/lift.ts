import { isNull, own, property, readPath } from "../values/read-path.ts";
import type { ValueType } from "../values/types.ts";
import type { Operand, Place, Test } from "./types.ts";

/**
 * From a test of one value to a test of a row. A list is read "some element": the test holds if it holds for some
 * element, and fails if it fails for each. Null elements are skipped.
 */

/** A test of one value, list elements included: never true of null, of a list or of what it cannot read. */
export type ValueTest = (value: unknown) => boolean;

/** Holds for the operand's value, or for some element of it. */
export function someHolds(operand: Operand, holds: ValueTest): Test {
  const { place, type } = operand;
  if (place !== undefined) return placeHolds(place, type, holds);
  const read = operand.read();
  return (row) => {
    const value = read(row);
    return Array.isArray(value) ? anyElement(value, holds) : holds(value);
  };
}

/** A member compared with a literal, the common case, in one closure. */
function placeHolds({ key, inner, plain }: Place, type: ValueType | undefined, holds: ValueTest): Test {
  if (type === undefined) {
    return (row) => {
      const value = readPlace(row, key, inner, plain);
      return typeof value === "object" && Array.isArray(value) ? anyElement(value, holds) : holds(value);
    };
  }
  // A member that is declared a single value has no list; to one that is declared an integer fractions are null.
  if (type.type !== "integer") return (row) => holds(readPlace(row, key, inner, plain));
  return (row) => {
    const value = readPlace(row, key, inner, plain);
    return !(typeof value === "number" && !Number.isInteger(value)) && holds(value);
  };
}

/** What a row, or an object in it, has at a place: what `readPath` gives for one or two steps. */
export function readPlace(row: unknown, key: string, inner: string | undefined, plain: boolean): unknown {
  const value = plain ? property(row, key) : own(row, key);
  if (inner === undefined) return value;
  if (Array.isArray(value)) return readPath(row, [key, inner]);
  return plain ? property(value, inner) : own(value, inner);
}

/** Fails for the operand's value, or for each element of it; an empty list has none for which it could hold. */
export function eachFails(operand: Operand, fails: ValueTest): Test {
  const read = operand.read();
  return (row) => {
    const value = read(row);
    return Array.isArray(value) ? everyElement(value, fails) : fails(value);
  };
}

export function anyElement(list: readonly unknown[], holds: ValueTest): boolean {
  for (let i = 0; i < list.length; i++) {
    if (holds(own(list, String(i)))) return true;
  }
  return false;
}

export function everyElement(list: readonly unknown[], fails: ValueTest): boolean {
  for (let i = 0; i < list.length; i++) {
    const element = own(list, String(i));
    if (!isNull(element) && !fails(element)) return false;
  }
  return true;
}
