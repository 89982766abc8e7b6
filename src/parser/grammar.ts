import type { IToken, ParserMethod, TokenType } from "chevrotain";
import { chevrotain } from "../lexer/chevrotain.ts";
import { tokens } from "../lexer/tokenize.ts";
import { installDecisions } from "./install-decisions.ts";
import type { FilterParts } from "./filter-parts.ts";
import { oneTokenLookahead } from "./lookahead.ts";
import type { PartialExpression, PartialSortOption } from "./partial-tree.ts";
import type { SortKeyList } from "./sort-key-list.ts";
import type { TreeBuilder } from "./tree-builder.ts";
import { ownProperties } from "../values/own-properties.ts";

/**
 * The language as Chevrotain rules. Error productions, marked by `mistakes` or `required`, accept common
 * mistakes. One pass therefore finds all errors, skips no input and throws nothing.
 */
export interface Grammar {
  input: IToken[];
  tree: TreeBuilder;
  /** Receives the expressions of the rule `filter`. */
  filterParts: FilterParts;
  /** Receives the keys of the rule `sortBy`. */
  sortKeys: SortKeyList;
  /** Always empty with error productions: the rules then accept every sequence of tokens. */
  readonly errors: readonly unknown[];
  filter: () => void;
  sortBy: () => void;
}

export interface GrammarOptions {
  /**
   * Adds the error productions. Without them the rules are exactly the language, as in the diagrams. Default
   * true.
   */
  readonly mistakes?: boolean;
  /** Lets Chevrotain validate the rules, which takes time. Default false. */
  readonly validate?: boolean;
  /** Uses the decisions in `decisions.ts` instead of analyzing the rules, which takes time. Default true. */
  readonly precomputed?: boolean;
}

let grammar: Grammar | undefined;

/** Has error productions. Created on first use, which takes milliseconds. */
export function getGrammar(): Grammar {
  return (grammar ??= makeGrammar());
}

interface Alternative<T> {
  ALT: () => T;
  IGNORE_AMBIGUITIES?: boolean;
}

export function makeGrammar(options: GrammarOptions = {}): Grammar {
  const { mistakes: hasMistakes = true, validate = false, precomputed = true } = ownProperties(options);
  const t = tokens();

  class FilterGrammar extends chevrotain().EmbeddedActionsParser {
    tree: TreeBuilder = NOTHING_BUILT;
    filterParts: FilterParts = NOTHING_BUILT;
    sortKeys: SortKeyList = NOTHING_BUILT;
    declare filter: ParserMethod<[], void>;
    declare sortBy: ParserMethod<[], void>;

    constructor() {
      super(Object.values(t) as TokenType[], {
        maxLookahead: 1,
        recoveryEnabled: false,
        skipValidations: !validate,
        lookaheadStrategy: oneTokenLookahead(),
      });

      // Closures are made once, here, and not at each call: this halves the time to parse.

      /** Marks alternatives that are not part of the language. */
      const mistakes = <T>(...alternatives: Alternative<T>[]) => (hasMistakes ? alternatives : []);
      const mistakeRule = <T>(name: string, body: () => T) =>
        hasMistakes ? this.RULE(name, body) : (undefined as unknown as ParserMethod<[], T>);
      /**
       * Marks a part that the language requires. With error productions it may be missing: the result is then
       * undefined.
       */
      const required = <T>(index: number, part: () => T): (() => T | undefined) => {
        const option = { DEF: part };
        return hasMistakes ? () => this.option(index, option) : part;
      };
      const oneOf = <T>(index: number, alternatives: Alternative<T>[]): (() => T) =>
        alternatives.length === 1
          ? alternatives[0]!.ALT
          : () => this.or<Alternative<T>[]>(index, alternatives);

      // expression = name | call | string | numeral
      const expressions = (index: number): Alternative<PartialExpression>[] => [
        { ALT: () => this.tree.name(this.consume(index, t.Name)) },
        { ALT: () => this.subrule(index, call) },
        { ALT: () => this.tree.string(this.consume(index, t.String)) },
        { ALT: () => this.tree.numeral(this.consume(index, t.Numeral)) },
        ...mistakes(
          { ALT: () => this.tree.spacedZone(this.consume(index, t.SpacedZone)) },
          { ALT: () => this.tree.incompleteName(this.consume(index, t.IncompleteName)) },
          { ALT: () => this.subrule(index, group) },
          { ALT: () => this.subrule(index, unreadable) },
        ),
      ];
      const anyExpression = expressions(0);
      const expression = this.RULE("expression", () => this.OR(anyExpression));
      /** Equivalent to the rule `expression`. Inlined, because a rule call for each argument takes time. */
      const inlined = (index: number): Alternative<PartialExpression>[] =>
        hasMistakes ? expressions(index) : [{ ALT: () => this.subrule(index, expression) }];

      // call = callee "(" argumentList ")"
      const call = this.RULE("call", (): PartialExpression => {
        const callee = this.CONSUME(t.Callee);
        this.tree.open(this.CONSUME(t.LeftParenthesis), callee);
        callArguments();
        return this.tree.close(callee, callEnd());
      });
      const callArguments = () => {
        if (hasMistakes) someArguments();
        else this.SUBRULE(argumentList);
      };
      /** One decision covers mistakes before the parenthesis and a missing parenthesis. */
      const callEnd = oneOf<IToken | undefined>(9, [
        { ALT: () => this.CONSUME1(t.RightParenthesis) },
        ...mistakes({ ALT: () => this.SUBRULE(mistakenEnd) }, { ALT: () => undefined }),
      ]);

      // argumentList = [ ( strength | expression ) { "," expression } ]
      const argumentList = this.RULE("argumentList", () => this.OPTION(argumentOption));
      const someArguments = () => {
        const first = firstArgument();
        if (first !== undefined) this.tree.argument(first);
        this.MANY1(separatedArgument);
      };
      const argumentOption = { DEF: someArguments };
      const firstArgument = oneOf<PartialExpression | undefined>(1, [
        { ALT: () => this.tree.strength(this.CONSUME1(t.Strength)) },
        ...inlined(1),
        ...mistakes(
          {
            ALT: () => {
              const comma = this.CONSUME1(t.Comma);
              this.tree.missingArgument(comma);
              return secondArgument() ?? this.tree.missingAfter(comma, this.LA(1));
            },
          },
          { ALT: () => undefined },
        ),
      ]);
      const secondArgument = required(1, () => this.SUBRULE4(expression));
      const afterComma = (index: number) => {
        const node = oneOf<PartialExpression | undefined>(index, [
          ...inlined(index),
          ...mistakes({ ALT: () => this.tree.missingAfter(this.LA(0), this.LA(1)) }),
        ]);
        return () => {
          this.consume(index, t.Comma);
          const found = node();
          if (found !== undefined) this.tree.argument(found);
        };
      };
      const separatedArgument = afterComma(2);

      // Mistake: arguments that no comma separates from what is before them.
      const mistakenEnd = mistakeRule("mistakenEnd", () => {
        this.AT_LEAST_ONE(mistakenArgument);
        return closing();
      });
      const closing = required(9, () => this.CONSUME(t.RightParenthesis));
      const mistakenArgument = {
        DEF: () => {
          unseparated();
          this.MANY3(furtherArgument);
        },
      };
      const unseparated = oneOf<unknown>(4, [
        { ALT: () => this.tree.unseparated(this.SUBRULE4(expression)) },
        { ALT: () => this.tree.misplacedStrength(this.CONSUME2(t.Strength)) },
      ]);
      const furtherArgument = afterComma(3);

      // Mistake: parentheses that follow no name.
      const group = mistakeRule("group", (): PartialExpression => {
        const parenthesis = this.CONSUME(t.LeftParenthesis);
        this.tree.open(parenthesis, undefined);
        someArguments();
        return this.tree.closeGroup(parenthesis, callEnd());
      });

      // Mistake: characters that start no token. An expression that follows them takes their position.
      const unreadable = mistakeRule("unreadable", (): PartialExpression => {
        const first = this.CONSUME1(t.Invalid);
        this.tree.invalid(first);
        this.MANY(furtherInvalid);
        return this.OPTION(afterInvalid) ?? this.tree.invalidHole(first);
      });
      const furtherInvalid = { DEF: () => this.tree.invalid(this.CONSUME2(t.Invalid)) };
      const afterInvalid = { DEF: () => this.SUBRULE(expression) };

      // filter = [ expression ]
      this.filter = this.RULE("filter", () => {
        this.OPTION(wholeFilter);
        if (hasMistakes) this.MANY(afterFilter);
      });
      const filterExpression = oneOf(2, inlined(2));
      const wholeFilter = { DEF: () => this.filterParts.expression(filterExpression()) };
      const afterFilter = {
        DEF: oneOf<unknown>(1, [
          { ALT: () => this.filterParts.expression(this.SUBRULE3(expression)) },
          { ALT: () => this.filterParts.comma(this.CONSUME(t.Comma)) },
          { ALT: () => this.tree.strayParenthesis(this.CONSUME(t.RightParenthesis)) },
          { ALT: () => this.tree.misplacedStrength(this.CONSUME(t.Strength)) },
          { ALT: () => this.tree.invalid(this.CONSUME(t.Colon)) },
        ]),
      };

      // sortBy = [ sortKey { "," sortKey } ]
      this.sortBy = this.RULE("sortBy", () => this.OPTION(someKeys));
      const someKeys = {
        DEF: () => {
          firstKey();
          this.MANY(furtherKey);
        },
      };
      const firstKey = oneOf<unknown>(1, [
        { ALT: () => this.SUBRULE1(sortKey) },
        ...mistakes<unknown>(
          {
            ALT: () => {
              const comma = this.CONSUME1(t.Comma);
              this.sortKeys.missingKey(comma, comma);
              if (!keyAfterLeadingComma()) this.sortKeys.missingKey(comma, this.LA(1));
            },
          },
          { ALT: () => this.tree.strayParenthesis(this.CONSUME1(t.RightParenthesis)) },
          { ALT: () => this.tree.misplacedStrength(this.CONSUME1(t.Strength)) },
        ),
      ]);
      const keyAfterLeadingComma = required(1, () => {
        this.SUBRULE2(sortKey);
        return true;
      });
      const furtherKey = {
        DEF: oneOf<unknown>(2, [
          {
            ALT: () => {
              const comma = this.CONSUME2(t.Comma);
              if (!nextKey()) this.sortKeys.missingKey(comma, this.LA(1));
            },
          },
          ...mistakes<unknown>(
            {
              ALT: () => {
                this.sortKeys.unseparated();
                this.SUBRULE4(sortKey);
              },
            },
            { ALT: () => this.tree.strayParenthesis(this.CONSUME2(t.RightParenthesis)) },
            { ALT: () => this.tree.misplacedStrength(this.CONSUME2(t.Strength)) },
          ),
        ]),
      };
      const nextKey = required(2, () => {
        this.SUBRULE3(sortKey);
        return true;
      });

      // sortKey = expression { ":" option }
      const sortKey = this.RULE("sortKey", () => {
        keyExpression();
        this.MANY(keyOption);
        this.sortKeys.end();
      });
      const keyExpression = oneOf<unknown>(1, [
        { ALT: () => this.sortKeys.begin(this.SUBRULE1(expression)) },
        ...mistakes<unknown>({
          ALT: () => {
            const colon = this.CONSUME1(t.Colon);
            this.sortKeys.beginWithout(colon);
            this.sortKeys.option(colon, firstOption());
          },
        }),
      ]);
      const keyOption = {
        DEF: () => {
          const colon = this.CONSUME2(t.Colon);
          this.sortKeys.option(colon, furtherOption());
        },
      };
      const optionAlternatives = (index: number) =>
        required(
          index,
          oneOf<PartialSortOption | undefined>(index + 1, [
            { ALT: () => this.sortKeys.word(this.consume(index, t.Name, { LABEL: "option" })) },
            ...mistakes<PartialSortOption | undefined>(
              {
                ALT: () => this.sortKeys.otherOption(this.subrule(index, expression)),
                IGNORE_AMBIGUITIES: true,
              },
              { ALT: () => this.sortKeys.strengthOption(this.consume(index, t.Strength)) },
            ),
          ]),
        );
      const firstOption = hasMistakes ? optionAlternatives(3) : () => undefined;
      const furtherOption = optionAlternatives(5);

      const isKnown = hasMistakes && !validate && precomputed && installDecisions(this, t);
      if (!isKnown) this.performSelfAnalysis();
    }
  }

  return new FilterGrammar();
}

/** Stands for the builders while Chevrotain records the rules, with tokens that are not real. */
const NOTHING_BUILT = new Proxy({}, { get: () => () => undefined }) as never;
