import type { IToken } from "chevrotain";
import type { StringFault } from "../../ast/literals.ts";
import { ownProperty } from "../../values/own-properties.ts";
import { tokenize, tokens } from "../../lexer/tokenize.ts";
import type { Span } from "../../diagnostics/span.ts";

type WordKind =
  "name" | "callee" | "comma" | "open" | "close" | "string" | "numeral" | "strength" | "colon" | "invalid";

/** A token with its kind, for code that reads broken texts. */
export interface Token {
  readonly kind: WordKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether the token is a string whose closing quote is missing. */
  readonly isUnterminated: boolean;
}

/** Splits a text into tokens without white space, in linear time. */
export function readTokens(text: string): readonly Token[] {
  const kinds = tokenKinds();
  return tokenize(text).map((token) => toToken(token, kinds));
}

function toToken(token: IToken, kinds: ReadonlyMap<number, WordKind>): Token {
  const { image, startOffset, tokenTypeIdx } = token;
  const fault = ownProperty(token, "payload") as StringFault | undefined;
  return {
    kind: kinds.get(tokenTypeIdx) ?? "invalid",
    text: image,
    start: startOffset,
    end: startOffset + image.length,
    isUnterminated: fault?.kind === "unterminated",
  };
}

let wordKinds: ReadonlyMap<number, WordKind> | undefined;

function tokenKinds(): ReadonlyMap<number, WordKind> {
  if (wordKinds !== undefined) return wordKinds;
  const t = tokens();
  wordKinds = new Map<number, WordKind>([
    [t.Name.tokenTypeIdx!, "name"],
    [t.IncompleteName.tokenTypeIdx!, "name"],
    [t.Callee.tokenTypeIdx!, "callee"],
    [t.Comma.tokenTypeIdx!, "comma"],
    [t.LeftParenthesis.tokenTypeIdx!, "open"],
    [t.RightParenthesis.tokenTypeIdx!, "close"],
    [t.String.tokenTypeIdx!, "string"],
    [t.SpacedZone.tokenTypeIdx!, "numeral"],
    [t.Numeral.tokenTypeIdx!, "numeral"],
    [t.Strength.tokenTypeIdx!, "strength"],
    [t.Colon.tokenTypeIdx!, "colon"],
  ]);
  return wordKinds;
}

/** Returns the last token that contains the offset or ends at it. Tokens that begin at the offset are preferred. */
export function tokenAt(list: readonly Token[], offset: number): Token | undefined {
  const index = list.findLastIndex(({ start }) => start <= offset);
  const token = index < 0 ? undefined : list.at(index);
  if (token === undefined || token.end < offset) return undefined;
  const before = index === 0 ? undefined : list.at(index - 1);
  const isWord = token.kind !== "comma" && token.kind !== "open" && token.kind !== "close";
  // At the end of a word, the word is meant, and not the comma or parenthesis that follows.
  return !isWord && before?.end === offset ? before : token;
}

export function spanOfToken({ start, end }: Token): Span {
  return { start, end };
}
