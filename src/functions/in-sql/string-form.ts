import type { ScalarType } from "../../values/types.ts";
import { collationOf } from "./relations.ts";
import {
  isConstant,
  isRefusal,
  undecided,
  UNKNOWN_CONDITION,
  type CallToSql,
  type Constant,
  type Port,
  type Refusal,
  type SearchKind,
  type SqlCondition,
  type SqlOperand,
  type SqlScalar,
  type Truth,
} from "../definition/port.ts";
import { liftToSql } from "./list-elements.ts";
import { constantText } from "../in-memory/string-form.ts";

/** Texts in a database: what text.ts is in memory. */

/** A test of a text, or of some element of a list, by its string form. */
export function textTestToSql(
  operand: SqlOperand,
  port: Port,
  test: (text: SqlScalar) => SqlCondition,
  needed: Truth = true,
): SqlCondition {
  if (operand.constant !== undefined) {
    const text = constantText(operand);
    return text === undefined ? UNKNOWN_CONDITION : test(port.constant(text, "string"));
  }
  const each = (value: SqlScalar) => {
    const text = asText(value, port);
    return text === undefined ? UNKNOWN_CONDITION : isRefusal(text) ? undecided(text.refused) : test(text);
  };
  return liftToSql(operand, port, each, needed);
}

/** The operand's single text; undefined where its type has no string form. */
export function textOperand(operand: SqlOperand, port: Port): SqlScalar | Refusal | undefined {
  if (operand.type.type === "list") return undefined;
  if (operand.constant !== undefined) {
    const text = constantText(operand);
    return text === undefined ? undefined : port.constant(text, "string");
  }
  const scalar = operand.scalar();
  return isRefusal(scalar) ? scalar : asText(scalar, port);
}

function asText(value: SqlScalar, port: Port): SqlScalar | Refusal | undefined {
  if (value.type === "string") return value;
  return HAS_TEXT.has(value.type) ? port.textOf(value) : undefined;
}

const HAS_TEXT: ReadonlySet<ScalarType> = new Set(["boolean", "integer", "number"]);

/** A text that another is searched for. */
export function searchToSql(call: CallToSql, kind: SearchKind): SqlCondition {
  const [text, part] = call.operands as [SqlOperand, SqlOperand];
  const { port } = call;
  const sought = soughtText(part, port);
  if (sought === undefined) return UNKNOWN_CONDITION;
  if (isRefusal(sought)) return undecided(sought.refused);
  const search = (value: SqlScalar) => port.search(kind, value, sought, collationOf(call));
  return textTestToSql(text, port, search, isConstant(sought) ? true : port.isNotNull(sought));
}

function soughtText(part: SqlOperand, port: Port): SqlScalar | Constant | Refusal | undefined {
  if (part.constant === undefined) return textOperand(part, port);
  const text = constantText(part);
  return text === undefined ? undefined : { value: text, type: "string" };
}
