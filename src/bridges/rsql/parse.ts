import type { Span } from "../../diagnostics/span.ts";
import { spanning } from "../../readers/nodes.ts";
import { readForeignText, ForeignParser, type TokenRules } from "../../readers/token-stream.ts";
import { NULL_TESTS } from "./operators.ts";

/** A value, with quotes and escapes removed. Its type depends on the member. */
export interface RsqlValue {
  readonly text: string;
  readonly isQuoted: boolean;
  readonly span: Span;
}

/** A comparison. A selector alone has the operator `""` and no value. */
export interface RsqlTest {
  readonly kind: "test";
  /** Segments joined by dots. */
  readonly path: string;
  /** In lower case. */
  readonly operator: string;
  readonly values: readonly RsqlValue[];
  readonly span: Span;
}

export interface RsqlLogic {
  readonly kind: "logic";
  readonly operator: "and" | "or";
  readonly parts: readonly RsqlNode[];
  readonly span: Span;
}

/** Syntax tree of a filter of RSQL. */
export type RsqlNode = RsqlLogic | RsqlTest;

const RULES: TokenRules = [
  ["string", /'[^'\\]*(?:\\[^][^'\\]*)*'/y],
  ["string", /"[^"\\]*(?:\\[^][^"\\]*)*"/y],
  ["symbol", /=[A-Za-z]*=|!=|[<>]=?|[(),;=]/y],
  ["word", /[^"'();,=!~<> \t\n\r]+/y],
];

/**
 * Reads a filter of RSQL, or of FIQL: a selector alone tests whether the member exists.
 *
 * @throws ForeignSyntaxProblem
 */
export function parseRsql(text: string, maxDepth: number): RsqlNode {
  return readForeignText(text, RULES, maxDepth, (tokens) => new RsqlParser(tokens).filter());
}

/** A recursive descent parser. Each parenthesis is one level of the depth limit. Chains of operators are read in a loop. */
class RsqlParser extends ForeignParser {
  filter(): RsqlNode {
    return this.#chain("or", () => this.#chain("and", () => this.#part()));
  }

  #chain(operator: "and" | "or", part: () => RsqlNode): RsqlNode {
    const first = part();
    const parts = [first];
    while (this.#takeLogic(operator)) parts.push(part());
    if (parts.length === 1) return first;
    return { kind: "logic", operator, parts, span: spanning(first, parts.at(-1)!) };
  }

  /** Returns whether `and` or `or` is next as an operator: with a space after it. Otherwise, they are names or values. */
  #isLogicWord(): boolean {
    const { kind, text, span } = this.tokens.next;
    return kind === "word" && (text === "and" || text === "or") && this.tokens.text.charAt(span.end) === " ";
  }

  #takeLogic(operator: "and" | "or"): boolean {
    const { tokens } = this;
    if (tokens.takeSymbol(operator === "and" ? ";" : ",")) return true;
    const isNext = tokens.next.text === operator && this.#isLogicWord();
    if (isNext) tokens.take();
    return isNext;
  }

  #part(): RsqlNode {
    const { tokens } = this;
    return tokens.isSymbol("(") ? tokens.parenthesized(tokens.take(), () => this.filter()) : this.#test();
  }

  #test(): RsqlTest {
    const { tokens } = this;
    const { kind, text, span } = tokens.next;
    if (kind !== "word" || this.#isLogicWord()) return tokens.unexpected("a name, such as size in size=gt=1");
    tokens.take();
    const path = decoded(text).replaceAll("/", ".");
    const { kind: nextKind, text: sign } = tokens.next;
    if (nextKind === "symbol" && sign !== "=" && /[=<>]/.test(sign)) {
      tokens.take();
      const operator = sign.toLowerCase();
      const values = this.#values(operator);
      return { kind: "test", path, operator, values, span: { start: span.start, end: tokens.previousEnd } };
    }
    if (sign === "=" || nextKind === "string" || (nextKind === "word" && !this.#isLogicWord()))
      tokens.unexpected("an operator, such as == or =gt=");
    return { kind: "test", path, operator: "", values: [], span };
  }

  /** Reads one value, or several in parentheses. */
  #values(operator: string): readonly RsqlValue[] {
    const { tokens } = this;
    if (!tokens.takeSymbol("(")) {
      const { kind } = tokens.next;
      const isMissing = kind === "end" || (kind === "symbol" && /^[);,]$/.test(tokens.next.text));
      return isMissing && NULL_TESTS.has(operator) ? [] : [this.#value()];
    }
    const values = [this.#value()];
    while (this.#takeLogic("or")) values.push(this.#value());
    tokens.expectSymbol(")");
    return values;
  }

  #value(): RsqlValue {
    const { tokens } = this;
    const { kind, text, span } = tokens.next;
    if (kind === "string") {
      tokens.take();
      return { text: text.slice(1, -1).replaceAll(/\\([^])/g, "$1"), isQuoted: true, span };
    }
    if (kind !== "word" || this.#isLogicWord()) return tokens.unexpected("a value");
    tokens.take();
    return { text: decoded(text), isQuoted: false, span };
  }
}

/** Decodes percent-encoded characters, which FIQL allows in a filter. Keeps other percent signs. */
function decoded(text: string): string {
  return text.replaceAll(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}
