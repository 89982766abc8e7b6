import type { IToken } from "chevrotain";
import type { Span } from "../diagnostics/span.ts";
import type { OperatorMeaning } from "./tokens/operators.ts";

/* Syntax tree of a text in infix notation. `FilterWriter` translates it. */

/** An operator as written, with its meaning. */
export interface InfixOperator {
  readonly image: string;
  readonly span: Span;
  readonly meaning: OperatorMeaning;
}

export type InfixNode =
  | { readonly kind: "path"; readonly name: string; readonly isQuoted: boolean; readonly span: Span }
  | {
      readonly kind: "text";
      readonly image: string;
      readonly prefix: string | undefined;
      readonly span: Span;
    }
  | { readonly kind: "numeral"; readonly image: string; readonly span: Span }
  /** An unquoted value of RSQL, which may contain wildcards. */
  | { readonly kind: "bare"; readonly image: string; readonly span: Span }
  | { readonly kind: "guid"; readonly image: string; readonly span: Span }
  | { readonly kind: "null"; readonly span: Span }
  | { readonly kind: "regex"; readonly image: string; readonly span: Span }
  | {
      readonly kind: "list";
      readonly items: readonly InfixNode[];
      readonly isArray: boolean;
      readonly span: Span;
    }
  | { readonly kind: "object"; readonly entries: readonly InfixEntry[]; readonly span: Span }
  | InfixCall
  | {
      readonly kind: "index";
      readonly of: InfixNode;
      readonly index: InfixNode | undefined;
      readonly isBracket: boolean;
      readonly span: Span;
    }
  | { readonly kind: "cast"; readonly of: InfixNode; readonly type: string; readonly span: Span }
  /** `d: condition` in the parentheses of OData's `any`, or `name: 'x'` in those of a call. */
  | {
      readonly kind: "pair";
      readonly left: InfixNode;
      readonly right: InfixNode;
      readonly colon: Span;
      readonly span: Span;
    }
  | { readonly kind: "not"; readonly operator: InfixOperator; readonly of: InfixNode; readonly span: Span }
  | {
      readonly kind: "logical";
      readonly operators: readonly InfixOperator[];
      readonly parts: readonly InfixNode[];
      readonly span: Span;
    }
  | {
      readonly kind: "chain";
      readonly operators: readonly InfixOperator[];
      readonly operands: readonly InfixNode[];
      readonly span: Span;
    }
  | InfixTest;

/** A call, or a method call: then `of` is the object before the last dot or slash. */
export interface InfixCall {
  readonly kind: "call";
  readonly of: InfixNode | undefined;
  readonly callee: string;
  readonly calleeSpan: Span;
  readonly strength: { readonly word: string; readonly span: Span } | undefined;
  readonly args: readonly InfixNode[];
  /** Semicolons between the arguments. */
  readonly semicolons: readonly Span[];
  readonly span: Span;
}

/** `x [NOT] LIKE y`, `x [NOT] IN (…)`, `x [NOT] BETWEEN y AND z`, `x IS [NOT] y`, `x NOTNULL`. */
export interface InfixTest {
  readonly kind: "test";
  readonly operator: InfixOperator;
  readonly of: InfixNode;
  readonly isNegated: boolean;
  readonly operands: readonly InfixNode[];
  readonly span: Span;
}

export interface InfixEntry {
  readonly key: string;
  readonly span: Span;
  readonly value: InfixNode;
}

/** A sort key as written: its sign, its expression, its options. */
export interface InfixSortKey {
  readonly sign: IToken | undefined;
  readonly of: InfixNode;
  /** Words after the expression, with the span from a colon, if there is one. */
  readonly options: readonly { readonly word: string; readonly hasColon: boolean; readonly span: Span }[];
  readonly separator: IToken | undefined;
  readonly span: Span;
}
