import { makeSortKey } from "../ast/make-node.ts";
import type { IToken } from "chevrotain";
import type { SortKey } from "../ast/nodes.ts";
import { isStrength, STRENGTHS, type Strength } from "../collation/order/strength.ts";
import { diagnostic, replace } from "../diagnostics/diagnostic.ts";
import type { Limits } from "../diagnostics/limits.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import { alternatives, isProbablyMeant, suggest } from "../diagnostics/suggest.ts";
import { tokens } from "../lexer/tokenize.ts";
import { strayParenthesis } from "./mistakes.ts";
import {
  isComplete,
  type PartialExpression,
  type PartialSortBy,
  type PartialSortKey,
  type PartialSortOption,
} from "./partial-tree.ts";
import { spanOf } from "./span-of.ts";
import type { TreeBuilder } from "./tree-builder.ts";

const DIRECTIONS = ["ascending", "descending"] as const;
/** Words that can follow the colon of a sort key. */
export const SORT_OPTIONS: readonly string[] = /* @__PURE__ */ ([] as string[]).concat(DIRECTIONS, STRENGTHS);

interface OpenKey {
  readonly expression: PartialExpression;
  readonly options: PartialSortOption[];
  end: number;
  direction: SortKey["direction"] | undefined;
  strength: Strength | undefined;
  hasMistake: boolean;
}

/** Collects the keys of a sort, and reports mistakes outside of all calls. */
export class SortKeyList {
  readonly #tree: TreeBuilder;
  readonly #text: string;
  readonly #limits: Limits;
  readonly #keys: (SortKey | PartialSortKey)[] = [];
  #key: OpenKey | undefined;
  /** End offset of the previous key, if no comma follows that key. */
  #unseparatedAt: number | undefined;

  constructor(tree: TreeBuilder, text: string, limits: Limits) {
    this.#tree = tree;
    this.#text = text;
    this.#limits = limits;
  }

  /** Records that the next key follows the previous one without a comma. */
  unseparated(): void {
    this.#unseparatedAt = this.#keys.at(-1)?.span.end;
  }

  begin(expression: PartialExpression): void {
    for (const node of this.#tree.outside.splice(0)) {
      this.#open(node);
      this.end();
    }
    this.#open(expression);
    const from = this.#unseparatedAt;
    this.#unseparatedAt = undefined;
    if (from === undefined || expression.kind === "hole") return;
    const option = expression.kind === "name" ? optionOf(expression.name) : undefined;
    const [mark, part] = option === undefined ? ["comma", "sort key"] : ["colon", "option"];
    const gap = { start: from, end: expression.span.start };
    const fix =
      option === undefined
        ? replace("Insert a comma", gap, ",")
        : replace(`Write :${option}`, { start: from, end: expression.span.end }, `:${option}`);
    this.#tree.add(
      diagnostic("missing-comma", expression.span, `A ${mark} is missing in front of this ${part}.`, [fix]),
    );
  }

  /** Starts a key whose expression is missing, because it begins with its options. */
  beginWithout(colon: IToken): void {
    const message = "A sort key is expected in front of its options.";
    this.#tree.add(diagnostic("missing-expression", spanOf(colon), message));
    this.#open({ kind: "hole", span: { start: colon.startOffset, end: colon.startOffset } });
  }

  #open(expression: PartialExpression): void {
    const { end } = expression.span;
    this.#key = {
      expression,
      options: [],
      end,
      direction: undefined,
      strength: undefined,
      hasMistake: false,
    };
  }

  word(token: IToken): PartialSortOption {
    const { image } = token;
    const span = spanOf(token);
    const key = this.#key!;
    if (image === "ascending" || image === "descending") {
      if (key.direction !== undefined) this.#reportRepeated(image, span);
      key.direction = image;
    } else if (isStrength(image)) {
      if (key.strength !== undefined) this.#reportRepeated(image, span);
      key.strength = image;
    } else {
      this.#reportUnknown(image, span);
    }
    return { text: image, span };
  }

  /** Reports an expression in place of an option. */
  otherOption(node: PartialExpression): PartialSortOption {
    // Parentheses in front of the node, which belong to no call, become part of the option, not a key of their own.
    const [first = node] = this.#tree.outside.splice(0);
    const span = { start: Math.min(first.span.start, node.span.start), end: node.span.end };
    const text = this.#text.slice(span.start, span.end);
    // The mistake in a partial node has been reported.
    if (isComplete(node)) this.#reportUnknown(text, span);
    return { text, span };
  }

  strengthOption(token: IToken): PartialSortOption {
    this.#tree.misplacedStrength(token);
    return { text: token.image, span: spanOf(token) };
  }

  option(colon: IToken, option: PartialSortOption | undefined): void {
    const key = this.#key!;
    const span = spanOf(colon);
    const sortOption = option ?? { text: "", span: { start: span.end, end: span.end } };
    key.options.push(sortOption);
    key.end = sortOption.span.end;
    if (!SORT_OPTIONS.includes(sortOption.text)) key.hasMistake = true;
    if (option === undefined && isComplete(key.expression)) {
      const message = `A sort option is expected behind this colon: ${alternatives(SORT_OPTIONS)}.`;
      this.#tree.add(
        diagnostic("unknown-sort-option", span, message, [replace("Remove the colon", span, "")]),
      );
    }
  }

  #reportUnknown(word: string, span: Span): void {
    const near = suggestOption(word);
    const fixes = near === undefined ? [] : [replace(`Write ${near}`, span, near)];
    const message = `There is no sort option ${show(word)}. Options are ${alternatives(SORT_OPTIONS)}.`;
    this.#tree.add(diagnostic("unknown-sort-option", span, message, fixes));
  }

  #reportRepeated(word: string, span: Span): void {
    const message = `Of several options of one group the last counts: ${word}.`;
    this.#tree.add(diagnostic("repeated-sort-option", span, message));
  }

  /** Ends the key and its options. */
  end(): void {
    const { expression, options, end, direction = "ascending", strength, hasMistake } = this.#key!;
    const span = { start: expression.span.start, end };
    if (this.#keys.length === this.#limits.sortKeys) {
      const message = `A sort has at most ${this.#limits.sortKeys} keys.`;
      this.#tree.add(diagnostic("too-many-sort-keys", span, message));
    }
    if (hasMistake || !isComplete(expression)) {
      this.#keys.push({ kind: "partialSortKey", expression, options, span });
    } else {
      this.#keys.push(makeSortKey(expression, direction, strength, span));
    }
  }

  /** Reports a missing key between a comma and the next token. Each comma is reported once. */
  missingKey(comma: IToken, next: IToken): void {
    const isFollowed = next.tokenType === tokens().Comma;
    if (!isFollowed && next.tokenType.name !== "EOF") return;
    const at = spanOf(isFollowed ? next : comma);
    const isReported = this.#tree.diagnostics.some(
      ({ code, span }) => code === "missing-expression" && span.start === at.start,
    );
    if (!isReported) {
      this.#tree.add(
        diagnostic("missing-expression", at, "A sort key is missing beside this comma.", [
          replace("Remove the comma", at, ""),
        ]),
      );
    }
    const position = next === comma ? comma.startOffset : comma.startOffset + 1;
    const span = { start: position, end: position };
    this.#keys.push({ kind: "partialSortKey", expression: { kind: "hole", span }, options: [], span });
  }

  strayParenthesis(token: IToken): void {
    this.#tree.add(strayParenthesis(spanOf(token), this.#text));
  }

  finish(): PartialSortBy {
    return { kind: "partialSortBy", keys: this.#keys, span: { start: 0, end: this.#text.length } };
  }
}

const ABBREVIATIONS = new Map([
  ["asc", "ascending"],
  ["desc", "descending"],
]);

/** Returns the option that a word is, in any case or abbreviated as in SQL. */
function optionOf(word: string): string | undefined {
  const folded = word.toLowerCase();
  return ABBREVIATIONS.get(folded) ?? SORT_OPTIONS.find((option) => option === folded);
}

function suggestOption(word: string): string | undefined {
  const bare = word.replace(/^\$/, "").toLowerCase();
  return optionOf(bare) ?? suggest(bare, SORT_OPTIONS, 1).find((option) => isProbablyMeant(bare, option));
}
