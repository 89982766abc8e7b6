import type { Span } from "../diagnostics/span.ts";
import type { Strength } from "../collation/order/strength.ts";
import { BrandedNode } from "./brand.ts";
import {
  strengthOf,
  type Call,
  type Expression,
  type Literal,
  type Name,
  type SortBy,
  type SortKey,
} from "./nodes.ts";

/* Creates nodes from parts that are already validated. The public constructors validate their arguments. */

class LiteralNode extends BrandedNode {
  declare readonly kind: "literal";
  declare readonly type: Literal["type"];
  declare readonly value: Literal["value"];
  declare readonly span: Span;

  constructor(type: Literal["type"], value: Literal["value"], span: Span) {
    super();
    this.kind = "literal";
    this.type = type;
    this.value = value;
    this.span = span;
  }
}

class NameNode extends BrandedNode implements Name {
  declare readonly kind: "name";
  declare readonly name: string;
  declare readonly span: Span;

  constructor(name: string, span: Span) {
    super();
    this.kind = "name";
    this.name = name;
    this.span = span;
  }
}

class CallNode extends BrandedNode implements Call {
  declare readonly kind: "call";
  declare readonly callee: string;
  declare readonly strength?: Strength;
  declare readonly args: readonly Expression[];
  declare readonly span: Span;

  constructor(callee: string, strength: Strength | undefined, args: readonly Expression[], span: Span) {
    super();
    this.kind = "call";
    this.callee = callee;
    if (strength !== undefined) this.strength = strength;
    this.args = args;
    this.span = span;
  }
}

class SortKeyNode extends BrandedNode implements SortKey {
  declare readonly kind: "sortKey";
  declare readonly expression: Expression;
  declare readonly direction: SortKey["direction"];
  declare readonly strength?: Strength;
  declare readonly span: Span;

  constructor(
    expression: Expression,
    direction: SortKey["direction"],
    strength: Strength | undefined,
    span: Span,
  ) {
    super();
    this.kind = "sortKey";
    this.expression = expression;
    this.direction = direction;
    if (strength !== undefined) this.strength = strength;
    this.span = span;
  }
}

class SortByNode extends BrandedNode implements SortBy {
  declare readonly kind: "sortBy";
  declare readonly keys: readonly SortKey[];
  declare readonly span: Span;

  constructor(keys: readonly SortKey[], span: Span) {
    super();
    this.kind = "sortBy";
    this.keys = keys;
    this.span = span;
  }
}

export function makeLiteral<T extends Literal["type"]>(
  type: T,
  value: Extract<Literal, { readonly type: T }>["value"],
  span: Span,
): Extract<Literal, { readonly type: T }> {
  return new LiteralNode(type, value, span) as unknown as Extract<Literal, { readonly type: T }>;
}

export function literalAt({ type, value }: Literal, span: Span): Literal {
  return new LiteralNode(type, value, span) as unknown as Literal;
}

export function makeName(name: string, span: Span): Name {
  return new NameNode(name, span);
}

export function makeCall(
  callee: string,
  strength: Strength | undefined,
  args: readonly Expression[],
  span: Span,
): Call {
  return new CallNode(callee, strength, args, span);
}

export function makeSortKey(
  expression: Expression,
  direction: SortKey["direction"],
  strength: Strength | undefined,
  span: Span,
): SortKey {
  return new SortKeyNode(expression, direction, strength, span);
}

export function makeSortBy(keys: readonly SortKey[], span: Span): SortBy {
  return new SortByNode(keys, span);
}

/** Returns a copy of a call with other arguments, and with another function if one is given. */
export function withArguments(node: Call, args: readonly Expression[], callee = node.callee): Call {
  return new CallNode(callee, strengthOf(node), args, node.span);
}
