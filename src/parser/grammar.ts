import type { IToken, TokenType } from "chevrotain";
import { chevrotain } from "../lexer/chevrotain.ts";
import { tokens } from "../lexer/tokenize.ts";

/**
 * The grammar, written with Chevrotain. The published language is
 *
 *   filter     = [ expression ]
 *   expression = literal | name | call
 *   call       = identifier "(" [ strength "," ] [ expression { "," expression } ] ")"
 *   sortBy     = sortKey { "," sortKey }
 *   sortKey    = expression { ":" option }
 *
 * The rules below accept more: every sequence of tokens. Each piece is told to a listener, which knows where it stands
 * and says in its own words what the language does not allow there. So one grammar serves valid and broken texts, all
 * errors are found in one pass, no recovery skips input, and nothing is thrown.
 */
export interface Grammar {
  listener: Listener;
  input: IToken[];
  /** Chevrotain's own errors. There are none: the rules accept everything. */
  readonly errors: readonly unknown[];
  /** filter = { piece | ")" } */
  filter: () => void;
  /** sortBy = { piece | ")" } */
  sortBy: () => void;
}

/** What the grammar finds, in the order of the text. */
export interface Listener {
  /** A name that no parenthesis follows. */
  name(token: IToken): void;
  string(token: IToken): void;
  numeral(token: IToken): void;
  spacedZone(token: IToken): void;
  strength(token: IToken): void;
  comma(token: IToken): void;
  colon(token: IToken): void;
  invalid(token: IToken): void;
  /** An opening parenthesis, and the name in front of it if there is one. */
  open(parenthesis: IToken, callee: IToken | undefined): void;
  /** The end of what was opened last; no parenthesis if the text ends before. */
  close(parenthesis: IToken | undefined): void;
  /** A closing parenthesis where nothing is open. */
  strayClose(token: IToken): void;
}

let grammar: Grammar | undefined;

/** The parser; made on first use, which takes some 20 ms. */
export function getGrammar(): Grammar {
  return (grammar ??= makeGrammar(false));
}

/** A parser of its own. `validate` has Chevrotain look for mistakes of the grammar itself, as a test does. */
export function makeGrammar(validate: boolean): Grammar {
  const t = tokens();

  class FilterGrammar extends chevrotain().EmbeddedActionsParser {
    listener: Listener = DEAF;
    declare filter: () => void;
    declare sortBy: () => void;

    constructor() {
      super(Object.values(t) as TokenType[], {
        maxLookahead: 1,
        recoveryEnabled: false,
        skipValidations: !validate,
      });

      // The closures are made once and kept, not at each call of a rule: it halves the time to parse.

      // call = callee "(" { piece } [ ")" ]
      const call = this.RULE("call", () => {
        const callee = this.CONSUME(t.Callee);
        this.listener.open(this.CONSUME(t.LeftParenthesis), callee);
        this.MANY(insideCall);
        this.listener.close(this.OPTION(closing));
      });

      // group = "(" { piece } [ ")" ]
      const group = this.RULE("group", () => {
        this.listener.open(this.CONSUME(t.LeftParenthesis), undefined);
        this.MANY(insideCall);
        this.listener.close(this.OPTION(closing));
      });
      const closing = { DEF: () => this.CONSUME(t.RightParenthesis) };

      // piece = name | call | "," | string | numeral | strength | ":" | anything else but ")"
      const pieces = [
        { ALT: () => this.listener.name(this.CONSUME(t.Name)) },
        { ALT: () => this.SUBRULE(call) },
        { ALT: () => this.listener.comma(this.CONSUME(t.Comma)) },
        { ALT: () => this.listener.string(this.CONSUME(t.String)) },
        { ALT: () => this.listener.numeral(this.CONSUME(t.Numeral)) },
        { ALT: () => this.listener.strength(this.CONSUME(t.Strength)) },
        { ALT: () => this.listener.colon(this.CONSUME(t.Colon)) },
        { ALT: () => this.listener.spacedZone(this.CONSUME(t.SpacedZone)) },
        { ALT: () => this.listener.invalid(this.CONSUME(t.Invalid)) },
        { ALT: () => this.SUBRULE(group) },
      ];
      const insideCall = { DEF: () => this.OR(pieces) as undefined };
      const topPieces = [
        ...pieces,
        { ALT: () => this.listener.strayClose(this.CONSUME(t.RightParenthesis)) },
      ];
      const atTop = { DEF: () => this.OR(topPieces) as undefined };

      this.filter = this.RULE("filter", () => this.MANY(atTop));
      this.sortBy = this.RULE("sortBy", () => this.MANY(atTop));
      this.performSelfAnalysis();
    }
  }

  return new FilterGrammar();
}

/** Listens while Chevrotain records the rules, with tokens that are not real. */
const DEAF: Listener = {
  name: () => undefined,
  string: () => undefined,
  numeral: () => undefined,
  spacedZone: () => undefined,
  strength: () => undefined,
  comma: () => undefined,
  colon: () => undefined,
  invalid: () => undefined,
  open: () => undefined,
  close: () => undefined,
  strayClose: () => undefined,
};
