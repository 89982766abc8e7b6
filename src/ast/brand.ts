import { describeValue } from "../diagnostics/describe-value.ts";

/**
 * Key of the brand of nodes. A registered symbol: JSON cannot contain it, and all copies of this library share it.
 */
export const NODE: unique symbol = Symbol.for("tamis.node");

/**
 * Base class of nodes. The brand is a property of the prototype, so that copies of a node by a spread, by JSON or by
 * `structuredClone` are not nodes, for the compiler too. It costs no time when a node is created.
 */
export class BrandedNode {
  get [NODE](): true {
    return true;
  }
}

/** Returns whether this library created the value as a node. */
export function isNode(value: unknown): value is BrandedNode & { readonly kind: string } {
  return typeof value === "object" && value !== null && (value as Partial<BrandedNode>)[NODE] === true;
}

/** @throws TypeError for a value that only looks like a node, such as one from JSON */
export function notANode(argument: string, expected: string, value: unknown): TypeError {
  return new TypeError(
    isNode(value)
      ? `${argument} must be ${expected}, got a node of kind ${describeValue(value.kind)}`
      : `${argument} must be ${expected} made by a parser, a constructor or fromJson, got ${describeValue(value)}. Copies of nodes are not nodes.`,
  );
}
