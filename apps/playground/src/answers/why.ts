import { explain, type NodeExplanation } from "tamis";
import type { Condition, Why } from "../contract/answers.ts";
import { cellText } from "./cell-text.ts";
import type { Data } from "./data.ts";
import { nodeValue } from "./node-value.ts";
import type { ReadQuery } from "./read-query.ts";

const LOGIC = /^(?:and|or|not)\(/;
const MAX_CONDITIONS = 100;

/** Explains why the filter keeps or excludes a row. */
export function why({ rows }: Data, { filter }: ReadQuery, index: number | undefined): Why | undefined {
  const row = index === undefined ? undefined : rows[index];
  if (filter === undefined || row === undefined) return undefined;
  const { kept, tree, failed } = explain(filter, row);
  const conditions: Condition[] = [];
  addConditions(tree, 0, conditions);
  return {
    kept,
    failed: failed && { text: failed.text, result: nodeValue(failed.value, true).result },
    members: membersOf(tree),
    conditions,
  };
}

function addConditions(node: NodeExplanation, depth: number, found: Condition[]): void {
  if (found.length >= MAX_CONDITIONS) return;
  const joins = LOGIC.test(node.text);
  const name = /^\w+/.exec(node.text)?.[0] ?? node.text;
  found.push({
    text: joins ? name : node.text,
    result: nodeValue(node.value, true).result,
    isDecisive: node.decisive,
    depth,
  });
  if (joins) for (const child of node.children) addConditions(child, depth + 1, found);
}

/** Returns the members that the filter names, with their values in the row. */
function membersOf(tree: NodeExplanation): Why["members"] {
  const found = new Map<string, string | null>();
  const visit = ({ text, value, children }: NodeExplanation): void => {
    if (
      children.length === 0 &&
      /^[\p{L}_]/u.test(text) &&
      !text.includes("(") &&
      !/^(?:true|false)$/.test(text)
    )
      found.set(text, cellText(value));
    children.forEach(visit);
  };
  visit(tree);
  return [...found].map(([name, text]) => ({ name, text }));
}
