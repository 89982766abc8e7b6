import type { CustomPatternMatcherReturn, TokenType } from "chevrotain";
import { chevrotain } from "./chevrotain.ts";
import { scanString } from "./scan-string.ts";

/** Token types. `Invalid` matches what no other pattern does. */
export interface Tokens {
  readonly WhiteSpace: TokenType;
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

// Chevrotain drops the `u` flag of a pattern, so \p{L} needs a custom pattern with a RegExp of our own.
const SEGMENT = String.raw`[\p{L}_@][\p{L}0-9_@-]*`;
const UNICODE_NAME = new RegExp(String.raw`${SEGMENT}(?:\.${SEGMENT})*`, "uy");
/** A dot before a digit starts a number such as `.5`. */
const DOTTED_NAME = new RegExp(String.raw`${SEGMENT}(?:\.+${SEGMENT})*(?:\.+(?!\d))?`, "uy");
/** A name that is not followed by a non-ASCII letter or another dot. */
const ASCII_NAME =
  /[A-Za-z_@][A-Za-z0-9_@-]*(?:\.[A-Za-z_@][A-Za-z0-9_@-]*)*(?![A-Za-z0-9_@\-.\u0080-\uffff])/;
/** `.5`, `+1`, `--1`. At most 20 signs: otherwise a long run of signs would be scanned again from each sign. */
const BROKEN_NUMERAL = /[-+.]{1,20}(?=[0-9])(?:[0-9A-Za-z_.]|[+-](?=\d)|:(?=\d))*/y;
const SPACED_ZONE = sticky(
  /(?:\d{4}-\d{2}-\d{2}T)?\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)? \d{2}:\d{2}(?![0-9:])/y,
);
/** A string in typographic quotes or backticks, up to 200 characters. Its end is a quote before a separator. */
const TYPOGRAPHIC_STRING =
  /(?:“[^“”\n]{0,200}?”|[‘’][^“”\n]{0,200}?’|´[^´\n]{0,200}?´|`[^`\n]{0,200}?`|＇[^＇\n]{0,200}?＇|”[^“”\n]{0,200}?”)(?=\s*(?:[,):，）]|$))/uy;
const ANY_CHARACTER = /[\s\S]/uy;

const NAME_STARTS = characterCodes((code) => code > 0x7f || /[A-Za-z_@]/.test(String.fromCharCode(code)));
const ASCII_NAME_STARTS = asciiCodes(/[A-Za-z_@]/);
const DIGITS = asciiCodes(/[0-9]/);
const ALL_STARTS = characterCodes(() => true);

/** In the order in which the lexer tries their patterns. */
export function makeTokens(): Tokens {
  const { createToken, Lexer } = chevrotain();
  // Without first characters, Chevrotain parses the patterns to find them, which takes milliseconds.
  // All types have the same properties: the parser's checks are faster on objects of one shape.
  const token = (name: string, pattern: TokenType["PATTERN"] & {}, start_chars_hint?: number[]) =>
    createToken({ name, pattern, line_breaks: true, ...(start_chars_hint && { start_chars_hint }) });
  const types = {
    WhiteSpace: createToken({
      name: "WhiteSpace",
      pattern: /[ \t\r\n]+/,
      group: Lexer.SKIPPED,
      line_breaks: true,
      start_chars_hint: asciiCodes(/[ \t\r\n]/),
    }),
    Name: token("Name", ASCII_NAME, ASCII_NAME_STARTS),
    Callee: token("Callee", Lexer.NA),
    Comma: token("Comma", ","),
    LeftParenthesis: token("LeftParenthesis", "("),
    RightParenthesis: token("RightParenthesis", ")"),
    String: token("String", scanString, [0x22, 0x27]),
    SpacedZone: token("SpacedZone", scanSpacedZone, DIGITS),
    Numeral: token("Numeral", /-?\d(?:[0-9A-Za-z_.]|[+-](?=\d)|:(?=\d))*/, [0x2d, ...DIGITS]),
    Strength: token("Strength", /\$[A-Za-z0-9_@-]*/, [0x24]),
    Colon: token("Colon", ":"),
    IncompleteName: token("IncompleteName", scanIncompleteName, NAME_STARTS),
    UnicodeName: token("UnicodeName", sticky(UNICODE_NAME), NAME_STARTS),
    Invalid: token(
      "Invalid",
      (text: string, offset: number) =>
        sticky(BROKEN_NUMERAL)(text, offset) ??
        sticky(TYPOGRAPHIC_STRING)(text, offset) ??
        sticky(ANY_CHARACTER)(text, offset),
      ALL_STARTS,
    ),
  } satisfies Tokens;
  types.UnicodeName.tokenTypeIdx = types.Name.tokenTypeIdx!;
  return types;
}

function scanIncompleteName(text: string, offset: number): CustomPatternMatcherReturn | null {
  const found = sticky(DOTTED_NAME)(text, offset);
  return found !== null && (found[0].endsWith(".") || found[0].includes("..")) ? found : null;
}

/** Most numerals are numbers. They are ruled out by two characters, which is faster than a RegExp. */
function scanSpacedZone(text: string, offset: number): CustomPatternMatcherReturn | null {
  const isTemporal = text.charCodeAt(offset + 2) === 0x3a || text.charCodeAt(offset + 4) === 0x2d;
  return isTemporal ? SPACED_ZONE(text, offset) : null;
}

/** Always sets the payload: Chevrotain reads it, and must not find one on a polluted prototype. */
function sticky(pattern: RegExp) {
  return (text: string, offset: number): CustomPatternMatcherReturn | null => {
    pattern.lastIndex = offset;
    const found = pattern.exec(text) as CustomPatternMatcherReturn | null;
    if (found !== null) found.payload = undefined;
    return found;
  };
}

/**
 * First characters of a pattern. Chevrotain groups characters from U+0100 on in blocks of 255, so one in 64 and the
 * last one suffice.
 */
function characterCodes(starts: (code: number) => boolean): number[] {
  const codes = Array.from({ length: 256 }, (_, code) => code).filter(starts);
  for (let code = 256; code < 0xffff; code += 64) codes.push(code);
  return [...codes, 0xffff];
}

/** @example asciiCodes(/[ab]/) // [97, 98] */
function asciiCodes(pattern: RegExp): number[] {
  return Array.from({ length: 128 }, (_, code) => code).filter((code) =>
    pattern.test(String.fromCharCode(code)),
  );
}
