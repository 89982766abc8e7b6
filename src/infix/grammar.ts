import type { IToken, ParserMethod, TokenType } from "chevrotain";
import type { Span } from "../diagnostics/span.ts";
import { chevrotain } from "../lexer/chevrotain.ts";
import type { Meanings } from "./tokens/classified.ts";
import * as make from "./make-syntax.ts";
import type { InfixEntry, InfixNode, InfixOperator, InfixSortKey } from "./syntax.ts";
import { infixTokens } from "./tokens/tokens.ts";

/** Infix notation of SQL, OData, RSQL, JavaScript and MongoDB as Chevrotain rules. */
export interface InfixGrammar {
  input: IToken[];
  /** Meanings of the operators in `input`. */
  meanings: Meanings;
  readonly errors: readonly { readonly token: IToken }[];
  condition: () => InfixNode;
  sortKeys: () => readonly InfixSortKey[];
}

const alt = <T>(ALT: () => T) => ({ ALT });

/** @param validate whether Chevrotain checks the rules, which takes time */
export function makeInfixGrammar(validate = false): InfixGrammar {
  const t = infixTokens();

  class Infix extends chevrotain().EmbeddedActionsParser {
    meanings: Meanings = new Map();
    declare condition: ParserMethod<[], InfixNode>;
    declare sortKeys: ParserMethod<[], readonly InfixSortKey[]>;

    constructor() {
      super(Object.values(t) as TokenType[], {
        maxLookahead: 1,
        recoveryEnabled: false,
        skipValidations: !validate,
        errorMessageProvider: make.SILENT,
      });

      const operator = (token: IToken): InfixOperator => ({
        image: token.image,
        span: make.tokenSpan(token),
        meaning: this.meanings.get(token)!,
      });

      // condition = conjunction { OR conjunction }
      this.condition = this.RULE("condition", () => {
        const parts = [this.SUBRULE(conjunction)];
        const operators: InfixOperator[] = [];
        this.MANY(() => {
          operators.push(operator(this.CONSUME(t.Or)));
          parts.push(this.SUBRULE2(conjunction));
        });
        return make.logical(parts, operators);
      });

      // conjunction = negation { AND negation }
      const conjunction = this.RULE("conjunction", () => {
        const parts = [this.SUBRULE(negation)];
        const operators: InfixOperator[] = [];
        this.MANY(() => {
          operators.push(operator(this.CONSUME(t.And)));
          parts.push(this.SUBRULE2(negation));
        });
        return make.logical(parts, operators);
      });

      // negation = NOT negation | comparison
      const negation: ParserMethod<[], InfixNode> = this.RULE("negation", () =>
        this.OR<{ ALT: () => InfixNode }[]>([
          alt(() => {
            const token = this.CONSUME(t.Not);
            const of = this.SUBRULE(negation);
            return {
              kind: "not",
              operator: operator(token),
              of,
              span: make.joinSpans(make.tokenSpan(token), make.nodeSpan(of)),
            };
          }),
          alt(() => this.SUBRULE(comparison)),
        ]),
      );

      // comparison = operand { = operand } | operand test
      const comparison = this.RULE("comparison", (): InfixNode => {
        const first = this.SUBRULE(operand);
        return this.OR<{ ALT: () => InfixNode }[]>([
          alt(() => {
            const operators: InfixOperator[] = [];
            const operands = [first];
            this.AT_LEAST_ONE(() => {
              operators.push(operator(this.CONSUME(t.Compare)));
              operands.push(this.SUBRULE2(operand));
            });
            return make.chainNode(operators, operands);
          }),
          alt(() => this.SUBRULE(test, { ARGS: [first] })),
          alt(() => first),
        ]);
      });

      // test = [ NOT ] ( LIKE operand … | IN operand | BETWEEN operand AND operand ) | IS [ NOT ] operand | ISNULL
      const test = this.RULE("test", (of: InfixNode): InfixNode => {
        const not = this.OPTION1(() => this.CONSUME1(t.InnerNot));
        const operands: InfixNode[] = [];
        let isNegated = not !== undefined;
        const token = this.OR<{ ALT: () => IToken }[]>([
          alt(() => {
            const found = this.CONSUME(t.Like);
            operands.push(this.SUBRULE1(operand));
            this.OPTION2(() => {
              this.CONSUME(t.Escape);
              operands.push(this.SUBRULE2(operand));
            });
            return found;
          }),
          alt(() => this.#with(this.CONSUME(t.Matches), operands, this.SUBRULE3(operand))),
          alt(() => {
            const found = this.CONSUME(t.In);
            const items = [this.SUBRULE4(operand)];
            this.MANY(() => {
              this.CONSUME(t.ListComma);
              items.push(this.SUBRULE9(operand));
            });
            return this.#with(found, operands, make.valuesOf(items));
          }),
          alt(() => {
            const found = this.CONSUME(t.Between);
            operands.push(this.SUBRULE5(operand));
            this.CONSUME(t.And);
            operands.push(this.SUBRULE6(operand));
            return found;
          }),
          alt(() => {
            const found = this.CONSUME(t.Is);
            this.OPTION3(() => {
              this.CONSUME2(t.InnerNot);
              isNegated = true;
            });
            operands.push(this.SUBRULE7(operand));
            return found;
          }),
          alt(() => {
            const found = this.CONSUME(t.Postfix);
            // `=isnull=true`
            this.OPTION4(() => operands.push(this.SUBRULE8(operand)));
            return found;
          }),
          // `x NOT NULL`
          alt(() => this.#with(this.CONSUME1(t.Null), operands, undefined)),
        ]);
        return this.ACTION(() =>
          make.testNode(of, not, token, this.meanings.get(token), isNegated, operands),
        );
      });

      // operand = primary { "/" segment | "[" index "]" | "->" key | "::" type }
      const operand = this.RULE("operand", (): InfixNode => {
        let node = this.SUBRULE(primary);
        this.MANY(() => {
          const of = node;
          node = this.OR<{ ALT: () => InfixNode }[]>([
            alt(() => {
              this.CONSUME(t.Slash);
              return this.OR2<{ ALT: () => InfixNode }[]>([
                alt(() => make.segment(of, this.CONSUME1(t.Word))),
                alt(() => this.SUBRULE(call, { ARGS: [of] })),
              ]);
            }),
            alt(() => {
              this.CONSUME(t.Arrow);
              return this.OR3<{ ALT: () => InfixNode }[]>([
                alt(() => make.segment(of, this.CONSUME2(t.Word))),
                alt(() => make.indexed(of, make.textNode(this.CONSUME1(t.Text)))),
                alt(() => make.indexed(of, make.leaf("numeral", this.CONSUME1(t.Numeral)))),
              ]);
            }),
            alt(() => {
              this.CONSUME(t.Cast);
              const type = this.CONSUME3(t.Word);
              return {
                kind: "cast",
                of,
                type: type.image,
                span: make.joinSpans(make.nodeSpan(of), make.tokenSpan(type)),
              };
            }),
            alt(() => {
              this.CONSUME(t.Index);
              const index = this.OPTION(() => this.SUBRULE(this.condition));
              const close = this.CONSUME(t.RightBracket);
              return make.bracketNode(of, index, close);
            }),
          ]);
        });
        return node;
      });

      const primary = this.RULE("primary", (): InfixNode =>
        this.OR<{ ALT: () => InfixNode }[]>([
          alt(() => make.pathNode(this.CONSUME1(t.Word))),
          alt(() => make.quotedName(this.CONSUME(t.QuotedName))),
          alt(() => this.SUBRULE(call, { ARGS: [undefined] })),
          alt(() => make.textNode(this.CONSUME1(t.Text))),
          alt(() => make.leaf("numeral", this.CONSUME(t.Numeral))),
          alt(() => make.leaf("bare", this.CONSUME(t.Bare))),
          alt(() => make.leaf("guid", this.CONSUME(t.Guid))),
          alt(() => make.leaf("regex", this.CONSUME(t.Regex))),
          alt(() => ({ kind: "null", span: make.tokenSpan(this.CONSUME(t.Null)) })),
          alt(() => make.typedText(this.CONSUME(t.TypeName), this.CONSUME2(t.Text))),
          alt(() => {
            const open = this.CONSUME(t.LeftParenthesis);
            const items = this.SUBRULE1(items_);
            return make.listNode(open, items, this.CONSUME(t.RightParenthesis), false);
          }),
          alt(() => {
            const open = this.CONSUME(t.LeftBracket);
            const items = this.SUBRULE2(items_);
            return make.listNode(open, items, this.CONSUME(t.RightBracket), true);
          }),
          alt(() => {
            const open = this.CONSUME(t.LeftBrace);
            const entries: InfixEntry[] = [];
            this.MANY_SEP({ SEP: t.Comma, DEF: () => entries.push(this.SUBRULE(entry)) });
            return make.objectNode(open, entries, this.CONSUME(t.RightBrace));
          }),
        ]),
      );

      const items_ = this.RULE("items", () => {
        const items: InfixNode[] = [];
        this.MANY_SEP({ SEP: t.Comma, DEF: () => items.push(this.SUBRULE(this.condition)) });
        return items;
      });

      const entry = this.RULE("entry", (): InfixEntry => {
        const key = this.OR([
          alt(() => this.CONSUME(t.Word)),
          alt(() => this.CONSUME(t.Text)),
          alt(() => this.CONSUME(t.Dollar)),
          alt(() => this.CONSUME(t.Null)),
        ]);
        this.CONSUME(t.Colon);
        return { key: make.imageOf(key), span: make.tokenSpan(key), value: this.SUBRULE(this.condition) };
      });

      // call = callee "(" [ strength ] { argument "," | ";" } ")"
      const call = this.RULE("call", (of: InfixNode | undefined): InfixNode => {
        const callee = this.CONSUME(t.Callee);
        this.CONSUME(t.LeftParenthesis);
        const strength = this.OPTION1(() => {
          const word = this.CONSUME(t.Dollar);
          this.OPTION2(() => this.CONSUME1(t.Comma));
          return { word: word.image.slice(1), span: make.tokenSpan(word) };
        });
        const args: InfixNode[] = [];
        const semicolons: Span[] = [];
        this.OPTION3(() => {
          args.push(this.SUBRULE1(argument));
          this.MANY(() => {
            this.OR([
              alt(() => this.CONSUME2(t.Comma)),
              alt(() => semicolons.push(make.tokenSpan(this.CONSUME(t.Semicolon)))),
            ]);
            args.push(this.SUBRULE2(argument));
          });
        });
        return make.callNode(of, callee, { strength, args, semicolons }, this.CONSUME(t.RightParenthesis));
      });

      const argument = this.RULE("argument", (): InfixNode => {
        const left = this.SUBRULE(this.condition);
        return (
          this.OPTION((): InfixNode => {
            const colon = make.tokenSpan(this.CONSUME(t.Colon));
            const right = this.SUBRULE2(this.condition);
            return make.pairNode(left, colon, right);
          }) ?? left
        );
      });

      // sortKeys = sortKey { "," sortKey }
      this.sortKeys = this.RULE("sortKeys", () => {
        const keys: InfixSortKey[] = [this.SUBRULE1(sortKey, { ARGS: [undefined] })];
        this.MANY(() => {
          const separator = this.OR([alt(() => this.CONSUME(t.Comma)), alt(() => this.CONSUME(t.Semicolon))]);
          keys.push(this.SUBRULE2(sortKey, { ARGS: [separator] }));
        });
        return keys;
      });

      const sortKey = this.RULE("sortKey", (separator: IToken | undefined): InfixSortKey => {
        const sign = this.OPTION1(() => this.CONSUME(t.Sign));
        const of = this.SUBRULE(operand);
        const options: { word: string; hasColon: boolean; span: Span }[] = [];
        this.MANY(() => {
          const colon = this.OPTION2(() => this.CONSUME(t.Colon));
          const word = this.OR([
            alt(() => this.CONSUME(t.SortWord)),
            alt(() => this.CONSUME(t.Word)),
            alt(() => this.CONSUME(t.Numeral)),
          ]);
          options.push(make.sortOption(word, colon !== undefined));
        });
        return make.sortKeyNode({ sign, of, options, separator });
      });

      this.performSelfAnalysis();
    }

    #with(token: IToken, operands: InfixNode[], node: InfixNode | undefined): IToken {
      if (node !== undefined) operands.push(node);
      return token;
    }
  }

  return new Infix();
}
