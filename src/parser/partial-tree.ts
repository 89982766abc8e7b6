import type { Expression, SortKey } from "../ast/nodes.ts";
import type { Strength } from "../collation/order/strength.ts";
import type { Span } from "../diagnostics/span.ts";

/**
 * Tree of a text as far as it could be read. Holes keep arguments at their positions: `eq(,1)` has two
 * arguments.
 *
 * The kinds of its nodes differ from those of an `Expression`, so it cannot be evaluated or printed. Subtrees
 * without a mistake are ordinary expressions.
 */
export interface PartialFilter {
  readonly kind: "partialFilter";
  /** Expressions outside of all calls, in the order of the text. A correct filter has one. */
  readonly expressions: readonly PartialExpression[];
  readonly span: Span;
}

export interface PartialSortBy {
  readonly kind: "partialSortBy";
  readonly keys: readonly (SortKey | PartialSortKey)[];
  readonly span: Span;
}

export interface PartialSortKey {
  readonly kind: "partialSortKey";
  readonly expression: PartialExpression;
  /** Options as written, without their colons. A missing option is an empty string. */
  readonly options: readonly PartialSortOption[];
  readonly span: Span;
}

export interface PartialSortOption {
  readonly text: string;
  readonly span: Span;
}

export type PartialExpression = Expression | PartialCall | PartialName | PartialString | Hole;

/** A call with a mistake, or without its closing parenthesis. */
export interface PartialCall {
  readonly kind: "partialCall";
  readonly callee: string;
  readonly strength?: Strength;
  readonly args: readonly PartialExpression[];
  readonly isClosed: boolean;
  readonly span: Span;
}

/** A name with an empty segment, such as `owner.`. */
export interface PartialName {
  readonly kind: "partialName";
  readonly name: string;
  readonly span: Span;
}

/** A string without its closing quote. */
export interface PartialString {
  readonly kind: "partialString";
  readonly value: string;
  readonly span: Span;
}

/** A missing expression (its span is empty) or an unreadable one. */
export interface Hole {
  readonly kind: "hole";
  readonly span: Span;
}

/** Returns whether the expression has no mistake. */
export function isComplete(node: PartialExpression): node is Expression {
  return node.kind === "call" || node.kind === "name" || node.kind === "literal";
}
