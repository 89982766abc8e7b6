import { isComparisonName } from "../functions/definition/comparisons.ts";
import { spanning, type ForeignNode } from "../readers/nodes.ts";
import type { MakeTest } from "../readers/conditions.ts";
import type { ForeignToken } from "../readers/token-stream.ts";
import type { Span } from "../diagnostics/span.ts";
import { isBareStart, lengthOfBare } from "./bare-values.ts";
import { operatorNode, MixedOperands, NULLS } from "./mixed-operands.ts";
import { isComparison } from "./operators.ts";
import { isSign } from "./tokens.ts";

/** A sort key of any language: its sign, its expression, its options. */
export interface MixedSortKey {
  readonly sign: ForeignToken | undefined;
  readonly of: ForeignNode;
  /** Words after the expression. */
  readonly options: readonly { readonly word: string; readonly hasColon: boolean; readonly span: Span }[];
  readonly separator: ForeignToken | undefined;
  readonly span: Span;
}

/** Reads the conditions of SQL, and those of other languages that have the same structure. */
export class MixedReader extends MixedOperands {
  /** Whether `NOT` comes before the test that is read. */
  #isNegated = false;

  /** Reads sort keys with signs, words or colons for the directions. */
  mixedSortKeys(): readonly MixedSortKey[] {
    const { tokens } = this;
    const keys: MixedSortKey[] = [];
    let separator: ForeignToken | undefined;
    do {
      const sign = isSign(tokens.next, "-", "+") ? tokens.take() : undefined;
      if (tokens.isNegation()) tokens.unexpected("a member");
      const of = this.operand();
      const options: MixedSortKey["options"][number][] = [];
      for (;;) {
        const hasColon = tokens.takeSymbol(":");
        if (!/^(?:word|number)$/.test(tokens.next.kind)) {
          if (hasColon) tokens.unexpected("a direction");
          break;
        }
        const { text, span } = tokens.take();
        options.push({ word: text, hasColon, span });
      }
      const start = sign?.span.start ?? of.span.start;
      keys.push({ sign, of, options, separator, span: { start, end: tokens.previousEnd } });
      separator = isSign(tokens.next, ",", ";") ? tokens.take() : undefined;
    } while (separator !== undefined);
    tokens.expectEnd();
    return keys;
  }

  protected override takeNot(): boolean {
    const isNext = this.tokens.isNegation();
    if (isNext) this.tokens.takeOperator("not");
    return isNext;
  }

  protected override takeInnerNot(): boolean {
    const { tokens } = this;
    const { kind, text } = tokens.next;
    this.#isNegated = kind === "word" && text.toLowerCase() === "not";
    if (this.#isNegated) tokens.take();
    return this.#isNegated;
  }

  protected override takeComparison(): string | undefined {
    const meaning = this.tokens.operator();
    if (!isComparison(meaning)) return undefined;
    this.tokens.takeOperator(meaning);
    return meaning;
  }

  /** Reads `a < b <= c`, too: as two comparisons, or as one with three operands if the operators are equal. */
  protected override predicate(): ForeignNode {
    const first = super.predicate();
    if (first.kind !== "operator" || !isComparison(first.operator)) return this.#presence(first);
    const operators = [first.operator];
    const operands = [...first.args];
    for (let next = this.takeComparison(); next !== undefined; next = this.takeComparison()) {
      operators.push(next);
      operands.push(this.value());
    }
    if (operators.length === 1) return first;
    const span = spanning(first, operands.at(-1)!);
    const isUniform =
      isComparisonName(first.operator) && first.operator !== "ne" && new Set(operators).size === 1;
    if (isUniform) return operatorNode(first.operator, operands, span);
    const pairs = operators.map((operator, i) => {
      const [left, right] = [operands[i]!, operands[i + 1]!];
      return operatorNode(operator, [left, right], spanning(left, right));
    });
    return operatorNode("chain", pairs, span);
  }

  /** Reads the value of `=isnull=false`. */
  #presence(test: ForeignNode): ForeignNode {
    const { tokens } = this;
    const isTest = test.kind === "operator" && /^is (?:not )?null$/.test(test.operator);
    const hasValue = isTest && tokens.peek(-1).text.startsWith("=") && tokens.next.kind !== "end";
    if (!hasValue || isSign(tokens.next, ")", ",", ";")) return test;
    const value = this.value();
    const isFalse = /^(?:false|0)$/i.test(tokens.text.slice(value.span.start, value.span.end));
    const opposite = test.operator === "is null" ? "is not null" : "is null";
    return operatorNode(isFalse ? opposite : test.operator, test.args, spanning(test, value));
  }

  /** Reads any operand after `IS`. */
  protected override truth(make: MakeTest): ForeignNode {
    const isNegated = this.takeInnerNot();
    return make(isNegated ? "is not" : "is", [this.operand()]);
  }

  protected override positiveTest(make: MakeTest): ForeignNode | undefined {
    const { tokens } = this;
    const isNegated = this.#isNegated;
    const meaning = tokens.operator();
    const positive = meaning?.replace(/^not /, "");
    let test: ForeignNode | undefined;
    if (positive === "matches" || positive === "imatches") {
      tokens.takeOperator(meaning!);
      test = make(positive, [this.value()]);
    } else if (isNegated && NULLS.test(tokens.next.text)) {
      tokens.takeNull();
      return make("is null", []);
    } else if (positive === "in") {
      tokens.takeOperator(meaning!);
      test = make("in", this.members());
    } else {
      test = super.positiveTest(make);
      if (positive === "between") tokens.forgetAnd(test!);
    }
    if (test === undefined && isNegated) tokens.unexpected("a test");
    return test === undefined || meaning === positive ? test : operatorNode("not", [test], test.span);
  }

  /** Reads the list of `in`. Its parentheses can be missing. */
  protected override members(): readonly ForeignNode[] {
    const { tokens } = this;
    if (tokens.isSymbol("("))
      return [this.list(")", () => (tokens.hasBareValues ? this.value() : this.condition()))];
    const isListed = () => tokens.areSeparatorsOperators && /^(?:word|number|string)$/.test(tokens.next.kind);
    if (!isListed() || !tokens.isSymbol(",", 1)) return [this.operand()];
    const items = [this.#bareOrOperand()];
    while (tokens.takeSymbol(",")) items.push(isListed() ? this.#bareOrOperand() : this.operand());
    return [operatorNode("()", items, spanning(items[0]!, items.at(-1)!))];
  }

  protected override value(): ForeignNode {
    return this.tokens.hasBareValues ? this.#bareOrOperand() : this.operand();
  }

  /** Reads a word as a value without quotes, or else any operand. */
  #bareOrOperand(): ForeignNode {
    const { tokens } = this;
    if (!isBareStart(tokens.next)) return this.operand();
    const { start } = tokens.next.span;
    for (let rest = lengthOfBare((ahead) => tokens.peek(ahead), tokens.isSearch); rest > 0; rest--)
      tokens.take();
    const span = { start, end: tokens.previousEnd };
    tokens.endOfBare = span.end;
    const image = tokens.text.slice(start, span.end);
    return NULLS.test(image)
      ? { kind: "value", type: "null", text: image, span }
      : operatorNode("bare", [], span);
  }
}
