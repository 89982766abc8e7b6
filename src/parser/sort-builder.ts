import type { IToken } from "chevrotain";
import type { Expression, SortBy, SortKey } from "../ast/nodes.ts";
import { isStrength, STRENGTHS, type Strength } from "../collation/order/strength.ts";
import { diagnostic, replace } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import { alternatives, suggest } from "../diagnostics/suggest.ts";
import { spanOf, TreeBuilder } from "./tree-builder.ts";

const DIRECTIONS = ["ascending", "descending"] as const;
const OPTIONS: readonly string[] = [...DIRECTIONS, ...STRENGTHS];

interface OpenKey {
  readonly expression: Expression | undefined;
  readonly start: number;
  end: number;
  direction: SortKey["direction"] | undefined;
  strength: Strength | undefined;
}

/** Builds the keys of a sort: outside of all calls commas part keys and colons lead to options. */
export class SortBuilder extends TreeBuilder {
  readonly #keys: SortKey[] = [];
  #key: OpenKey | undefined;
  #colon: Span | undefined;
  #comma: Span | undefined;

  protected override topExpression(node: Expression): void {
    if (this.#colon !== undefined)
      return this.#option(this.text.slice(node.span.start, node.span.end), node.span);
    this.#begin(node, node.span);
  }

  protected override topName(token: IToken, span: Span): void {
    if (this.#colon !== undefined) this.#option(token.image, span);
    else this.#begin(this.nameNode(token, span), span);
  }

  protected override topComma(token: IToken): void {
    const span = spanOf(token);
    if (this.#key === undefined) {
      this.add(
        diagnostic("missing-expression", span, "A sort key is missing beside this comma.", [
          replace("Remove the comma", span, ""),
        ]),
      );
    }
    this.#endKey();
    this.#comma = span;
  }

  protected override topColon(token: IToken): void {
    const span = spanOf(token);
    if (this.#key === undefined) {
      this.add(diagnostic("missing-expression", span, "A sort key is expected in front of its options."));
    }
    this.#missingOption();
    this.#colon = span;
  }

  protected override topBroken(span: Span): void {
    if (this.#colon !== undefined) this.#colon = undefined;
    else if (this.#key === undefined)
      this.#key = {
        expression: undefined,
        start: span.start,
        end: span.end,
        direction: undefined,
        strength: undefined,
      };
  }

  finish(): SortBy {
    if (this.#key === undefined && this.#comma !== undefined && this.diagnostics.length === 0) {
      this.add(
        diagnostic("missing-expression", this.#comma, "A sort key is missing beside this comma.", [
          replace("Remove the comma", this.#comma, ""),
        ]),
      );
    }
    this.#endKey();
    return { kind: "sortBy", keys: this.#keys, span: { start: 0, end: this.text.length } };
  }

  #begin(expression: Expression, span: Span): void {
    const key = this.#key;
    if (key?.expression !== undefined) {
      const at = { start: key.end, end: key.end };
      const option = expression.kind === "name" && OPTIONS.includes(expression.name);
      const between = option ? ":" : ",";
      this.add(
        diagnostic(
          "missing-comma",
          span,
          option
            ? "A colon is missing in front of this option."
            : "A comma is missing in front of this sort key.",
          [replace(`Insert a ${option ? "colon" : "comma"}`, { start: at.start, end: span.start }, between)],
        ),
      );
      if (option) return;
      this.#endKey();
    }
    this.#key = { expression, start: span.start, end: span.end, direction: undefined, strength: undefined };
    this.#comma = undefined;
  }

  #option(word: string, span: Span): void {
    this.#colon = undefined;
    const key = this.#key;
    if (key === undefined) return;
    key.end = span.end;
    if (word === "ascending" || word === "descending") {
      if (key.direction !== undefined) this.#repeated(word, span);
      key.direction = word;
    } else if (isStrength(word)) {
      if (key.strength !== undefined) this.#repeated(word, span);
      key.strength = word;
    } else {
      const near = suggestOption(word);
      const fixes = near === undefined ? [] : [replace(`Write ${near}`, span, near)];
      const message = `There is no sort option ${show(word)}. Options are ${alternatives(OPTIONS)}.`;
      this.add(diagnostic("unknown-sort-option", span, message, fixes));
    }
  }

  #repeated(word: string, span: Span): void {
    this.add(
      diagnostic("repeated-sort-option", span, `Of several options of one group the last counts: ${word}.`),
    );
  }

  #endKey(): void {
    this.#missingOption();
    const key = this.#key;
    this.#key = undefined;
    if (key?.expression === undefined) return;
    const span = { start: key.start, end: key.end };
    const { expression, strength } = key;
    const direction = key.direction ?? "ascending";
    if (this.#keys.length === this.limits.sortKeys) {
      this.add(diagnostic("too-many-sort-keys", span, `A sort has at most ${this.limits.sortKeys} keys.`));
    }
    this.#keys.push(
      strength === undefined
        ? { kind: "sortKey", expression, direction, span }
        : { kind: "sortKey", expression, direction, strength, span },
    );
  }

  #missingOption(): void {
    if (this.#colon === undefined) return;
    const span = this.#colon;
    this.#colon = undefined;
    const message = `A sort option is expected behind this colon: ${alternatives(OPTIONS)}.`;
    this.add(diagnostic("unknown-sort-option", span, message, [replace("Remove the colon", span, "")]));
  }
}

const ABBREVIATIONS = new Map([
  ["asc", "ascending"],
  ["desc", "descending"],
]);

function suggestOption(word: string): string | undefined {
  const bare = word.replace(/^\$/, "").toLowerCase();
  return ABBREVIATIONS.get(bare) ?? suggest(bare, OPTIONS, 1)[0];
}
