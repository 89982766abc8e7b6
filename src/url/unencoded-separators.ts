import type { Expression } from "../ast/nodes.ts";
import { diagnostic, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";
import type { ParseResult } from "../parser/read.ts";
import { decodeRange, DecodedText } from "../values/urls/decoded-text.ts";
import type { QueryParameter } from "./decode-parameters.ts";

/** A value of a query string with `&` or `#` in its quoted strings, so that it continues after them. */
export interface ContinuedValue {
  /** Decoded value. */
  readonly text: string;
  /** Characters `&` and `#` in its strings that are not encoded, in the raw query string. */
  readonly separators: readonly Span[];
  /** End of the value in the raw query string. */
  readonly end: number;
}

/** Reads a value again, with `&` and `#` in quoted strings as part of it. Undefined if there are none, or if no quote ends a string. */
export function continuedValue(raw: string, { valueSpan }: QueryParameter): ContinuedValue | undefined {
  const rest = decodeRange(raw, valueSpan.start, raw.length);
  if (!(rest instanceof DecodedText)) return undefined;
  const separators: Span[] = [];
  let mark: string | undefined;
  let length = 0;
  for (; length < rest.text.length; length++) {
    const character = rest.text.charAt(length);
    if (character === "&" || character === "#") {
      const start = rest.toRaw(length);
      if (raw.charAt(start) !== character) continue;
      if (mark === undefined) break;
      separators.push({ start, end: start + 1 });
    } else if (character === mark) mark = undefined;
    else if (mark === undefined && (character === "'" || character === '"')) mark = character;
  }
  if (mark !== undefined || separators.length === 0) return undefined;
  return { text: rest.text.slice(0, length), separators, end: rest.toRaw(length) };
}

/** Reports separators in a string, with the fix that encodes them. */
export function unencodedSeparators(raw: string, separators: readonly Span[]): Diagnostic {
  const [first] = separators as [Span];
  const encoded = (span: Span) => encodeURIComponent(raw.charAt(span.start));
  const character = raw.charAt(first.start);
  const message = `This ${character} ends the filter within a string. The character ${character} itself is written ${encoded(first)}.`;
  const edits = separators.map((span) => ({ span, text: encoded(span) }));
  return diagnostic("unterminated-string", first, message, [{ title: `Write ${encoded(first)}`, edits }]);
}

/** Returns whether the parser understands a filter, or translates it from another language. */
export function isReadable({ expression, diagnostics }: ParseResult<Expression>): boolean {
  if (expression !== undefined) return true;
  return diagnostics.every(({ code, fixes }) => code === "foreign-syntax" && fixes.length > 0);
}
