import { explain, type Expression, type NodeExplanation } from "tamis";
import type { Condition, Why } from "../contract/answers.ts";
import type { Row } from "../contract/protocol.ts";
import { cellText } from "./cell-text.ts";
import { nodeValue } from "./node-value.ts";
import type { ReadQuery } from "./read-query.ts";

const LOGIC = new Set(["and", "or", "not"]);
const MAX_CONDITIONS = 100;

/** Explains why the filter keeps or excludes a row. */
export function why({ filter }: ReadQuery, row: Row | undefined): Why | undefined {
  if (filter === undefined || row === undefined) return undefined;
  const { kept, tree, failed } = explain(filter, row);
  const conditions: Condition[] = [];
  addConditions(filter.expression, tree, 0, conditions);
  return {
    kept,
    failed: failed && { text: failed.text, result: nodeValue(failed.value, true).result },
    members: membersOf(filter.expression, tree),
    conditions,
  };
}

function addConditions(
  node: Expression,
  explained: NodeExplanation,
  depth: number,
  result: Condition[],
): void {
  if (result.length >= MAX_CONDITIONS) return;
  const parts = node.kind === "call" && LOGIC.has(node.callee) ? node.args : undefined;
  result.push({
    text: node.kind === "call" && parts !== undefined ? node.callee : explained.text,
    result: nodeValue(explained.value, true).result,
    isDecisive: explained.decisive,
    depth,
  });
  parts?.forEach((part, i) => addConditions(part, explained.children[i]!, depth + 1, result));
}

/** Returns the members that the filter names, with their values in the row. */
function membersOf(root: Expression, tree: NodeExplanation): Why["members"] {
  const values = new Map<string, string | null>();
  const visit = (node: Expression, explained: NodeExplanation): void => {
    if (node.kind === "name") values.set(node.name, cellText(explained.value));
    if (node.kind === "call") node.args.forEach((part, i) => visit(part, explained.children[i]!));
  };
  visit(root, tree);
  return [...values].map(([name, text]) => ({ name, text }));
}
