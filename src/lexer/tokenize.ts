import type { CustomPatternMatcherReturn, IToken, TokenType } from "chevrotain";
import { FIRST_CHARACTERS, makeTokens, type Tokens } from "./tokens.ts";

/** A token type and its pattern in one of the forms that token types can have. The others are undefined. */
interface Candidate {
  readonly type: TokenType;
  readonly sticky: RegExp | undefined;
  readonly match: ((text: string, offset: number) => CustomPatternMatcherReturn | null) | undefined;
}

interface Engine {
  readonly types: Tokens;
  /**
   * Types to try in this order, by the first UTF-16 unit. The last entry is for all units from `UNITS` on. Entries are added
   * when they are needed.
   */
  readonly candidates: (readonly Candidate[] | undefined)[];
}

/** Number of first units that have candidates of their own: ASCII. */
const UNITS = 0x80;

let engine: Engine | undefined;

/** Created on first use. */
export function tokens(): Tokens {
  return (engine ??= makeEngine()).types;
}

/**
 * Splits any text into tokens without white space, in linear time. Equivalent to a lexer of Chevrotain with the same token
 * types. Such a lexer prepares tables for 65,536 characters first, which takes longer than to parse a filter.
 *
 * A name before a parenthesis becomes a `Callee`, and a colon within parentheses `Invalid`, so that the
 * grammar needs only one token of lookahead.
 */
export function tokenize(text: string): IToken[] {
  const list: IToken[] = [];
  for (let at = 0; at < text.length;) {
    if (isSpace(text.charCodeAt(at))) {
      at++;
    } else {
      const token = scanTokenAt(text, at);
      list.push(token);
      at += token.image.length;
    }
  }
  const { types } = (engine ??= makeEngine());
  const name = types.Name.tokenTypeIdx!;
  const callee = types.Callee.tokenTypeIdx!;
  const open = types.LeftParenthesis.tokenTypeIdx!;
  for (let i = 1; i < list.length; i++) {
    if (list[i]!.tokenTypeIdx !== open) continue;
    const before = list[i - 1]!;
    if (before.tokenTypeIdx === name) before.tokenTypeIdx = callee;
  }
  if (text.includes(":")) retypeInnerColons(list, types);
  return list;
}

/** Returns whether a UTF-16 unit is white space between tokens. */
export function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0d;
}

/** Scans the token at an offset that is neither white space nor the end. Its type depends on no other token. */
export function scanTokenAt(text: string, at: number): IToken {
  const { types, candidates } = (engine ??= makeEngine());
  const first = Math.min(text.charCodeAt(at), UNITS);
  return scanToken(text, at, (candidates[first] ??= findCandidates(types, first)));
}

/** Makes the colons within parentheses invalid. They are rare, and most texts have no colon at all. */
function retypeInnerColons(list: readonly IToken[], types: Tokens): void {
  let depth = 0;
  for (const token of list) {
    const { tokenType } = token;
    if (tokenType === types.LeftParenthesis) depth++;
    else if (tokenType === types.RightParenthesis) depth = Math.max(0, depth - 1);
    else if (tokenType === types.Colon && depth > 0) token.tokenTypeIdx = types.Invalid.tokenTypeIdx!;
  }
}

/** Scans a token at an offset. Always finds one, because one of the candidates is `Invalid`, which matches any character. */
function scanToken(text: string, at: number, candidates: readonly Candidate[]): IToken {
  for (const { type, sticky, match } of candidates) {
    if (match !== undefined) {
      const result = match(text, at);
      if (result === null) continue;
      const token = tokenOf(type, result[0], at);
      if (result.payload !== undefined) token.payload = result.payload as unknown;
      return token;
    }
    if (sticky === undefined) return tokenOf(type, text.charAt(at), at);
    sticky.lastIndex = at;
    if (sticky.test(text)) return tokenOf(type, text.slice(at, sticky.lastIndex), at);
  }
  throw new Error("internal: no token type matches");
}

function tokenOf(tokenType: TokenType, image: string, startOffset: number): IToken {
  return { image, startOffset, tokenTypeIdx: tokenType.tokenTypeIdx!, tokenType };
}

function makeEngine(): Engine {
  // Filled, because a missing entry would be read from a polluted Array.prototype.
  return { types: makeTokens(), candidates: Array.from({ length: UNITS + 1 }, () => undefined) };
}

function findCandidates(types: Tokens, unit: number): readonly Candidate[] {
  return Object.entries(FIRST_CHARACTERS)
    .filter(([, { ascii, beyondAscii }]) => (unit < UNITS ? isFirst(ascii, unit) : beyondAscii))
    .map(([name]): Candidate => {
      const type = types[name as keyof Tokens];
      const { PATTERN: pattern } = type;
      return {
        type,
        sticky: pattern instanceof RegExp ? pattern : undefined,
        match: typeof pattern === "function" ? (pattern as Candidate["match"]) : undefined,
      };
    });
}

function isFirst(ascii: string | undefined, unit: number): boolean {
  return ascii === undefined || ascii.includes(String.fromCharCode(unit));
}
