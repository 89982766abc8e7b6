import type { IToken } from "chevrotain";
import { diagnostic, replace, type Fix } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import { earlyEnds, hasSingle, isSingle, NO_FOLLOWERS, withFollower } from "./early-parenthesis.ts";
import { strayParenthesis } from "./mistakes.ts";
import type { PartialExpression, PartialFilter } from "./partial-tree.ts";
import { spanOf } from "./span-of.ts";
import type { TreeBuilder } from "./tree-builder.ts";

/** Collects the parts of a filter outside of all calls. A correct filter has one expression and nothing else. */
export class FilterParts {
  readonly #tree: TreeBuilder;
  readonly #text: string;
  readonly #nodes: PartialExpression[];
  /** Indexes of the expressions that follow a comma. */
  readonly #afterComma = new Set<number>();
  /** The first comma after the first expression. */
  #comma: Span | undefined;
  #commas = 0;
  /** Commas before the first expression. */
  #leading: Span | undefined;
  /** Parentheses that close nothing. */
  readonly #parentheses: Span[] = [];

  constructor(tree: TreeBuilder, text: string) {
    this.#tree = tree;
    this.#text = text;
    this.#nodes = tree.outside;
  }

  expression(node: PartialExpression): void {
    this.#nodes.push(node);
  }

  comma(token: IToken): void {
    const span = spanOf(token);
    if (this.#nodes.length === 0) {
      this.#leading = { start: this.#leading?.start ?? span.start, end: span.end };
      return;
    }
    this.#comma ??= span;
    this.#afterComma.add(this.#nodes.length);
    this.#commas++;
  }

  strayParenthesis(token: IToken): void {
    this.#parentheses.push(spanOf(token));
  }

  finish(): PartialFilter {
    const hasRest = this.#nodes.length > 1 || this.#comma !== undefined;
    if (!this.#reportEarlyParenthesis()) {
      const isUnclear = this.#isUnclear();
      for (const span of this.#parentheses) this.#tree.add(strayParenthesis(span, this.#text, isUnclear));
      this.#reportLeadingCommas();
      if (hasRest) this.#reportRest(isUnclear);
    }
    return { kind: "partialFilter", expressions: this.#nodes, span: { start: 0, end: this.#text.length } };
  }

  /** Returns whether an earlier parenthesis may be superfluous, instead of one near the end that closes nothing. */
  #isUnclear(): boolean {
    const [first, second] = this.#nodes;
    if (second !== undefined) return this.#parentheses.some(({ start }) => start > second.span.start);
    return (
      this.#parentheses.length > 0 && first?.kind === "call" && earlyEnds(first, NO_FOLLOWERS).length > 0
    );
  }

  /** Reports a call that ends before its last argument, so that a parenthesis after that argument closes nothing. */
  #reportEarlyParenthesis(): boolean {
    const [first, ...followers] = this.#nodes;
    const [parenthesis] = this.#parentheses;
    if (followers.length > 0 && !this.#afterComma.has(1) && this.#tree.endsAfterComma(first)) return true;
    const isList =
      this.#commas === followers.length && followers.every((_, i) => this.#afterComma.has(i + 1));
    if (this.#parentheses.length !== 1 || first?.kind !== "call" || this.#tree.hasUnreadable || !isList)
      return false;
    if (this.#leading !== undefined || parenthesis!.start < this.#nodes.at(-1)!.span.end) return false;
    // The parenthesis at the end is superfluous, unless an `or` has lost arguments to the call around it.
    if (followers.length === 0 && !hasSingle(first)) return false;
    const [call, ...others] = earlyEnds(first, followers.reduce(withFollower, NO_FOLLOWERS));
    if (call === undefined || others.length > 0) return false;
    const { end } = call.span;
    const span = { start: end - 1, end };
    const message = `This parenthesis closes ${show(call.callee)}(…) before its last argument.`;
    this.#tree.add(diagnostic("unexpected-parenthesis", span, message, [replace("Remove it", span, "")]));
    return true;
  }

  #reportLeadingCommas(): void {
    const span = this.#leading;
    if (span === undefined || this.#tree.hasUnreadable) return;
    const isAlone = this.#nodes.length === 0;
    const message = isAlone
      ? "An expression is expected here."
      : "A condition is missing in front of this comma.";
    const fixes = isAlone ? [] : [replace("Remove the comma", span, "")];
    this.#tree.add(diagnostic("missing-expression", span, message, fixes));
  }

  #reportRest(isUnclear: boolean): void {
    // Parts after an unreadable part get no further error: one mistake, one message.
    if (this.#tree.hasUnreadable) return;
    const starts = [this.#nodes.at(1)?.span.start, this.#comma?.start].filter((start) => start !== undefined);
    const span = { start: Math.min(...starts), end: this.#text.trimEnd().length };
    const fix = this.#nodes.length > 1 ? this.#joiningFix() : replace("Remove it", span, "");
    const message = `The expression ends before ${show(this.#text.slice(span.start, span.end))}. Conditions are joined by and(…) or or(…).`;
    const fixes = fix === undefined || isUnclear ? [] : [fix];
    this.#tree.add(diagnostic("unexpected-text", span, message, fixes));
  }

  /** Returns the fix that writes `a,b` or `a and b` as `and(a,b)`. */
  #joiningFix(): Fix | undefined {
    const [first, second] = this.#nodes;
    if (first?.kind === "name" && first.name.toLowerCase() === "not") {
      if (this.#nodes.length > 2 || this.#commas > 0) return undefined;
      const text = `not(${this.#textOf(second!)})`;
      return replace("Write not(…)", { start: first.span.start, end: second!.span.end }, text);
    }
    const words = new Set<string>();
    const parts: PartialExpression[] = [];
    let isJoined = true;
    for (const [i, node] of this.#nodes.entries()) {
      const word = node.kind === "name" ? node.name.toLowerCase() : "";
      if (word === "and" || word === "or") {
        words.add(word);
        isJoined = true;
        continue;
      }
      // Two calls next to each other are two conditions. Other parts, as in `x is null`, have an unclear meaning: there is no fix.
      const isCondition = node.kind === "call" && parts.at(-1)?.kind === "call";
      if (!isJoined && !isCondition && !this.#afterComma.has(i)) return undefined;
      parts.push(node);
      isJoined = false;
    }
    if (
      parts.length < 2 ||
      words.size > 1 ||
      parts.some(isSingle) ||
      parts.some(({ kind }) => kind !== "call" && kind !== "name")
    ) {
      return undefined;
    }
    const callee = [...words][0] ?? "and";
    const text = `${callee}(${parts.map((part) => this.#textOf(part)).join(",")})`;
    return replace(`Join them by ${callee}(…)`, { start: 0, end: this.#text.length }, text);
  }

  #textOf({ span }: PartialExpression): string {
    return this.#text.slice(span.start, span.end);
  }
}
