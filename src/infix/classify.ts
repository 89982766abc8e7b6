import type { IToken, TokenType } from "chevrotain";
import { isRsqlText } from "./rsql.ts";
import { isDottedIndex, isUnterminated, infixTokens, type InfixTokens } from "./tokens.ts";
import { RSQL_OPERATORS, SYMBOL_OPERATORS, WORD_OPERATORS, type OperatorMeaning } from "./operators.ts";
import { isTypeBeforeString } from "./scan-string.ts";

export type InfixText = "filter" | "sortBy";

/** A construct that makes a translation impossible, found before the grammar reads the text. `index` is the `.0` of `tags.0`. */
export interface Obstacle {
  readonly reason: "depth" | "string" | "operator" | "index";
  readonly token: IToken;
}

/** Maximum number of slashes, arrows, casts and indexes of a text. Each of them makes the syntax tree one level deeper. */
const maxSuffixes = 200;
const NULLS = /^(?:null|nil|none|undefined)$/i;

/** Meanings of the operators among the tokens of a text. */
export type Meanings = ReadonlyMap<IToken, OperatorMeaning>;

export interface Classified {
  readonly tokens: readonly IToken[];
  readonly meanings: Meanings;
  readonly isRsql: boolean;
  readonly obstacle: Obstacle | undefined;
}

export interface ClassifyOptions {
  readonly kind: InfixText;
  /** Maximum nesting of parentheses, brackets, braces and negations. */
  readonly maxDepth: number;
  /** Whether unquoted values are strings, as in the parameters of a URL. Otherwise only if the text is RSQL. */
  readonly hasBareValues: boolean;
}

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
  readonly #isRsql: boolean;
  #expectsOperand = true;
  #nots = 0;
  #suffixes = 0;
  #obstacle: Obstacle | undefined;

  constructor(text: string, tokens: readonly IToken[], { kind, maxDepth, hasBareValues }: ClassifyOptions) {
    this.#text = text;
    this.#tokens = tokens;
    this.#kind = kind;
    this.#maxDepth = maxDepth;
    this.#isRsql = hasBareValues || (kind === "filter" && isRsqlText(tokens));
  }

  run(): Classified {
    const t = this.#t;
    for (let i = 0; i < this.#tokens.length; i++) {
      const token = this.#tokens[i]!;
      const next = this.#tokens.at(i + 1);
      const { tokenType } = token;
      if (this.#isRsql && this.#isBareStart(token)) {
        i = this.#mergeBare(i);
        continue;
      }
      if (tokenType === t.Word) this.#word(token, next, this.#tokens.at(i + 2));
      else if (tokenType === t.Symbol && token.image === "*" && this.#previous() === t.Index) continue;
      else if (tokenType === t.Symbol) this.#symbol(token);
      else if (tokenType === t.Rsql) this.#rsql(token);
      else if (tokenType === t.Numeral && this.#joinTime(token)) continue;
      else if (isDottedIndex(this.#result.at(-1), token)) this.#stop("index", token);
      else this.#other(token);
      this.#result.push(token);
      if (this.#isSuffix(token.tokenType) && ++this.#suffixes > maxSuffixes) this.#stop("depth", token);
      if (tokenType === t.Text && isUnterminated(token)) this.#stop("string", token);
    }
    return { tokens: this.#result, meanings: this.#meanings, isRsql: this.#isRsql, obstacle: this.#obstacle };
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
        !this.#isOperator(next, afterNext)
      ) {
        this.#retype(token, this.#previous() === t.Is ? t.InnerNot : t.Not, { type: "Not" });
        this.#countNot(token);
        return;
      }
      this.#expectsOperand = false;
      if (isCall) this.#retype(token, t.Callee);
      else if (NULLS.test(lower)) this.#retype(token, t.Null);
      else if (next !== undefined && this.#isTypeOf(token, next)) {
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

  #rsql(token: IToken): void {
    const meaning = RSQL_OPERATORS.get(token.image.slice(1, -1).toLowerCase());
    if (meaning === undefined) this.#stop("operator", token);
    else this.#operator(token, meaning);
    this.#expectsOperand = true;
  }

  #operator(token: IToken, meaning: OperatorMeaning): void {
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
    if (token.tokenType === t.Semicolon) this.#operator(token, { type: "And" });
    else if (this.#isRsql) this.#operator(token, { type: "Or" });
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

  #isSuffix(type: TokenType): boolean {
    const t = this.#t;
    return type === t.Slash || type === t.Arrow || type === t.Cast || type === t.Index;
  }

  #retype(token: IToken, type: TokenType, meaning?: OperatorMeaning): void {
    token.tokenType = type;
    token.tokenTypeIdx = type.tokenTypeIdx!;
    if (meaning !== undefined) this.#meanings.set(token, meaning);
  }

  /** Returns whether the token after `not` is an operator, so that `not` is the name of a member. */
  #isOperator({ tokenType, image }: IToken, next: IToken | undefined): boolean {
    if (tokenType === this.#t.Symbol) return image !== "!";
    if (tokenType !== this.#t.Word || next?.tokenType === this.#t.LeftParenthesis) return false;
    return WORD_OPERATORS.has(image.toLowerCase());
  }

  #isTypeOf(word: IToken, next: IToken): boolean {
    if (next.tokenType !== this.#t.Text) return false;
    const isAdjacent = word.startOffset + word.image.length === next.startOffset;
    return isTypeBeforeString(word.image, isAdjacent);
  }

  /** Joins a time to the date before it, if one space is between them, to a date-time. Returns whether it did. */
  #joinTime(token: IToken): boolean {
    const date = this.#result.at(-1);
    if (date?.tokenType !== this.#t.Numeral || !/^\d{4}-\d\d-\d\d$/.test(date.image)) return false;
    if (!/^\d\d:\d\d/.test(token.image) || date.startOffset + 11 !== token.startOffset) return false;
    date.image = `${date.image}T${token.image}`;
    return true;
  }

  #isBareStart(token: IToken): boolean {
    const t = this.#t;
    if (token.tokenType === t.Text || token.tokenType === t.LeftParenthesis) return false;
    const before = this.#previous();
    if (before === t.Compare || before === t.Like || before === t.Matches || before === t.Postfix)
      return true;
    return this.#open.at(-1) === "list" && (before === t.LeftParenthesis || before === t.Comma);
  }

  /** Joins adjacent tokens to one unquoted value, up to a character that RSQL reserves. Returns the index of the last one. */
  #mergeBare(from: number): number {
    const t = this.#t;
    const ends = new Set([t.Comma, t.Semicolon, t.LeftParenthesis, t.RightParenthesis, t.Text]);
    const first = this.#tokens[from]!;
    if (ends.has(first.tokenType)) {
      this.#other(first);
      this.#result.push(first);
      return from;
    }
    let last = from;
    let end = first.startOffset + first.image.length;
    for (let i = from + 1; i < this.#tokens.length; i++) {
      const token = this.#tokens[i]!;
      const isOperator = token.tokenType === t.Symbol && !/^[-+*%]$/.test(token.image);
      if (token.startOffset !== end || ends.has(token.tokenType) || isOperator) break;
      end += token.image.length;
      last = i;
    }
    first.image = this.#text.slice(first.startOffset, end);
    this.#retype(first, NULLS.test(first.image) ? t.Null : t.Bare);
    this.#result.push(first);
    this.#expectsOperand = false;
    return last;
  }
}
