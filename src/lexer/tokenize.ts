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
  const name = types.Name.tokenTypeIdx!;
  const callee = types.Callee.tokenTypeIdx!;
  const open = types.LeftParenthesis.tokenTypeIdx!;
  for (let i = 1; i < found.length; i++) {
    if (found[i]!.tokenTypeIdx !== open) continue;
    const before = found[i - 1]!;
    if (before.tokenTypeIdx === name) before.tokenTypeIdx = callee;
  }
  if (text.includes(":")) retypeInnerColons(found, types);
  return found;
}

/** Makes the colons within parentheses invalid. They are rare, and most texts have no colon at all. */
function retypeInnerColons(found: readonly IToken[], types: Tokens): void {
  let depth = 0;
  for (const token of found) {
    const { tokenType } = token;
    if (tokenType === types.LeftParenthesis) depth++;
    else if (tokenType === types.RightParenthesis) depth = Math.max(0, depth - 1);
    else if (tokenType === types.Colon && depth > 0) token.tokenTypeIdx = types.Invalid.tokenTypeIdx!;
  }
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
