import { spanning, type ForeignName, type ForeignNode } from "../../readers/nodes.ts";
import { escapedString } from "../texts/escaped-strings.ts";
import {
  ForeignSyntaxProblem,
  readForeignText,
  ForeignParser,
  type ForeignToken,
  type TokenRules,
  type TokenStream,
} from "../../readers/token-stream.ts";
import { KEYWORDS } from "./names.ts";

/** Token patterns. A timestamp is one token of kind `word`, although other words contain no `:` and no `.`. */
export const AIP_TOKENS: TokenRules = [
  ["string", /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'/y],
  ["word", /\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:\d\d)?(?![\w:])/y],
  ["word", /[^\s.,:()<>=!"'-][^\s.,:()<>=!"']*/y],
  ["symbol", /<=|>=|!=|[<>=:().,-]/y],
];
const COMPARATORS: ReadonlySet<string> = new Set(["<=", "<", ">=", ">", "!=", "=", ":"]);

/**
 * Reads a filter. `OR` binds tighter than `AND`, and conditions without an operator between them are joined as by `AND`. Words
 * on the right of a comparison are names: their type depends on the field. Undefined for an empty filter.
 */
export function parseAip(text: string, maxDepth: number): ForeignNode | undefined {
  return readForeignText(text, AIP_TOKENS, maxDepth, (tokens) =>
    tokens.next.kind === "end" ? undefined : new AipParser(tokens).expression(),
  );
}

const isKeyword = ({ kind, text }: ForeignToken, keyword: string) => kind === "word" && text === keyword;

/**
 * A recursive descent parser. The depth limit counts parentheses. A chain of operators, such as `a AND b AND c`, is read in a loop,
 * so its length does not matter.
 */
class AipParser extends ForeignParser {
  expression(): ForeignNode {
    const tokens = this.tokens;
    const args = [this.#factor()];
    for (;;) {
      const { next } = tokens;
      if (next.kind === "end" || tokens.isSymbol(")") || tokens.isSymbol(",")) break;
      if (isKeyword(next, "AND")) tokens.take();
      args.push(this.#factor());
    }
    return joined("AND", args);
  }

  #factor(): ForeignNode {
    const args = [this.#term()];
    while (isKeyword(this.tokens.next, "OR")) {
      this.tokens.take();
      args.push(this.#term());
    }
    return joined("OR", args);
  }

  #term(): ForeignNode {
    const tokens = this.tokens;
    const start = tokens.next;
    const isMinus = tokens.isSymbol("-");
    if (!isMinus && !isKeyword(start, "NOT")) return this.#simple();
    tokens.take();
    const of = this.#simple();
    return { kind: "operator", operator: isMinus ? "-" : "NOT", args: [of], span: spanning(start, of) };
  }

  #simple(): ForeignNode {
    if (this.tokens.isSymbol("(")) return this.#composite();
    const tokens = this.tokens;
    const left = this.#comparable();
    const { kind, text } = tokens.next;
    if (kind !== "symbol" || !COMPARATORS.has(text)) return left;
    tokens.take();
    const right = this.#argument();
    const args = [left.kind === "value" ? nameOf(left) : left, right];
    return { kind: "operator", operator: text, args, span: spanning(left, right) };
  }

  #composite(): ForeignNode {
    return this.tokens.parenthesized(this.tokens.take(), () => this.expression());
  }

  #argument(): ForeignNode {
    const tokens = this.tokens;
    if (tokens.isSymbol("(")) return this.#composite();
    const start = tokens.next;
    if (!tokens.takeSymbol("-")) return this.#comparable();
    const of = readFieldPath(tokens);
    return { ...of, path: `-${of.path}`, span: spanning(start, of) };
  }

  #comparable(): ForeignNode {
    const tokens = this.tokens;
    const { next } = tokens;
    if (next.kind === "string" && !tokens.isSymbol(".", 1)) {
      tokens.take();
      return { kind: "value", type: "string", text: stringOf(next), span: next.span };
    }
    const member = readFieldPath(tokens);
    // With white space before it, `(` is not a call: it begins the next condition, as in `a (b = 1)`.
    if (!tokens.isSymbol("(") || tokens.next.span.start > member.span.end) return member;
    tokens.take();
    const args = tokens.items(")", () => this.#argument());
    const span = { start: member.span.start, end: tokens.previousEnd };
    return { kind: "call", callee: member.path, args, span };
  }
}

function joined(operator: string, args: readonly ForeignNode[]): ForeignNode {
  const [first] = args as [ForeignNode];
  return args.length === 1
    ? first
    : { kind: "operator", operator, args, span: spanning(first, args.at(-1)!) };
}

function nameOf({ text, span }: ForeignNode & { readonly kind: "value" }): ForeignName {
  return { kind: "name", path: text, isQuoted: true, span };
}

/** Reads `a.b."c d"`. The first segment cannot be a keyword. */
export function readFieldPath(tokens: TokenStream): ForeignName {
  const first = tokens.next;
  if (KEYWORDS.has(first.text)) tokens.unexpected("a field or a value");
  let path = segmentOf(tokens);
  let isQuoted = first.kind === "string";
  let last = first;
  while (tokens.takeSymbol(".")) {
    last = tokens.next;
    isQuoted ||= last.kind === "string";
    path += `.${segmentOf(tokens)}`;
  }
  return { kind: "name", path, isQuoted, span: spanning(first, last) };
}

function segmentOf(tokens: TokenStream): string {
  const { kind, text } = tokens.next;
  if (kind !== "word" && kind !== "string") return tokens.unexpected("a field or a value");
  const token = tokens.take();
  return kind === "string" ? stringOf(token) : text;
}

function stringOf({ text, span }: ForeignToken): string {
  const value = escapedString(text);
  if (value === undefined) throw new ForeignSyntaxProblem("The string has an unknown escape.", span);
  return value;
}
