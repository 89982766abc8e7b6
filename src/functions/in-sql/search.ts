import {
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
} from "../definition/port.ts";
import { constantString } from "../in-memory/string-form.ts";
import { collationOf } from "./relations.ts";
import { stringOperand, stringTestToSql } from "./string-form.ts";

export function searchToSql(call: CallToSql, kind: SearchKind): SqlCondition {
  const [text, part] = call.operands as [SqlOperand, SqlOperand];
  const { port } = call;
  const searchString = searchStringOf(part, port);
  if (part.type.type === "list") return UNKNOWN_CONDITION;
  if (searchString === undefined) return stringTestToSql(text, port, () => UNKNOWN_CONDITION);
  if (isRefusal(searchString)) return undecided(searchString.refused);
  const search = (value: SqlScalar) => port.search(kind, value, searchString, collationOf(call));
  return stringTestToSql(text, port, search);
}

function searchStringOf(part: SqlOperand, port: Port): SqlScalar | Constant | Refusal | undefined {
  if (part.constant === undefined) return stringOperand(part, port);
  const text = constantString(part);
  return text === undefined ? undefined : { value: text, type: "string" };
}
