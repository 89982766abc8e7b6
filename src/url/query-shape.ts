import { smallInteger } from "../ast/literals.ts";
import { makeLiteral, withArguments } from "../ast/make-node.ts";
import type { Call, Expression, Literal } from "../ast/nodes.ts";
import { makeCheckedFilter, type FilterShape } from "../checker/checked.ts";
import { CheckContext } from "../checker/context.ts";
import { isSurelyCorrect } from "../checker/fast-path.ts";
import type { Span } from "../diagnostics/span.ts";
import type { CollectionQuery } from "./collection-query.ts";
import type { DecoderSettings } from "./query-decoder.ts";

/*
 * Scripts send the same query again and again with other numbers, dates and date-times. Query strings that differ only in the
 * digits of these literals have the same tokens, the same tree and the same spans, so that only the literals have to be read and
 * checked. Literals with another number of digits in a part are another shape, because spans then differ.
 *
 * Numbers that JavaScript writes in another way (`0`, `1.50`, `1e3`, more than 15 digits), and date-times with an offset other
 * than `Z`, are never replaced.
 */

/** Highest number of digits. All decimals of this length are read and written without a loss. */
const MAX_DIGITS = 15;
/** Highest number of digits after the point. JavaScript writes some numbers with more digits as `1e-7`. */
const MAX_FRACTION_DIGITS = 6;
/** A date or a date-time. Colons can be percent-encoded. */
const TEMPORAL = /\d{4}-\d\d-\d\d(?:T\d\d(?::|%3A)\d\d(?:(?::|%3A)\d\d(?:\.\d{1,9})?)?Z?)?/y;

/**
 * Returns a text that is the same for all query strings of the same shape; undefined if no literal can be replaced.
 *
 * @example queryShapeOf("filter=gt(size,4711)&limit=20") // "filter=gt(size,1000)&limit=20"
 */
export function queryShapeOf(raw: string): string | undefined {
  const literals = literalsIn(raw);
  if (literals.length === 0) return undefined;
  let shape = "";
  let position = 0;
  for (const span of literals) {
    shape += raw.slice(position, span.start) + representativeOf(raw.slice(span.start, span.end));
    position = span.end;
  }
  return shape + raw.slice(position);
}

/** Integers of each length, which represent all integers of this length. */
const INTEGERS = Array.from({ length: MAX_DIGITS + 1 }, (_, length) => "1".padEnd(length, "0"));

/** Returns a text with as many digits in each part of a literal. */
function representativeOf(literal: string): string {
  const isNegative = literal.startsWith("-");
  const digits = isNegative ? literal.slice(1) : literal;
  if (digits.charCodeAt(DATE_HYPHEN) === MINUS) return literal.replaceAll(/\d/g, "0");
  const point = digits.indexOf(".");
  const integer = digits.startsWith("0") ? "0" : INTEGERS[point < 0 ? digits.length : point]!;
  const fraction = point < 0 ? "" : `.${"1".padStart(digits.length - point - 1, "0")}`;
  return `${isNegative ? "-" : ""}${integer}${fraction}`;
}

/** Returns the spans of the replaceable literals in a query string that are whole arguments, in order. They include signs. */
function literalsIn(raw: string): readonly Span[] {
  const literals: Span[] = [];
  for (let at = 0; at < raw.length; at++) {
    if (!endsDelimiter(raw, at)) continue;
    const end = literalEnd(raw, at + 1);
    if (end === undefined) continue;
    literals.push({ start: at + 1, end });
    at = end - 1;
  }
  return literals;
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

/** Returns the end of the replaceable literal that starts at an offset, or undefined. */
function literalEnd(raw: string, start: number): number | undefined {
  const isTemporal = raw.charCodeAt(start + DATE_HYPHEN) === MINUS;
  const end = isTemporal ? temporalEnd(raw, start) : numberEnd(raw, start);
  return end !== undefined && startsDelimiter(raw, end) ? end : undefined;
}

function temporalEnd(raw: string, start: number): number | undefined {
  TEMPORAL.lastIndex = start;
  return TEMPORAL.test(raw) ? TEMPORAL.lastIndex : undefined;
}

function numberEnd(raw: string, start: number): number | undefined {
  const first = raw.charCodeAt(start) === MINUS ? start + 1 : start;
  const point = digitsEnd(raw, first);
  const hasFraction = raw.charCodeAt(point) === POINT;
  const end = hasFraction ? digitsEnd(raw, point + 1) : point;
  if (point === first || end - first > MAX_DIGITS) return undefined;
  const startsWithZero = raw.charCodeAt(first) === ZERO;
  if (!hasFraction) return startsWithZero ? undefined : end;
  const fraction = end - point - 1;
  if (fraction === 0 || fraction > MAX_FRACTION_DIGITS || raw.charCodeAt(end - 1) === ZERO) return undefined;
  return startsWithZero && point > first + 1 ? undefined : end;
}

function digitsEnd(raw: string, start: number): number {
  let end = start;
  while (isDigit(raw.charCodeAt(end))) end++;
  return end;
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

/** Offset of the first hyphen in a date. */
const DATE_HYPHEN = 4;

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

/** Part of a tree that contains replaceable literals. Other parts are shared by all filters of a shape. */
type Pattern =
  | { readonly kind: "literal"; readonly literal: Literal }
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
   * - `queryShapeOf` replaces a text that is not a literal of the filter, such as a number in a string
   * - another parameter has a condition too
   * - only the full checker can check the filter
   */
  static of(raw: string, query: CollectionQuery, settings: DecoderSettings): QueryShape | undefined {
    const { filter, written, checkedFilter, basics } = query;
    // The checker has then corrected nothing, and no condition is from another parameter.
    if (written === undefined || filter !== written || checkedFilter.expression !== written) return undefined;
    if (basics.length > 0) return undefined;
    const literals = new Map(literalsIn(raw).map((span) => [span.start, span]));
    const pattern = patternOf(written, raw, literals);
    if (pattern === undefined || literals.size > 0 || !isCorrect(written, settings)) return undefined;
    return new QueryShape(settings, raw, query, pattern);
  }

  /**
   * Returns a function that replaces the literals of a text by those of a query string of this shape. Returns undefined if the
   * replaceable literals of the text are not those of the query string of `of`, in the same order.
   *
   * @param text another spelling of the query string of `of`
   */
  writerOf(text: string): ((raw: string) => string) | undefined {
    const targets = literalsIn(text);
    const sources = literalsIn(this.#raw);
    const isSame =
      targets.length === sources.length &&
      targets.every(({ start, end }, i) => text.slice(start, end) === decodedAt(this.#raw, sources[i]!));
    if (!isSame) return undefined;
    const parts = targets.map(({ start }, i) => text.slice(targets[i - 1]?.end ?? 0, start));
    const tail = text.slice(targets.at(-1)?.end ?? 0);
    return (raw) => {
      let result = "";
      for (let i = 0; i < sources.length; i++) result += parts[i]! + decodedAt(raw, sources[i]!);
      return result + tail;
    };
  }

  /** Reads a query string of this shape. Returns undefined if its filter is not certainly correct. */
  read(raw: string): CollectionQuery | undefined {
    const filterText = this.#writeText?.(raw);
    if (filterText === undefined) return undefined;
    const expression = replaceLiterals(this.#pattern, raw);
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

/** Returns the parts of a tree that contain given literals, and removes these from the map, whose keys are their starts. */
function patternOf(node: Expression, raw: string, literals: Map<number, Span>): Pattern | undefined {
  if (node.kind === "call") {
    const args = node.args.map((argument) => patternOf(argument, raw, literals));
    return args.every((argument) => argument === undefined) ? undefined : { kind: "call", node, args };
  }
  if (node.kind !== "literal" || literals.get(node.span.start)?.end !== node.span.end) return undefined;
  if (!isReplaceable(node.type) || node.value !== valueAt(raw, node)) return undefined;
  literals.delete(node.span.start);
  return { kind: "literal", literal: node };
}

function isReplaceable(type: Literal["type"]): boolean {
  return type === "number" || type === "date" || type === "dateTime";
}

function replaceLiterals(pattern: Pattern, raw: string): Expression {
  if (pattern.kind === "literal") {
    const { type, span } = pattern.literal;
    return makeLiteral(type, valueAt(raw, pattern.literal) as never, span);
  }
  const { node, args } = pattern;
  return withArguments(
    node,
    node.args.map((argument, i) => (args[i] === undefined ? argument : replaceLiterals(args[i], raw))),
  );
}

/** Returns the value of a literal that has the type and the span of a given one. */
function valueAt(raw: string, { type, span }: Literal): number | string {
  if (type !== "number") return decodedAt(raw, span);
  // The first reading is faster. It reads integers only.
  return smallInteger(raw, span) ?? Number(raw.slice(span.start, span.end));
}

function decodedAt(raw: string, { start, end }: Span): string {
  const text = raw.slice(start, end);
  return text.includes("%") ? text.replaceAll("%3A", ":") : text;
}
