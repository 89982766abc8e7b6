import { makeLiteral } from "./make-node.ts";
import { normalNumber } from "./normal-number.ts";
import type { Expression, Literal } from "./nodes.ts";
import { quote } from "./print.ts";
import { isNumber, looksTemporal } from "./numeral-type.ts";
import { isSayable } from "./spelling.ts";
import {
  applyEdits,
  diagnostic,
  replace,
  type Diagnostic,
  type TextEdit,
} from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import { classifyTemporal } from "../values/instant.ts";
import { explainTemporal } from "../values/temporal-hints.ts";
import { ownProperties } from "../values/own-properties.ts";

/** Result of reading a literal: a node, a diagnostic, or both. */
export interface LiteralReading {
  readonly node: Literal | undefined;
  readonly problem: Diagnostic | undefined;
}

const INTEGER = /^-?\d+$/;
/** Maximum number of digits of an integer. Integers with more digits overflow a double, and are rejected by their length. */
const maxIntegerDigits = 309;

const read = (node: Literal): LiteralReading => ({ node, problem: undefined });
const wrong = (problem: Diagnostic): LiteralReading => ({ node: undefined, problem });

export function readNumeral(image: string, span: Span): LiteralReading {
  if (looksTemporal(image)) return readTemporalLiteral(image, span);
  if (!isNumber(image)) return wrong(notANumber(image, span));
  if (image.length > 15 && INTEGER.test(image)) return readLongInteger(image, span);
  const value = Number(image);
  if (!Number.isFinite(value)) return wrong(overflow(image, span));
  return read(makeLiteral("number", normalNumber(value), span));
}

function readLongInteger(image: string, span: Span): LiteralReading {
  if (image.length > maxIntegerDigits || !Number.isFinite(Number(image))) return wrong(overflow(image, span));
  return read(makeLiteral("number", normalNumber(BigInt(image)), span));
}

function overflow(image: string, span: Span): Diagnostic {
  return diagnostic(
    "number-overflow",
    span,
    `The number ${show(image)} is too large: the largest is about 1.8e308.`,
  );
}

function readTemporalLiteral(image: string, span: Span): LiteralReading {
  const type = classifyTemporal(image);
  if (type !== undefined) return read(makeLiteral(type, image, span));
  return wrong(invalidTemporal(image, span));
}

/** Reports an invalid date or time, with the probably intended value as its fix. */
export function invalidTemporal(image: string, span: Span): Diagnostic {
  const { reason, suggestion } = ownProperties(explainTemporal(image));
  const fixes = suggestion === undefined ? [] : [replace(`Write ${suggestion}`, span, suggestion)];
  return diagnostic("invalid-date", span, `${show(image)} is not a date or time: ${reason}.`, fixes);
}

/** Reads a time or date-time with a space in front of its zone, which was a `+` before URL decoding. */
export function readSpacedZone(image: string, span: Span): LiteralReading {
  const mended = image.replace(" ", "+");
  const type = classifyTemporal(mended);
  if (type === undefined) return wrong(invalidTemporal(mended, span));
  const problem = diagnostic(
    "zone-plus-as-space",
    span,
    `A '+' in a URL is read as a space; ${mended} was meant. Write the '+' of a zone as %2B in a URL.`,
    [replace(`Write ${mended}`, span, mended)],
  );
  return { node: makeLiteral(type, mended, span), problem };
}

/** Reports an invalid number, with the probably intended number as its fix. */
export function notANumber(image: string, span: Span): Diagnostic {
  const correction = meantNumber(image);
  const fixes = correction === undefined ? [] : [replace(`Write ${correction}`, span, correction)];
  const hint = correction === undefined ? "Write strings in quotes: 'text'." : `Write ${correction}.`;
  return diagnostic("invalid-number", span, `${show(image)} is not a number. ${hint}`, fixes);
}

const MEANT: readonly (readonly [RegExp, (image: string) => string])[] = [
  [/^[+-]?0+\d+$/, (image) => sign(image) + (image.replace(/^[+-]?0+/, "") || "0")],
  [/^[+-]?\.\d+$/, (image) => `${sign(image)}0${image.replace(/^[+-]/, "")}`],
  [/^[+-]?\d+\.$/, (image) => sign(image) + image.replace(/^[+-]/, "").slice(0, -1)],
  [/^\+\d+(?:\.\d+)?$/, (image) => image.slice(1)],
  [/^0x[0-9a-fA-F]{1,13}$/, (image) => String(Number(image))],
  [/^\d+(?:_\d+)+$/, (image) => image.replaceAll("_", "")],
];

function meantNumber(image: string): string | undefined {
  if (image.length > 40) return undefined;
  const rule = MEANT.find(([pattern]) => pattern.test(image));
  const correction = rule?.[1](image);
  return correction !== undefined && isNumber(correction) ? correction : undefined;
}

function sign(image: string): string {
  return image.startsWith("-") ? "-" : "";
}

export interface StringFault {
  readonly kind: "unterminated" | "unescaped";
  /** Offsets of quotes that should have been doubled, relative to the start of the literal. */
  readonly quotes: readonly number[];
}

/** Reads a string literal: removes its quotes and halves the doubled ones. */
export function readString(
  image: string,
  fault: StringFault | undefined,
  span: Span,
  limit: number,
): LiteralReading {
  if (fault !== undefined) return readFaultyString(image, span, fault);
  const value = unquoted(image.slice(0, -1));
  const problem = stringProblem(value, span, limit);
  return problem === undefined ? read(stringNode(value, span)) : wrong(problem);
}

export function unquoted(unterminated: string): string {
  const mark = unterminated.charAt(0);
  const inner = unterminated.slice(1);
  return inner.includes(mark) ? inner.replaceAll(mark + mark, mark) : inner;
}

export function stringProblem(value: string, span: Span, limit: number): Diagnostic | undefined {
  if (value.length > limit) {
    return diagnostic(
      "string-too-long",
      span,
      `A string has at most ${limit} characters; this one has ${value.length}.`,
    );
  }
  if (isSayable(value)) return undefined;
  const fault = value.includes("\0") ? "the character U+0000" : "half of a surrogate pair";
  return diagnostic(
    "forbidden-string-character",
    span,
    `A string cannot hold ${fault}: databases disagree on it.`,
  );
}

/** Reads an integer of up to 15 digits with an optional sign; undefined for any other text. */
export function smallInteger(text: string, { start, end }: Span): number | undefined {
  const isNegative = text.charCodeAt(start) === 0x2d;
  const first = isNegative ? start + 1 : start;
  const zero = text.charCodeAt(first) === 0x30;
  if (end - first > 15 || (zero && (end - first > 1 || isNegative))) return undefined;
  let value = 0;
  for (let at = first; at < end; at++) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  return isNegative ? -value : value;
}

function stringNode(value: string, span: Span): Literal {
  return makeLiteral("string", value, span);
}

function readFaultyString(image: string, span: Span, fault: StringFault): LiteralReading {
  const mark = image.charAt(0);
  const edits: TextEdit[] = fault.quotes.map((at) => {
    // The edit replaces a backslash before the quote too: it was meant to escape the quote.
    const start = span.start + (image.charAt(at - 1) === "\\" ? at - 1 : at);
    return { span: { start, end: span.start + at + 1 }, text: mark + mark };
  });
  const inner = applyEdits(image, shift(edits, -span.start)).slice(1, -1);
  const doubled = inner.replaceAll(mark + mark, mark);
  // A quote after a comma begins another string. So the closing quote of this string is missing.
  const opensAnother = fault.quotes.some((at) => /,\s*$/.test(image.slice(Math.max(0, at - 20), at)));
  const joined = joinedStrings(image, span, fault);
  if (joined !== undefined) return { node: undefined, problem: joined };
  const problem = diagnostic(
    "unescaped-quote",
    { start: span.start + fault.quotes[0]!, end: span.start + fault.quotes[0]! + 1 },
    `The string ends at this quote, but the text goes on. A quote inside a string is written twice: ${show(quoteWith(doubled, mark))}.`,
    opensAnother ? [] : [{ title: "Double the quote", edits }],
  );
  return { node: stringNode(doubled, span), problem };
}

/** Reports strings with an operator between each two of them: `'a'+'b'`. Undefined if some part between two quotes is text. */
function joinedStrings(image: string, span: Span, { quotes }: StringFault): Diagnostic | undefined {
  const gaps = quotes.flatMap((at, i) =>
    i % 2 === 0 ? [image.slice(at + 1, quotes.at(i + 1) ?? at + 1)] : [],
  );
  if (!gaps.every((gap) => /^\s{0,20}[^\p{L}\p{N}\s'"]{1,2}\s{0,20}$/u.test(gap))) return undefined;
  const mark = image.charAt(0);
  const parts = [0, ...quotes, image.length - 1].map((at, i, all) => image.slice(at + 1, all[i + 1]));
  const text = mark + parts.filter((_, i) => i % 2 === 0).join("") + mark;
  const isSum = gaps.every((gap) => /^(?:\+|\|\||&)$/.test(gap.trim()));
  const fixes = isSum ? [replace(`Write ${show(text)}`, span, text)] : [];
  const first = quotes[0]! + span.start;
  const message = "The language has no operators between strings. Write one string.";
  return diagnostic("unescaped-quote", { start: first, end: first + 1 }, message, fixes);
}

function shift(edits: readonly TextEdit[], by: number): TextEdit[] {
  return edits.map(({ span: { start, end }, text }) => ({
    span: { start: start + by, end: end + by },
    text,
  }));
}

export function quoteWith(text: string, mark: string): string {
  return mark === "'" ? quote(text) : mark + text.replaceAll(mark, mark + mark) + mark;
}

/** Returns the literal `true` or `false`; undefined for other names. */
export function keyword(image: string, span: Span): Expression | undefined {
  if (image === "true" || image === "false") {
    return makeLiteral("boolean", image === "true", span);
  }
  return undefined;
}

const BOOLEAN_WORDS: readonly RegExp[] = [/^(?:false|no|n|off|0)$/i, /^(?:true|yes|y|on|1)$/i];

/** Returns the boolean that a word or a digit means in other programs. Undefined for other texts. */
export function booleanWord(text: string): boolean | undefined {
  const index = BOOLEAN_WORDS.findIndex((words) => words.test(text));
  return index < 0 ? undefined : index === 1;
}
