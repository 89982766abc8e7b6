import type { Span } from "../diagnostics/span.ts";
import type { Strength } from "../collation/order/strength.ts";

/**
 * The tree of an expression: plain data, read only, no methods. The published grammar knows just three things:
 * literals, names and calls.
 */
export type Expression = Literal | Name | Call;

export type Literal = BooleanLiteral | NumberLiteral | StringLiteral | TemporalLiteral;

export interface BooleanLiteral {
  readonly kind: "literal";
  readonly type: "boolean";
  readonly value: boolean;
  readonly span: Span;
}

export interface NumberLiteral {
  readonly kind: "literal";
  readonly type: "number";
  /** A bigint if, and only if, it is a whole number beyond ±(2^53-1). Never NaN, infinite or -0. */
  readonly value: number | bigint;
  readonly span: Span;
}

export interface StringLiteral {
  readonly kind: "literal";
  readonly type: "string";
  readonly value: string;
  readonly span: Span;
}

/** A date, a time or a date-time. */
export interface TemporalLiteral {
  readonly kind: "literal";
  readonly type: "date" | "time" | "dateTime";
  /** As it was written: `2020-01-31`, `13:45`, `2020-01-31T13:45:10.5+02:00`. */
  readonly value: string;
  readonly span: Span;
}

/** A member of a row, or a path into one: `name`, `owner.address.city`. */
export interface Name {
  readonly kind: "name";
  /** The whole dotted name. Only a catalog can tell whether a dot belongs to a member's own name. */
  readonly name: string;
  readonly span: Span;
}

export interface Call {
  readonly kind: "call";
  /** The function's name. Whether there is such a function is the checker's question. */
  readonly callee: string;
  /** The collation strength that stood first in the call, without its `$`. */
  readonly strength?: Strength;
  readonly args: readonly Expression[];
  readonly span: Span;
}

/** The criteria of an order, most significant first. */
export interface SortBy {
  readonly kind: "sortBy";
  readonly keys: readonly SortKey[];
  readonly span: Span;
}

export interface SortKey {
  readonly kind: "sortKey";
  /** A member, or any expression. */
  readonly expression: Expression;
  readonly direction: "ascending" | "descending";
  readonly strength?: Strength;
  readonly span: Span;
}

/** The strength that a call or a sort key itself has. Never one that a polluted prototype lends to all of them. */
export function strengthOf(node: Call | SortKey): Strength | undefined {
  return Object.hasOwn(node, "strength") ? node.strength : undefined;
}

export type Node = Expression | SortBy | SortKey;

type NodeOf<K extends Node["kind"]> = Extract<Node, { readonly kind: K }>;

/** The keys of a node that hold nodes. */
type ChildKey<N> = {
  [K in keyof N]-?: N[K] extends Node | readonly Node[] ? K : never;
}[keyof N];

/** The only list of children. What walks a tree is derived from it. */
export const CHILD_KEYS: { readonly [K in Node["kind"]]: readonly ChildKey<NodeOf<K>>[] } = {
  literal: [],
  name: [],
  call: ["args"],
  sortBy: ["keys"],
  sortKey: ["expression"],
};

/** The children of a node, in the order of the text. */
export function childrenOf(node: Node): readonly Node[] {
  const found: Node[] = [];
  for (const key of CHILD_KEYS[node.kind]) {
    const value = (node as unknown as Record<string, Node | readonly Node[]>)[key]!;
    if (Array.isArray(value)) found.push(...(value as readonly Node[]));
    else found.push(value as Node);
  }
  return found;
}
