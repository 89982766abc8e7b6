import type { Expression, SortKey } from "../ast/nodes.ts";
import type { Strength } from "../collation/order/strength.ts";
import type { Span } from "../diagnostics/span.ts";

/**
 * The tree of a text as far as it could be read, for editors and for diagnostics. It keeps what is missing as a hole,
 * so that every argument stays at its position: `eq(,1)` has two arguments.
 *
 * Only the parser makes these nodes, and their kinds differ from those of an `Expression`: what evaluates, compiles or
 * prints a tree does not accept them. A subtree that was read without a mistake is an ordinary `Expression`.
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

/** A sort key that has a mistake in its expression or its options. */
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

/** A call that has a mistake in it, or that is never closed. */
export interface PartialCall {
  readonly kind: "partialCall";
  readonly callee: string;
  readonly strength?: Strength;
  readonly args: readonly PartialExpression[];
  /** Whether its closing parenthesis is there. */
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

/** Stands for an expression that is missing (its span is empty) or that cannot be read. */
export interface Hole {
  readonly kind: "hole";
  readonly span: Span;
}

/** Whether an expression was read without a mistake. */
export function isComplete(node: PartialExpression): node is Expression {
  return node.kind === "call" || node.kind === "name" || node.kind === "literal";
}
