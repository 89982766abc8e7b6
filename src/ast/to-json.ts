import type { Strength } from "../collation/order/strength.ts";
import { strengthOf, type Expression, type Literal } from "./nodes.ts";
import { requireTree } from "./validate.ts";

/**
 * JSON form of a tree. The key of an object is the kind of its node.
 *
 * | node | JSON |
 * |---|---|
 * | `eq($primary,name,'x')` | `{"call":"eq","strength":"primary","args":[{"name":"name"},{"string":"x"}]}` |
 * | `1.5`, `9007199254740993` | `{"number":1.5}`, `{"number":"9007199254740993"}` |
 * | `true` | `{"boolean":true}` |
 * | `2020-01-31` | `{"date":"2020-01-31"}`, likewise `time` and `dateTime` |
 */
export type JsonExpression =
  | { readonly boolean: boolean }
  | { readonly number: number | string }
  | { readonly string: string }
  | { readonly date: string }
  | { readonly time: string }
  | { readonly dateTime: string }
  | { readonly name: string }
  | { readonly call: string; readonly strength?: Strength; readonly args: readonly JsonExpression[] };

/**
 * Converts a tree to its JSON form, without spans.
 *
 * @throws TypeError for an object that is not a node
 */
export function toJson(expression: Expression): JsonExpression {
  requireTree(expression, "expression");
  return treeToJson(expression);
}

/** Like `toJson`, for trees that were validated. */
export function treeToJson(node: Expression): JsonExpression {
  if (node.kind === "name") return { name: node.name };
  if (node.kind === "literal") return literalToJson(node);
  const args = node.args.map(treeToJson);
  const strength = strengthOf(node);
  return strength === undefined ? { call: node.callee, args } : { call: node.callee, strength, args };
}

function literalToJson({ type, value }: Literal): JsonExpression {
  return { [type]: typeof value === "bigint" ? String(value) : value } as unknown as JsonExpression;
}
