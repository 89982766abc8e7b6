import type { TokenType } from "chevrotain";
import { matchAny, matcherOf, type Matcher } from "./matchers.ts";
import {
  BLANK,
  DOLLAR,
  LETTER,
  makeClasses,
  MARK,
  nameEnd,
  NUMERAL,
  numeralEnd,
  QUOTE,
  strengthEnd,
  stringEnd,
} from "./scan.ts";
import { Token } from "./token.ts";
import { makeTokens, makeUnicodeName, type Tokens } from "./tokens.ts";

interface Engine {
  readonly tokens: Tokens;
  /** What each ASCII character can be. */
  readonly classes: Uint8Array;
  /** The tokens of one character, by its code. */
  readonly marks: readonly (TokenType | undefined)[];
  /** All definitions, in the order in which they are tried. */
  readonly definitions: readonly TokenType[];
  readonly matchers: readonly Matcher[];
}

let engine: Engine | undefined;

/** The token types. Made on first use. */
export function tokens(): Tokens {
  return (engine ??= makeEngine()).tokens;
}

/** The definitions that `tokenize` follows, in their order: the vocabulary of a lexer. */
export function definitions(): readonly TokenType[] {
  return (engine ??= makeEngine()).definitions;
}

/**
 * Cuts a text into tokens; white space is skipped. Every text can be cut: what is no token of the language becomes
 * `Invalid`. Linear in the text, whose length the caller has checked.
 *
 * The definitions in `tokens.ts` are the truth, and Chevrotain's own lexer, run over them, gives the same tokens: a
 * test holds that. Here the tokens that most texts are made of are scanned, which takes a third of its time; what is
 * not plainly one of them goes to the definitions.
 */
export function tokenize(text: string): Token[] {
  const { tokens: types, classes, marks, matchers } = (engine ??= makeEngine());
  const { Name, Callee, String: Quoted, Numeral, Strength } = types;
  const { length } = text;
  const found: Token[] = [];
  let last: Token | undefined;
  for (let at = 0; at < length;) {
    const code = text.charCodeAt(at);
    const bits = code < 128 ? classes[code]! : 0;
    let type = Name;
    let end = 0;
    if ((bits & MARK) !== 0) {
      type = marks[code]!;
      end = at + 1;
      // A name in front of a parenthesis is another token to the grammar, which then need not look ahead for it.
      if (code === 0x28 && last?.tokenTypeIdx === Name.tokenTypeIdx)
        last!.tokenTypeIdx = Callee.tokenTypeIdx!;
    } else if ((bits & LETTER) !== 0) {
      end = nameEnd(text, at, classes);
    } else if ((bits & QUOTE) !== 0) {
      type = Quoted;
      end = stringEnd(text, at, code);
    } else if ((bits & BLANK) !== 0) {
      at++;
      continue;
    } else if ((bits & NUMERAL) !== 0) {
      type = Numeral;
      end = numeralEnd(text, at, classes);
    } else if (code === DOLLAR) {
      type = Strength;
      end = strengthEnd(text, at, classes);
    }
    last = end > 0 ? new Token(type, text, at, end, undefined) : matchAny(text, at, matchers);
    found.push(last);
    at = last.endOffset + 1;
  }
  return found;
}

function makeEngine(): Engine {
  const types = makeTokens();
  const unicodeName = makeUnicodeName();
  // The parser decides by this number; to it a name is a name, whatever its letters.
  unicodeName.tokenTypeIdx = types.Name.tokenTypeIdx!;
  const marks: (TokenType | undefined)[] = [];
  for (const type of [types.Comma, types.LeftParenthesis, types.RightParenthesis, types.Colon]) {
    marks[(type.PATTERN as string).charCodeAt(0)] = type;
  }
  const { Callee, Invalid } = types;
  const regular = (Object.values(types) as TokenType[]).filter((type) => type !== Callee && type !== Invalid);
  const inOrder: readonly TokenType[] = [...regular, unicodeName, Invalid];
  return {
    tokens: types,
    classes: makeClasses(),
    marks,
    definitions: inOrder,
    matchers: inOrder.map(matcherOf),
  };
}
