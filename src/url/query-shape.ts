import { smallInteger } from "../ast/literals.ts";
import { makeLiteral, withArguments } from "../ast/make-node.ts";
import type { Call, Expression } from "../ast/nodes.ts";
import { makeCheckedFilter, type FilterShape } from "../checker/checked.ts";
import { CheckContext } from "../checker/context.ts";
import { isSurelyCorrect } from "../checker/fast-path.ts";
import type { Span } from "../diagnostics/span.ts";
import type { CollectionQuery } from "./collection-query.ts";
import type { DecoderSettings } from "./query-decoder.ts";

/*
 * Scripts send the same query again and again with other numbers. Query strings that differ only in the digits of numbers have the
 * same tokens, the same tree and the same spans, so that only the numbers have to be read and checked. Numbers with another number
 * of digits before or after the point are another shape, because spans then differ. Numbers that JavaScript writes in another way
 * (`0`, `1.50`, `1e3`, more than 15 digits) are never replaced.
 */

/** Highest number of digits. All decimals of this length are read and written without a loss. */
const MAX_DIGITS = 15;
/** Highest number of digits after the point. JavaScript writes some numbers with more digits as `1e-7`. */
const MAX_FRACTION_DIGITS = 6;

/**
 * Returns a query string that represents all query strings of the same shape; undefined if no number can be replaced.
 *
 * @example queryShapeOf("filter=gt(size,4711)&limit=20") // "filter=gt(size,1000)&limit=20"
 */
export function queryShapeOf(raw: string): string | undefined {
  const numbers = digitsIn(raw);
  if (numbers.length === 0) return undefined;
  let shape = "";
  let done = 0;
  for (const span of numbers) {
    shape += raw.slice(done, span.start) + representativeOf(textAt(raw, span));
    done = span.end;
  }
  return shape + raw.slice(done);
}

/** Integers of each length, which represent all integers of this length. */
const INTEGERS = Array.from({ length: MAX_DIGITS + 1 }, (_, length) => "1".padEnd(length, "0"));

/** Returns a number with as many digits before and after the point. Its integer part is 0 only if that of the given number is. */
function representativeOf(number: string): string {
  const point = number.indexOf(".");
  if (point < 0) return INTEGERS[number.length]!;
  const integer = number.startsWith("0") ? "0" : INTEGERS[point]!;
  return `${integer}.${"1".padStart(number.length - point - 1, "0")}`;
}

/** Returns the spans of the numbers in a query string that are whole arguments, in order. They exclude signs. */
function digitsIn(raw: string): readonly Span[] {
  return numbersIn(raw).map(({ start, end }) => ({ start: firstDigit(raw, start), end }));
}

function textAt(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}

/** Returns the spans of the numbers in a query string that are whole arguments, in order. They include signs. */
function numbersIn(raw: string): Span[] {
  const found: Span[] = [];
  for (let at = 0; at < raw.length; at++) {
    if (!endsDelimiter(raw, at)) continue;
    const end = numberEnd(raw, at + 1);
    if (end === undefined) continue;
    found.push({ start: at + 1, end });
    at = end - 1;
  }
  return found;
}

/** Returns whether `(` or `,` ends at an offset, raw or percent-encoded. */
function endsDelimiter(raw: string, at: number): boolean {
  const code = raw.charCodeAt(at);
  if (code === PARENTHESIS || code === COMMA) return true;
  return (code === EIGHT || code === UPPER_C || code === LOWER_C) && isEncoded(raw, at - 2);
}

function isEncoded(raw: string, at: number): boolean {
  return raw.charCodeAt(at) === PERCENT && raw.charCodeAt(at + 1) === TWO;
}

/** Returns the end of the replaceable number that starts at an offset, or undefined. */
function numberEnd(raw: string, start: number): number | undefined {
  const first = firstDigit(raw, start);
  const point = digitsEnd(raw, first);
  const hasFraction = raw.charCodeAt(point) === POINT;
  const end = hasFraction ? digitsEnd(raw, point + 1) : point;
  if (end - first > MAX_DIGITS || !startsDelimiter(raw, end)) return undefined;
  const startsWithZero = raw.charCodeAt(first) === ZERO;
  if (!hasFraction) return point > first && !startsWithZero ? end : undefined;
  const fraction = end - point - 1;
  if (fraction === 0 || fraction > MAX_FRACTION_DIGITS || raw.charCodeAt(end - 1) === ZERO) return undefined;
  return point === first || (startsWithZero && point > first + 1) ? undefined : end;
}

function digitsEnd(raw: string, start: number): number {
  let end = start;
  while (isDigit(raw.charCodeAt(end))) end++;
  return end;
}

function firstDigit(raw: string, start: number): number {
  return raw.charCodeAt(start) === MINUS ? start + 1 : start;
}

/** Returns whether `)` or `,` starts at an offset, raw or percent-encoded. */
function startsDelimiter(raw: string, at: number): boolean {
  const code = raw.charCodeAt(at);
  if (code === CLOSING_PARENTHESIS || code === COMMA) return true;
  if (code !== PERCENT || !isEncoded(raw, at)) return false;
  const last = raw.charCodeAt(at + 2);
  return last === NINE || last === UPPER_C || last === LOWER_C;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

const PERCENT = 0x25;
const PARENTHESIS = 0x28;
const CLOSING_PARENTHESIS = 0x29;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const TWO = 0x32;
const EIGHT = 0x38;
const NINE = 0x39;
const UPPER_C = 0x43;
const LOWER_C = 0x63;

/** Part of a tree that contains replaceable numbers. Other parts are shared by all filters of a shape. */
type Pattern =
  | { readonly kind: "number"; readonly span: Span }
  | { readonly kind: "call"; readonly node: Call; readonly args: readonly (Pattern | undefined)[] };

/** Reads query strings of one shape without parsing them. */
export class QueryShape {
  readonly #settings: DecoderSettings;
  readonly #raw: string;
  readonly #query: CollectionQuery;
  readonly #pattern: Pattern;
  /** Returns the decoded text of the filter. */
  readonly #writeText: ((raw: string) => string) | undefined;
  readonly #shape: FilterShape = {};

  private constructor(settings: DecoderSettings, raw: string, query: CollectionQuery, pattern: Pattern) {
    this.#settings = settings;
    this.#raw = raw;
    this.#query = query;
    this.#pattern = pattern;
    this.#writeText = this.writerOf(query.filterText ?? "");
  }

  /**
   * Returns the shape of a query string that was decoded without diagnostics. Returns undefined in these cases:
   * - `queryShapeOf` replaces a number that is not a literal of the filter, such as one in a string
   * - another parameter has a condition too
   * - only the full checker can check the filter
   */
  static of(raw: string, query: CollectionQuery, settings: DecoderSettings): QueryShape | undefined {
    const { filter, written, checkedFilter, basics } = query;
    // The checker has then corrected nothing, and no condition is from another parameter.
    if (written === undefined || filter !== written || checkedFilter.expression !== written) return undefined;
    if (basics.length > 0) return undefined;
    const numbers = new Map(numbersIn(raw).map((span) => [span.start, span]));
    const pattern = patternOf(written, raw, numbers);
    if (pattern === undefined || numbers.size > 0 || !isCorrect(written, settings)) return undefined;
    return new QueryShape(settings, raw, query, pattern);
  }

  /**
   * Returns a function that replaces the numbers of a text by those of a query string of this shape. Returns undefined if the
   * numbers that are arguments in the text are not those of the query string of `of`, in the same order.
   *
   * @param text another spelling of the query string of `of`
   */
  writerOf(text: string): ((raw: string) => string) | undefined {
    const targets = digitsIn(text);
    const sources = digitsIn(this.#raw);
    const isSame =
      targets.length === sources.length &&
      targets.every((span, i) => textAt(text, span) === textAt(this.#raw, sources[i]!));
    if (!isSame) return undefined;
    const parts = targets.map(({ start }, i) => text.slice(targets[i - 1]?.end ?? 0, start));
    const rest = text.slice(targets.at(-1)?.end ?? 0);
    return (raw) => {
      let written = "";
      for (let i = 0; i < sources.length; i++) written += parts[i]! + textAt(raw, sources[i]!);
      return written + rest;
    };
  }

  /** Reads a query string of this shape. Returns undefined if its filter is not certainly correct. */
  read(raw: string): CollectionQuery | undefined {
    const filterText = this.#writeText?.(raw);
    if (filterText === undefined) return undefined;
    const expression = replaceNumbers(this.#pattern, raw);
    if (!isCorrect(expression, this.#settings)) return undefined;
    const query = this.#query;
    // The names are the same nodes, so that their members are the same too.
    const checkedFilter = makeCheckedFilter(expression, query.checkedFilter, this.#shape);
    return { ...query, filter: expression, written: expression, filterText, checkedFilter };
  }
}

function isCorrect(expression: Expression, { options, check }: DecoderSettings): boolean {
  return isSurelyCorrect(expression, new CheckContext(options.catalog, check));
}

/** Returns the parts of a tree that contain given numbers, and removes these from the map, whose keys are their starts. */
function patternOf(node: Expression, raw: string, numbers: Map<number, Span>): Pattern | undefined {
  if (node.kind === "call") {
    const args = node.args.map((argument) => patternOf(argument, raw, numbers));
    return args.every((each) => each === undefined) ? undefined : { kind: "call", node, args };
  }
  if (node.kind !== "literal" || node.type !== "number") return undefined;
  const { span, value } = node;
  if (numbers.get(span.start)?.end !== span.end || value !== numberAt(raw, span)) return undefined;
  numbers.delete(span.start);
  return { kind: "number", span };
}

function replaceNumbers(pattern: Pattern, raw: string): Expression {
  if (pattern.kind === "number") return makeLiteral("number", numberAt(raw, pattern.span), pattern.span);
  const { node, args } = pattern;
  return withArguments(
    node,
    node.args.map((argument, i) => (args[i] === undefined ? argument : replaceNumbers(args[i], raw))),
  );
}

/** The first reading is the faster one. It reads integers only. */
function numberAt(raw: string, span: Span): number {
  return smallInteger(raw, span) ?? Number(textAt(raw, span));
}
