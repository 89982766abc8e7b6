import type { IToken, TokenType } from "chevrotain";
import * as bare from "./bare-values.ts";
import type { Classified, ClassifyOptions, InfixText, Obstacle } from "./classified.ts";
import { isDottedIndex, isUnterminated, infixTokens, type InfixTokens } from "./tokens.ts";
import { RSQL_OPERATORS, SYMBOL_OPERATORS, WORD_OPERATORS, type OperatorMeaning } from "./operators.ts";
import { isOperator, isTypeOf, joinTime } from "./neighbors.ts";

/** Maximum number of slashes, arrows, casts and indexes of a text. Each of them makes the syntax tree one level deeper. */
const maxSuffixes = 200;
const NULLS = /^(?:null|nil|none|undefined)$/i;

/**
 * Assigns the types of operators and keywords. The same word is a name where an operand is expected, and an operator after
 * an operand: `in in (1,2)` tests the member `in`. One pass, so that the grammar needs one token of lookahead.
 */
export function classify(text: string, tokens: readonly IToken[], options: ClassifyOptions): Classified {
  return new Classifier(text, tokens, options).run();
}

type Parenthesis = "call" | "list" | "group" | "bracket" | "brace";

class Classifier {
  readonly #text: string;
  readonly #tokens: readonly IToken[];
  readonly #kind: InfixText;
  readonly #maxDepth: number;
  readonly #t: InfixTokens = infixTokens();
  readonly #result: IToken[] = [];
  readonly #meanings = new Map<IToken, OperatorMeaning>();
  readonly #open: Parenthesis[] = [];
  readonly #hasBareValues: boolean;
  readonly #isSearch: boolean;
  readonly #joins: bare.Join[] = [];
  #expectsOperand = true;
  /** Whether the values of `in` are read that have no parentheses: `state in open,closed`. */
  #isInList = false;
  #nots = 0;
  #suffixes = 0;
  #obstacle: Obstacle | undefined;

  constructor(text: string, tokens: readonly IToken[], { kind, maxDepth, hasBareValues }: ClassifyOptions) {
    this.#text = text;
    this.#tokens = tokens;
    this.#kind = kind;
    this.#maxDepth = maxDepth;
    this.#isSearch = kind === "filter" && bare.isSearchText(tokens);
    this.#hasBareValues = this.#isSearch || hasBareValues || (kind === "filter" && bare.isRsqlText(tokens));
  }

  run(): Classified {
    const t = this.#t;
    for (let i = 0; i < this.#tokens.length; i++) {
      const token = this.#tokens[i]!;
      const next = this.#tokens.at(i + 1);
      const { tokenType } = token;
      if (
        this.#hasBareValues
          ? bare.isBareStart(token, this.#previous(), this.#open.at(-1) === "list")
          : this.#isListed(i)
      ) {
        i = this.#mergeBare(i);
        continue;
      }
      if (this.#isSearch) {
        if (!this.#expectsOperand && bare.isSearchColon(this.#tokens, i)) {
          i = this.#searchOperator(i);
          continue;
        }
        this.#join(i);
      }
      if (tokenType === t.Word) this.#word(token, next, this.#tokens.at(i + 2));
      else if (tokenType === t.Symbol && token.image === "*" && this.#previous() === t.Index) continue;
      else if (tokenType === t.Symbol) this.#symbol(token);
      else if (tokenType === t.Rsql) this.#rsql(token);
      else if (tokenType === t.Numeral && joinTime(this.#result.at(-1), token)) continue;
      else if (isDottedIndex(this.#result.at(-1), token)) this.#stop("index", token);
      else this.#other(token);
      this.#result.push(token);
      if ([t.Slash, t.Arrow, t.Cast, t.Index].includes(token.tokenType) && ++this.#suffixes > maxSuffixes)
        this.#stop("depth", token);
      if (tokenType === t.Text && isUnterminated(token)) this.#stop("string", token);
    }
    return {
      tokens: this.#result,
      meanings: this.#meanings,
      hasBareValues: this.#hasBareValues,
      isSearch: this.#isSearch,
      obstacle: this.#obstacle,
      joins: this.#joins,
    };
  }

  #stop(reason: Obstacle["reason"], token: IToken): void {
    this.#obstacle ??= { reason, token };
  }

  #word(token: IToken, next: IToken | undefined, afterNext: IToken | undefined): void {
    const t = this.#t;
    const lower = token.image.toLowerCase();
    if (this.#expectsOperand) {
      const isCall = next?.tokenType === t.LeftParenthesis;
      if (
        lower === "not" &&
        next !== undefined &&
        !(isCall && token.image === "not") &&
        !isOperator(next, afterNext)
      ) {
        this.#retype(token, this.#previous() === t.Is ? t.InnerNot : t.Not, { type: "Not" });
        this.#countNot(token);
        return;
      }
      this.#expectsOperand = false;
      if (isCall) this.#retype(token, t.Callee);
      else if (NULLS.test(lower)) this.#retype(token, t.Null);
      else if (next !== undefined && isTypeOf(token, next)) {
        this.#retype(token, t.TypeName);
        this.#expectsOperand = true;
      }
      return;
    }
    if (this.#kind === "sortBy" && this.#open.length === 0) {
      this.#retype(token, t.SortWord);
      return;
    }
    if (lower === "not") {
      this.#retype(token, t.InnerNot);
      return;
    }
    if (lower === "null" && this.#previous() === t.InnerNot) {
      this.#retype(token, t.Null);
      return;
    }
    if (lower === "escape") {
      this.#retype(token, t.Escape);
      this.#expectsOperand = true;
      return;
    }
    if (this.#isSearch && lower === "or" && this.#open.at(-1) === "list") {
      this.#retype(token, t.Comma);
      this.#expectsOperand = true;
      return;
    }
    const meaning = WORD_OPERATORS.get(lower);
    // `eq(a,1) eq(b,2)` has two calls, and no operator between them.
    const isCall =
      next?.tokenType === t.LeftParenthesis && next.startOffset === token.startOffset + token.image.length;
    if (meaning !== undefined && !(isCall && meaning.type === "Compare")) this.#operator(token, meaning);
  }

  #symbol(token: IToken): void {
    const t = this.#t;
    const { image } = token;
    if (image === "->" || image === "->>") {
      this.#retype(token, t.Arrow);
    } else if (image === "::") {
      this.#retype(token, t.Cast);
    } else if (this.#kind === "sortBy" && (image === "-" || image === "+") && this.#expectsOperand) {
      this.#retype(token, t.Sign);
    } else if (this.#isSearch && image === "-" && this.#expectsOperand) {
      this.#operator(token, { type: "Not" });
      this.#countNot(token);
    } else {
      const meaning = SYMBOL_OPERATORS.get(image);
      if (meaning === undefined || (meaning.type === "Not") !== this.#expectsOperand) {
        this.#stop("operator", token);
      } else {
        this.#operator(token, meaning);
        if (meaning.type === "Not") this.#countNot(token);
      }
    }
    this.#expectsOperand = true;
  }

  /** Reads the colon of a search box, with an operator directly after it: `size:>5`. Returns the index of its last token. */
  #searchOperator(i: number): number {
    const { image, meaning, last } = bare.searchOperatorAt(this.#tokens, i);
    const colon = this.#tokens[i]!;
    colon.image = image;
    this.#result.push(colon);
    this.#operator(colon, meaning);
    return last;
  }

  /** Notes a condition of a search box that stands beside the one before. Continues as if it were joined. */
  #join(i: number): void {
    const join = this.#expectsOperand ? undefined : bare.joinAt(this.#tokens, i, this.#previous());
    if (join === undefined) return;
    this.#stop("join", join.token);
    this.#joins.push(join);
    this.#expectsOperand = true;
  }

  #rsql(token: IToken): void {
    const meaning = RSQL_OPERATORS.get(token.image.slice(1, -1).toLowerCase());
    if (meaning === undefined) this.#stop("operator", token);
    else this.#operator(token, meaning);
    this.#expectsOperand = true;
  }

  /** Returns whether the token at an index is one of several values after `in`, without parentheses and quotes. */
  #isListed(i: number): boolean {
    const t = this.#t;
    const before = this.#previous();
    const { tokenType } = this.#tokens[i]!;
    const open = this.#open.at(-1);
    if (before === t.In && (open === undefined || open === "group"))
      this.#isInList = this.#tokens.at(i + 1)?.tokenType === t.Comma;
    const isValue = tokenType === t.Word || tokenType === t.Numeral || tokenType === t.Text;
    return this.#isInList && isValue && (before === t.In || before === t.ListComma);
  }

  #operator(token: IToken, meaning: OperatorMeaning): void {
    this.#isInList = false;
    this.#retype(token, this.#t[meaning.type], meaning);
    this.#expectsOperand = meaning.type !== "Postfix";
    if (meaning.type !== "Not") this.#nots = 0;
  }

  #other(token: IToken): void {
    const t = this.#t;
    const before = this.#previous();
    switch (token.tokenType) {
      case t.LeftParenthesis:
        this.#push(before === t.Callee ? "call" : before === t.In ? "list" : "group", token);
        break;
      case t.LeftBracket:
        if (!this.#expectsOperand) this.#retype(token, t.Index);
        this.#push("bracket", token);
        break;
      case t.LeftBrace:
        this.#push("brace", token);
        break;
      case t.RightParenthesis:
      case t.RightBracket:
      case t.RightBrace:
        this.#open.pop();
        this.#expectsOperand = false;
        break;
      case t.Comma:
      case t.Semicolon:
        this.#separator(token);
        break;
      case t.Colon:
      case t.Slash:
        this.#expectsOperand = true;
        break;
      case t.Dollar:
        this.#expectsOperand = this.#open.at(-1) === "call";
        break;
      case t.Invalid:
        // In `list[0].name` and `call(…).name`, a path follows.
        if (token.image === "." && (before === t.RightBracket || before === t.RightParenthesis)) {
          this.#retype(token, t.Slash);
          this.#expectsOperand = true;
        } else {
          this.#stop("operator", token);
        }
        break;
      default:
        this.#expectsOperand = false;
    }
  }

  /** Classifies `;` and `,`. In RSQL, `;` is "and" and `,` is "or". A `;` between conditions is "and" in other texts, too. */
  #separator(token: IToken): void {
    const t = this.#t;
    const open = this.#open.at(-1);
    this.#expectsOperand = true;
    if (this.#kind === "sortBy" || (open !== undefined && open !== "group")) return;
    if (this.#isInList && token.tokenType === t.Comma) {
      this.#retype(token, t.ListComma);
      return;
    }
    if (token.tokenType === t.Semicolon) this.#operator(token, { type: "And" });
    else if (this.#hasBareValues && !this.#isSearch) this.#operator(token, { type: "Or" });
  }

  #push(kind: Parenthesis, token: IToken): void {
    this.#open.push(kind);
    this.#expectsOperand = true;
    this.#nots = 0;
    if (this.#open.length > this.#maxDepth) this.#stop("depth", token);
  }

  /** Limits the recursion of the grammar for `not not not …`. */
  #countNot(token: IToken): void {
    this.#expectsOperand = true;
    if (++this.#nots + this.#open.length > this.#maxDepth) this.#stop("depth", token);
  }

  #previous(): TokenType | undefined {
    return this.#result.at(-1)?.tokenType;
  }

  #retype(token: IToken, type: TokenType, meaning?: OperatorMeaning): void {
    token.tokenType = type;
    token.tokenTypeIdx = type.tokenTypeIdx!;
    if (meaning !== undefined) this.#meanings.set(token, meaning);
  }

  /** Joins adjacent tokens to one unquoted value, up to a character that RSQL reserves. Returns the index of the last one. */
  #mergeBare(from: number): number {
    const t = this.#t;
    const first = this.#tokens[from]!;
    const last = bare.endOfBare(this.#tokens, from, this.#isSearch);
    if (last === undefined) {
      this.#other(first);
      this.#result.push(first);
      return from;
    }
    const { startOffset, image } = this.#tokens[last]!;
    first.image = this.#text.slice(first.startOffset, startOffset + image.length);
    this.#retype(first, NULLS.test(first.image) ? t.Null : t.Bare);
    this.#result.push(first);
    this.#expectsOperand = false;
    return last;
  }
}
