import type { CustomPatternMatcherReturn, IToken, Lexer, TokenType } from "chevrotain";
import { chevrotain } from "../../lexer/chevrotain.ts";
import { ownProperty } from "../../values/own-properties.ts";
import { scanForeignString } from "./scan-string.ts";

/** Token types of infix texts. The types without a pattern are assigned by `classify`. */
export interface InfixTokens {
  readonly WhiteSpace: TokenType;
  readonly Guid: TokenType;
  readonly Text: TokenType;
  readonly QuotedName: TokenType;
  readonly Regex: TokenType;
  readonly Root: TokenType;
  readonly Dollar: TokenType;
  readonly Word: TokenType;
  readonly Numeral: TokenType;
  readonly Rsql: TokenType;
  readonly Symbol: TokenType;
  readonly LeftParenthesis: TokenType;
  readonly RightParenthesis: TokenType;
  readonly LeftBracket: TokenType;
  readonly RightBracket: TokenType;
  readonly LeftBrace: TokenType;
  readonly RightBrace: TokenType;
  readonly Comma: TokenType;
  readonly Semicolon: TokenType;
  readonly Colon: TokenType;
  readonly Slash: TokenType;
  readonly Invalid: TokenType;
  /** A word or a path before an opening parenthesis. */
  readonly Callee: TokenType;
  /** A type in front of a string: `DATE '2020-01-31'`, `guid'…'`. */
  readonly TypeName: TokenType;
  /** An unquoted value after an operator of RSQL. */
  readonly Bare: TokenType;
  readonly Null: TokenType;
  /** A comma between the unquoted values of `in`: `state in open,closed`. */
  readonly ListComma: TokenType;
  /** An opening bracket directly after an operand. */
  readonly Index: TokenType;
  readonly Arrow: TokenType;
  readonly Cast: TokenType;
  readonly And: TokenType;
  readonly Or: TokenType;
  /** `NOT` before a condition. */
  readonly Not: TokenType;
  /** `NOT` after an operand: `x NOT IN (…)`, `x IS NOT NULL`. */
  readonly InnerNot: TokenType;
  readonly Compare: TokenType;
  readonly Like: TokenType;
  readonly Matches: TokenType;
  readonly In: TokenType;
  readonly Between: TokenType;
  readonly Is: TokenType;
  readonly Postfix: TokenType;
  readonly Escape: TokenType;
  /** `-` or `+` before a sort key. */
  readonly Sign: TokenType;
  /** A word after a sort key: `DESC`. */
  readonly SortWord: TokenType;
}

interface Engine {
  readonly types: InfixTokens;
  readonly lexer: Lexer;
}

let engine: Engine | undefined;

/** Returns the token types. Created on first use. */
export function infixTokens(): InfixTokens {
  return (engine ??= makeEngine()).types;
}

/** A hyphen before `>` belongs to the arrow of `data->'key'`. */
const SEGMENT = String.raw`[\p{L}_@](?:[\p{L}0-9_@]|-(?!>))*`;
const WORD = new RegExp(String.raw`${SEGMENT}(?:\??\.${SEGMENT})*`, "uy");
const SPACE = /[\s\u200b\u200c\u200d\u2060\ufeff]+/uy;
const INVALID = /[\s\S]/uy;
/** Longest symbols first. */
const SYMBOL =
  /===|!==|!~~\*|!~~|~~\*|->>|[\^$*]=(?!=)|==|!=|<>|<=|>=|=<|=>|=~|!~\*|!~|~\*|~~|&&|\|\||->|::|:=|[=<>~!&|^*+%≠≤≥∧∨¬\-]/y;

/** Maximum length of a regular expression between slashes: that of a pattern by default. */
const maxRegex = 1_000;

/** Whether backslashes escape quotes, and whether a slash can begin a regular expression, in the text being read. */
let hasEscapes = false;
let hasRegexes = false;

/** Splits any text into tokens without white space, in linear time. */
export function tokenizeInfix(text: string): IToken[] {
  const { lexer } = (engine ??= makeEngine());
  hasEscapes = /\\['"]/.test(text);
  hasRegexes = true;
  let { tokens } = lexer.tokenize(text);
  if (hasEscapes && isUnterminated(tokens.at(-1))) {
    hasEscapes = false;
    hasRegexes = true;
    tokens = lexer.tokenize(text).tokens;
  }
  return tokens;
}

/** Returns whether a token is a string without its closing quote. Such a string is the last token. */
export function isUnterminated(token: IToken | undefined): boolean {
  return token?.tokenType === infixTokens().Text && ownProperty(token, "payload") === "unterminated";
}

/** Returns whether a token is the `.0` of `tags.0`. */
export function isDottedIndex(
  before: IToken | undefined,
  { tokenType, image, startOffset }: IToken,
): boolean {
  const { Numeral, Word } = infixTokens();
  if (tokenType !== Numeral || before?.tokenType !== Word || !/^\.\d+(?:\.|$)/.test(image)) return false;
  return before.startOffset + before.image.length === startOffset;
}

function makeEngine(): Engine {
  const { createToken, Lexer: LexerClass } = chevrotain();
  const token = (name: string, pattern?: TokenType["PATTERN"] & {}) =>
    createToken({ name, pattern: pattern ?? LexerClass.NA, line_breaks: true });
  const types = {
    WhiteSpace: createToken({
      name: "WhiteSpace",
      pattern: sticky(SPACE),
      group: LexerClass.SKIPPED,
      line_breaks: true,
    }),
    Guid: token("Guid", /[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}(?![\w-])/),
    Text: token("Text", (text, offset) => scanForeignString(text, offset, hasEscapes)),
    QuotedName: token("QuotedName", /`[^`\r\n]{1,200}`/),
    Regex: token("Regex", scanRegex),
    Root: createToken({ name: "Root", pattern: /\$\.(?=[A-Za-z_@])/, group: LexerClass.SKIPPED }),
    Dollar: token("Dollar", /\$(?!=)[A-Za-z0-9_@-]*/),
    Word: token("Word", sticky(WORD)),
    // A date with slashes is one token, because there is no division.
    Numeral: token(
      "Numeral",
      /(?:\d{1,2}\/\d{1,2}\/\d{4}|\d{4}\/\d{1,2}\/\d{1,2})(?![\w/])|(?:-?\d|[-+]?\.\d|\+\d)(?:[0-9A-Za-z_.]|[+-](?=\d)|:(?=\d))*/,
    ),
    Rsql: token("Rsql", /=[A-Za-z]{1,20}=/),
    Symbol: token("Symbol", sticky(SYMBOL)),
    LeftParenthesis: token("LeftParenthesis", /[(（]/),
    RightParenthesis: token("RightParenthesis", /[)）]/),
    LeftBracket: token("LeftBracket", "["),
    RightBracket: token("RightBracket", "]"),
    LeftBrace: token("LeftBrace", "{"),
    RightBrace: token("RightBrace", "}"),
    Comma: token("Comma", /[,，]/),
    Semicolon: token("Semicolon", ";"),
    Colon: token("Colon", ":"),
    Slash: token("Slash", "/"),
    Invalid: token("Invalid", sticky(INVALID)),
    Callee: token("Callee"),
    TypeName: token("TypeName"),
    Bare: token("Bare"),
    Null: token("Null"),
    ListComma: token("ListComma"),
    Index: token("Index"),
    Arrow: token("Arrow"),
    Cast: token("Cast"),
    And: token("And"),
    Or: token("Or"),
    Not: token("Not"),
    InnerNot: token("InnerNot"),
    Compare: token("Compare"),
    Like: token("Like"),
    Matches: token("Matches"),
    In: token("In"),
    Between: token("Between"),
    Is: token("Is"),
    Postfix: token("Postfix"),
    Escape: token("Escape"),
    Sign: token("Sign"),
    SortWord: token("SortWord"),
  } satisfies InfixTokens;
  const lexer = new LexerClass(Object.values(types), {
    positionTracking: "onlyOffset",
    skipValidations: true,
  });
  return { types, lexer };
}

/** Scans `/pattern/flags` in the position of an operand. After an operand, a slash separates the segments of a path. */
function scanRegex(
  text: string,
  offset: number,
  found: readonly IToken[],
): CustomPatternMatcherReturn | null {
  if (text.charCodeAt(offset) !== 0x2f || !hasRegexes || !isBeforeOperand(found.at(-1))) return null;
  let isClass = false;
  const limit = Math.min(text.length, offset + 2 + maxRegex);
  for (let at = offset + 1; at < limit; at++) {
    const character = text.charAt(at);
    if (character === "\n") break;
    if (character === "\\") at++;
    else if (character === "[") isClass = true;
    else if (character === "]") isClass = false;
    else if (character === "/" && !isClass) {
      if (at === offset + 1) return null;
      let end = at + 1;
      while (end < at + 8 && /[a-z]/.test(text.charAt(end))) end++;
      return matched(text.slice(offset, end));
    }
  }
  // After one regular expression without an end, no others are tried: scanning each to its limit would take too long.
  hasRegexes = false;
  return null;
}

function isBeforeOperand(token: IToken | undefined): boolean {
  if (token === undefined) return true;
  const { Symbol: SymbolType, Rsql, LeftParenthesis, Comma, Semicolon, Colon, Word } = infixTokens();
  const { tokenType, image } = token;
  if (tokenType === Word) return /^(?:matches|regexp|rlike|like|eq|and|or|not)$/i.test(image);
  return [SymbolType, Rsql, LeftParenthesis, Comma, Semicolon, Colon].includes(tokenType);
}

/** Always sets the payload: Chevrotain reads it, and must not find one on a polluted prototype. */
function matched(image: string): CustomPatternMatcherReturn {
  const result = [image] as unknown as CustomPatternMatcherReturn;
  result.payload = undefined;
  return result;
}

function sticky(pattern: RegExp) {
  return (text: string, offset: number): CustomPatternMatcherReturn | null => {
    pattern.lastIndex = offset;
    const found = pattern.exec(text);
    return found === null ? null : matched(found[0]);
  };
}
