import type { ILexingResult, IToken, Lexer } from "chevrotain";
import { chevrotain } from "./chevrotain.ts";
import { makeTokens, makeUnicodeName, type Tokens } from "./tokens.ts";

interface Engine {
  readonly tokens: Tokens;
  readonly lexer: Lexer;
}

let engine: Engine | undefined;

/** The token types. Made on first use. */
export function tokens(): Tokens {
  return (engine ??= makeEngine()).tokens;
}

/**
 * Cuts a text into tokens; white space is skipped. Every text can be cut: what is no token of the language becomes
 * `Invalid`. Linear in the text, whose length the caller has checked.
 */
export function tokenize(text: string): IToken[] {
  const { lexer } = (engine ??= makeEngine());
  const result: ILexingResult = lexer.tokenize(text);
  return result.tokens;
}

function makeEngine(): Engine {
  const types = makeTokens();
  const unicodeName = makeUnicodeName();
  // The parser decides by this number; to it a name is a name, whatever its letters.
  unicodeName.tokenTypeIdx = types.Name.tokenTypeIdx!;
  const { Invalid, ...regular } = types;
  const lexer = new (chevrotain().Lexer)([...Object.values(regular), unicodeName, Invalid], {
    positionTracking: "onlyOffset",
  });
  return { tokens: types, lexer };
}
