import { check, explain, type Expression, type NodeExplanation } from "tamis";
import { print } from "tamis/ast";
import type { TreeNode } from "../contract/answers.ts";
import type { Row } from "../contract/protocol.ts";
import type { Data } from "./data.ts";
import { nodeValue } from "./node-value.ts";
import type { ReadQuery } from "./read-query.ts";

/** Returns the tree of the filter, with the values of a row if one is selected. */
export function tree(
  data: Data,
  { filter, functions }: ReadQuery,
  row: Row | undefined,
): TreeNode | undefined {
  if (filter === undefined) return undefined;
  const explained = row === undefined ? undefined : explain(filter, row).tree;
  const isCondition = (node: Expression) =>
    node.kind === "call" && check(node, data.catalog, { functions }).filter !== undefined;
  return nodeOf(filter.expression, explained, isCondition);
}

function nodeOf(
  node: Expression,
  explained: NodeExplanation | undefined,
  isCondition: (node: Expression) => boolean,
): TreeNode {
  const condition = isCondition(node) ? print(node) : undefined;
  const value = explained && nodeValue(explained.value, condition !== undefined);
  switch (node.kind) {
    case "name":
      return { label: node.name, kind: "member", condition, value, children: [] };
    case "literal":
      return {
        label: print(node),
        kind: node.type === "string" ? "string" : "number",
        condition,
        value: undefined,
        children: [],
      };
    case "call": {
      const children = node.args.map((argument, i) => nodeOf(argument, explained?.children[i], isCondition));
      const strength = Object.hasOwn(node, "strength") ? node.strength : undefined;
      const label = strength === undefined ? node.callee : `${node.callee} $${strength}`;
      return { label, kind: "function", condition, value, children };
    }
  }
}
