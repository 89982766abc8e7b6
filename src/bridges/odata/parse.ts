import type { Span } from "../../diagnostics/span.ts";
import { plainNumber } from "../texts/numbers.ts";
import { readChain, readList, skipBrackets } from "../../readers/chains.ts";
import { spanning, type ForeignNode, type ForeignValue } from "../../readers/nodes.ts";
import {
  ForeignSyntaxProblem,
  readForeignText,
  ForeignParser,
  type ForeignToken,
  type TokenRules,
  type TokenStream,
} from "../../readers/token-stream.ts";

const IDENTIFIER = String.raw`[\p{L}\p{Nl}_][\p{L}\p{N}\p{M}\p{Pc}\p{Cf}]*`;
const RULES: TokenRules = [
  ["string", /'[^']*(?:''[^']*)*'/y],
  ["quoted", /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy],
  ["value", /[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}(?![\w-])/y],
  ["value", /-?\d{4,}-\d\d-\d\d(?:[Tt]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[-+]\d\d:\d\d)?)?(?![\w:])/y],
  ["value", /\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?![\w:.])/y],
  ["number", /[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\p{L}\d_.])/uy],
  ["value", /-INF(?!\w)/y],
  ["word", new RegExp(String.raw`[@$]?${IDENTIFIER}(?:\.${IDENTIFIER})*(?:#${IDENTIFIER})?`, "uy")],
  ["symbol", /[-()[\]{},:/=;*+.!?&%]/y],
];

/** A sort key as written. */
export interface ODataSortKey {
  readonly of: ForeignNode;
  readonly isDescending: boolean;
  readonly span: Span;
}

/** Binary operators by precedence, the lowest first. Without `and` and `or`: several of them in a row become one call. */
const LEVELS: readonly ReadonlySet<string>[] = [
  new Set(["eq", "ne"]),
  new Set(["gt", "ge", "lt", "le"]),
  new Set(["add", "sub"]),
  new Set(["mul", "div", "divby", "mod"]),
];
const COLLECTION = "$count";
/** Functions that tamis can express. The arguments of all others are skipped. */
const FUNCTIONS =
  /^(?:contains|date|endswith|hassubset|indexof|length|matchespattern|startswith|substring|substringof|tolower|toupper|trim|year)$/;

/** Reads a filter, which may follow `$filter=`. */
export function parseODataFilter(text: string, maxDepth: number): ForeignNode {
  return readForeignText(text, RULES, maxDepth, (tokens) => {
    skipOption(tokens, "filter");
    return new ODataParser(tokens).condition();
  });
}

/** Reads sort keys, which may follow `$orderby=`. */
export function parseODataOrder(text: string, maxDepth: number): readonly ODataSortKey[] {
  return readForeignText(text, RULES, maxDepth, (tokens) => {
    skipOption(tokens, "orderby");
    const parser = new ODataParser(tokens);
    const keys = [parser.sortKey()];
    while (tokens.takeSymbol(",")) keys.push(parser.sortKey());
    return keys;
  });
}

/** Skips the name of an option in front of its value, as in `$filter=`. */
function skipOption(tokens: TokenStream, option: string): void {
  if (!tokens.isSymbol("=", 1)) return;
  if (tokens.takeWords(option) || tokens.takeWords(`$${option}`)) tokens.takeSymbol("=");
}

/** A recursive descent parser. Each operator of a chain is one level of the depth limit, except for `and` and `or`. */
class ODataParser extends ForeignParser {
  condition(): ForeignNode {
    return readChain(this.tokens, "or", () => readChain(this.tokens, "and", () => this.#binary(0)));
  }

  sortKey(): ODataSortKey {
    const of = this.condition();
    const isDescending = this.tokens.takeWords("desc");
    if (!isDescending) this.tokens.takeWords("asc");
    return { of, isDescending, span: { start: of.span.start, end: this.tokens.previousEnd } };
  }

  #binary(level: number): ForeignNode {
    const operators = LEVELS[level];
    if (operators === undefined) return this.#unary();
    const { tokens } = this;
    const continueWith = (left: ForeignNode): ForeignNode => {
      const operator = tokens.next.text.toLowerCase();
      if (tokens.next.kind !== "word" || !operators.has(operator)) return left;
      tokens.take();
      const right = this.#binary(level + 1);
      const joined: ForeignNode = {
        kind: "operator",
        operator,
        args: [left, right],
        span: spanning(left, right),
      };
      return tokens.nested(() => continueWith(joined));
    };
    return continueWith(this.#binary(level + 1));
  }

  #unary(): ForeignNode {
    const { tokens } = this;
    const isNot = tokens.isWord("not") && !tokens.isSymbol("/", 1);
    if (!isNot && !tokens.isSymbol("-")) return this.#membership();
    const { span } = tokens.take();
    const of = tokens.nested(() => this.#unary());
    return {
      kind: "operator",
      operator: isNot ? "not" : "negate",
      args: [of],
      span: spanning({ span }, of),
    };
  }

  /** Reads `has` and `in`, which bind tighter than all other operators. */
  #membership(): ForeignNode {
    const { tokens } = this;
    const left = this.#primary();
    if (tokens.takeWords("has")) {
      const right = this.#primary();
      return { kind: "operator", operator: "has", args: [left, right], span: spanning(left, right) };
    }
    if (!tokens.takeWords("in")) return left;
    const right = tokens.isSymbol("(") ? this.#list("(", ")") : this.#primary();
    return { kind: "operator", operator: "in", args: [left, right], span: spanning(left, right) };
  }

  #primary(): ForeignNode {
    const { tokens } = this;
    const token = tokens.next;
    const { kind, text, span } = token;
    switch (kind) {
      case "string":
        tokens.take();
        return { kind: "value", type: "string", text: unquote(text), span };
      case "quoted":
        tokens.take();
        return { kind: "value", type: "string", text: JSON.parse(text) as string, span };
      case "number":
        tokens.take();
        return { kind: "value", type: "number", text: plainNumber(text), span };
      case "value":
        tokens.take();
        return otherLiteral(text, span);
      case "word":
        return this.#word();
      case "symbol":
        break;
      default:
        return tokens.unexpected("a value or a name");
    }
    if (text === "[") return this.#list("[", "]");
    if (text === "{") return skipBrackets(tokens, token.span.start);
    if (text !== "(") return tokens.unexpected("a value or a name");
    tokens.take();
    return tokens.parenthesized(token, () => this.condition());
  }

  #list(open: string, close: string) {
    return readList(this.tokens, open, close, () => this.condition());
  }

  #word(): ForeignNode {
    const { tokens } = this;
    const token = tokens.take();
    const { text, span } = token;
    const isFollowed = tokens.next.span.start === span.end;
    if (tokens.next.kind === "string" && isFollowed) {
      const value = tokens.take();
      return typedLiteral(text, unquote(value.text), spanning(token, value));
    }
    const isPath = tokens.isSymbol("/") || tokens.isSymbol("(");
    if (!isPath) {
      if (text === "true" || text === "false") return { kind: "value", type: "boolean", text, span };
      if (text === "null") return { kind: "value", type: "null", text, span };
      if (text === "INF" || text === "NaN") return { kind: "value", type: "other", text, span };
    }
    const name = text.toLowerCase();
    if (tokens.isSymbol("(")) {
      if (name === "any" || name === "all")
        throw new ForeignSyntaxProblem(
          `A collection is missing before ${name}, as in Tags/${name}(x:x eq 1).`,
          span,
        );
      if (FUNCTIONS.test(name)) return this.#call(name, span);
      const skipped = skipBrackets(tokens, token.span.start);
      if (!tokens.isSymbol("/")) return { kind: "call", callee: text, args: [], span: skipped.span };
      return this.#path(token, true);
    }
    return this.#path(token, false);
  }

  #call(callee: string, { start }: Span): ForeignNode {
    const args = this.#list("(", ")");
    return { kind: "call", callee, args: args.items, span: { start, end: args.span.end } };
  }

  /**
   * Reads segments separated by `/`. A path with a type cast, an annotation, a function or another resource is a value that tamis
   * lacks.
   */
  #path(first: ForeignToken, isForeign: boolean): ForeignNode {
    const { tokens } = this;
    const segments: string[] = [];
    let isOther = isForeign || /[.@#]/.test(first.text) || /^\$(?!it$)/.test(first.text);
    if (first.text !== "$it") segments.push(first.text);
    const spanHere = (): Span => ({ start: first.span.start, end: tokens.previousEnd });
    const makePath = (): ForeignNode => {
      const path = segments.join(".");
      return isOther || path === ""
        ? {
            kind: "value",
            type: "other",
            text: tokens.text.slice(spanHere().start, spanHere().end),
            span: spanHere(),
          }
        : { kind: "name", path, isQuoted: false, span: spanHere() };
    };
    while (tokens.isSymbol("/")) {
      const collection = makePath();
      tokens.take();
      const token = tokens.take();
      if (token.kind !== "word") return tokens.unexpected("a name");
      const word = token.text.toLowerCase();
      const isLambda = (word === "any" || word === "all") && tokens.isSymbol("(");
      if (isLambda) return this.#lambda(word, collection);
      if (tokens.isSymbol("(")) {
        // A second pair of parentheses is the key of an item, as in `Top(5)(1)`.
        while (tokens.isSymbol("(")) skipBrackets(tokens, token.span.start);
        isOther = true;
      } else if (word === COLLECTION) {
        if (isOther) return makePath();
        return { kind: "call", callee: COLLECTION, args: [collection], span: spanHere() };
      }
      isOther ||= /[.@#$]/.test(token.text);
      segments.push(token.text);
    }
    return makePath();
  }

  /** Reads `any(x:condition)`, `all(x:condition)` or `any()`. */
  #lambda(callee: string, collection: ForeignNode): ForeignNode {
    const { tokens } = this;
    const { start } = collection.span;
    tokens.expectSymbol("(");
    if (callee === "any" && tokens.takeSymbol(")"))
      return { kind: "call", callee, args: [collection], span: { start, end: tokens.previousEnd } };
    const variable = tokens.take();
    if (variable.kind !== "word")
      throw new ForeignSyntaxProblem("Expected a variable, as in any(x:x eq 1).", variable.span);
    tokens.expectSymbol(":");
    const body = tokens.nested(() => this.condition());
    tokens.expectSymbol(")");
    const name: ForeignNode = { kind: "name", path: variable.text, isQuoted: false, span: variable.span };
    return {
      kind: "call",
      callee,
      args: [collection, name, body],
      span: { start, end: tokens.previousEnd },
    };
  }
}

function unquote(text: string): string {
  return text.slice(1, -1).replaceAll("''", "'");
}

function otherLiteral(text: string, span: Span): ForeignValue {
  const upper = text.toUpperCase();
  if (/^[\dA-F]{8}-/.test(upper)) return { kind: "value", type: "string", text: text.toLowerCase(), span };
  if (/^\d\d:/.test(text)) return { kind: "value", type: "time", text, span };
  if (/^\d{4}-/.test(text))
    return { kind: "value", type: text.length === 10 ? "date" : "dateTime", text: upper, span };
  return { kind: "value", type: "other", text, span };
}

/** Reads a literal with a type. `Sales.Color'Red'` is the member of an enumeration. tamis lacks combined flags and numbers. */
function typedLiteral(type: string, text: string, span: Span): ForeignValue {
  const isOther = /^(?:duration|binary|geo(?:graphy|metry).*)$/i.test(type) || /^[-+]?\d|,/.test(text);
  return { kind: "value", type: isOther ? "other" : "string", text, span };
}
