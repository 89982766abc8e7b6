import { invalidCharacter } from "../ast/invalid-character.ts";
import { quote } from "../ast/print.ts";
import type { Catalog } from "../catalog/types.ts";
import { diagnostic, replace, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import { isNumeric, type ValueType } from "../values/types.ts";
import { definitionOf } from "./argument-fixes.ts";
import { dateAroundNumber, slashedDate } from "./date-fixes.ts";
import type { Frame } from "./frame.ts";
import { comparedType, EQUALITY, leadingZeroProblem } from "./number-fixes.ts";

/** Maximum number of characters around an operator that are read to find its operands. */
const maxOperandCharacters = 40;

const NUMBER = String.raw`-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?`;
const SUM = new RegExp(`^(${NUMBER})([-+])(${NUMBER.slice(2)})$`);
const LEFT_NUMBER = new RegExp(`[(,]\\s*(${NUMBER})\\s*$`);
const RIGHT_NUMBER = new RegExp(`^\\s*(${NUMBER})\\s*[,)]`);
/** An operator, alone or as the sign of a number: `*`, `+1`. */
const OPERATOR = /^(?:[-+*/]|[-+]\d[\d.]*)$/;
/** Ends an operand: a name, a number, a call or a string. */
const OPERAND_BEFORE = /[\p{L}\p{N}_)'"]\s*$/u;
const OPERAND_AFTER = /^\s*[\p{L}\p{N}_-]/u;

const NO_ARITHMETIC = "The language has no arithmetic.";

/** Reports a token that begins nothing: an operator, the slash of a date, or another character. */
export function unreadableToken(
  text: string,
  span: Span,
  frame: Frame | undefined,
  catalog: Catalog | undefined,
): Diagnostic {
  return (
    slashedDate(text, span, frame, catalog) ??
    operatorInCall(text, span, frame, catalog) ??
    signOfCurrency(text, span, frame, catalog) ??
    invalidCharacter(text.slice(span.start, span.end), span)
  );
}

/** Improves the diagnostic of a number that cannot be read. */
export function unreadableNumber(
  problem: Diagnostic,
  text: string,
  frame: Frame | undefined,
  catalog: Catalog | undefined,
): Diagnostic {
  if (problem.code !== "invalid-number") return problem;
  const { span } = problem;
  if (!/^[-+]?0\d/.test(text.slice(span.start, span.start + 3)))
    return sumInNumber(text, span, frame, catalog) ?? problem;
  return dateAroundNumber(text, span, frame, catalog) ?? leadingZeroProblem(problem, text, frame, catalog);
}

/** Reports a sum that the lexer reads as one number, as in `gt(size,2+3)`. */
function sumInNumber(
  text: string,
  span: Span,
  frame: Frame | undefined,
  catalog: Catalog | undefined,
): Diagnostic | undefined {
  const image = text.slice(span.start, span.end);
  const sum = SUM.exec(image);
  if (sum === null) return undefined;
  const type = comparedType(frame, text.slice(span.end), catalog);
  const result = resultOf(sum[1], sum[2]!, sum[3], type);
  const quoted = quote(image);
  const { role } = definitionOf(frame?.callee?.image) ?? {};
  const isString = type === "string" && role?.kind === "comparison" && EQUALITY.has(role.relation);
  const correction = result ?? (isString ? quoted : undefined);
  const isNumber = type !== undefined && isNumeric(type);
  const advice = result ?? (isNumber ? "the result" : `the result, or a string in quotes: ${quoted}`);
  return diagnostic(
    "invalid-number",
    span,
    `${show(image)} is not a number. ${NO_ARITHMETIC} Write ${advice}.`,
    correction === undefined ? [] : [replace(`Write ${correction}`, span, correction)],
  );
}

/** Reports an operator between two operands, as in `gt(size*2,10)` and `gt(size+1,price)`. */
function operatorInCall(
  text: string,
  span: Span,
  frame: Frame | undefined,
  catalog: Catalog | undefined,
): Diagnostic | undefined {
  const image = text.slice(span.start, span.end);
  const operator = image.charAt(0);
  const { before, after } = textAround(text, { start: span.start, end: span.start + 1 });
  if (frame?.callee === undefined || !OPERATOR.test(image)) return undefined;
  if (!OPERAND_BEFORE.test(before) || !OPERAND_AFTER.test(after)) return undefined;
  const left = LEFT_NUMBER.exec(before)?.[1];
  const right = RIGHT_NUMBER.exec(after);
  // Names of members and paths of other languages have hyphens and slashes, too.
  if ("-/".includes(operator) && left === undefined && !/^\s*\d/.test(after)) return undefined;
  const type = comparedType(frame, text.slice(span.end), catalog);
  const result = resultOf(left, operator, right?.[1], type);
  const at = { start: span.start, end: span.start + 1 };
  if (result === undefined)
    return diagnostic("foreign-syntax", at, `${NO_ARITHMETIC} Compare a member with a computed number.`);
  const start = span.start - before.length + before.lastIndexOf(left!);
  const fixSpan = { start, end: start + text.slice(start, span.start + right![0].length).trimEnd().length };
  return diagnostic("foreign-syntax", at, `${NO_ARITHMETIC} Write ${result}.`, [
    replace(`Write ${result}`, fixSpan, result),
  ]);
}

/** Returns the text on both sides of a span, as far as operands are read. */
function textAround(text: string, { start, end }: Span): { readonly before: string; readonly after: string } {
  return {
    before: text.slice(Math.max(0, start - maxOperandCharacters), start),
    after: text.slice(end, end + maxOperandCharacters),
  };
}

/** Reports the sign of a currency beside a number, as in `gt(price,€5)`. */
function signOfCurrency(
  text: string,
  span: Span,
  frame: Frame | undefined,
  catalog: Catalog | undefined,
): Diagnostic | undefined {
  const image = text.slice(span.start, span.end);
  const { before, after } = textAround(text, span);
  if (!/^\p{Sc}$/u.test(image) || !(/^\d/.test(after) || /[(,\s]-?\d[\d.]*$/.test(before))) return undefined;
  const isText = comparedType(frame, text.slice(span.end), catalog) === "string";
  return diagnostic(
    "invalid-character",
    span,
    `Numbers have no signs of currencies: remove ${image}. Strings are written in quotes: 'text'.`,
    isText ? [] : [replace(`Remove ${image}`, span, "")],
  );
}

/**
 * Computes integers exactly, if they are compared with a number. Undefined for other numbers: `10/4` is 2.5, or 2 in languages
 * that divide integers.
 */
function resultOf(
  left: string | undefined,
  operator: string,
  right: string | undefined,
  type: ValueType["type"] | undefined,
): string | undefined {
  if (type === undefined || !isNumeric(type)) return undefined;
  const [a, b] = [Number(left), Number(right)];
  const result = operator === "+" ? a + b : operator === "-" ? a - b : operator === "*" ? a * b : a / b;
  return [a, b, result].every(Number.isSafeInteger) ? String(result) : undefined;
}
