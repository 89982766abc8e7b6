import type { Span } from "../diagnostics/span.ts";

/** A span of a text, or a JSON Pointer (RFC 6901) into a JSON value. */
export type SourcePlace = Span | { readonly pointer: string };

/** Place of a node. Nodes of JSON have a pointer, and no span in a text. */
interface Placed {
  readonly span: Span;
  /** Place in a JSON source. Default: the span. */
  readonly place?: SourcePlace;
}

/** A value as written in another language. */
export interface ForeignValue extends Placed {
  readonly kind: "value";
  /** `other` is a value that tamis lacks, such as an interval. */
  readonly type: "string" | "number" | "boolean" | "null" | "date" | "time" | "dateTime" | "other";
  /** Without quotes and escapes. `true` or `false` for booleans. */
  readonly text: string;
}

export interface ForeignName extends Placed {
  readonly kind: "name";
  /** Segments joined by dots. */
  readonly path: string;
  readonly isQuoted: boolean;
}

export interface ForeignCall extends Placed {
  readonly kind: "call";
  readonly callee: string;
  readonly args: readonly ForeignNode[];
}

export interface ForeignOperator extends Placed {
  readonly kind: "operator";
  readonly operator: string;
  readonly args: readonly ForeignNode[];
}

export interface ForeignList extends Placed {
  readonly kind: "list";
  readonly items: readonly ForeignNode[];
}

/** Syntax tree of a filter in another language. Each language has its own operators. */
export type ForeignNode = ForeignValue | ForeignName | ForeignCall | ForeignOperator | ForeignList;

/** Returns the place of a node for notes. */
export function placeOf({ place, span }: ForeignNode): SourcePlace {
  return place ?? span;
}

export function spanning(first: { readonly span: Span }, last: { readonly span: Span }): Span {
  return { start: first.span.start, end: last.span.end };
}

export function isForeignNull(node: ForeignNode): boolean {
  return node.kind === "value" && node.type === "null";
}

export function operatorNode(operator: string, args: readonly ForeignNode[], span: Span): ForeignOperator {
  return { kind: "operator", operator, args, span };
}

export function isOperator<O extends string>(
  node: ForeignNode | undefined,
  ...operators: readonly O[]
): node is ForeignOperator & { readonly operator: O } {
  return node?.kind === "operator" && (operators as readonly string[]).includes(node.operator);
}
