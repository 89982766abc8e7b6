import type { StringCollator } from "../../collation/collator.ts";
import { isNull } from "../../values/read-path.ts";
import type { Value, ValueType } from "../../values/types.ts";
import { isNumber, scalarOf } from "./value-order.ts";
import { conditionOnMember } from "./conditions.ts";
import { anyElement, everyElement } from "./list-elements.ts";
import { passingAsText, type PlainTest } from "./member-tests.ts";
import type { Compiled, Condition, Operand, Reader, ValueTest } from "../definition/types.ts";

/**
 * The string form of values. Text functions take a boolean or a number by the text that reads back as the same value;
 * they take nothing else. Rule: grammar.md, "Values".
 */

/** The string form of a value, or undefined if it has none. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "boolean" || isNumber(value as Value)) return String(value);
  return undefined;
}

/** How an operand's values become text: a member that is declared a string has no text where a row holds a number. */
export function textReader(type: ValueType | undefined): (value: unknown) => string | undefined {
  switch (scalarOf(type)) {
    case undefined:
      return textOf;
    case "string":
      return (value) => (typeof value === "string" ? value : undefined);
    case "boolean":
      return (value) => (typeof value === "boolean" ? String(value) : undefined);
    case "integer":
      return (value) => (wholeNumber(value as Value) === undefined ? undefined : String(value));
    case "number":
      return (value) => (isNumber(value as Value) ? String(value) : undefined);
    default:
      return () => undefined;
  }
}

/** The string form of an operand that depends on no row; undefined if it depends on one or has none. */
export function constantText({ constant, type }: Pick<Operand, "constant" | "type">): string | undefined {
  return constant === undefined ? undefined : textReader(type)(constant.value);
}

/** Compiles a test of a text, a list read "some element". */
export function compileTextTest(
  operand: Operand,
  test: (text: string) => boolean,
  plainly?: PlainTest,
): Condition {
  const text = textReader(operand.type);
  const holds: ValueTest =
    scalarOf(operand.type) === "string"
      ? (value) => typeof value === "string" && test(value)
      : (value) => {
          const form = text(value);
          return form !== undefined && test(form);
        };
  const fails: ValueTest = (value) => {
    const form = text(value);
    return form !== undefined && !test(form);
  };
  return conditionOnMember(operand, holds, fails, () =>
    takesTexts(operand) ? passingAsText(operand, test, holds, plainly) : undefined,
  );
}

/** What a search for a text comes to where it is for its very code points; undefined where it is not. */
export function plainly(
  asks: PlainTest["asks"],
  text: string,
  { comparison }: StringCollator,
): PlainTest | undefined {
  return comparison === "identical" || comparison === "codePoint" ? { asks, text } : undefined;
}

/** Whether a text that a row holds is one to the operand: not where another type is declared. */
function takesTexts({ type }: Operand): boolean {
  return type === undefined || scalarOf(type) === "string";
}

/** Compiles a test of two texts neither of which is known before a row is seen. */
export function compileTextPair(
  left: Operand,
  right: Operand,
  test: (a: string, b: string) => boolean,
): Condition {
  const textA = textReader(left.type);
  const textB = textReader(right.type);
  const compare = (wanted: boolean, onList: typeof anyElement) => (a: Value, b: string | undefined) => {
    if (b === undefined) return false;
    const each: ValueTest = (value) => {
      const text = textA(value);
      return text !== undefined && test(text, b) === wanted;
    };
    return Array.isArray(a) ? onList(a, each) : each(a);
  };
  const isTrue = compare(true, anyElement);
  const isFalse = compare(false, everyElement);
  const ofRow =
    <T>(of: (a: Value, b: string | undefined) => T) =>
    () => {
      const readA = left.read();
      const readB = right.read();
      return (row: unknown) => of(readA(row), textB(readB(row)));
    };
  return {
    isTrue: ofRow(isTrue),
    isFalse: ofRow(isFalse),
    read: ofRow((a, b) => (isTrue(a, b) ? true : isFalse(a, b) ? false : null)),
  };
}

/** Compiles a value made of one text; null where there is none. */
export function compileTextValue(operand: Operand, make: (text: string) => Value): Compiled {
  const text = textReader(operand.type);
  return {
    read: (): Reader => {
      const read = operand.read();
      return (row) => {
        const value = read(row);
        const form = Array.isArray(value) ? undefined : text(value);
        return form === undefined ? null : make(form);
      };
    },
  };
}

/** A whole number of a row or a literal, as a double; undefined for null and for fractions. */
export function wholeNumber(value: Value): number | undefined {
  if (isNull(value)) return undefined;
  const number = typeof value === "bigint" ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) ? number : undefined;
}
