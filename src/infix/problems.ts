import { invalidCharacter } from "../ast/invalid-character.ts";
import { diagnostic, replace, type Diagnostic, type Fix } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import { spanning } from "../readers/nodes.ts";
import type { ForeignToken } from "../readers/token-stream.ts";
import type { Join } from "./bare-values.ts";
import { describeConstruct, type Findings } from "./findings.ts";
import { isComparison, isWordOperator, OPERATORS } from "./operators.ts";
import { isAdjacent, isSign, isUnterminated } from "./tokens.ts";

/**
 * Describes a text that has no syntax tree: incomplete, or with an unknown operator. Undefined if it has no foreign syntax.
 *
 * @param place span of the token that could not be read
 */
export function problemOf(
  tokens: readonly ForeignToken[],
  place: Span,
  findings: Findings,
): Diagnostic | undefined {
  // Without a tree, the message is about the operators alone.
  findings.keep(({ kind }) => /^(?:operator|colon|clause|order)$/.test(kind));
  const start = tokens.findIndex(({ span }) => span === place);
  const at = tokens[start]!;
  for (const { kind, text, span } of tokens.slice(start))
    if (kind === "symbol" && OPERATORS.has(text)) findings.noteOperator(text, span);
  if (/^(?:=\w+=|@>|<@)$/.test(at.text)) findings.note("operator", at.text, at.span);
  const next = tokens.at(start + 1);
  const isDivision =
    at.text === "/" && (next?.kind === "number" || (next !== undefined && !isAdjacent(at, next)));
  if (at.text === "-" && next?.text === "-" && isAdjacent(at, next))
    return diagnostic("foreign-syntax", spanning(at, next), "The language has no comments.");
  const isKnown = OPERATORS.has(at.text) || /^(?:[()[\]{},:;/]|->>?)$/.test(at.text);
  if (at.kind === "symbol" && (isDivision || !isKnown)) return unknownOperator(at);
  return brokenCondition(tokens, at, findings);
}

function unknownOperator({ text, span }: ForeignToken): Diagnostic {
  if (text === "::")
    return diagnostic(
      "foreign-syntax",
      span,
      "There is no operator ::. A member has the type of its values.",
    );
  if (text.startsWith("=") || text === "@>" || text === "<@")
    return diagnostic("foreign-syntax", span, `There is no operator ${show(text)}.`);
  if (!/^[-+*/%]$/.test(text)) return invalidCharacter(text, span);
  const rule = `The language has no arithmetic: ${text} cannot be written.`;
  return diagnostic("foreign-syntax", span, `${rule} Compare a member with a number that you have computed.`);
}

/** Describes the first operator of a text, and the part that is missing or never closed. */
function brokenCondition(
  tokens: readonly ForeignToken[],
  at: ForeignToken,
  { constructs }: Findings,
): Diagnostic | undefined {
  const operators = constructs.filter(({ kind }) => kind === "operator" || kind === "colon");
  const [first] = operators;
  if (first === undefined) return undefined;
  const meaning = first.kind === "colon" ? "eq" : OPERATORS.get(first.image.toLowerCase());
  const index = tokens.findLastIndex(({ span }) => span.end <= first.span.start);
  const of = tokens[index];
  // In `date of birth = 1`, the word before the operator is a part of something else.
  const isOperand = of?.kind === "word" && isBeforeOperand(tokens[index - 1]);
  const call =
    isOperand && isComparison(meaning)
      ? `${first.kind === "colon" ? ". W" : ": w"}rite ${meaning}(${show(of.text)},…)`
      : "";
  const last = operators.at(-1)!;
  const string = tokens.find(isUnterminated);
  const isMissing = at.kind === "end" && last.span.end === tokens.at(-2)!.span.end;
  const isJoin = /^(?:and|or|not)$/.test(OPERATORS.get(last.image.toLowerCase()) ?? "");
  const missing = ` The ${isJoin ? "condition" : "value"} after ${show(last.image)} is missing.`;
  const reason = string === undefined ? (isMissing ? missing : "") : " A string in it is never closed.";
  const sentence = describeConstruct(first).slice(0, -1);
  return diagnostic("foreign-syntax", first.span, `${sentence}${call}.${reason}`, closingFix(string));
}

/** Returns whether an operand can begin after a token. */
function isBeforeOperand(token: ForeignToken | undefined): boolean {
  if (token?.kind === "symbol") return !isSign(token, ")", "]", "}", ".");
  return (
    token === undefined ||
    (token.kind === "word" && isWordOperator(token.text.toLowerCase())) ||
    /^not$/i.test(token.text)
  );
}

/** Returns the fix that closes a string of one word. There is none for longer strings, whose end is unclear. */
function closingFix(string: ForeignToken | undefined): readonly Fix[] {
  if (string === undefined || !/^['"][\p{L}\p{N}_-]+$/u.test(string.text)) return [];
  const mark = string.text.charAt(0);
  const { end } = string.span;
  return [replace(`Close the string with ${mark}`, { start: end, end }, mark)];
}

/** Conditions beside each other are both required on GitHub, and one of them is by default in Lucene. */
export function besideEachOther(joins: readonly Join[]): Diagnostic {
  const joined = (title: string, text: string): Fix => ({
    title,
    edits: joins.map(({ token: { span } }) => ({ span: { ...span, end: span.start }, text })),
  });
  return diagnostic(
    "foreign-syntax",
    joins[0]!.token.span,
    "Conditions are joined by and(…) or or(…), and compared by functions: eq(name,'x').",
    joins.every(({ isNamed }) => isNamed)
      ? [joined("Require all conditions", "AND "), joined("Require one of the conditions", "OR ")]
      : [],
  );
}

/** Reports a value in the place of a condition, as in `x = 1 or 2`. */
export function valueAsCondition(image: string, span: Span): Diagnostic {
  const rule = "Several values belong to in, such as in(name,'x','y').";
  return diagnostic("foreign-syntax", span, `${show(image)} is not a condition. ${rule}`);
}
