import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import type { SourcePlace } from "./nodes.ts";

export type TokenKind = "word" | "quoted" | "string" | "number" | "symbol" | "value" | "end";

export interface ForeignToken {
  readonly kind: TokenKind;
  readonly text: string;
  readonly span: Span;
}

/** Sticky expressions, or scanners with the same interface. They are tried in this order. Each must take linear time. */
export type TokenRules = readonly (readonly [
  kind: TokenKind | "space",
  pattern: Pick<RegExp, "exec" | "lastIndex">,
])[];

const SPACE = /[\t\n\f\r ]+/y;

/** Thrown for a text with a syntax error. Always caught inside a bridge. */
export class ForeignSyntaxProblem extends Error {
  readonly code: "syntax" | "limit";
  readonly place: SourcePlace;

  constructor(message: string, place: SourcePlace, code: "syntax" | "limit" = "syntax") {
    super(message);
    this.place = place;
    this.code = code;
  }
}

/** Reads the tokens of a text one after another, and limits the depth of nesting. */
export class TokenStream {
  readonly text: string;
  protected readonly list: readonly ForeignToken[];
  readonly #maxDepth: number;
  #at = 0;
  #depth = 0;

  /** @param list the tokens of the text, by default all of them. The last one has the kind "end". */
  constructor(text: string, rules: TokenRules, maxDepth: number, list = tokensOf(text, rules)) {
    this.text = text;
    this.list = list;
    this.#maxDepth = maxDepth;
  }

  get next(): ForeignToken {
    return this.list[this.#at]!;
  }

  /** Index of the token that `next` reads. */
  protected get position(): number {
    return this.#at;
  }

  /** Returns the token `ahead` places after the next one. */
  peek(ahead: number): ForeignToken {
    return this.list[Math.min(this.#at + ahead, this.list.length - 1)]!;
  }

  get previousEnd(): number {
    return this.#at === 0 ? 0 : this.list[this.#at - 1]!.span.end;
  }

  take(): ForeignToken {
    const { next } = this;
    if (next.kind !== "end") this.#at++;
    return next;
  }

  isSymbol(text: string, ahead = 0): boolean {
    const { kind, text: symbol } = this.peek(ahead);
    return kind === "symbol" && symbol === text;
  }

  /** Returns whether a word comes next, in upper or lower case. `word` is in lower case. */
  isWord(word: string, ahead = 0): boolean {
    const { kind, text } = this.peek(ahead);
    return kind === "word" && text.length === word.length && text.toLowerCase() === word;
  }

  takeSymbol(text: string): boolean {
    const isNext = this.isSymbol(text);
    if (isNext) this.#at++;
    return isNext;
  }

  /** Takes words that follow each other, or none of them. */
  takeWords(...words: readonly string[]): boolean {
    const areNext = words.every((word, i) => this.isWord(word, i));
    if (areNext) this.#at += words.length;
    return areNext;
  }

  expectSymbol(text: string): ForeignToken {
    if (this.isSymbol(text)) return this.take();
    return this.unexpected(`'${text}'`);
  }

  expectEnd(): void {
    if (this.next.kind !== "end") this.unexpected("the end");
  }

  /** @throws ForeignSyntaxProblem */
  unexpected(expected: string): never {
    const { kind, text, span } = this.next;
    const actual = kind === "end" ? "the end" : `'${show(text)}'`;
    throw new ForeignSyntaxProblem(`Expected ${expected}, found ${actual}.`, span);
  }

  /** Runs a function one level deeper. */
  nested<T>(run: () => T): T {
    if (++this.#depth > this.#maxDepth)
      throw new ForeignSyntaxProblem(
        `The text is nested deeper than ${this.#maxDepth}.`,
        this.next.span,
        "limit",
      );
    const result = run();
    this.#depth--;
    return result;
  }

  /** Reads the rest of a list, up to `close`. It is one level deeper. */
  items<T>(close: string, readItem: () => T, takeSeparator = () => this.takeSymbol(",")): readonly T[] {
    const items: T[] = [];
    this.nested(() => {
      if (this.isSymbol(close)) return;
      do items.push(readItem());
      while (takeSeparator());
    });
    this.expectSymbol(close);
    return items;
  }

  /** Reads up to the closing parenthesis. The content is one level deeper. The span of the node includes both parentheses. */
  parenthesized<N extends { readonly span: Span }>({ span: { start } }: ForeignToken, read: () => N): N {
    const inner = this.nested(read);
    return { ...inner, span: { start, end: this.expectSymbol(")").span.end } };
  }
}

/** Reads a whole text. */
export function readForeignText<T>(
  text: string,
  rules: TokenRules,
  maxDepth: number,
  readTree: (tokens: TokenStream) => T,
): T {
  const tokens = new TokenStream(text, rules, maxDepth);
  const tree = readTree(tokens);
  tokens.expectEnd();
  return tree;
}

/** Base of recursive descent parsers. */
export abstract class ForeignParser {
  readonly tokens: TokenStream;

  constructor(tokens: TokenStream) {
    this.tokens = tokens;
  }
}

/** Splits a text into tokens without white space, and a token of the kind "end". */
export function tokensOf(text: string, rules: TokenRules): readonly ForeignToken[] {
  const tokens: ForeignToken[] = [];
  let at = 0;
  while (at < text.length) {
    SPACE.lastIndex = at;
    if (SPACE.test(text)) {
      at = SPACE.lastIndex;
      continue;
    }
    const { kind, span } = tokenAt(text, at, rules);
    at = span.end;
    if (kind !== "space") tokens.push({ kind, text: text.slice(span.start, at), span });
  }
  tokens.push({ kind: "end", text: "", span: { start: at, end: at } });
  return tokens;
}

function tokenAt(text: string, at: number, rules: TokenRules) {
  for (const [kind, pattern] of rules) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) return { kind, span: { start: at, end: pattern.lastIndex } };
  }
  const character = String.fromCodePoint(text.codePointAt(at)!);
  const isQuote = character === "'" || character === '"';
  throw new ForeignSyntaxProblem(
    isQuote ? "The string is never closed." : `Unexpected '${show(character)}'.`,
    { start: at, end: isQuote ? text.length : at + character.length },
  );
}
