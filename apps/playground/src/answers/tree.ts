import { check, explain, type Expression, type NodeExplanation } from "tamis";
import { print } from "tamis/ast";
import type { TreeNode } from "../contract/answers.ts";
import type { Data } from "./data.ts";
import { nodeValue } from "./node-value.ts";
import type { ReadQuery } from "./read-query.ts";

/** Conditions whose rows are counted. Each takes about as long as a query. */
const MAX_COUNTED = 24;

/** Returns the tree of the filter with the rows of each condition, and with the values of a row if one is selected. */
export function tree(
  data: Data,
  { filter, functions }: ReadQuery,
  index: number | undefined,
): TreeNode | undefined {
  if (filter === undefined) return undefined;
  const row = index === undefined ? undefined : data.rows[index];
  const explained = row === undefined ? undefined : explain(filter, row).tree;
  return nodeOf(filter.expression, explained, { data, functions, counted: 0 });
}

interface Counting {
  readonly data: Data;
  readonly functions: ReadQuery["functions"];
  counted: number;
}

function nodeOf(node: Expression, explained: NodeExplanation | undefined, counting: Counting): TreeNode {
  const rows = countOf(node, counting);
  const value = explained && nodeValue(explained.value, rows !== undefined);
  switch (node.kind) {
    case "name":
      return { label: node.name, kind: "member", rows: undefined, value, children: [] };
    case "literal":
      return {
        label: print(node),
        kind: node.type === "string" ? "string" : "number",
        rows: undefined,
        value: undefined,
        children: [],
      };
    case "call": {
      const children = node.args.map((each, i) => nodeOf(each, explained?.children[i], counting));
      const strength = Object.hasOwn(node, "strength") ? node.strength : undefined;
      const label = strength === undefined ? node.callee : `${node.callee} $${strength}`;
      return { label, kind: "function", rows, value, children };
    }
  }
}

/** Returns the number of rows for which a condition is true; undefined for a node that is no condition. */
function countOf(node: Expression, counting: Counting): number | undefined {
  if (node.kind !== "call" || counting.counted >= MAX_COUNTED) return undefined;
  const { filter } = check(node, counting.data.catalog, { functions: counting.functions });
  if (filter === undefined) return undefined;
  counting.counted++;
  return counting.data.collection.count({ filter });
}
