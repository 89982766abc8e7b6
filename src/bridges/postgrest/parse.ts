import type { Span } from "../../diagnostics/span.ts";
import { readParameters, spanWithin, type Parameter } from "../parameters/query-string.ts";
import { ForeignSyntaxProblem } from "../../readers/token-stream.ts";
import { comparisonsOf } from "../syntax/comparisons.ts";

/** Syntax tree of a filter of PostgREST. */
export type PostgrestNode =
  | {
      readonly kind: "logic";
      readonly operator: "and" | "or";
      readonly isNegated: boolean;
      readonly parts: readonly PostgrestNode[];
      readonly span: Span;
    }
  | {
      readonly kind: "test";
      readonly path: string;
      readonly operator: string;
      readonly isNegated: boolean;
      /** One value, or the values of a list. */
      readonly values: readonly string[];
      readonly span: Span;
    };

export const POSTGREST_COMPARISONS = /* @__PURE__ */ comparisonsOf("eq neq lt lte gt gte");

/** Operators that the bridge translates. Conditions with others are left out. */
const OPERATORS: ReadonlySet<string> = new Set(
  "eq gt gte lt lte neq like ilike match imatch in is isdistinct fts plfts phfts wfts cs cd ov sl sr nxr nxl adj not".split(
    " ",
  ),
);
/** Parameters that select columns, pages and orders. */
const RESERVED: ReadonlySet<string> = new Set("select order limit offset columns on_conflict".split(" "));
const LOGIC = /^(not\.)?(and|or)$/;

export function isPostgrestOperator(word: string): boolean {
  return OPERATORS.has(word.replace(/\((?:any|all|[a-z]+)\)$/, ""));
}

export function isReservedInPostgrest(name: string): boolean {
  return RESERVED.has(name) || LOGIC.test(name);
}

/** @throws ForeignSyntaxProblem */
export function parsePostgrest(text: string, maxDepth: number): readonly PostgrestNode[] {
  return readParameters(text)
    .filter(({ name }) => !RESERVED.has(name))
    .map((parameter) => {
      const logic = LOGIC.exec(parameter.name);
      const reader = new ValueReader(parameter, maxDepth);
      if (logic !== null) return reader.whole(logic[2] as "and" | "or", logic[1] !== undefined);
      return testOf(parameter.name, parameter.value, parameter.span);
    });
}

/** Reads `gt.1` or `not.in.(1,2)`, the part of a parameter after the equals sign. */
function testOf(path: string, text: string, span: Span): PostgrestNode {
  const isNegated = text.startsWith("not.");
  const testText = isNegated ? text.slice(4) : text;
  const dot = testText.indexOf(".");
  const operator = testText.slice(0, Math.max(dot, 0));
  if (!isPostgrestOperator(operator))
    throw new ForeignSyntaxProblem("Expected an operator before the value, such as eq.1.", span);
  return {
    kind: "test",
    path,
    operator,
    isNegated,
    values: valuesOf(operator, testText.slice(dot + 1), span),
    span,
  };
}

/** Reads the values of an operator: several in `(1,"a,b")` of `in` and in `{a,b}` of arrays, otherwise one. */
function valuesOf(operator: string, text: string, span: Span): readonly string[] {
  const close =
    operator === "in" ? ")" : /^(?:cs|ov)$/.test(operator) && text.startsWith("{") ? "}" : undefined;
  if (close === undefined) return [text];
  if (operator === "in" && !text.startsWith("("))
    throw new ForeignSyntaxProblem("The values of in are in parentheses, such as in.(1,2).", span);
  const values: string[] = [];
  let at = 1;
  if (text.charAt(at) === close && close === "}") at++;
  else
    for (;;) {
      const [value, end] = valueAt(text, at, `,${close}`, span);
      values.push(value);
      at = end + 1;
      if (text.charAt(end) === close) break;
      if (text.charAt(end) !== ",")
        throw new ForeignSyntaxProblem(`The list is never closed by ${close}.`, span);
    }
  if (at !== text.length) throw new ForeignSyntaxProblem("Unexpected text after the list.", span);
  return values;
}

/** Reads a value up to one of the characters `ends`. Quotes hold any character, with \ before quotes and backslashes. */
function valueAt(
  text: string,
  start: number,
  ends: string,
  span: Span,
): readonly [value: string, end: number] {
  if (text.charAt(start) !== '"') {
    let end = start;
    while (end < text.length && !ends.includes(text.charAt(end))) end++;
    return [text.slice(start, end), end];
  }
  let value = "";
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') return [value, at + 1];
    value += character === "\\" && at + 1 < text.length ? text.charAt(++at) : character;
  }
  throw new ForeignSyntaxProblem("The quotes are never closed.", span);
}

/** Reads the value of `and` and `or`: `(a.gt.1,not.or(b.eq.2,c.is.null))`. */
class ValueReader {
  readonly #parameter: Parameter;
  readonly #text: string;
  readonly #maxDepth: number;
  #at = 0;
  #depth = 0;

  constructor(parameter: Parameter, maxDepth: number) {
    this.#parameter = parameter;
    this.#text = parameter.value;
    this.#maxDepth = maxDepth;
  }

  whole(operator: "and" | "or", isNegated: boolean): PostgrestNode {
    const node = this.#logic(operator, isNegated, 0);
    if (this.#at < this.#text.length) this.#fail("Unexpected text after the conditions.");
    return node;
  }

  #fail(message: string, code: "syntax" | "limit" = "syntax"): never {
    const end = Math.min(this.#at + 1, this.#text.length);
    throw new ForeignSyntaxProblem(message, spanWithin(this.#parameter, Math.min(this.#at, end), end), code);
  }

  #logic(operator: "and" | "or", isNegated: boolean, start: number): PostgrestNode {
    if (this.#text.charAt(this.#at) !== "(") this.#fail("Expected conditions in parentheses.");
    if (++this.#depth > this.#maxDepth)
      this.#fail(`The text is nested deeper than ${this.#maxDepth}.`, "limit");
    const parts: PostgrestNode[] = [];
    do {
      this.#at++;
      parts.push(this.#part());
    } while (this.#text.charAt(this.#at) === ",");
    if (this.#text.charAt(this.#at) !== ")") this.#fail("Expected a comma or a closing parenthesis.");
    this.#at++;
    this.#depth--;
    return { kind: "logic", operator, isNegated, parts, span: spanWithin(this.#parameter, start, this.#at) };
  }

  #part(): PostgrestNode {
    const start = this.#at;
    const logic = /(not\.)?(and|or)(?=\()/y;
    logic.lastIndex = start;
    const match = logic.exec(this.#text);
    if (match !== null) {
      this.#at = logic.lastIndex;
      return this.#logic(match[2] as "and" | "or", match[1] !== undefined, start);
    }
    return this.#test(start);
  }

  /** Reads `name.operator.value`. The name ends before the first segment that is an operator. */
  #test(start: number): PostgrestNode {
    const segments: string[] = [];
    let isNegated = false;
    for (;;) {
      const from = this.#at;
      while (/[^.,()]/.test(this.#text.charAt(this.#at))) this.#at++;
      const modifier = /\((?:any|all|[a-z]+)\)(?=\.)/y;
      modifier.lastIndex = this.#at;
      if (segments.length > 0 && modifier.test(this.#text)) this.#at = modifier.lastIndex;
      const segment = this.#text.slice(from, this.#at);
      if (segment === "" || this.#text.charAt(this.#at) !== ".")
        this.#fail("Expected a condition, such as size.gt.1.");
      this.#at++;
      if (segments.length > 0 && isPostgrestOperator(segment)) {
        if (segment === "not" && !isNegated) isNegated = true;
        else return this.#value(segments.join("."), segment, isNegated, start);
      } else segments.push(segment);
    }
  }

  #value(path: string, operator: string, isNegated: boolean, start: number): PostgrestNode {
    const from = this.#at;
    const span = spanWithin(this.#parameter, start, from);
    const open = this.#text.charAt(from);
    let values: readonly string[];
    if (open === "(" || open === "{") {
      this.#at = this.#closing(from);
      values = valuesOf(operator, this.#text.slice(from, this.#at), span);
    } else {
      const [value, end] = valueAt(this.#text, from, ",)", span);
      this.#at = end;
      values = operator === "in" ? valuesOf(operator, value, span) : [value];
    }
    return {
      kind: "test",
      path,
      operator,
      isNegated,
      values,
      span: spanWithin(this.#parameter, start, this.#at),
    };
  }

  /** Returns the offset after the parenthesis or brace that closes the one at `from`. Ignores those in quotes. */
  #closing(from: number): number {
    const close = this.#text.charAt(from) === "(" ? ")" : "}";
    let at = from + 1;
    for (let isQuoted = false; at < this.#text.length; at++) {
      const character = this.#text.charAt(at);
      if (isQuoted && character === "\\") at++;
      else if (character === '"') isQuoted = !isQuoted;
      else if (character === close && !isQuoted) return at + 1;
    }
    return this.#fail(`A list is never closed by ${close}.`);
  }
}
