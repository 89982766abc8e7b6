import type { ScalarType } from "../../values/types.ts";
import {
  isRefusal,
  undecided,
  UNKNOWN_CONDITION,
  type Port,
  type Refusal,
  type SqlCondition,
  type SqlOperand,
  type SqlScalar,
} from "../definition/port.ts";
import { constantString } from "../in-memory/string-form.ts";
import { liftToSql } from "./list-elements.ts";

/** Compiles a test of a string. For a list, it is true if the test is true for some element. */
export function stringTestToSql(
  operand: SqlOperand,
  port: Port,
  test: (text: SqlScalar) => SqlCondition,
): SqlCondition {
  if (operand.constant !== undefined) {
    const text = constantString(operand);
    return text === undefined ? UNKNOWN_CONDITION : test(port.constant(text, "string"));
  }
  const testString = (value: SqlScalar) => {
    const text = stringFormToSql(value, port);
    return text === undefined ? UNKNOWN_CONDITION : isRefusal(text) ? undecided(text.refused) : test(text);
  };
  return liftToSql(operand, port, testString);
}

/** Converts an operand to a string in SQL. Returns undefined if its type cannot be converted. */
export function stringOperand(operand: SqlOperand, port: Port): SqlScalar | Refusal | undefined {
  if (operand.type.type === "list") return undefined;
  if (operand.constant !== undefined) {
    const text = constantString(operand);
    return text === undefined ? undefined : port.constant(text, "string");
  }
  const scalar = operand.scalar();
  return isRefusal(scalar) ? scalar : stringFormToSql(scalar, port);
}

function stringFormToSql(value: SqlScalar, port: Port): SqlScalar | Refusal | undefined {
  if (value.type === "string") return value;
  return TYPES_WITH_STRING_FORM.has(value.type) ? port.textOf(value) : undefined;
}

const TYPES_WITH_STRING_FORM: ReadonlySet<ScalarType> = new Set(["boolean", "integer", "number"]);
