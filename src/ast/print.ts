import { requireText } from "../diagnostics/require-argument.ts";
import { isNode } from "./brand.ts";
import { strengthOf, type Expression, type Literal, type SortBy, type SortKey } from "./nodes.ts";
import { requireKeyTree, requireSortTree, requireTree } from "./validate.ts";

/**
 * Prints the shortest text of a tree, which parses to an equal tree.
 *
 * @throws TypeError for an object that is not a node, such as one from JSON, and for a node that was changed into one that
 *   the language cannot express
 * @example print(parseFilter(`eq( name, "O'Brien" )`).expression) // eq(name,'O''Brien')
 */
export function print(node: Expression | SortBy | SortKey): string {
  requirePrintable(node);
  return printNode(node);
}

/** @throws TypeError for a value that has no text */
export function requirePrintable(node: Expression | SortBy | SortKey): void {
  if (isNode(node) && node.kind === "sortBy") requireSortTree(node, "node");
  else if (isNode(node) && node.kind === "sortKey") requireKeyTree(node, "node");
  else requireTree(node, "node");
}

/** Like `print`, for trees that the parser or the checker has validated. */
export function printNode(node: Expression | SortBy | SortKey): string {
  switch (node.kind) {
    case "literal":
      return printLiteral(node);
    case "name":
      return node.name;
    case "call": {
      // Appends to one string. Joining an array would copy the inner text at each depth.
      const strength = strengthOf(node);
      let text = strength === undefined ? `${node.callee}(` : `${node.callee}($${strength}`;
      let comma = strength === undefined ? "" : ",";
      for (const argument of node.args) {
        text += comma + printNode(argument);
        comma = ",";
      }
      return `${text})`;
    }
    case "sortBy":
      return node.keys.map(printNode).join(",");
    case "sortKey":
      return printNode(node.expression) + sortOptions(node);
  }
}

export function printLiteral({ type, value }: Literal): string {
  return type === "string" ? quote(value) : String(value);
}

export function quote(text: string): string {
  requireText(text, "text");
  return `'${text.replaceAll("'", "''")}'`;
}

/** Returns the options of a sort key, such as `:descending:primary`. Leaves out `ascending`, the default. */
export function sortOptions(key: SortKey): string {
  const strength = strengthOf(key);
  return (
    (key.direction === "descending" ? ":descending" : "") + (strength === undefined ? "" : `:${strength}`)
  );
}
