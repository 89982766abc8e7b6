import type { Expression } from "../../src/ast/nodes.ts";
import { parseReference } from "../reference-parser.ts";
import { columnOf, orderColumnOf } from "./conditions.ts";

/*
 * The reference for compile times: a hand-written compiler from filter text to SQL, for valid texts and these functions
 * only. It handles no types, nulls or strengths, and supports SQLite only. Invalid text results in invalid SQL.
 */

const RELATIONS: Readonly<Record<string, string>> = {
  eq: " = ",
  ne: " <> ",
  lt: " < ",
  le: " <= ",
  gt: " > ",
  ge: " >= ",
};

let values: (string | number)[] = [];

/** Returns a statement and its values. */
export function writeReference(filter: string, sortBy: string, start: number, limit: number) {
  values = [];
  const where = condition(parseReference(filter)!);
  const order = sortBy.split(",").map((key) => {
    const at = key.indexOf(":");
    const column = `t."${orderColumnOf(at < 0 ? key : key.slice(0, at))}"`;
    return at < 0 ? column : `${column} DESC`;
  });
  values.push(limit, start);
  const text = `SELECT t."id" FROM "reports" AS t WHERE ${where} ORDER BY ${order.join(", ")} LIMIT ? OFFSET ?`;
  return { text, values };
}

function condition(node: Expression): string {
  if (node.kind !== "call") return operand(node);
  const { callee, args } = node;
  switch (callee) {
    case "and":
      return `(${args.map(condition).join(" AND ")})`;
    case "or":
      return `(${args.map(condition).join(" OR ")})`;
    case "not":
      return `NOT ${condition(args[0]!)}`;
    case "isNull":
      return `${operand(args[0]!)} IS NULL`;
    case "in":
      return `${operand(args[0]!)} IN (${args.slice(1).map(operand).join(", ")})`;
    case "contains":
      return `instr(${operand(args[0]!)}, ${operand(args[1]!)}) > 0`;
    case "startsWith":
      return `instr(${operand(args[0]!)}, ${operand(args[1]!)}) = 1`;
    default:
      return `${operand(args[0]!)}${RELATIONS[callee]!}${operand(args[1]!)}`;
  }
}

function operand(node: Expression): string {
  if (node.kind === "name") return `t."${columnOf(node.name)}"`;
  if (node.kind !== "literal") return condition(node);
  values.push(node.type === "dateTime" ? Date.parse(node.value) : (node.value as string | number));
  return "?";
}
