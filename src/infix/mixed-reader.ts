import { isComparisonName } from "../functions/definition/comparisons.ts";
import type { MakeTest } from "../readers/conditions.ts";
import { operatorNode, spanning, type ForeignNode, type ForeignOperator } from "../readers/nodes.ts";
import type { ForeignToken } from "../readers/token-stream.ts";
import {
  isBareStart,
  isSearchColon,
  joinBefore,
  lengthOfBare,
  searchOperator,
  type Join,
} from "./bare-values.ts";
import { MixedOperands, NULLS } from "./mixed-operands.ts";
import { isComparison, isWordOperator, OPERATORS } from "./operators.ts";
import { isAdjacent, isSign } from "./tokens.ts";

/** Reads the conditions of SQL, and those of other languages that have the same structure. */
export class MixedReader extends MixedOperands {
  readonly joins: Join[] = [];
  /** Whether `NOT` comes before the test that is read. */
  #isNegated = false;
  /** End of the last unquoted value. */
  #endOfBare = -1;

  /** Returns the meaning of the next token after an operand. */
  protected override operator(): string | undefined {
    const { tokens, source } = this;
    const { next } = tokens;
    const after = tokens.peek(1);
    const meaning = OPERATORS.get(next.text.toLowerCase());
    if (next.kind === "word") {
      if (NULLS.test(next.text) && /^not$/i.test(tokens.peek(-1).text)) return "isnull";
      // `eq(a,1) eq(b,2)` has two calls, and no operator between them.
      const isCall = isSign(after, "(") && isAdjacent(next, after) && isComparison(meaning);
      return isCall ? undefined : meaning;
    }
    if (next.kind !== "symbol") return undefined;
    if (source.isSearch && isSearchColon(tokens.peek(-2), tokens.peek(-1), next, after))
      return searchOperator(after)[0];
    if (this.areSeparatorsOperators && next.text === ";") return "and";
    const isOr = this.areSeparatorsOperators && source.hasBareValues && !source.isSearch;
    return isOr && next.text === "," ? "or" : meaning;
  }

  /** Takes and records an operator, with the `NOT` before it. */
  protected override takeOperator(): void {
    const { tokens, source } = this;
    const before = tokens.peek(-1) as ForeignToken | undefined;
    const first = this.#isNegated ? before! : tokens.next;
    this.#isNegated = false;
    if (tokens.take().text === ":" && source.isSearch && searchOperator(tokens.next)[1] === 2) tokens.take();
    const span = { start: first.span.start, end: tokens.previousEnd };
    source.findings.noteOperator(source.text.slice(span.start, span.end), span);
  }

  override takeWords(operator: string): boolean {
    const isJoin = operator === "and" && this.#isJoin();
    return isJoin || super.takeWords(operator);
  }

  /** Returns whether a condition of a search follows without an operator, and records its begin. */
  #isJoin(): boolean {
    const { tokens, source } = this;
    const before = tokens.peek(-1);
    const isEnd = before.kind === "string" || isSign(before, ")") || before.span.end === this.#endOfBare;
    const join =
      source.isSearch && isEnd ? joinBefore(tokens.next, tokens.peek(1), tokens.peek(2)) : undefined;
    if (join !== undefined) this.joins.push(join);
    return join !== undefined;
  }

  /** Returns whether the word `not`, or a symbol, negates the condition after it. A member can have the name `not`. */
  protected override isNegation(): boolean {
    const { tokens } = this;
    const { next } = tokens;
    if (isSign(next, "-")) return this.source.isSearch;
    if (next.kind === "symbol") return OPERATORS.get(next.text) === "not";
    const after = tokens.peek(1);
    if (!tokens.isWord("not") || after.kind === "end" || (isSign(after, "(") && next.text === "not"))
      return false;
    if (after.kind === "symbol") return !OPERATORS.has(after.text);
    return after.kind !== "word" || isSign(tokens.peek(2), "(") || !isWordOperator(after.text.toLowerCase());
  }

  protected override takeInnerNot(): boolean {
    this.#isNegated = this.tokens.takeWords("not");
    return this.#isNegated;
  }

  /** Reads `a < b <= c`, too: as two comparisons, or as one with three operands if the operators are equal. */
  protected override predicate(): ForeignNode {
    const first = super.predicate();
    if (first.kind !== "operator" || !isComparison(first.operator)) return first;
    const pairs: ForeignOperator[] = [first];
    for (let next = this.operator(); isComparison(next); next = this.operator()) {
      this.takeOperator();
      const left = pairs.at(-1)!.args[1]!;
      const right = this.value();
      pairs.push(operatorNode(next, [left, right], spanning(left, right)));
    }
    if (pairs.length === 1) return first;
    const span = spanning(first, pairs.at(-1)!);
    const isUniform = isComparisonName(first.operator) && first.operator !== "ne";
    if (!isUniform || pairs.some(({ operator }) => operator !== first.operator))
      return operatorNode("chain", pairs, span);
    return operatorNode(first.operator, [first.args[0]!, ...pairs.map(({ args }) => args[1]!)], span);
  }

  protected override test(operator: string, write: MakeTest): ForeignNode {
    const positive = operator.replace(/^not /, "");
    const test = super.test(/^(?:is|not)null$/.test(operator) ? this.#presence(operator) : positive, write);
    return positive === operator ? test : operatorNode("not", [test], test.span);
  }

  /** Reads the value of `=isnull=false`. */
  #presence(operator: string): string {
    const { tokens } = this;
    const hasValue = tokens.peek(-1).text.startsWith("=") && tokens.next.kind !== "end";
    if (!hasValue || isSign(tokens.next, ")", ",", ";")) return operator;
    const { start, end } = this.value().span;
    const isFalse = /^(?:false|0)$/i.test(tokens.text.slice(start, end));
    return !isFalse ? operator : operator === "isnull" ? "notnull" : "isnull";
  }

  /** Reads any operand after `IS`. */
  protected override truth(make: MakeTest): ForeignNode {
    const isNegated = this.tokens.takeWords("not");
    return make(isNegated ? "is not" : "is", [this.operand()]);
  }

  /** Reads the list of `in`. Its parentheses can be missing. */
  protected override members(): readonly ForeignNode[] {
    const { tokens } = this;
    if (tokens.isSymbol("("))
      return [this.list(")", false, () => (this.source.hasBareValues ? this.value() : this.condition()))];
    const isListed = () => this.areSeparatorsOperators && /^(?:word|number|string)$/.test(tokens.next.kind);
    if (!isListed() || !tokens.isSymbol(",", 1)) return [this.operand()];
    const items = [this.#bareOrOperand()];
    while (tokens.takeSymbol(",")) items.push(this.#bareOrOperand());
    return [operatorNode("()", items, spanning(items[0]!, items.at(-1)!))];
  }

  protected override value(): ForeignNode {
    return this.source.hasBareValues ? this.#bareOrOperand() : this.operand();
  }

  /** Reads a word as a value without quotes, or else any operand. */
  #bareOrOperand(): ForeignNode {
    const { tokens } = this;
    if (!isBareStart(tokens.next)) return this.operand();
    const { start } = tokens.next.span;
    const length = lengthOfBare((ahead) => tokens.peek(ahead), this.source.isSearch);
    for (let i = 0; i < length; i++) tokens.take();
    this.#endOfBare = tokens.previousEnd;
    const span = { start, end: tokens.previousEnd };
    const text = tokens.text.slice(start, span.end);
    return NULLS.test(text) ? { kind: "value", type: "null", text, span } : operatorNode("bare", [], span);
  }
}
