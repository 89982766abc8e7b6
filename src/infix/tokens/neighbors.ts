import type { IToken } from "chevrotain";
import { WORD_OPERATORS } from "./operators.ts";
import { isTypeBeforeString } from "./scan-string.ts";
import { infixTokens } from "./tokens.ts";

export function isAdjacent(token: IToken, next: IToken): boolean {
  return token.startOffset + token.image.length === next.startOffset;
}

/** Returns whether the token after `not` is an operator, so that `not` is the name of a member. */
export function isOperator({ tokenType, image }: IToken, next: IToken | undefined): boolean {
  const t = infixTokens();
  if (tokenType === t.Symbol) return image !== "!";
  if (tokenType !== t.Word || next?.tokenType === t.LeftParenthesis) return false;
  return WORD_OPERATORS.has(image.toLowerCase());
}

/** Returns whether a word is the type of the string after it: `DATE '2020-01-31'`. */
export function isTypeOf(word: IToken, next: IToken): boolean {
  return next.tokenType === infixTokens().Text && isTypeBeforeString(word.image, isAdjacent(word, next));
}

/** Joins a time to the date before it, if one space is between them, to a date-time. Returns whether it did. */
export function joinTime(date: IToken | undefined, { image, startOffset }: IToken): boolean {
  if (date?.tokenType !== infixTokens().Numeral || !/^\d{4}-\d\d-\d\d$/.test(date.image)) return false;
  if (!/^\d\d:\d\d/.test(image) || date.startOffset + 11 !== startOffset) return false;
  date.image = `${date.image}T${image}`;
  return true;
}
