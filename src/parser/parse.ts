import type { Expression, SortBy } from "../ast/nodes.ts";
import { FOREIGN_SYNTAX } from "./foreign/lazy-foreign-syntax.ts";
import { parseFilterText, parseSortByText } from "./parse-text.ts";
import type { ParseOptions, ParseResult } from "./read.ts";

export type { ParseMode, ParseOptions, ParseResult } from "./read.ts";

/**
 * Parses the text of a filter and never throws. An empty text is `true`.
 *
 * @example parseFilter("eq(name,'x')").expression // { kind: "call", callee: "eq", args: […], span: … }
 */
export function parseFilter(text: string, options: ParseOptions = {}): ParseResult<Expression> {
  return parseFilterText(text, options, FOREIGN_SYNTAX);
}

/**
 * Parses the text of a sort and never throws. An empty text has no keys.
 *
 * @example parseSortBy("name:descending:primary,id").expression.keys.length // 2
 */
export function parseSortBy(text: string, options: ParseOptions = {}): ParseResult<SortBy> {
  return parseSortByText(text, options, FOREIGN_SYNTAX);
}
