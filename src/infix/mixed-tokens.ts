import type { Span } from "../diagnostics/span.ts";
import type { ForeignNode, ForeignOperator } from "../readers/nodes.ts";
import { TokenStream, type ForeignToken } from "../readers/token-stream.ts";
import {
  isRsqlText,
  isSearchColon,
  isSearchText,
  joinBefore,
  searchOperator,
  type Join,
} from "./bare-values.ts";
import type { Findings } from "./findings.ts";
import { isComparison, isWordOperator, OPERATORS } from "./operators.ts";
import { isAdjacent, isSign } from "./tokens.ts";
import type { MixedKind } from "./unwrap.ts";

/** An operator in a text, with its meaning. */
export interface FoundOperator {
  readonly token: ForeignToken;
  readonly meaning: string;
}

/** The tokens of a text that mixes languages. The operators of all of them are read as words of SQL. */
export class MixedTokens extends TokenStream {
  readonly findings: Findings;
  readonly kind: MixedKind;
  readonly operators: FoundOperator[] = [];
  readonly joins: Join[] = [];
  /** Whether colons compare, as in the search boxes of GitHub and Lucene. */
  readonly isSearch: boolean;
  /** Whether unquoted words after an operator are strings, as in RSQL and in searches. */
  readonly hasBareValues: boolean;
  /** Whether `;` and `,` join conditions here: not within calls, lists and objects. */
  areSeparatorsOperators = true;
  /** End of the last unquoted value. */
  endOfBare = -1;

  constructor(
    text: string,
    list: readonly ForeignToken[],
    maxDepth: number,
    findings: Findings,
    kind: MixedKind,
    hasBareValues: boolean,
  ) {
    super(text, [], maxDepth, list);
    this.findings = findings;
    this.kind = kind;
    this.isSearch = kind === "filter" && isSearchText(list);
    this.hasBareValues = this.isSearch || hasBareValues || (kind === "filter" && isRsqlText(list));
  }

  get all(): readonly ForeignToken[] {
    return this.list;
  }

  /** Meaning of the next token as an operator after an operand. */
  operator(ahead = 0): string | undefined {
    const { kind, text } = this.peek(ahead);
    if (kind === "symbol") {
      if (this.isSearch && isSearchColon(this.list, this.position + ahead))
        return searchOperator(this.peek(ahead + 1))[0];
      if (this.areSeparatorsOperators && text === ";") return "and";
      if (this.areSeparatorsOperators && text === "," && this.hasBareValues && !this.isSearch) return "or";
      return OPERATORS.get(text.toLowerCase());
    }
    if (kind !== "word") return undefined;
    const meaning = OPERATORS.get(text.toLowerCase());
    const isCall = this.isSymbol("(", ahead + 1) && isAdjacent(this.peek(ahead), this.peek(ahead + 1));
    // `eq(a,1) eq(b,2)` has two calls, and no operator between them.
    return isCall && isComparison(meaning) ? undefined : meaning;
  }

  override isWord(word: string, ahead = 0): boolean {
    if (word !== "and" && word !== "or" && !/^(?:i?like|in|between|is|isnull|notnull)$/.test(word))
      return super.isWord(word, ahead);
    return this.operator(ahead)?.replace(/^not /, "") === word || (word === "and" && this.#isJoin(ahead));
  }

  override takeWords(...words: readonly string[]): boolean {
    const [word] = words;
    if (word === "and" && this.operator() !== "and" && this.#isJoin(0)) {
      this.joins.push(joinBefore(this.next, this.peek(1), this.peek(2))!);
      return true;
    }
    const meaning = this.operator();
    if (!super.takeWords(...words)) return false;
    if (meaning !== undefined && word !== "escape") this.record(this.peek(-1), meaning);
    return true;
  }

  /** Takes the next token as an operator, with the operator after a colon. */
  takeOperator(meaning: string): void {
    const isColon = this.isSymbol(":") && this.isSearch;
    const token = this.take();
    const length = isColon ? searchOperator(this.next)[1] : 1;
    this.record(length === 2 ? joined(token, this.take()) : token, meaning);
  }

  /** Takes the `NULL` of `x NOT NULL`. */
  takeNull(): void {
    const { text, span } = this.peek(-1);
    const last = this.take();
    this.findings.note("operator", `${text} ${last.text}`, { start: span.start, end: last.span.end });
  }

  /** Returns whether the word `not`, or a symbol, negates the condition after it. A member can have the name `not`. */
  isNegation(): boolean {
    const { next } = this;
    if (isSign(next, "-")) return this.isSearch;
    if (next.kind === "symbol") return OPERATORS.get(next.text) === "not";
    if (!super.isWord("not")) return false;
    const [after, afterNext] = [this.peek(1), this.peek(2)];
    if (after.kind === "end" || (isSign(after, "(") && next.text === "not")) return false;
    if (after.kind === "symbol") return !OPERATORS.has(after.text) || OPERATORS.get(after.text) === "not";
    return after.kind !== "word" || isSign(afterNext, "(") || !isWordOperator(after.text.toLowerCase());
  }

  /** Removes the `AND` of `BETWEEN 1 AND 2`, which joins no conditions. */
  forgetAnd(between: ForeignNode): void {
    const [, low, high] = (between as ForeignOperator).args as [ForeignNode, ForeignNode, ForeignNode];
    const isAnd = ({ span }: { readonly span: Span }) =>
      span.start >= low.span.end && span.end <= high.span.start;
    const { constructs } = this.findings;
    constructs.splice(constructs.findLastIndex(isAnd), 1);
    this.operators.splice(
      this.operators.findLastIndex(({ token }) => isAnd(token)),
      1,
    );
  }

  #isJoin(ahead: number): boolean {
    if (!this.isSearch) return false;
    const before = this.peek(ahead - 1);
    const isEnd = before.kind === "string" || isSign(before, ")") || before.span.end === this.endOfBare;
    return isEnd && joinBefore(this.peek(ahead), this.peek(ahead + 1), this.peek(ahead + 2)) !== undefined;
  }

  /** Records an operator. The word before it belongs to it: `NOT LIKE`. */
  record(token: ForeignToken, meaning: string): void {
    const before = this.peek(-2) as ForeignToken | undefined;
    const isNegated =
      before?.kind === "word" &&
      before.text.toLowerCase() === "not" &&
      this.operators.at(-1)?.token !== before &&
      /^(?:i?like|i?matches|in|between)$/.test(meaning);
    const image = isNegated ? `${before.text} ${token.text}` : token.text;
    const start = isNegated ? before.span.start : token.span.start;
    this.operators.push({ token, meaning });
    this.findings.noteOperator(image, { start, end: token.span.end });
  }
}

/** Returns the operator of a search, such as `:>`, as one token. */
export function joined(colon: ForeignToken, { text, span }: ForeignToken): ForeignToken {
  return { kind: "symbol", text: colon.text + text, span: { start: colon.span.start, end: span.end } };
}
