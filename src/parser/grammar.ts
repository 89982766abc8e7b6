import type { IToken, TokenType } from "chevrotain";
import { tokens } from "../lexer/tokenize.ts";
import { DECISIONS } from "./rules/decisions.ts";
import type { FilterParts } from "./filter-parts.ts";
import type { PartialExpression, PartialSortOption } from "./partial-tree.ts";
import { readDecisions } from "./rules/rule-decisions.ts";
import {
  engineOf,
  type Alternative,
  type ParserRule,
  type RuleEngine,
  type RuleEngineClass,
} from "./rules/rule-engine.ts";
import type { SortKeyList } from "./sort-key-list.ts";
import type { TreeBuilder } from "./tree-builder.ts";

/**
 * The language as Chevrotain rules. Error productions, marked by `mistakes` or `required`, accept common
 * mistakes. One pass therefore finds all errors, skips no input and throws nothing.
 */
export interface Grammar extends RuleEngine {
  tree: TreeBuilder;
  /** Receives the expressions of the rule `filter`. */
  filterParts: FilterParts;
  /** Receives the keys of the rule `sortBy`. */
  sortKeys: SortKeyList;
  filter: ParserRule<void>;
  sortBy: ParserRule<void>;
}

let grammar: Grammar | undefined;

/** Returns the grammar with error productions. Created on first use. */
export function getGrammar(): Grammar {
  return (grammar ??= makeGrammar(engineOf(readDecisions(DECISIONS, tokens()))));
}

/**
 * @param Engine runs the rules
 * @param hasMistakes adds the error productions. Without them the rules are exactly the language, as in the diagrams.
 */
export function makeGrammar(Engine: RuleEngineClass, hasMistakes = true): Grammar {
  const t = tokens();

  class FilterGrammar extends Engine {
    tree: TreeBuilder = NOTHING_BUILT;
    filterParts: FilterParts = NOTHING_BUILT;
    sortKeys: SortKeyList = NOTHING_BUILT;
    declare filter: ParserRule<void>;
    declare sortBy: ParserRule<void>;

    constructor() {
      super(Object.values(t) as TokenType[]);

      // Closures are made once, here, and not at each call: this halves the time to parse.

      /** Marks alternatives that are not part of the language. */
      const mistakes = <T>(...alternatives: Alternative<T>[]) => (hasMistakes ? alternatives : []);
      const mistakeRule = <T>(name: string, body: () => T) =>
        hasMistakes ? this.RULE(name, body) : (undefined as unknown as ParserRule<T>);
      /**
       * Marks a part that the language requires. With error productions it may be missing: the result is then
       * undefined.
       */
      const requirePart = <T>(index: number, part: () => T): (() => T | undefined) => {
        const option = { DEF: part };
        return hasMistakes ? () => this.option(index, option) : part;
      };
      const oneOf = <T>(index: number, alternatives: Alternative<T>[]): (() => T) =>
        alternatives.length === 1 ? alternatives[0]!.ALT : () => this.or(index, alternatives);

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
      const expression = this.RULE("expression", () => this.or(0, anyExpression));
      /** Equivalent to the rule `expression`. Inlined, because a rule call for each argument takes time. */
      const inlined = (index: number): Alternative<PartialExpression>[] =>
        hasMistakes ? expressions(index) : [{ ALT: () => this.subrule(index, expression) }];

      // call = callee "(" argumentList ")"
      const call = this.RULE("call", (): PartialExpression => {
        const callee = this.consume(0, t.Callee);
        this.tree.open(this.consume(0, t.LeftParenthesis), callee);
        callArguments();
        return this.tree.close(callee, callEnd());
      });
      const callArguments = () => {
        if (hasMistakes) someArguments();
        else this.subrule(0, argumentList);
      };
      /** One decision covers mistakes before the parenthesis and a missing parenthesis. */
      const callEnd = oneOf<IToken | undefined>(9, [
        { ALT: () => this.consume(1, t.RightParenthesis) },
        ...mistakes({ ALT: () => this.subrule(0, mistakenEnd) }, { ALT: () => undefined }),
      ]);

      // argumentList = [ ( strength | expression ) { "," expression } ]
      const argumentList = this.RULE("argumentList", () => this.option(0, argumentOption));
      const someArguments = () => {
        const first = firstArgument();
        if (first !== undefined) this.tree.argument(first);
        this.many(1, separatedArgument);
      };
      const argumentOption = { DEF: someArguments };
      const firstArgument = oneOf<PartialExpression | undefined>(1, [
        { ALT: () => this.tree.strength(this.consume(1, t.Strength)) },
        ...inlined(1),
        ...mistakes(
          {
            ALT: () => {
              const comma = this.consume(1, t.Comma);
              this.tree.missingArgument(comma);
              return secondArgument() ?? this.tree.missingAfter(comma, this.LA(1));
            },
          },
          { ALT: () => undefined },
        ),
      ]);
      const secondArgument = requirePart(1, () => this.subrule(4, expression));
      const afterComma = (index: number) => {
        const node = oneOf<PartialExpression | undefined>(index, [
          ...inlined(index),
          ...mistakes({ ALT: () => this.tree.missingAfter(this.LA(0), this.LA(1)) }),
        ]);
        return () => {
          this.consume(index, t.Comma);
          const argument = node();
          if (argument !== undefined) this.tree.argument(argument);
        };
      };
      const separatedArgument = { DEF: afterComma(2) };

      // Mistake: arguments without a comma in front of them.
      const mistakenEnd = mistakeRule("mistakenEnd", () => {
        this.atLeastOne(0, mistakenArgument);
        return closing();
      });
      const closing = requirePart(9, () => this.consume(0, t.RightParenthesis));
      const mistakenArgument = {
        DEF: () => {
          unseparated();
          this.many(3, furtherArgument);
        },
      };
      const unseparated = oneOf<unknown>(4, [
        { ALT: () => this.tree.unseparated(this.subrule(4, expression)) },
        { ALT: () => this.tree.misplacedStrength(this.consume(2, t.Strength)) },
      ]);
      const furtherArgument = { DEF: afterComma(3) };

      // Mistake: parentheses that follow no name.
      const group = mistakeRule("group", (): PartialExpression => {
        const parenthesis = this.consume(0, t.LeftParenthesis);
        this.tree.open(parenthesis, undefined);
        someArguments();
        return this.tree.closeGroup(parenthesis, callEnd());
      });

      // Mistake: characters that start no token. An expression that follows them takes their position.
      const unreadable = mistakeRule("unreadable", (): PartialExpression => {
        const first = this.consume(1, t.Invalid);
        this.tree.invalid(first);
        this.many(0, furtherInvalid);
        return this.option(0, afterInvalid) ?? this.tree.invalidHole(first);
      });
      const furtherInvalid = { DEF: () => this.tree.invalid(this.consume(2, t.Invalid)) };
      const afterInvalid = { DEF: () => this.subrule(0, expression) };

      // filter = [ expression ]
      this.filter = this.RULE("filter", () => {
        this.option(0, wholeFilter);
        if (hasMistakes) this.many(0, afterFilter);
      });
      const filterExpression = oneOf(2, inlined(2));
      const wholeFilter = { DEF: () => this.filterParts.expression(filterExpression()) };
      const afterFilter = {
        DEF: oneOf<unknown>(1, [
          { ALT: () => this.filterParts.expression(this.subrule(3, expression)) },
          { ALT: () => this.filterParts.comma(this.consume(0, t.Comma)) },
          { ALT: () => this.filterParts.strayParenthesis(this.consume(0, t.RightParenthesis)) },
          { ALT: () => this.tree.misplacedStrength(this.consume(0, t.Strength)) },
          { ALT: () => this.tree.invalid(this.consume(0, t.Colon)) },
        ]),
      };

      // sortBy = [ sortKey { "," sortKey } ]
      this.sortBy = this.RULE("sortBy", () => this.option(0, someKeys));
      const someKeys = {
        DEF: () => {
          firstKey();
          this.many(0, furtherKey);
        },
      };
      const firstKey = oneOf<unknown>(1, [
        { ALT: () => this.subrule(1, sortKey) },
        ...mistakes<unknown>(
          {
            ALT: () => {
              const comma = this.consume(1, t.Comma);
              this.sortKeys.missingKey(comma, comma);
              if (!keyAfterLeadingComma()) this.sortKeys.missingKey(comma, this.LA(1));
            },
          },
          { ALT: () => this.sortKeys.strayParenthesis(this.consume(1, t.RightParenthesis)) },
          { ALT: () => this.tree.misplacedStrength(this.consume(1, t.Strength)) },
        ),
      ]);
      const keyAfterLeadingComma = requirePart(1, () => {
        this.subrule(2, sortKey);
        return true;
      });
      const furtherKey = {
        DEF: oneOf<unknown>(2, [
          {
            ALT: () => {
              const comma = this.consume(2, t.Comma);
              if (!nextKey()) this.sortKeys.missingKey(comma, this.LA(1));
            },
          },
          ...mistakes<unknown>(
            {
              ALT: () => {
                this.sortKeys.unseparated();
                this.subrule(4, sortKey);
              },
            },
            { ALT: () => this.sortKeys.strayParenthesis(this.consume(2, t.RightParenthesis)) },
            { ALT: () => this.tree.misplacedStrength(this.consume(2, t.Strength)) },
          ),
        ]),
      };
      const nextKey = requirePart(2, () => {
        this.subrule(3, sortKey);
        return true;
      });

      // sortKey = expression { ":" option }
      const sortKey = this.RULE("sortKey", () => {
        keyExpression();
        this.many(0, keyOption);
        this.sortKeys.end();
      });
      const keyExpression = oneOf<unknown>(1, [
        { ALT: () => this.sortKeys.begin(this.subrule(1, expression)) },
        ...mistakes<unknown>({
          ALT: () => {
            const colon = this.consume(1, t.Colon);
            this.sortKeys.beginWithout(colon);
            this.sortKeys.option(colon, firstOption());
          },
        }),
      ]);
      const keyOption = {
        DEF: () => {
          const colon = this.consume(2, t.Colon);
          this.sortKeys.option(colon, furtherOption());
        },
      };
      const optionAlternatives = (index: number) =>
        requirePart(
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
    }
  }

  return new FilterGrammar();
}

/** Replaces the builders while Chevrotain records the rules by running them with placeholder tokens. */
const NOTHING_BUILT = new Proxy({}, { get: () => () => undefined }) as never;
