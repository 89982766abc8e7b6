import type { IToken, Lexer } from "chevrotain";
import { chevrotain } from "./chevrotain.ts";
import { makeTokens, type Tokens } from "./tokens.ts";

interface Engine {
  readonly tokens: Tokens;
  readonly lexer: Lexer;
}

let engine: Engine | undefined;

/** Created on first use. */
export function tokens(): Tokens {
  return (engine ??= makeEngine()).tokens;
}

/**
 * Splits any text into tokens without white space, in linear time.
 *
 * A name before a parenthesis becomes a `Callee`, and a colon within parentheses `Invalid`, so that the
 * grammar needs only one token of lookahead.
 */
export function tokenize(text: string): IToken[] {
  const { lexer, tokens: types } = (engine ??= makeEngine());
  const found = lexer.tokenize(text).tokens;
  const name = types.Name.tokenTypeIdx;
  const open = types.LeftParenthesis.tokenTypeIdx;
  const close = types.RightParenthesis.tokenTypeIdx;
  const colon = types.Colon.tokenTypeIdx;
  let depth = 0;
  let last: IToken | undefined;
  for (let i = 0; i < found.length; i++) {
    const token = found[i]!;
    const type = token.tokenTypeIdx;
    if (type === open) {
      depth++;
      if (last?.tokenTypeIdx === name) last!.tokenTypeIdx = types.Callee.tokenTypeIdx!;
    } else if (type === close) {
      if (depth > 0) depth--;
    } else if (type === colon && depth > 0) {
      token.tokenTypeIdx = types.Invalid.tokenTypeIdx!;
    }
    last = token;
  }
  return found;
}

/** `validate` lets Chevrotain check the patterns, which takes time. */
export function makeLexer(types: Tokens, validate: boolean): Lexer {
  const { Lexer } = chevrotain();
  return new Lexer(Object.values(types), {
    positionTracking: "onlyOffset",
    ensureOptimizations: true,
    skipValidations: !validate,
  });
}

function makeEngine(): Engine {
  const types = makeTokens();
  return { tokens: types, lexer: makeLexer(types, false) };
}
