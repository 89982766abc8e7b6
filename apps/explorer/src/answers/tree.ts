import { check, explain, type CheckedFilter, type Expression, type NodeExplanation } from "tamis";
import { print } from "tamis/ast";
import type { TreeNode } from "../contract/answers.ts";
import type { Row } from "../contract/protocol.ts";
import type { Data } from "./data.ts";
import { nodeValue } from "./node-value.ts";
import type { ReadQuery } from "./read-query.ts";

/** Conditions whose rows are counted. Each takes about as long as a query. */
const MAX_COUNTED = 24;

/** Returns the tree of the filter with the rows of each condition, and with the values of a row if one is selected. */
export function tree(
  data: Data,
  { filter, functions }: ReadQuery,
  row: Row | undefined,
): TreeNode | undefined {
  if (filter === undefined) return undefined;
  const explained = row === undefined ? undefined : explain(filter, row).tree;
  return nodeOf(filter.expression, explained, { data, functions, counted: 0 });
}

interface Counting {
  readonly data: Data;
  readonly functions: ReadQuery["functions"];
  counted: number;
}

function nodeOf(node: Expression, explained: NodeExplanation | undefined, counting: Counting): TreeNode {
  const filter = conditionOf(node, counting);
  const rows = filter && countOf(filter, counting);
  const value = explained && nodeValue(explained.value, filter !== undefined);
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

/** Returns the filter of a node that is a condition; undefined for other nodes. */
function conditionOf(node: Expression, { data, functions }: Counting): CheckedFilter | undefined {
  return node.kind === "call" ? check(node, data.catalog, { functions }).filter : undefined;
}

/** Returns the number of rows for which a condition is true; undefined if the rows are elsewhere, or after many conditions. */
function countOf(filter: CheckedFilter, counting: Counting): number | undefined {
  if (counting.counted >= MAX_COUNTED || counting.data.rows.length === 0) return undefined;
  counting.counted++;
  return counting.data.collection.count({ filter });
}
