import type { CustomPatternMatcherReturn, IToken, TokenType } from "chevrotain";
import { scanString } from "./scan-string.ts";

/** Token types. `Invalid` matches what no other pattern does. */
export interface Tokens {
  /** Segments joined by dots; also `true` and `false`. */
  readonly Name: TokenType;
  /** A name before an opening parenthesis. It has no pattern: see `tokenize`. */
  readonly Callee: TokenType;
  readonly Comma: TokenType;
  readonly LeftParenthesis: TokenType;
  readonly RightParenthesis: TokenType;
  /** A string literal, terminated or not. */
  readonly String: TokenType;
  /** A time or date-time with a space in place of the `+` of its zone. */
  readonly SpacedZone: TokenType;
  /** Characters that start like a number, a date or a time, valid or not. */
  readonly Numeral: TokenType;
  /** `$` and a word. */
  readonly Strength: TokenType;
  readonly Colon: TokenType;
  /** A name with an empty segment: `owner.`, `a..b`. */
  readonly IncompleteName: TokenType;
  /** A name with letters beyond ASCII. The parser sees a `Name`: both have the same `tokenTypeIdx`. */
  readonly UnicodeName: TokenType;
  readonly Invalid: TokenType;
}

// Patterns with \p are created when they are first used, because each takes a tenth of a millisecond at start-up.
const SEGMENT = String.raw`[\p{L}_@][\p{L}0-9_@-]*`;
/** Source of the pattern for all names. Grammars of editors have it too. */
export const NAME_PATTERN = String.raw`${SEGMENT}(?:\.${SEGMENT})*`;
const scanUnicodeName = sticky(() => new RegExp(NAME_PATTERN, "uy"));
/** Scans a name with dots. A dot before a digit is not part of the name, because it starts a number such as `.5`. */
const scanDottedName = sticky(() => new RegExp(String.raw`${SEGMENT}(?:\.+${SEGMENT})*(?:\.+(?!\d))?`, "uy"));
/** A name that is not followed by a non-ASCII letter or another dot. */
const ASCII_NAME =
  /[A-Za-z_@][A-Za-z0-9_@-]*(?:\.[A-Za-z_@][A-Za-z0-9_@-]*)*(?![A-Za-z0-9_@\-.\u0080-\uffff])/y;
/** Scans an invalid number such as `.5`, `+1` or `--1`. At most 20 signs: a longer run would be scanned again from each sign. */
const scanBrokenNumeral = sticky(() => /[-+.]{1,20}(?=[0-9])(?:[0-9A-Za-z_.]|[+-](?=\d)|:(?=\d))*/y);
const scanSpacedZoneAt = sticky(
  () => /(?:\d{4}-\d{2}-\d{2}T)?\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)? \d{2}:\d{2}(?![0-9:])/y,
);
/** A string in typographic quotes or backticks, up to 200 characters. Its end is a quote before a separator. */
const scanTypographicString = sticky(
  () =>
    /(?:“[^“”\n]{0,200}?”|[‘’][^“”\n]{0,200}?’|´[^´\n]{0,200}?´|`[^`\n]{0,200}?`|＇[^＇\n]{0,200}?＇|”[^“”\n]{0,200}?”)(?=\s*(?:[,):，）]|$))/uy,
);
const scanCharacter = sticky(() => /[\s\S]/uy);

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_@";
const DIGITS = "0123456789";

/** First characters of a token type. */
export interface FirstCharacters {
  /** Undefined for all characters. */
  readonly ascii: string | undefined;
  readonly beyondAscii: boolean;
}

/** First characters of all types that `tokenize` scans, in the order in which it tries them. */
export const FIRST_CHARACTERS: Readonly<Record<Exclude<keyof Tokens, "Callee">, FirstCharacters>> = {
  Name: { ascii: LETTERS, beyondAscii: false },
  Comma: { ascii: ",", beyondAscii: false },
  LeftParenthesis: { ascii: "(", beyondAscii: false },
  RightParenthesis: { ascii: ")", beyondAscii: false },
  String: { ascii: `'"`, beyondAscii: false },
  SpacedZone: { ascii: DIGITS, beyondAscii: false },
  Numeral: { ascii: `-${DIGITS}`, beyondAscii: false },
  Strength: { ascii: "$", beyondAscii: false },
  Colon: { ascii: ":", beyondAscii: false },
  IncompleteName: { ascii: LETTERS, beyondAscii: true },
  UnicodeName: { ascii: LETTERS, beyondAscii: true },
  Invalid: { ascii: undefined, beyondAscii: true },
};

/** Token after the last one of a text. It has the index of Chevrotain's own end. */
export const END_OF_TEXT: IToken = {
  image: "",
  startOffset: -1,
  tokenTypeIdx: 1,
  tokenType: { name: "EOF", PATTERN: undefined!, tokenTypeIdx: 1, LINE_BREAKS: true },
};

/** Pattern of a type that the lexer does not scan. It matches nothing. */
const NEVER = /(?!)/y;

/** Creates token types in the form of Chevrotain's `createToken`. */
export function makeTokens(): Tokens {
  let last = END_OF_TEXT.tokenTypeIdx;
  // All types have the same properties: the parser's checks are faster on objects of one shape.
  const token = (name: string, pattern: TokenType["PATTERN"] & {}): TokenType => ({
    name,
    PATTERN: pattern,
    tokenTypeIdx: ++last,
    LINE_BREAKS: true,
  });
  const types = {
    Name: token("Name", ASCII_NAME),
    Callee: token("Callee", NEVER),
    Comma: token("Comma", ","),
    LeftParenthesis: token("LeftParenthesis", "("),
    RightParenthesis: token("RightParenthesis", ")"),
    String: token("String", scanString),
    SpacedZone: token("SpacedZone", scanSpacedZone),
    Numeral: token("Numeral", /-?\d(?:[0-9A-Za-z_.]|[+-](?=\d)|:(?=\d))*/y),
    Strength: token("Strength", /\$[A-Za-z0-9_@-]*/y),
    Colon: token("Colon", ":"),
    IncompleteName: token("IncompleteName", scanIncompleteName),
    UnicodeName: token("UnicodeName", scanUnicodeName),
    Invalid: token(
      "Invalid",
      (text: string, offset: number) =>
        scanBrokenNumeral(text, offset) ?? scanTypographicString(text, offset) ?? scanCharacter(text, offset),
    ),
  } satisfies Tokens;
  types.UnicodeName.tokenTypeIdx = types.Name.tokenTypeIdx!;
  return types;
}

function scanIncompleteName(text: string, offset: number): CustomPatternMatcherReturn | null {
  const dottedName = scanDottedName(text, offset);
  return dottedName !== null && (dottedName[0].endsWith(".") || dottedName[0].includes(".."))
    ? dottedName
    : null;
}

/** Scans a time or date-time with a space in its zone. Two characters rule out numbers first, which is faster than a RegExp. */
function scanSpacedZone(text: string, offset: number): CustomPatternMatcherReturn | null {
  const isTemporal = text.charCodeAt(offset + 2) === 0x3a || text.charCodeAt(offset + 4) === 0x2d;
  return isTemporal ? scanSpacedZoneAt(text, offset) : null;
}

/** Always sets the payload: `tokenize` reads it, and must not find one on a polluted prototype. */
function sticky(create: () => RegExp) {
  let pattern: RegExp | undefined;
  return (text: string, offset: number): CustomPatternMatcherReturn | null => {
    pattern ??= create();
    pattern.lastIndex = offset;
    const match = pattern.exec(text) as CustomPatternMatcherReturn | null;
    if (match !== null) match.payload = undefined;
    return match;
  };
}
