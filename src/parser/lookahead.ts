import type { ILookaheadStrategy, Rule, TokenType } from "chevrotain";
import { chevrotain } from "../lexer/chevrotain.ts";

interface Lookahead {
  LA_FAST(distance: number): { readonly tokenTypeIdx: number };
}

/**
 * Chevrotain's lookahead by one token, with one table for all alternatives of an `OR`, even if one is empty.
 * Chevrotain itself compares token by token then, and a whole parse takes 1.1 times as long.
 */
export function oneTokenLookahead(): ILookaheadStrategy {
  const { LLkLookaheadStrategy, getLookaheadPaths } = chevrotain();

  class OneTokenLookahead extends LLkLookaheadStrategy {
    override buildLookaheadForAlternation({ prodOccurrence, rule }: { prodOccurrence: number; rule: Rule }) {
      const alternatives: readonly TokenType[][][] = getLookaheadPaths({
        occurrence: prodOccurrence,
        rule,
        prodType: "Alternation",
        maxLookahead: 1,
      });
      const table: (number | undefined)[] = [];
      let empty: number | undefined;
      for (const [index, paths] of alternatives.entries()) {
        for (const [first] of paths) {
          if (first === undefined) empty ??= index;
          else table[first.tokenTypeIdx!] ??= index;
        }
      }
      return function (this: Lookahead) {
        return table[this.LA_FAST(1).tokenTypeIdx] ?? empty;
      } as () => number | undefined;
    }
  }

  return new OneTokenLookahead({ maxLookahead: 1 });
}
