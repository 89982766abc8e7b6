import { readChain } from "./chains.ts";
import { spanning, type ForeignNode } from "./nodes.ts";
import type { TokenStream } from "./token-stream.ts";

const COMPARISONS: ReadonlySet<string> = new Set(["=", "==", "<>", "!=", "<", "<=", ">", ">="]);

/** Makes the node of a test of an operand: `LIKE`, `IN`, … */
export type MakeTest = (operator: string, args: readonly ForeignNode[]) => ForeignNode;

/**
 * Reads conditions as SQL has them: `OR`, `AND` and `NOT`, comparisons, `LIKE`, `IN`, `BETWEEN` and `IS`. Each negation is one level of
 * the depth limit. Chains of operators are read in a loop. Languages have operands of their own.
 */
export abstract class ConditionReader<T extends TokenStream = TokenStream> {
  readonly tokens: T;

  constructor(tokens: T) {
    this.tokens = tokens;
  }

  condition(): ForeignNode {
    return readChain(this.tokens, "or", () => readChain(this.tokens, "and", () => this.negation()));
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

  protected negation(): ForeignNode {
    const { span } = this.tokens.next;
    if (!this.takeNot()) return this.predicate();
    const operand = this.tokens.nested(() => this.negation());
    return { kind: "operator", operator: "not", args: [operand], span: spanning({ span }, operand) };
  }

  /** Takes the `NOT` before a condition. */
  protected takeNot(): boolean {
    return this.tokens.takeWords("not");
  }

  /** Takes the `NOT` of `NOT LIKE`. */
  protected takeInnerNot(): boolean {
    const { tokens } = this;
    const isNext = tokens.isWord("not") && /^(?:like|ilike|in|between)$/i.test(tokens.peek(1).text);
    if (isNext) tokens.take();
    return isNext;
  }

  /** Takes an operator that compares two operands. */
  protected takeComparison(): string | undefined {
    const { kind, text } = this.tokens.next;
    return kind === "symbol" && COMPARISONS.has(text) ? this.tokens.take().text : undefined;
  }

  protected predicate(): ForeignNode {
    const left = this.operand();
    const operator = this.takeComparison();
    if (operator === undefined) return this.#test(left) ?? left;
    const right = this.value();
    return { kind: "operator", operator, args: [left, right], span: spanning(left, right) };
  }

  /** Reads `[NOT] LIKE`, `[NOT] IN`, `[NOT] BETWEEN` or `IS [NOT] …` after an operand. */
  #test(left: ForeignNode): ForeignNode | undefined {
    const { tokens } = this;
    const { start } = left.span;
    const makeTest: MakeTest = (operator, args) => ({
      kind: "operator",
      operator,
      args: [left, ...args],
      span: { start, end: tokens.previousEnd },
    });
    if (tokens.takeWords("is")) return this.truth(makeTest);
    const isNegated = this.takeInnerNot();
    const inner = this.positiveTest(makeTest);
    if (inner === undefined || !isNegated) return inner;
    return { kind: "operator", operator: "not", args: [inner], span: inner.span };
  }

  protected positiveTest(makeTest: MakeTest): ForeignNode | undefined {
    const { tokens } = this;
    if (tokens.takeWords("isnull")) return makeTest("is null", []);
    if (tokens.takeWords("notnull")) return makeTest("is not null", []);
    for (const operator of ["like", "ilike"]) {
      if (!tokens.takeWords(operator)) continue;
      const pattern = this.value();
      return makeTest(operator, tokens.takeWords("escape") ? [pattern, this.value()] : [pattern]);
    }
    if (tokens.takeWords("in")) return makeTest("in", this.members());
    if (!tokens.takeWords("between")) return undefined;
    const low = this.value();
    if (!tokens.takeWords("and")) tokens.unexpected("AND");
    return makeTest("between", [low, this.value()]);
  }
}
