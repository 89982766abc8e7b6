import type { Span } from "../diagnostics/span.ts";
import type { Strength } from "../collation/order/strength.ts";
import { isNode, notANode, type BrandedNode } from "./brand.ts";

/** Tree of an expression: read-only data that only a parser, a constructor or `fromJson` creates. */
export type Expression = Literal | Name | Call;

export type Literal = BooleanLiteral | NumberLiteral | StringLiteral | TemporalLiteral;

export interface BooleanLiteral extends BrandedNode {
  readonly kind: "literal";
  readonly type: "boolean";
  readonly value: boolean;
  readonly span: Span;
}

export interface NumberLiteral extends BrandedNode {
  readonly kind: "literal";
  readonly type: "number";
  /** A bigint if it is an integer beyond ±(2^53-1), otherwise a number. Never NaN, infinite or -0. */
  readonly value: number | bigint;
  readonly span: Span;
}

export interface StringLiteral extends BrandedNode {
  readonly kind: "literal";
  readonly type: "string";
  readonly value: string;
  readonly span: Span;
}

export interface TemporalLiteral extends BrandedNode {
  readonly kind: "literal";
  readonly type: "date" | "time" | "dateTime";
  /** The literal as written: `2020-01-31`, `13:45`, `2020-01-31T13:45:10.5+02:00`. */
  readonly value: string;
  readonly span: Span;
}

export interface Name extends BrandedNode {
  readonly kind: "name";
  /** The whole dotted name. A dot can be part of a member's name: only the catalog defines that. */
  readonly name: string;
  readonly span: Span;
}

export interface Call extends BrandedNode {
  readonly kind: "call";
  readonly callee: string;
  /** Collation strength, without its `$`. */
  readonly strength?: Strength;
  readonly args: readonly Expression[];
  readonly span: Span;
}

/** Sort keys, most significant first. */
export interface SortBy extends BrandedNode {
  readonly kind: "sortBy";
  readonly keys: readonly SortKey[];
  readonly span: Span;
}

export interface SortKey extends BrandedNode {
  readonly kind: "sortKey";
  readonly expression: Expression;
  readonly direction: "ascending" | "descending";
  readonly strength?: Strength;
  readonly span: Span;
}

/** Returns the own strength of a node, so that a polluted prototype has no effect. */
export function strengthOf(node: Call | SortKey): Strength | undefined {
  return Object.hasOwn(node, "strength") ? node.strength : undefined;
}

export type Node = Expression | SortBy | SortKey;

type NodeOf<K extends Node["kind"]> = Extract<Node, { readonly kind: K }>;

/** Property names of a node that contain nodes. */
type ChildKey<N> = {
  [K in keyof N]-?: N[K] extends Node | readonly Node[] ? K : never;
}[keyof N];

/** The only list of child properties. All tree traversals use it. */
export const CHILD_KEYS: { readonly [K in Node["kind"]]: readonly ChildKey<NodeOf<K>>[] } = {
  literal: [],
  name: [],
  call: ["args"],
  sortBy: ["keys"],
  sortKey: ["expression"],
};

/** Children in the order of the text. */
export function childrenOf(node: Node): readonly Node[] {
  if (!isNode(node)) throw notANode("node", "a node", node);
  const children: Node[] = [];
  for (const key of CHILD_KEYS[node.kind]) {
    const value = (node as unknown as Record<string, Node | readonly Node[]>)[key]!;
    if (Array.isArray(value)) children.push(...(value as readonly Node[]));
    else children.push(value as Node);
  }
  return children;
}
