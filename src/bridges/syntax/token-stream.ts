import { show } from "../../diagnostics/show.ts";
import type { Span } from "../../diagnostics/span.ts";
import type { BridgeReport } from "../contract/report.ts";
import type { BridgePlace } from "../contract/types.ts";

export type TokenKind = "word" | "quoted" | "string" | "number" | "symbol" | "value" | "end";

export interface ForeignToken {
  readonly kind: TokenKind;
  readonly text: string;
  readonly span: Span;
}

/** Sticky expressions, tried in this order. Each must take linear time. White space matches no token. */
export type TokenRules = readonly (readonly [kind: TokenKind, pattern: RegExp])[];

const SPACE = /[\t\n\f\r ]+/y;

/** Thrown for a text with a syntax error. Always caught inside a bridge. */
export class ForeignSyntaxProblem extends Error {
  readonly code: "syntax" | "limit";
  readonly place: BridgePlace;

  constructor(message: string, place: BridgePlace, code: "syntax" | "limit" = "syntax") {
    super(message);
    this.place = place;
    this.code = code;
  }
}

/** Reads the tokens of a text one after another, and limits the depth of nesting. */
export class TokenStream {
  readonly text: string;
  readonly #tokens: readonly ForeignToken[];
  readonly #maxDepth: number;
  #at = 0;
  #depth = 0;

  constructor(text: string, rules: TokenRules, maxDepth: number) {
    this.text = text;
    this.#tokens = tokensOf(text, rules);
    this.#maxDepth = maxDepth;
  }

  get next(): ForeignToken {
    return this.#tokens[this.#at]!;
  }

  /** Returns the token `ahead` places after the next one. */
  peek(ahead: number): ForeignToken {
    return this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)]!;
  }

  get previousEnd(): number {
    return this.#at === 0 ? 0 : this.#tokens[this.#at - 1]!.span.end;
  }

  take(): ForeignToken {
    const { next } = this;
    if (next.kind !== "end") this.#at++;
    return next;
  }

  isSymbol(text: string, ahead = 0): boolean {
    const { kind, text: found } = this.peek(ahead);
    return kind === "symbol" && found === text;
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
    const found = kind === "end" ? "the end" : `'${show(text)}'`;
    throw new ForeignSyntaxProblem(`Expected ${expected}, found ${found}.`, span);
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
}

/** Runs `read`. Returns undefined, with a note, if it throws `ForeignSyntaxProblem`. */
export function readText<T>(report: BridgeReport<object>, read: () => T): T | undefined {
  try {
    return read();
  } catch (problem) {
    if (!(problem instanceof ForeignSyntaxProblem)) throw problem;
    return report.fail(problem.code, problem.message, problem.place);
  }
}

function tokensOf(text: string, rules: TokenRules): readonly ForeignToken[] {
  const tokens: ForeignToken[] = [];
  let at = 0;
  while (at < text.length) {
    SPACE.lastIndex = at;
    if (SPACE.test(text)) {
      at = SPACE.lastIndex;
      continue;
    }
    const token = tokenAt(text, at, rules);
    tokens.push(token);
    at = token.span.end;
  }
  tokens.push({ kind: "end", text: "", span: { start: at, end: at } });
  return tokens;
}

function tokenAt(text: string, at: number, rules: TokenRules): ForeignToken {
  for (const [kind, pattern] of rules) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) return { kind, text: found[0], span: { start: at, end: pattern.lastIndex } };
  }
  const character = String.fromCodePoint(text.codePointAt(at)!);
  const isQuote = character === "'" || character === '"';
  throw new ForeignSyntaxProblem(
    isQuote ? "The string is never closed." : `Unexpected '${show(character)}'.`,
    { start: at, end: isQuote ? text.length : at + character.length },
  );
}
