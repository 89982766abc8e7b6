import type { IToken, TokenType } from "chevrotain";
import { isAdjacent } from "./neighbors.ts";
import { SYMBOL_OPERATORS, WORD_OPERATORS, type OperatorMeaning } from "./operators.ts";
import { infixTokens } from "./tokens.ts";

/**
 * Returns whether a text is RSQL: it has an operator such as `=gt=`, separates comparisons with `==` by `;` or `,`, or compares with
 * an unquoted wildcard (`name==a*`).
 */
export function isRsqlText(tokens: readonly IToken[]): boolean {
  const t = infixTokens();
  let isCompared = false;
  let isSeparated = false;
  const open: boolean[] = [];
  for (const [i, { tokenType, image }] of tokens.entries()) {
    if (tokenType === t.Rsql) return true;
    if (tokenType === t.LeftParenthesis) open.push(i > 0 && tokens[i - 1]!.tokenType === t.Word);
    else if (tokenType === t.RightParenthesis) open.pop();
    else if (tokenType === t.Symbol) {
      isCompared ||= isEquality(image);
      if (image === "*" && isWildcard(tokens, i)) return true;
    } else if (tokenType === t.Semicolon || tokenType === t.Comma) isSeparated ||= open.at(-1) !== true;
    else if (tokenType === t.LeftBracket || tokenType === t.LeftBrace) return false;
    if (tokenType === t.Word && /^(?:and|or|in|like|is|between|not)$/i.test(image) && open.at(-1) !== true)
      return false;
  }
  return isCompared && isSeparated;
}

function isEquality(image: string | undefined): boolean {
  return image === "==" || image === "!=";
}

/** Returns whether the `*` at an index begins or ends the value of a comparison: in a product, an operand follows. */
function isWildcard(tokens: readonly IToken[], i: number): boolean {
  if (isEquality(tokens.at(Math.max(0, i - 1))?.image)) return true;
  const follows = tokens.at(i + 1)?.image;
  return i > 1 && isEquality(tokens[i - 2]!.image) && (follows === undefined || /^[;,)]$/.test(follows));
}

/** Words after the colon of a sort key. */
const SORT_WORD = /^(?:asc|desc|ascending|descending)$/i;

/**
 * Returns whether a text is written as in the search boxes of GitHub and Lucene: a colon stands between a name and its value, without
 * spaces, and neither in a call nor in an object.
 */
export function isSearchText(tokens: readonly IToken[]): boolean {
  const t = infixTokens();
  const calls: boolean[] = [];
  let isSearch = false;
  for (const [i, token] of tokens.entries()) {
    const { tokenType } = token;
    const before = tokens.at(Math.max(0, i - 1))!;
    if (tokenType === t.LeftParenthesis) calls.push(before.tokenType === t.Word && isAdjacent(before, token));
    else if (tokenType === t.RightParenthesis) calls.pop();
    else if (tokenType === t.LeftBrace || tokenType === t.LeftBracket) {
      if (before.tokenType !== t.Colon) return false;
    } else if (tokenType === t.Colon && calls.at(-1) !== true && isSearchColon(tokens, i)) isSearch = true;
  }
  return isSearch;
}

/** Returns whether the colon at an index joins a name and a value. */
export function isSearchColon(tokens: readonly IToken[], i: number): boolean {
  const t = infixTokens();
  const [before, colon, next] = [tokens.at(Math.max(0, i - 1))!, tokens[i]!, tokens.at(i + 1)];
  if (next === undefined || !isAdjacent(before, colon) || !isAdjacent(colon, next)) return false;
  const isName = before.tokenType === t.Word || before.tokenType === t.Callee;
  // In `name==a:b` of RSQL, the colon belongs to the value.
  const operator = i < 2 ? undefined : tokens[i - 2]!;
  const isValue =
    operator !== undefined &&
    isAdjacent(operator, before) &&
    ![t.LeftParenthesis, t.RightParenthesis].includes(operator.tokenType) &&
    operator.image !== "-";
  if (isValue) return false;
  return isName && ![t.Slash, t.Colon, t.Comma].includes(next.tokenType) && !SORT_WORD.test(next.image);
}

interface SearchOperator {
  readonly image: string;
  readonly meaning: OperatorMeaning;
  /** Index of its last token. */
  readonly last: number;
}

/** Reads the colon of a search box, with an operator directly after it: `size:>5`. */
export function searchOperatorAt(tokens: readonly IToken[], i: number): SearchOperator {
  const t = infixTokens();
  const [colon, next] = [tokens[i]!, tokens[i + 1]!];
  const compared = next.tokenType === t.Symbol ? SYMBOL_OPERATORS.get(next.image) : undefined;
  if (compared?.type === "Compare")
    return { image: colon.image + next.image, meaning: compared, last: i + 1 };
  const isList = next.tokenType === t.LeftParenthesis;
  return {
    image: colon.image,
    meaning: isList ? { type: "In" } : { type: "Compare", callee: "eq" },
    last: i,
  };
}

/** An unquoted range of a search box: `[1 TO 5]`, `{1 TO 5}` without its ends, `1..5`. */
export interface Range {
  /** The lower end, and the function that compares it with the value. Undefined if the range has none. */
  readonly low: { readonly image: string; readonly callee: "lt" | "le" } | undefined;
  readonly high: { readonly image: string; readonly callee: "lt" | "le" } | undefined;
}

export function readRange(image: string): Range | undefined {
  const [, open = "[", low, high, close = "]"] =
    /^([[{])\s*(\S+)\s+TO\s+(\S+?)\s*([\]}])$/.exec(image) ??
    /^()(\*|[^*\s]+?)\.\.(\*|[^*\s]+)()$/.exec(image)?.map((part) => part || undefined) ??
    [];
  if (low === undefined || high === undefined || (low === "*" && high === "*")) return undefined;
  return {
    low: low === "*" ? undefined : { image: low, callee: open === "[" ? "le" : "lt" },
    high: high === "*" ? undefined : { image: high, callee: close === "]" ? "le" : "lt" },
  };
}

/**
 * Returns whether an unquoted value begins with a token.
 *
 * @param before type of the token before
 */
export function isBareStart(
  { tokenType }: IToken,
  before: TokenType | undefined,
  isInList: boolean,
): boolean {
  const t = infixTokens();
  if (tokenType === t.Text || tokenType === t.LeftParenthesis) return false;
  if ([t.Compare, t.Like, t.Matches, t.Postfix].some((type) => type === before)) return true;
  return isInList && (before === t.LeftParenthesis || before === t.Comma);
}

/**
 * Returns the index of the last token of an unquoted value: adjacent tokens, up to a character that RSQL reserves, or a range in brackets.
 * Undefined if no unquoted value begins at the index.
 */
export function endOfBare(tokens: readonly IToken[], from: number, isSearch: boolean): number | undefined {
  const t = infixTokens();
  const ends = new Set([t.Comma, t.Semicolon, t.LeftParenthesis, t.RightParenthesis, t.Text]);
  const { tokenType } = tokens[from]!;
  if (ends.has(tokenType)) return undefined;
  if (isSearch && (tokenType === t.LeftBracket || tokenType === t.LeftBrace)) {
    for (let i = from; i < tokens.length; i++)
      if (tokens[i]!.tokenType === t.RightBracket || tokens[i]!.tokenType === t.RightBrace) return i;
    return tokens.length - 1;
  }
  let last = from;
  for (let i = from + 1; i < tokens.length; i++) {
    const token = tokens[i]!;
    const isOperator = token.tokenType === t.Symbol && !/^[-+*%]$/.test(token.image);
    if (!isAdjacent(tokens[last]!, token) || ends.has(token.tokenType) || isOperator) break;
    last = i;
  }
  return last;
}

/** The begin of a condition of a search box that stands beside the one before, without an operator. */
export interface Join {
  readonly token: IToken;
  /** Whether the condition names a member. The other ones search all members, which this language cannot. */
  readonly isNamed: boolean;
}

/** @param before type of the token before, which ends a condition if there is a join */
export function joinAt(
  tokens: readonly IToken[],
  i: number,
  before: TokenType | undefined,
): Join | undefined {
  const t = infixTokens();
  if (![t.Bare, t.Text, t.Null, t.RightParenthesis].some((type) => type === before)) return undefined;
  const token = tokens[i]!;
  const next = tokens.at(i + 1);
  const isGroup = token.tokenType === t.LeftParenthesis;
  const isMinus = token.image === "-" && next !== undefined && isAdjacent(token, next);
  const isWord = token.tokenType === t.Word && !WORD_OPERATORS.has(token.image.toLowerCase());
  if (!isMinus && !isWord && !isGroup) return undefined;
  const colon = isMinus ? tokens.at(i + 2) : next;
  return { token, isNamed: isGroup || colon?.tokenType === t.Colon };
}
