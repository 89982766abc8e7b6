import type { CustomPatternMatcherReturn, IToken, TokenType } from "chevrotain";
import { chevrotain } from "./chevrotain.ts";
import { scanString } from "./scan-string.ts";

/**
 * The tokens of the language. There is a token for every character, so that a wrong text is cut into pieces that can
 * be spoken of: what no other pattern takes is `Invalid`.
 */
export interface Tokens {
  readonly WhiteSpace: TokenType;
  /** Identifiers joined by dots; `true` and `false` too. */
  readonly Name: TokenType;
  /** A name that a parenthesis follows. No pattern of its own: see `tokenize`. */
  readonly Callee: TokenType;
  /** `$` and a word. */
  readonly Strength: TokenType;
  /** A quoted string, also one that is never closed. */
  readonly String: TokenType;
  /** A time with a zone whose `+` became a space. */
  readonly SpacedZone: TokenType;
  /** What begins with a digit: a number, a date, a time, a date-time, or something that is none. */
  readonly Numeral: TokenType;
  readonly Comma: TokenType;
  readonly LeftParenthesis: TokenType;
  readonly RightParenthesis: TokenType;
  readonly Colon: TokenType;
  readonly Invalid: TokenType;
}

// Chevrotain drops a pattern's `u` flag: \p{L} is only to be had in a pattern function with a RegExp of our own.
const UNICODE_NAME = /[\p{L}_@][\p{L}0-9_@-]*(?:\.[\p{L}_@][\p{L}0-9_@-]*)*/uy;
const ASCII_NAME =
  /[A-Za-z_@][A-Za-z0-9_@-]*(?:\.[A-Za-z_@][A-Za-z0-9_@-]*)*(?![A-Za-z0-9_@\-\u0080-\uffff]|\.[A-Za-z_@\u0080-\uffff])/;
// A run of digits, signs and dots that begins like no number does: `.5`, `+1`, `--1`. The signs are bounded: in a long
// run of them that no digit follows, each would otherwise be read to the end of the run.
const BROKEN_NUMERAL = /[-+.]{1,20}(?=[0-9])(?:[0-9A-Za-z_.]|[+-](?=\d)|:(?=\d))*/y;
const ANY_CHARACTER = /[\s\S]/uy;

function sticky(pattern: RegExp) {
  return (text: string, offset: number): CustomPatternMatcherReturn | null => {
    pattern.lastIndex = offset;
    return pattern.exec(text) as CustomPatternMatcherReturn | null;
  };
}

/** Makes the token types, in the order in which their patterns are tried. */
export function makeTokens(): Tokens {
  const { createToken, Lexer } = chevrotain();
  // All have the same properties: the parser's checks are quicker where the types are of one shape.
  const token = (name: string, pattern: TokenType["PATTERN"] & {}) =>
    createToken({ name, pattern, line_breaks: true });
  return {
    WhiteSpace: createToken({
      name: "WhiteSpace",
      pattern: /[ \t\r\n]+/,
      group: Lexer.SKIPPED,
      line_breaks: true,
    }),
    Name: token("Name", ASCII_NAME),
    Callee: token("Callee", Lexer.NA),
    Comma: token("Comma", ","),
    LeftParenthesis: token("LeftParenthesis", "("),
    RightParenthesis: token("RightParenthesis", ")"),
    String: token("String", scanString),
    SpacedZone: token(
      "SpacedZone",
      /(?:\d{4}-\d{2}-\d{2}T)?\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)? \d{2}:\d{2}(?![0-9:])/,
    ),
    Numeral: token("Numeral", /-?\d(?:[0-9A-Za-z_.]|[+-](?=\d)|:(?=\d))*/),
    Strength: token("Strength", /\$[A-Za-z0-9_@-]*/),
    Colon: token("Colon", ":"),
    Invalid: token(
      "Invalid",
      (text: string, offset: number) =>
        sticky(BROKEN_NUMERAL)(text, offset) ?? sticky(ANY_CHARACTER)(text, offset),
    ),
  };
}

/** Names with letters beyond ASCII. A type of its own to Chevrotain, a Name to everyone else: see `tokenize`. */
export function makeUnicodeName(): TokenType {
  return chevrotain().createToken({
    name: "UnicodeName",
    pattern: sticky(UNICODE_NAME),
    line_breaks: true,
  });
}

export type { IToken, TokenType };
