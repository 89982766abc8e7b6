import type { IParserErrorMessageProvider, IToken } from "chevrotain";
import type { Span } from "../diagnostics/span.ts";
import { ownProperty } from "../values/own-properties.ts";
import type { OperatorMeaning } from "./tokens/operators.ts";
import type { InfixCall, InfixEntry, InfixNode, InfixOperator, InfixSortKey } from "./syntax.ts";

/** Returns no messages: only the positions of errors are used. `translate.ts` describes the text that was written. */
export const SILENT: IParserErrorMessageProvider = {
  buildMismatchTokenMessage: () => "",
  buildNotAllInputParsedMessage: () => "",
  buildNoViableAltMessage: () => "",
  buildEarlyExitMessage: () => "",
};

/*
 * Makes nodes of the infix syntax tree from tokens. While Chevrotain records the rules, tokens and nodes are placeholders without
 * the properties of their types. So only own properties are read, with a default.
 */

export const imageOf = (token: IToken): string => ownProperty(token, "image") ?? "";

export const nodeSpan = (node: InfixNode | undefined): Span | undefined =>
  node === undefined ? undefined : ownProperty(node, "span");

export const tokenSpan = (token: IToken): Span => {
  const start = ownProperty(token, "startOffset") ?? 0;
  return { start, end: start + imageOf(token).length };
};
/** Returns the span from the start of `first` to the end of `last`. Both are undefined while Chevrotain records the rules. */
export const joinSpans = (first: Span | undefined, last: Span | undefined): Span => ({
  start: first?.start ?? 0,
  end: last?.end ?? 0,
});

export function logical(parts: readonly InfixNode[], operators: readonly InfixOperator[]): InfixNode {
  const [first] = parts;
  if (operators.length === 0) return first!;
  return { kind: "logical", operators, parts, span: joinSpans(nodeSpan(first), nodeSpan(parts.at(-1))) };
}

export function leaf(kind: "numeral" | "bare" | "guid" | "regex", token: IToken): InfixNode {
  return { kind, image: token.image, span: tokenSpan(token) };
}

export function textNode(token: IToken): InfixNode {
  return { kind: "text", image: token.image, prefix: undefined, span: tokenSpan(token) };
}

export function pathNode(token: IToken): InfixNode {
  return { kind: "path", name: token.image, isQuoted: false, span: tokenSpan(token) };
}

export function quotedName(token: IToken): InfixNode {
  return { kind: "path", name: token.image.slice(1, -1), isQuoted: true, span: tokenSpan(token) };
}

export function indexed(of: InfixNode, index: InfixNode): InfixNode {
  return { kind: "index", of, index, isBracket: false, span: joinSpans(nodeSpan(of), nodeSpan(index)) };
}

/** Makes the node of `of/token`. It is kept as an index, like `of['token']`, so that `ValueWriter.index` alone builds names. */
export function segment(of: InfixNode, token: IToken): InfixNode {
  return indexed(of, { kind: "path", name: token.image, isQuoted: false, span: tokenSpan(token) });
}

export function listNode(
  open: IToken,
  items: readonly InfixNode[],
  close: IToken,
  isArray: boolean,
): InfixNode {
  return { kind: "list", items, isArray, span: joinSpans(tokenSpan(open), tokenSpan(close)) };
}

export function objectNode(open: IToken, entries: readonly InfixEntry[], close: IToken): InfixNode {
  return { kind: "object", entries, span: joinSpans(tokenSpan(open), tokenSpan(close)) };
}

export function typedText(type: IToken, text: IToken): InfixNode {
  const span = joinSpans(tokenSpan(type), tokenSpan(text));
  return { kind: "text", image: text.image, prefix: type.image, span };
}

/**
 * Makes the node of a test.
 *
 * @param not the word NOT of `x NOT IN (…)`
 * @param meaning the default is that of `x NOT NULL`, which has no operator
 */
export function testNode(
  of: InfixNode,
  not: IToken | undefined,
  token: IToken,
  meaning: OperatorMeaning = { type: "Postfix", callee: "isNull" },
  isNegated: boolean,
  operands: readonly InfixNode[],
): InfixNode {
  const operator: InfixOperator = {
    image: not === undefined ? token.image : `${not.image} ${token.image}`,
    span: joinSpans(tokenSpan(not ?? token), tokenSpan(token)),
    meaning,
  };
  const last = nodeSpan(operands.at(-1)) ?? tokenSpan(token);
  return { kind: "test", operator, of, isNegated, operands, span: joinSpans(nodeSpan(of), last) };
}

export function callNode(
  of: InfixNode | undefined,
  callee: IToken,
  rest: Pick<InfixCall, "strength" | "args" | "semicolons">,
  close: IToken,
): InfixNode {
  const calleeSpan = tokenSpan(callee);
  const span = joinSpans(nodeSpan(of) ?? calleeSpan, tokenSpan(close));
  return { kind: "call", of, callee: callee.image, calleeSpan, ...rest, span };
}

export function chainNode(operators: readonly InfixOperator[], operands: readonly InfixNode[]): InfixNode {
  return {
    kind: "chain",
    operators,
    operands,
    span: joinSpans(nodeSpan(operands.at(0)), nodeSpan(operands.at(-1))),
  };
}

/** Makes the node of `of[index]`. */
export function bracketNode(of: InfixNode, index: InfixNode | undefined, close: IToken): InfixNode {
  return { kind: "index", of, index, isBracket: true, span: joinSpans(nodeSpan(of), tokenSpan(close)) };
}

/** Makes the node of `left: right`. */
export function pairNode(left: InfixNode, colon: Span, right: InfixNode): InfixNode {
  return { kind: "pair", left, right, colon, span: joinSpans(nodeSpan(left), nodeSpan(right)) };
}

/** Makes the option `word` or `:word` of a sort key. */
export function sortOption(word: IToken, hasColon: boolean): InfixSortKey["options"][number] {
  return { word: imageOf(word), hasColon, span: tokenSpan(word) };
}

export function sortKeyNode(key: Omit<InfixSortKey, "span">): InfixSortKey {
  const start = key.sign === undefined ? nodeSpan(key.of) : tokenSpan(key.sign);
  return { ...key, span: joinSpans(start, key.options.at(-1)?.span ?? nodeSpan(key.of)) };
}

/** Returns the values after `in`: one operand, or several without parentheses around them. */
export function valuesOf(items: readonly InfixNode[]): InfixNode {
  const [first] = items;
  if (items.length === 1) return first!;
  return { kind: "list", items, isArray: false, span: joinSpans(nodeSpan(first), nodeSpan(items.at(-1))) };
}
