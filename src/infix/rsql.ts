import type { IToken } from "chevrotain";
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
