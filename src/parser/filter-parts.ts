import type { IToken } from "chevrotain";
import { diagnostic, replace, type Fix } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
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
  #comma: Span | undefined;
  #commas = 0;

  constructor(tree: TreeBuilder, text: string) {
    this.#tree = tree;
    this.#text = text;
    this.#nodes = tree.outside;
  }

  expression(node: PartialExpression): void {
    this.#nodes.push(node);
  }

  comma(token: IToken): void {
    this.#comma ??= spanOf(token);
    this.#afterComma.add(this.#nodes.length);
    this.#commas++;
  }

  finish(): PartialFilter {
    this.#reportRest();
    return { kind: "partialFilter", expressions: this.#nodes, span: { start: 0, end: this.#text.length } };
  }

  #reportRest(): void {
    const extraSpan = this.#nodes.at(1)?.span ?? this.#comma;
    // Parts after an unreadable part get no further error: one mistake, one message.
    if (extraSpan === undefined || this.#tree.hasUnreadable) return;
    if (this.#nodes.length === 0) {
      this.#tree.add(diagnostic("missing-expression", extraSpan, "An expression is expected here."));
      return;
    }
    const start = Math.min(extraSpan.start, this.#comma?.start ?? extraSpan.start);
    const span = { start, end: this.#text.trimEnd().length };
    const fix = this.#nodes.length > 1 ? this.#joiningFix() : replace("Remove it", span, "");
    const message = `The expression ends before ${show(this.#text.slice(span.start, span.end))}. Conditions are joined by and(…) or or(…).`;
    this.#tree.add(diagnostic("unexpected-text", span, message, fix === undefined ? [] : [fix]));
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
    if (parts.length < 2 || words.size > 1 || parts.some(({ kind }) => kind !== "call" && kind !== "name")) {
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
