import { readLeftChain } from "../../readers/chains.ts";
import type { ForeignNode } from "../../readers/nodes.ts";
import { spanning } from "../../readers/nodes.ts";
import {
  ForeignSyntaxProblem,
  readForeignText,
  ForeignParser,
  type ForeignToken,
  type TokenRules,
} from "../../readers/token-stream.ts";
import { escapedString } from "../texts/escaped-strings.ts";
import { plainNumber } from "../texts/numbers.ts";

const RULES: TokenRules = [
  ["string", /[rRbB]{0,2}(?:"""(?:[^"\\]|\\[^]|"(?!""))*"""|'''(?:[^'\\]|\\[^]|'(?!''))*''')/y],
  ["string", /(?:[rR][bB]?|[bB][rR])(?:"[^"\n\r]*"|'[^'\n\r]*')/y],
  ["string", /[bB]?(?:"(?:[^"\\\n\r]|\\[^])*"|'(?:[^'\\\n\r]|\\[^])*')/y],
  [
    "number",
    /(?:0x[\da-fA-F]+|\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?|\d+)[uU]?(?![\w.])/y,
  ],
  ["word", /[_a-zA-Z]\w*/y],
  ["symbol", /\/\/[^\n]*|&&|\|\||==|!=|<=|>=|[-!<>()[\]{},.?:+*/%]/y],
];
const RELATIONS: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">="]);
/** Words that are neither names nor values. */
export const RESERVED_IN_CEL: ReadonlySet<string> = new Set(
  "as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);

/** Reads an expression of CEL. Receivers of calls are their first argument: `x.size()` is `size(x)`. */
export function parseCel(text: string, maxDepth: number): ForeignNode {
  return readForeignText(text, RULES, maxDepth, (tokens) => new CelParser(tokens).expression());
}

/**
 * A recursive descent parser. Each parenthesis, argument list or sign is one level of the depth limit. Chains of operators are
 * read in a loop.
 */
class CelParser extends ForeignParser {
  expression(): ForeignNode {
    const condition = this.#chain("||", () => this.#chain("&&", () => this.#relation()));
    if (!this.tokens.takeSymbol("?")) return condition;
    return this.tokens.nested(() => {
      const whenTrue = this.expression();
      this.tokens.expectSymbol(":");
      const whenFalse = this.expression();
      const args = [condition, whenTrue, whenFalse];
      return { kind: "operator", operator: "?:", args, span: spanning(condition, whenFalse) };
    });
  }

  #chain(operator: string, part: () => ForeignNode): ForeignNode {
    const args = [part()];
    while (this.tokens.takeSymbol(operator)) args.push(part());
    if (args.length === 1) return args[0]!;
    return { kind: "operator", operator, args, span: spanning(args[0]!, args.at(-1)!) };
  }

  #relation(): ForeignNode {
    const { tokens } = this;
    const isRelation = () =>
      (tokens.next.kind === "symbol" && RELATIONS.has(tokens.next.text)) || tokens.isWord("in");
    return readLeftChain(tokens, () => this.#sum(), isRelation);
  }

  /** Reads arithmetic, which tamis lacks. Only the condition that contains it is left out, instead of the whole text. */
  #sum(): ForeignNode {
    const { tokens } = this;
    const isOperator = () => tokens.next.kind === "symbol" && /^[-+*/%]$/.test(tokens.next.text);
    return readLeftChain(tokens, () => this.#unary(), isOperator);
  }

  #unary(): ForeignNode {
    const { tokens } = this;
    const token = tokens.next;
    if (tokens.takeSymbol("!")) {
      const of = tokens.nested(() => this.#unary());
      return { kind: "operator", operator: "!", args: [of], span: spanning(token, of) };
    }
    if (!tokens.takeSymbol("-")) return this.#member();
    const of = tokens.nested(() => this.#unary());
    const span = spanning(token, of);
    if (of.kind === "value" && of.type === "number" && !of.text.startsWith("-"))
      return { ...of, text: `-${of.text}`, span };
    return { kind: "operator", operator: "-", args: [of], span };
  }

  #member(): ForeignNode {
    const { tokens } = this;
    let of = this.#primary();
    for (;;) {
      if (tokens.takeSymbol(".")) {
        if (tokens.next.kind !== "word") tokens.unexpected("a name");
        const word = tokens.take();
        if (tokens.takeSymbol("(")) of = this.#call(word.text, [of], of);
        else if (of.kind === "name")
          of = { ...of, path: `${of.path}.${word.text}`, span: spanning(of, word) };
        else of = { kind: "operator", operator: ".", args: [of], span: spanning(of, word) };
      } else if (tokens.takeSymbol("[")) {
        const index = tokens.nested(() => this.expression());
        const end = tokens.expectSymbol("]");
        of =
          of.kind === "name" && index.kind === "value" && index.type === "string"
            ? { kind: "name", path: `${of.path}.${index.text}`, isQuoted: true, span: spanning(of, end) }
            : { kind: "operator", operator: "[]", args: [of, index], span: spanning(of, end) };
      } else return of;
    }
  }

  #call(
    callee: string,
    first: readonly ForeignNode[],
    start: { readonly span: ForeignToken["span"] },
  ): ForeignNode {
    const args = [...first, ...this.tokens.items(")", () => this.expression())];
    return { kind: "call", callee, args, span: { start: start.span.start, end: this.tokens.previousEnd } };
  }

  #primary(): ForeignNode {
    const { tokens } = this;
    const token = tokens.take();
    const { kind, text, span } = token;
    if (kind === "number") return { kind: "value", type: "number", text: celNumber(text), span };
    if (kind === "string") {
      const value = escapedString(text);
      if (value === undefined) throw new ForeignSyntaxProblem("The string has an unknown escape.", span);
      return { kind: "value", type: /^r?b/i.test(text) ? "other" : "string", text: value, span };
    }
    if (kind === "word") {
      if (RESERVED_IN_CEL.has(text) || text === "in") throw unexpected(token, "a value or a name");
      if (text === "true" || text === "false") return { kind: "value", type: "boolean", text, span };
      if (text === "null") return { kind: "value", type: "null", text, span };
      if (tokens.takeSymbol("(")) return this.#call(text, [], token);
      return { kind: "name", path: text, isQuoted: false, span };
    }
    if (text === "(") return tokens.parenthesized(token, () => this.expression());
    if (text === "[") return this.#list(token);
    if (text.startsWith("//")) throw new ForeignSyntaxProblem("A condition has no comments here.", span);
    throw unexpected(token, "a value or a name");
  }

  #list(start: ForeignToken): ForeignNode {
    const { tokens } = this;
    const items: ForeignNode[] = [];
    tokens.nested(() => {
      while (!tokens.isSymbol("]")) {
        items.push(this.expression());
        if (!tokens.takeSymbol(",")) break;
      }
    });
    return { kind: "list", items, span: spanning(start, tokens.expectSymbol("]")) };
  }
}

function unexpected({ kind, text, span }: ForeignToken, expected: string): ForeignSyntaxProblem {
  const found = kind === "end" ? "the end" : `'${text}'`;
  return new ForeignSyntaxProblem(`Expected ${expected}, found ${found}.`, span);
}

/** Returns a number in decimal digits, without the suffix `u` and without leading zeros. */
function celNumber(text: string): string {
  const plain = text.replace(/[uU]$/, "");
  if (/^0x/.test(plain)) return BigInt(plain.slice(0, 250)).toString();
  return plainNumber(plain);
}
