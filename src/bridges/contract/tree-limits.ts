import type { Expression } from "../../ast/nodes.ts";
import { isSayable } from "../../ast/spelling.ts";
import type { Limits } from "../../diagnostics/limits.ts";

/** Describes the limit that a tree exceeds; undefined within all limits. Reads at most one node more than are allowed. */
export function exceededLimit(root: Expression, limits: Limits): string | undefined {
  let nodes = 0;
  const visit = (node: Expression, depth: number): string | undefined => {
    if (++nodes > limits.nodes) return `The translation has more than ${limits.nodes} nodes.`;
    if (node.kind === "literal" && node.type === "string") {
      const { length } = node.value;
      if (length > limits.string)
        return `A string has ${length} characters; at most ${limits.string} are allowed.`;
      if (!isSayable(node.value)) return "A string cannot hold U+0000 or half of a surrogate pair.";
    }
    if (node.kind !== "call") return undefined;
    if (depth >= limits.depth) return `The translation nests calls deeper than ${limits.depth}.`;
    if (node.args.length > limits.arguments)
      return `A call has ${node.args.length} arguments; at most ${limits.arguments} are allowed.`;
    for (const argument of node.args) {
      const problem = visit(argument, depth + 1);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
  return visit(root, 0);
}
