import type { IToken, TokenType } from "chevrotain";
import { END_OF_TEXT } from "../../lexer/tokens.ts";
import type { Decisions, RuleDecisions } from "./rule-decisions.ts";

/** A rule of the grammar. It reads its tokens and returns what was built from them. */
export type ParserRule<T> = () => T;

export interface Alternative<T> {
  ALT: () => T;
  IGNORE_AMBIGUITIES?: boolean;
}

export interface Part<T> {
  DEF: () => T;
}

/**
 * The methods of Chevrotain's parser with which the rules are written. The first argument of each is an index that is unique in
 * its rule for each method.
 */
export interface RuleEngine {
  input: IToken[];
  RULE: <T>(name: string, body: () => T) => ParserRule<T>;
  consume: (index: number, type: TokenType, options?: { readonly LABEL: string }) => IToken;
  subrule: <T>(index: number, rule: ParserRule<T>) => T;
  option: <T>(index: number, part: Part<T>) => T | undefined;
  or: <T>(index: number, alternatives: Alternative<T>[]) => T;
  many: (index: number, part: Part<unknown>) => void;
  atLeastOne: (index: number, part: Part<unknown>) => void;
  /** Returns the token at a distance: 1 for the next one, 0 for the last one. */
  LA: (distance: number) => IToken;
}

/** @param types all token types of the grammar */
export type RuleEngineClass = new (types: TokenType[]) => RuleEngine;

/**
 * Returns an engine that runs rules by decisions that Chevrotain has derived from them. It has no error handling: the error
 * productions of the rules accept every sequence of tokens. Equivalent to Chevrotain's parser, without its analysis, recovery
 * and 26 kB of code. A test compares both.
 */
export function engineOf(decisions: Decisions): RuleEngineClass {
  return class implements RuleEngine {
    #tokens: readonly IToken[] = [];
    /** Index of the next token. */
    #at = 0;
    #rule: RuleDecisions | undefined;

    get input(): IToken[] {
      return this.#tokens as IToken[];
    }

    set input(tokens: IToken[]) {
      this.#tokens = tokens;
      this.#at = 0;
    }

    LA(distance: number): IToken {
      const at = this.#at + distance - 1;
      return at >= 0 && at < this.#tokens.length ? this.#tokens[at]! : END_OF_TEXT;
    }

    RULE<T>(name: string, body: () => T): ParserRule<T> {
      const decision = decisions.get(name);
      return () => {
        const outer = this.#rule;
        this.#rule = decision;
        const result = body();
        this.#rule = outer;
        return result;
      };
    }

    consume(_index: number, type: TokenType): IToken {
      const token = this.LA(1);
      if (token.tokenTypeIdx !== type.tokenTypeIdx)
        throw new Error("internal: the rules cannot read a token");
      this.#at++;
      return token;
    }

    subrule<T>(_index: number, rule: ParserRule<T>): T {
      return rule();
    }

    option<T>(index: number, part: Part<T>): T | undefined {
      return this.#begins(this.#rule!.options[index]!) ? part.DEF() : undefined;
    }

    or<T>(index: number, alternatives: Alternative<T>[]): T {
      const { table, empty } = this.#rule!.choices[index]!;
      const type = this.#nextType();
      const chosen = (type < table.length ? table[type] : undefined) ?? empty;
      if (chosen === undefined) throw new Error("internal: the rules cannot read a token");
      return alternatives[chosen]!.ALT();
    }

    many(index: number, part: Part<unknown>): void {
      const types = this.#rule!.repetitions[index]!;
      while (this.#begins(types)) part.DEF();
    }

    atLeastOne(index: number, part: Part<unknown>): void {
      const types = this.#rule!.repetitionsOfOne[index]!;
      do part.DEF();
      while (this.#begins(types));
    }

    #nextType(): number {
      return this.#at < this.#tokens.length ? this.#tokens[this.#at]!.tokenTypeIdx : END_OF_TEXT.tokenTypeIdx;
    }

    #begins(types: Uint8Array): boolean {
      return types[this.#nextType()] === 1;
    }
  };
}
