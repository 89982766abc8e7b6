import { readChain } from "./chains.ts";
import { operatorNode, spanning, type ForeignNode } from "./nodes.ts";
import { ForeignParser } from "./token-stream.ts";

const COMPARISON = /^(?:==?|<>|!=|<=?|>=?)$/;
const WORD = /^(?:and|or|not|i?like|in|between|is|isnull|notnull)$/i;

/** Makes the node of a test of an operand: `LIKE`, `IN`, … */
export type MakeTest = (operator: string, args: readonly ForeignNode[]) => ForeignNode;

/**
 * Reads conditions as SQL has them: `OR`, `AND` and `NOT`, comparisons, `LIKE`, `IN`, `BETWEEN` and `IS`. Each negation is one level of
 * the depth limit. Chains of operators are read in a loop. Languages have operands of their own, and can have further operators.
 */
export abstract class ConditionReader extends ForeignParser {
  condition(): ForeignNode {
    return readChain(this, "or", () => readChain(this, "and", () => this.negation()));
  }

  protected abstract operand(): ForeignNode;

  /** Reads what follows `IN`. */
  protected abstract members(): readonly ForeignNode[];

  /** Reads what follows `IS`. */
  protected abstract truth(make: MakeTest): ForeignNode;

  /** Reads an operand after an operator. */
  protected value(): ForeignNode {
    return this.operand();
  }

  /** Returns the operator that the next token is, in lower case. */
  protected operator(): string | undefined {
    const { kind, text } = this.tokens.next;
    if (kind === "symbol") return COMPARISON.test(text) ? text : undefined;
    return kind === "word" && WORD.test(text) ? text.toLowerCase() : undefined;
  }

  /** Takes the next token, which is an operator. */
  protected takeOperator(): void {
    this.tokens.take();
  }

  /** Takes an operator that joins conditions. */
  takeWords(operator: string): boolean {
    const isNext = this.operator() === operator;
    if (isNext) this.takeOperator();
    return isNext;
  }

  protected negation(): ForeignNode {
    const { span } = this.tokens.next;
    if (!this.isNegation()) return this.predicate();
    this.takeOperator();
    const operand = this.tokens.nested(() => this.negation());
    return operatorNode("not", [operand], spanning({ span }, operand));
  }

  /** Returns whether the next token is the `NOT` before a condition. */
  protected isNegation(): boolean {
    return this.operator() === "not";
  }

  /** Takes the `NOT` of `NOT LIKE`. */
  protected takeInnerNot(): boolean {
    const { tokens } = this;
    const isNext = tokens.isWord("not") && /^(?:like|ilike|in|between)$/i.test(tokens.peek(1).text);
    if (isNext) tokens.take();
    return isNext;
  }

  /** Reads an operand and its comparison, its `[NOT] LIKE`, `[NOT] IN`, `[NOT] BETWEEN` or `IS [NOT] …`, if it has one. */
  protected predicate(): ForeignNode {
    const { tokens } = this;
    const left = this.operand();
    const isNegated = this.takeInnerNot();
    const operator = this.operator();
    if (operator === undefined || /^(?:and|or|not)$/.test(operator))
      return isNegated ? tokens.unexpected("a test") : left;
    this.takeOperator();
    const test = this.test(operator, (name, args) =>
      operatorNode(name, [left, ...args], { start: left.span.start, end: tokens.previousEnd }),
    );
    return isNegated ? operatorNode("not", [test], test.span) : test;
  }

  /** Reads what follows the operator of a test. */
  protected test(operator: string, makeTest: MakeTest): ForeignNode {
    switch (operator) {
      case "is":
        return this.truth(makeTest);
      case "isnull":
        return makeTest("is null", []);
      case "notnull":
        return makeTest("is not null", []);
      case "in":
        return makeTest("in", this.members());
      case "like":
      case "ilike": {
        const pattern = this.value();
        return makeTest(operator, this.tokens.takeWords("escape") ? [pattern, this.value()] : [pattern]);
      }
      case "between": {
        const low = this.value();
        if (!this.tokens.takeWords("and")) this.tokens.unexpected("AND");
        return makeTest("between", [low, this.value()]);
      }
      default:
        return makeTest(operator, [this.value()]);
    }
  }
}
