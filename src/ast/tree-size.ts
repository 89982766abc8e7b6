import { MAXIMUM_LIMITS } from "../diagnostics/limits.ts";
import { strengthOf, type Call, type Expression, type SortKey } from "./nodes.ts";
import { printLiteral, sortOptions } from "./print.ts";

/** Size of the text of a tree, in the units of the limits. A shared node counts each time that it is printed. */
export interface TreeSize {
  /** Nesting of calls. */
  readonly depth: number;
  readonly nodes: number;
  /** Length of the shortest text in UTF-16 code units. */
  readonly text: number;
}

/** Sizes of calls, so that building a tree from the leaves up takes linear time. */
const SIZES = new WeakMap<Call, TreeSize>();

/** @throws RangeError if a text of the call would exceed a maximum limit */
export function requireCallSize(node: Call): void {
  requireSize(sizeOf(node), "args");
}

/** @throws RangeError if a text of the sort would exceed a maximum limit */
export function requireSortSize(keys: readonly SortKey[]): void {
  const { sortKeys } = MAXIMUM_LIMITS;
  if (keys.length > sortKeys) throw new RangeError(`keys must be at most ${sortKeys}, got ${keys.length}`);
  let nodes = 0;
  let text = Math.max(0, keys.length - 1);
  for (const key of keys) {
    const { depth, ...size } = sizeOf(key.expression);
    const options = sortOptions(key);
    // In the parser, each option counts as a node.
    nodes += size.nodes + (options.match(/:/g)?.length ?? 0);
    text += size.text + options.length;
    requireSize({ depth, nodes, text }, "keys");
  }
}

function requireSize({ depth, nodes, text }: TreeSize, argument: string): void {
  const { depth: maxDepth, nodes: maxNodes, text: maxText } = MAXIMUM_LIMITS;
  const problem =
    depth > maxDepth
      ? `with calls at most ${maxDepth} deep, got ${depth}`
      : nodes > maxNodes
        ? `of at most ${maxNodes} nodes, got ${nodes}`
        : text > maxText
          ? `of at most ${maxText} UTF-16 code units, got ${text}`
          : undefined;
  if (problem !== undefined) throw new RangeError(`${argument} must make a tree ${problem}`);
}

/** Recursive: constructors and the parser limit the depth. */
export function sizeOf(node: Expression): TreeSize {
  if (node.kind === "literal") return { depth: 0, nodes: 1, text: printLiteral(node).length };
  if (node.kind === "name") return { depth: 0, nodes: 1, text: node.name.length };
  const cached = SIZES.get(node);
  if (cached !== undefined) return cached;
  const strength = strengthOf(node);
  let depth = 0;
  let nodes = 1;
  let text = node.callee.length + 2 + Math.max(0, node.args.length - 1);
  if (strength !== undefined) text += strength.length + 1 + (node.args.length > 0 ? 1 : 0);
  for (const argument of node.args) {
    const size = sizeOf(argument);
    depth = Math.max(depth, size.depth);
    nodes += size.nodes;
    text += size.text;
  }
  const size = { depth: depth + 1, nodes, text };
  SIZES.set(node, size);
  return size;
}
