import { isComparisonName } from "../functions/definition/comparisons.ts";
import { readList } from "../readers/chains.ts";
import { ConditionReader, type MakeTest } from "../readers/conditions.ts";
import {
  operatorNode,
  spanning,
  type ForeignNode,
  type ForeignOperator,
  type ForeignValue,
} from "../readers/nodes.ts";
import { TokenStream, type ForeignToken } from "../readers/token-stream.ts";
import type { Span } from "../diagnostics/span.ts";
import {
  isBareStart,
  isSearchColon,
  joinBefore,
  lengthOfBare,
  lengthOfJoined,
  searchOperator,
  type Join,
} from "./bare-values.ts";
import type { Findings } from "./findings.ts";
import { isComparison, isWordOperator, OPERATORS } from "./operators.ts";
import { isTypeBeforeString, readForeignString, TEMPORAL } from "./strings.ts";
import { isAdjacent, isSign, isUnterminated } from "./tokens.ts";

const NULLS = /^(?:null|nil|none|undefined)$/i;

/** The text that is translated, and what is known about its language. */
export interface MixedText {
  readonly text: string;
  readonly tokens: readonly ForeignToken[];
  readonly findings: Findings;
  /** Whether colons compare, and `1..5` and `[1 TO 5]` are ranges, as in the search boxes of GitHub and Lucene. */
  readonly isSearch: boolean;
  /** Whether unquoted words after an operator are strings, as in RSQL and in search boxes. */
  readonly hasBareValues: boolean;
  readonly isMember: (path: string) => boolean;
}

/**
 * Reads the conditions of SQL, and those of other languages that have the same structure. In addition to the operators of SQL, there are
 * `()` and `[]` for lists, `{}` for objects, `:` for pairs, `$` for a strength, `regex`, `bare` for an unquoted value, and `method`.
 */
export class MixedReader extends ConditionReader {
  readonly source: MixedText;
  readonly joins: Join[] = [];
  /** Whether `;` and `,` join conditions here: not within calls, lists and objects. */
  #areSeparatorsOperators = true;
  /** Whether `NOT` comes before the test that is read. */
  #isNegated = false;
  /** End of the last unquoted value. */
  #endOfBare = -1;

  constructor(source: MixedText, maxDepth: number) {
    super(new TokenStream(source.text, [], maxDepth, source.tokens));
    this.source = source;
  }

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
    if (this.#areSeparatorsOperators && next.text === ";") return "and";
    const isOr = this.#areSeparatorsOperators && source.hasBareValues && !source.isSearch;
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
      return operatorNode("and", pairs, span);
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
    const hasValue = tokens.peek(-1).text.startsWith("=") && isBareStart(tokens.next);
    if (!hasValue) return operator;
    const { start, end } = this.value().span;
    const isFalse = /^(?:false|0)$/i.test(tokens.text.slice(start, end));
    return !isFalse ? operator : operator === "isnull" ? "notnull" : "isnull";
  }

  /** Reads any operand after `IS`. */
  protected override truth(make: MakeTest): ForeignNode {
    return make(this.tokens.takeWords("not") ? "is not" : "eq", [this.operand()]);
  }

  /** Reads the list of `in`. Its parentheses can be missing. */
  protected override members(): readonly ForeignNode[] {
    const { tokens } = this;
    if (tokens.isSymbol("(")) return [this.#brackets("()", false, () => this.#member())];
    const isListed = this.#areSeparatorsOperators && /^(?:word|number|string)$/.test(tokens.next.kind);
    if (!isListed || !tokens.isSymbol(",", 1)) return [this.operand()];
    const items = [this.#bareOrOperand()];
    while (tokens.takeSymbol(",")) items.push(this.#bareOrOperand());
    return [operatorNode("()", items, spanning(items[0]!, items.at(-1)!))];
  }

  #member(): ForeignNode {
    return this.source.hasBareValues ? this.value() : this.condition();
  }

  protected override value(): ForeignNode {
    return this.source.hasBareValues ? this.#bareOrOperand() : this.operand();
  }

  /** Reads a word as a value without quotes, or else any operand. */
  #bareOrOperand(): ForeignNode {
    if (!isBareStart(this.tokens.next)) return this.operand();
    return this.#takeBare(lengthOfBare((ahead) => this.tokens.peek(ahead), this.source.isSearch));
  }

  #takeBare(length: number): ForeignNode {
    const { tokens } = this;
    const { start } = tokens.next.span;
    for (let i = 0; i < length; i++) tokens.take();
    this.#endOfBare = tokens.previousEnd;
    const span = { start, end: tokens.previousEnd };
    const text = tokens.text.slice(start, span.end);
    return NULLS.test(text) ? { kind: "value", type: "null", text, span } : operatorNode("bare", [], span);
  }

  protected override operand(): ForeignNode {
    return this.#withMethods(this.#leaf());
  }

  /** Reads the methods after a call or a list, as in `['a','b'].includes(name)`. Those of a member are part of its path. */
  #withMethods(of: ForeignNode): ForeignNode {
    const { tokens } = this;
    if (!isSign(tokens.peek(-1), ")", "]") || !tokens.takeSymbol(".")) return of;
    const callee = tokens.next;
    if (callee.kind !== "word") return tokens.unexpected("a name");
    tokens.take();
    const call = this.#call(callee);
    return tokens.nested(() => this.#withMethods(operatorNode("method", [of, call], spanning(of, call))));
  }

  #leaf(): ForeignNode {
    const { tokens } = this;
    const token = tokens.next;
    const { kind, text, span } = token;
    if (isSign(token, "{")) return this.#brackets("{}", false, () => this.#entry());
    if (isSign(token, "[")) return this.#brackets("[]", false, () => this.condition());
    if (isSign(token, "(")) return this.#brackets("()", true, () => this.condition());
    if (kind === "symbol" || kind === "end" || text.startsWith("$") || isUnterminated(token))
      return tokens.unexpected("a value or a name");
    tokens.take();
    if (kind === "word") return this.#word(token);
    if (kind === "quoted") return { kind: "name", path: text.slice(1, -1), isQuoted: true, span };
    if (kind === "number") return { kind: "value", type: "number", text: text.replace(" ", "T"), span };
    if (kind === "string") return this.#string(token);
    if (text.startsWith("/")) return operatorNode("regex", [], span);
    this.source.findings.note("value", text, span);
    return { kind: "value", type: "string", text, span };
  }

  /** Reads a string, and the type after it: `'x'::text`. */
  #string({ text, span }: ForeignToken): ForeignValue {
    const { tokens } = this;
    const { value, difference } = readForeignString(text);
    if (difference !== undefined) this.source.findings.note(difference, text.charAt(0), span);
    if (!tokens.isSymbol("::") || tokens.peek(1).kind !== "word")
      return { kind: "value", type: "string", text: value, span };
    tokens.take();
    const type = tokens.take();
    return this.#typed(type.text, value, spanning({ span }, type), `::${type.text}`);
  }

  #word(token: ForeignToken): ForeignNode {
    const { text, span } = token;
    const { next } = this.tokens;
    if (isSign(next, "(")) return this.#call(token);
    if (NULLS.test(text)) return { kind: "value", type: "null", text, span };
    if (next.kind !== "string" || !isTypeBeforeString(text, isAdjacent(token, next)))
      return { kind: "name", path: text, isQuoted: false, span };
    this.tokens.take();
    return this.#typed(text, readForeignString(next.text).value, spanning(token, next));
  }

  /** Returns the value of a string with a type, such as `DATE '2020-01-31'`. */
  #typed(type: string, text: string, span: Span, image = type): ForeignValue {
    const { findings } = this.source;
    findings.note("type", image, span);
    if (TEMPORAL.test(type)) return { kind: "value", type: "number", text: text.replace(" ", "T"), span };
    if (/^(?:interval|duration|binary|x|b)$/i.test(type))
      findings.impossible(`The language has no value of the type ${type}.`, span);
    return { kind: "value", type: "string", text, span };
  }

  /** @param isGroup whether separators can be operators in it */
  #brackets(
    brackets: "()" | "[]" | "{}",
    isGroup: boolean,
    item: () => ForeignNode,
    // The values of a search can be joined by words: `state:(open OR done)`.
    takeSeparator = () => !isGroup && this.source.isSearch && this.tokens.takeWords("or"),
  ): ForeignOperator {
    const { tokens } = this;
    const areSeparatorsOperators = this.#areSeparatorsOperators;
    this.#areSeparatorsOperators = isGroup;
    const takeComma = () => tokens.takeSymbol(",") || takeSeparator();
    const { items, span } = readList(tokens, brackets.charAt(0), brackets.charAt(1), item, takeComma);
    this.#areSeparatorsOperators = areSeparatorsOperators;
    return operatorNode(brackets, items, span);
  }

  /** Reads `(strength, argument, name: argument; …)` after a callee. */
  #call(callee: ForeignToken): ForeignNode & { readonly kind: "call" } {
    const { tokens } = this;
    const takeSemicolon = () => {
      const { span } = tokens.next;
      const isNext = tokens.takeSymbol(";");
      if (isNext) this.source.findings.note("separator", ";", span);
      return isNext;
    };
    const isComparing = isComparison(callee.text);
    const argument = () => {
      const isFirst = isSign(tokens.peek(-1), "(");
      const words = isComparing && !isFirst ? lengthOfJoined((ahead) => tokens.peek(ahead)) : 1;
      if (words > 1) return this.#takeBare(words);
      if (isFirst && tokens.next.text.startsWith("$")) return operatorNode("$", [], tokens.take().span);
      const left = this.condition();
      return tokens.takeSymbol(":") ? this.#pair(left) : left;
    };
    const list = this.#brackets("()", false, argument, takeSemicolon);
    return { kind: "call", callee: callee.text, args: list.args, span: spanning(callee, list) };
  }

  #entry(): ForeignNode {
    const { tokens } = this;
    const { kind, text, span } = tokens.next;
    if (kind !== "word" && kind !== "string") tokens.unexpected("a key");
    tokens.take();
    tokens.expectSymbol(":");
    return this.#pair({ kind: "name", path: text, isQuoted: false, span });
  }

  #pair(left: ForeignNode): ForeignNode {
    const right = this.condition();
    return operatorNode(":", [left, right], spanning(left, right));
  }
}
