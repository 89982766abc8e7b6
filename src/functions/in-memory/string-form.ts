import { isNullValue } from "../../values/read-path.ts";
import type { Value, ValueType } from "../../values/types.ts";
import type { Compiled, Condition, Operand, Reader, ValueTest } from "../definition/types.ts";
import { conditionOnMember } from "./conditions.ts";
import { anyElement, everyElement } from "./list-elements.ts";
import { passingAsString, type NativeSearch } from "./member-tests.ts";
import { isFiniteNumber, scalarTypeOf } from "./compare-values.ts";

/* String functions also accept booleans and numbers, which they convert to strings (string forms): grammar.md, "Values". */

export function stringForm(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "boolean" || isFiniteNumber(value as Value)) return String(value);
  return undefined;
}

/** Returns a converter to strings. It returns undefined for values whose type is not the declared one. */
export function stringFormOf(type: ValueType | undefined): (value: unknown) => string | undefined {
  switch (scalarTypeOf(type)) {
    case undefined:
      return stringForm;
    case "string":
      return (value) => (typeof value === "string" ? value : undefined);
    case "boolean":
      return (value) => (typeof value === "boolean" ? String(value) : undefined);
    case "integer":
      return (value) => (wholeNumber(value as Value) === undefined ? undefined : String(value));
    case "number":
      return (value) => (isFiniteNumber(value as Value) ? String(value) : undefined);
    default:
      return () => undefined;
  }
}

/** Converts a constant to a string. Undefined if the operand is not constant or cannot be converted. */
export function constantString({ constant, type }: Pick<Operand, "constant" | "type">): string | undefined {
  return constant === undefined ? undefined : stringFormOf(type)(constant.value);
}

/**
 * Compiles a test of a string. For a list, it is true if `test` returns true for some element.
 *
 * @param native Equivalent method of JavaScript strings.
 */
export function compileStringTest(
  operand: Operand,
  test: (text: string) => boolean,
  native?: NativeSearch,
): Condition {
  const form = stringFormOf(operand.type);
  const holds: ValueTest =
    scalarTypeOf(operand.type) === "string"
      ? (value) => typeof value === "string" && test(value)
      : (value) => {
          const text = form(value);
          return text !== undefined && test(text);
        };
  const fails: ValueTest = (value) => {
    const text = form(value);
    return text !== undefined && !test(text);
  };
  const mayBeString = operand.type === undefined || scalarTypeOf(operand.type) === "string";
  return conditionOnMember(operand, holds, fails, () =>
    mayBeString ? passingAsString(operand, test, holds, native) : undefined,
  );
}

/** Compiles a test of two strings. Requires that neither operand is constant. */
export function compileStringPair(
  left: Operand,
  right: Operand,
  test: (a: string, b: string) => boolean,
): Condition {
  const formA = stringFormOf(left.type);
  const formB = stringFormOf(right.type);
  const compare = (expected: boolean, onList: typeof anyElement) => (a: Value, b: Value) => {
    if (Array.isArray(b)) return false;
    const searchString = formB(b);
    const passes: ValueTest = (value) => {
      if (searchString === undefined) return false;
      const text = formA(value);
      return text !== undefined && test(text, searchString) === expected;
    };
    return Array.isArray(a) ? onList(a, passes) : passes(a);
  };
  const isTrue = compare(true, anyElement);
  const isFalse = compare(false, everyElement);
  const ofRow =
    <T>(ofValues: (a: Value, b: Value) => T) =>
    () => {
      const readA = left.read();
      const readB = right.read();
      return (row: unknown) => ofValues(readA(row), readB(row));
    };
  return {
    isTrue: ofRow(isTrue),
    isFalse: ofRow(isFalse),
    read: ofRow((a, b) => (isTrue(a, b) ? true : isFalse(a, b) ? false : null)),
  };
}

/** Compiles a computation on a string. Its result is null if the operand cannot be converted to a string. */
export function compileStringValue(operand: Operand, compute: (text: string) => Value): Compiled {
  const form = stringFormOf(operand.type);
  return {
    read: (): Reader => {
      const read = operand.read();
      return (row) => {
        const value = read(row);
        const text = Array.isArray(value) ? undefined : form(value);
        return text === undefined ? null : compute(text);
      };
    },
  };
}

/** Converts an integer to a number. Returns undefined for null and for fractions. */
export function wholeNumber(value: Value): number | undefined {
  if (isNullValue(value)) return undefined;
  const number = typeof value === "bigint" ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) ? number : undefined;
}
