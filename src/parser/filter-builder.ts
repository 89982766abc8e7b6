import type { IToken } from "chevrotain";
import type { Expression } from "../ast/nodes.ts";
import { diagnostic, replace, type Fix } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import { spanOf, TreeBuilder } from "./tree-builder.ts";

/** Builds the tree of a filter: exactly one expression may stand outside of all calls. */
export class FilterBuilder extends TreeBuilder {
  readonly #nodes: Expression[] = [];
  readonly #commas: Span[] = [];
  #brokenAt: Span | undefined;

  protected override topExpression(node: Expression): void {
    this.#nodes.push(node);
  }

  protected override topName(token: IToken, span: Span): void {
    this.#nodes.push(this.nameNode(token, span));
  }

  protected override topComma(token: IToken): void {
    this.#commas.push(spanOf(token));
  }

  protected override topColon(token: IToken): void {
    this.invalid(token);
  }

  protected override topBroken(span: Span): void {
    this.#brokenAt ??= span;
  }

  /** The tree, if there is one. Whatever follows the first expression is told. */
  finish(): Expression | undefined {
    const first = this.#nodes[0];
    const second = this.#nodes[1];
    const rest = second?.span ?? this.#commas[0];
    // A piece outside that is told to be wrong explains the rest.
    if (rest === undefined || this.#brokenAt !== undefined) return first;
    if (first === undefined) {
      this.add(diagnostic("missing-expression", rest, "An expression is expected here."));
      return undefined;
    }
    const span = {
      start: Math.min(rest.start, this.#commas[0]?.start ?? rest.start),
      end: this.text.trimEnd().length,
    };
    const joined = this.#nodes.length > 1 ? this.#joined() : replace("Remove it", span, "");
    this.add(
      diagnostic(
        "unexpected-text",
        span,
        `The expression ends before ${show(this.text.slice(span.start, span.end))}. Conditions are joined by and(…) or or(…).`,
        joined === undefined ? [] : [joined],
      ),
    );
    return first;
  }

  /** `a,b` and `a and b` were meant as `and(a,b)`. */
  #joined(): Fix | undefined {
    const [first, second] = this.#nodes;
    if (first?.kind === "name" && first.name.toLowerCase() === "not") {
      if (this.#nodes.length > 2 || this.#commas.length > 0) return undefined;
      const text = `not(${this.text.slice(second!.span.start, second!.span.end)})`;
      return replace("Write not(…)", { start: first.span.start, end: second!.span.end }, text);
    }
    const words = new Set<string>();
    const parts: Expression[] = [];
    for (const node of this.#nodes) {
      const word = node.kind === "name" ? node.name.toLowerCase() : "";
      if (word === "and" || word === "or") words.add(word);
      else parts.push(node);
    }
    if (parts.length < 2 || words.size > 1 || parts.some((part) => part.kind === "literal")) return undefined;
    const callee = [...words][0] ?? "and";
    const text = `${callee}(${parts.map(({ span }) => this.text.slice(span.start, span.end)).join(",")})`;
    return {
      title: `Join them by ${callee}(…)`,
      edits: [{ span: { start: 0, end: this.text.length }, text }],
    };
  }
}
