import { isStrength } from "../collation/order/strength.ts";
import type { ForeignToken } from "../readers/token-stream.ts";
import { isComparison, isWordOperator, OPERATORS } from "./operators.ts";
import { isAdjacent, isSign, isUnterminated } from "./tokens.ts";

/**
 * Returns how a text writes values without quotes.
 *
 * - `search`: as in the search boxes of GitHub and Lucene, a colon stands between a name and its value, without spaces, and neither in
 *   a call nor in an object
 * - `rsql`: the text has an operator such as `=gt=`, separates comparisons with `==` by `;` or `,`, or compares with an unquoted wildcard
 *   (`name==a*`)
 */
export function notationOf(tokens: readonly ForeignToken[]): "search" | "rsql" | undefined {
  let [isSearch, isCompared, isSeparated] = [false, false, false];
  let isRsql: boolean | undefined;
  const calls: boolean[] = [];
  let [twoBefore, before]: (ForeignToken | undefined)[] = [];
  for (const [i, token] of tokens.entries()) {
    const { kind, text } = token;
    const next = tokens.at(i + 1);
    const isInCall = calls.at(-1) === true;
    const isWord = kind === "word" && /^(?:and|or|in|like|is|between|not)$/i.test(text);
    if (isWord && !isInCall) isRsql ??= false;
    else if (/^=\w+=$/.test(text) || isWildcard(before, token, next)) isRsql ??= true;
    else if (isSign(token, "(")) calls.push(before?.kind === "word" && isAdjacent(before, token));
    else if (isSign(token, ")")) calls.pop();
    else if (isSign(token, ";", ",")) isSeparated ||= !isInCall;
    else if (isSign(token, ":")) isSearch ||= !isInCall && isSearchColon(twoBefore, before, token, next);
    else isCompared ||= isEquality(token);
    [twoBefore, before] = [before, token];
  }
  if (isSearch) return "search";
  return (isRsql ?? (isCompared && isSeparated)) ? "rsql" : undefined;
}

const isEquality = (token: ForeignToken) => isSign(token, "==", "!=");

/** Returns whether a token is a `*` that begins or ends a value, as in `name==*x*`, and not the sign of a product. */
function isWildcard(before: ForeignToken | undefined, token: ForeignToken, next: ForeignToken | undefined) {
  if (before === undefined || !isSign(token, "*")) return false;
  return isEquality(before) || (isAdjacent(before, token) && /^(?:end|symbol)$/.test(next!.kind));
}

/** Words after the colon of a sort key. */
const SORT_WORD = /^(?:asc|desc|ascending|descending)$/i;

/**
 * Returns whether a colon joins a name and a value.
 *
 * @param operator the token two places before the colon
 */
export function isSearchColon(
  operator: ForeignToken | undefined,
  before: ForeignToken | undefined,
  colon: ForeignToken,
  next: ForeignToken | undefined,
): boolean {
  if (!isSign(colon, ":") || before?.kind !== "word" || next === undefined || next.kind === "end")
    return false;
  // In `name==a:b` of RSQL, the colon belongs to the value.
  const isValue = operator !== undefined && isAdjacent(operator, before) && !isSign(operator, "(", ")", "-");
  const isJoining = isAdjacent(before, colon) && isAdjacent(colon, next);
  return isJoining && !isValue && !isSign(next, "/", ":", ",") && !SORT_WORD.test(next.text);
}

/** Reads the operator directly after a colon: `size:>5`. Returns its meaning, and the number of its tokens. */
export function searchOperator(next: ForeignToken): readonly [meaning: string, length: number] {
  const compared = next.kind === "symbol" ? OPERATORS.get(next.text) : undefined;
  if (isComparison(compared)) return [compared, 2];
  return [isSign(next, "(") ? "in" : "eq", 1];
}

/** An end of a range, and the function that compares the member with it. */
export interface RangeEnd {
  readonly callee: "gt" | "ge" | "lt" | "le";
  readonly image: string;
}

/** Reads an unquoted range of a search box: `[1 TO 5]`, `{1 TO 5}` without its ends, `1..5`. An end of `*` is missing. */
export function readRange(image: string): readonly RangeEnd[] | undefined {
  const [, open = "[", low = "*", high = "*", close = "]"] =
    /^([[{])\s*(\S+)\s+TO\s+(\S+?)\s*([\]}])$/.exec(image) ??
    /^()(\*|[^*\s]+?)\.\.(\*|[^*\s]+)()$/.exec(image)?.map((part) => part || undefined) ??
    [];
  if (low === "*" && high === "*") return undefined;
  const ends: readonly RangeEnd[] = [
    { callee: open === "[" ? "ge" : "gt", image: low },
    { callee: close === "]" ? "le" : "lt", image: high },
  ];
  return ends.filter((end) => end.image !== "*");
}

/** Returns whether an unquoted value can begin with a token. */
export function isBareStart(token: ForeignToken): boolean {
  return !/^(?:string|end)$/.test(token.kind) && !isUnterminated(token) && !isSign(token, "(", ")", ",", ";");
}

/**
 * Returns the number of tokens of an unquoted value: adjacent tokens, up to a character that RSQL reserves, or a range in brackets.
 *
 * @param tokens begins with the value
 */
export function lengthOfBare(peek: (ahead: number) => ForeignToken, isSearch: boolean): number {
  let count = 1;
  if (isSearch && isSign(peek(0), "[", "{")) {
    while (peek(count - 1).kind !== "end" && !isSign(peek(count - 1), "]", "}")) count++;
    return count;
  }
  for (; ; count++) {
    const token = peek(count);
    const isOperator = token.kind === "symbol" && OPERATORS.has(token.text) && !/^=\w+=$/.test(token.text);
    if (!isAdjacent(peek(count - 1), token) || !isBareStart(token) || isOperator) return count;
  }
}

/**
 * Returns the number of tokens of adjacent words with `:` or `;` between them, such as `a:b`. A strength after a colon is none of them.
 *
 * @param peek begins with the first word
 */
export function lengthOfJoined(peek: (ahead: number) => ForeignToken): number {
  let count = 1;
  const isJoined = () =>
    isSign(peek(count), ":", ";") &&
    isAdjacent(peek(count - 1), peek(count)) &&
    isAdjacent(peek(count), peek(count + 1)) &&
    /^(?:word|number)$/.test(peek(count + 1).kind) &&
    !isStrength(peek(count + 1).text);
  while (peek(0).kind === "word" && isJoined()) count += 2;
  return count;
}

/** The begin of a condition of a search box that stands beside the one before, without an operator. */
export interface Join {
  readonly token: ForeignToken;
  /** Whether the condition names a member. The other ones search all members, which this language cannot. */
  readonly isNamed: boolean;
}

/** Returns the join before a token that follows a condition. */
export function joinBefore(
  token: ForeignToken,
  next: ForeignToken,
  afterNext: ForeignToken,
): Join | undefined {
  const isGroup = isSign(token, "(");
  const isMinus = isSign(token, "-") && isAdjacent(token, next);
  const isWord = token.kind === "word" && !isWordOperator(token.text.toLowerCase());
  if (!isMinus && !isWord && !isGroup) return undefined;
  return { token, isNamed: isGroup || isSign(isMinus ? afterNext : next, ":") };
}
