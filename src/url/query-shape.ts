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
 * Scripts send the same query again and again with other numbers. Query strings that differ only in the digits of integers have
 * the same tokens, the same tree and the same spans, so that only the integers have to be read and checked. Integers with
 * another number of digits, or of 0 or 16 and more digits, are another shape: spans and lexical rules then differ.
 */

/** Highest number of digits. All integers of this length are exact as doubles. */
const MAX_DIGITS = 15;
/** Integers of each length, which represent all integers of this length in shapes. */
const REPRESENTATIVES = Array.from({ length: MAX_DIGITS + 1 }, (_, length) => "1".padEnd(length, "0"));

/**
 * Returns a query string that represents all query strings of the same shape; undefined if no integer can be replaced.
 *
 * @example queryShapeOf("filter=gt(size,4711)&limit=20") // "filter=gt(size,1000)&limit=20"
 */
export function queryShapeOf(raw: string): string | undefined {
  const integers = digitsIn(raw);
  if (integers.length === 0) return undefined;
  let shape = "";
  let done = 0;
  for (const { start, end } of integers) {
    shape += raw.slice(done, start) + REPRESENTATIVES[end - start]!;
    done = end;
  }
  return shape + raw.slice(done);
}

/** Returns the spans of the integers in a query string that are whole arguments, in order. They exclude signs. */
function digitsIn(raw: string): readonly Span[] {
  return integersIn(raw).map(({ start, end }) => ({ start: firstDigit(raw, start), end }));
}

function textAt(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}

/** Returns the spans of the integers in a query string that are whole arguments, in order. They include signs. */
function integersIn(raw: string): Span[] {
  const found: Span[] = [];
  for (let at = 0; at < raw.length; at++) {
    if (!endsDelimiter(raw, at)) continue;
    const end = integerEnd(raw, at + 1);
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

/** Returns the end of the integer that starts at an offset; undefined if there is none, or if it is not a whole argument. */
function integerEnd(raw: string, start: number): number | undefined {
  const first = firstDigit(raw, start);
  const code = raw.charCodeAt(first);
  if (!(code > ZERO && code <= NINE)) return undefined;
  let end = first + 1;
  while (isDigit(raw.charCodeAt(end))) end++;
  return end - first <= MAX_DIGITS && startsDelimiter(raw, end) ? end : undefined;
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
const ZERO = 0x30;
const TWO = 0x32;
const EIGHT = 0x38;
const NINE = 0x39;
const UPPER_C = 0x43;
const LOWER_C = 0x63;

/** Part of a tree that contains replaceable integers. Other parts are shared by all filters of a shape. */
type Pattern =
  | { readonly kind: "integer"; readonly span: Span }
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
   * Returns the shape of a query string that was decoded without diagnostics. Returns undefined if the integers that `queryShapeOf`
   * replaces are not exactly integers of the filter, if other parameters have conditions too, or if the filter needs the full
   * checker.
   */
  static of(raw: string, query: CollectionQuery, settings: DecoderSettings): QueryShape | undefined {
    const { filter, written, checkedFilter, basics } = query;
    // The checker has then corrected nothing, and no condition is from another parameter.
    if (written === undefined || filter !== written || checkedFilter.expression !== written) return undefined;
    if (basics.length > 0) return undefined;
    const integers = new Map(integersIn(raw).map((span) => [span.start, span]));
    const pattern = patternOf(written, raw, integers);
    if (pattern === undefined || integers.size > 0 || !isCorrect(written, settings)) return undefined;
    return new QueryShape(settings, raw, query, pattern);
  }

  /**
   * Returns a function that replaces the integers of a text by those of a query string of this shape. Returns undefined if the
   * integers that are arguments in the text are not those of the query string of `of`, in the same order.
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
    const expression = replaceIntegers(this.#pattern, raw);
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

/** Returns the parts of a tree that contain given integers, and removes these from the map, whose keys are their starts. */
function patternOf(node: Expression, raw: string, integers: Map<number, Span>): Pattern | undefined {
  if (node.kind === "call") {
    const args = node.args.map((argument) => patternOf(argument, raw, integers));
    return args.every((each) => each === undefined) ? undefined : { kind: "call", node, args };
  }
  if (node.kind !== "literal" || node.type !== "number") return undefined;
  const { span, value } = node;
  if (integers.get(span.start)?.end !== span.end || value !== smallInteger(raw, span)) return undefined;
  integers.delete(span.start);
  return { kind: "integer", span };
}

function replaceIntegers(pattern: Pattern, raw: string): Expression {
  if (pattern.kind === "integer")
    return makeLiteral("number", smallInteger(raw, pattern.span)!, pattern.span);
  const { node, args } = pattern;
  return withArguments(
    node,
    node.args.map((argument, i) => (args[i] === undefined ? argument : replaceIntegers(args[i], raw))),
  );
}
