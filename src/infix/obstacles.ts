import type { ForeignToken } from "../readers/token-stream.ts";
import { isSearchColon, searchOperator } from "./bare-values.ts";
import { joined, type MixedTokens } from "./mixed-tokens.ts";
import { isComparison, OPERATORS } from "./operators.ts";
import { isAdjacent, isSign, isUnterminated } from "./tokens.ts";

/** Why a text cannot be read. */
export interface Obstacle {
  /**
   * - `depth`: too many nested parentheses, or too many indexes
   * - `string`: a string without its closing quote
   * - `operator`: an operator that this language cannot express
   * - `index`: the place of an element in a list, such as the `.0` of `tags.0`
   */
  readonly reason: "depth" | "string" | "operator" | "index";
  readonly token: ForeignToken;
}

/** Finds the first obstacle from the token on that could not be read. Records all operators. */
export function firstObstacle(tokens: MixedTokens): Obstacle | undefined {
  const { all, kind: textKind } = tokens;
  let { isAfterOperand } = tokens;
  let obstacle: Obstacle | undefined;
  for (let i = all.indexOf(tokens.next); i < all.length; i++) {
    const token = all[i]!;
    if (tokens.isSearch && isSearchColon(all, i)) {
      const [meaning, length] = searchOperator(all[i + 1]!);
      tokens.record(length === 2 ? joined(token, all[++i]!) : token, meaning);
      isAfterOperand = false;
      continue;
    }
    const isBare = tokens.hasBareValues && isSign(token, "-", "+", "*", "%");
    const reason = isBare ? undefined : reasonOf(token, all[i - 1], isAfterOperand);
    if (reason !== undefined) obstacle ??= { reason, token };
    const meaning = meaningOf(token, all[i + 1]!, isAfterOperand, tokens.areSeparatorsOperators);
    const isKnown = meaning !== undefined && reason === undefined;
    if (isKnown && (token.kind === "symbol" || textKind === "filter" || meaning === "not"))
      tokens.record(token, meaning);
    // Unknown characters are skipped.
    if (reason === "operator" && meaning === undefined) continue;
    isAfterOperand =
      meaning === undefined
        ? token.kind !== "symbol" || isSign(token, ")", "]", "}")
        : /^(?:isnull|notnull)$/.test(meaning);
  }
  return obstacle;
}

function reasonOf(
  token: ForeignToken,
  before: ForeignToken | undefined,
  isAfterOperand: boolean,
): Obstacle["reason"] | undefined {
  const { kind, text } = token;
  if (isUnterminated(token)) return "string";
  if (
    kind === "number" &&
    /^\.\d+(?:\.|$)/.test(text) &&
    before?.kind === "word" &&
    isAdjacent(before, token)
  )
    return "index";
  if (kind !== "symbol" || /^(?:[()[\]{},:;/]|->>?|::)$/.test(text)) return undefined;
  const meaning = OPERATORS.get(text.toLowerCase());
  if (meaning !== undefined && /^=\w+=$/.test(text)) return undefined;
  return meaning === undefined || (meaning === "not") === isAfterOperand ? "operator" : undefined;
}

function meaningOf(
  token: ForeignToken,
  next: ForeignToken,
  isAfterOperand: boolean,
  isJoining: boolean,
): string | undefined {
  const { kind, text } = token;
  if (kind === "symbol") return text === ";" && isJoining ? "and" : OPERATORS.get(text.toLowerCase());
  if (kind !== "word") return undefined;
  const meaning = OPERATORS.get(text.toLowerCase());
  if (isAfterOperand)
    return isComparison(meaning) && isSign(next, "(") && isAdjacent(token, next) ? undefined : meaning;
  return text.toLowerCase() === "not" && next.kind !== "end" && !isSign(next, "(") ? "not" : undefined;
}
