import type { Span } from "../../diagnostics/span.ts";
import { ForeignSyntaxProblem } from "../../readers/token-stream.ts";

/** One parameter of a query string, decoded. */
export interface Parameter {
  readonly name: string;
  readonly value: string;
  readonly span: Span;
  readonly valueSpan: Span;
}

/**
 * Reads a query string, which may begin with `?`. Parameters without a name are skipped.
 *
 * @throws ForeignSyntaxProblem for a `%` without two hexadecimal digits, and for bytes that are not UTF-8
 */
export function readParameters(text: string): readonly Parameter[] {
  const parameters: Parameter[] = [];
  let at = text.startsWith("?") ? 1 : 0;
  for (const part of text.slice(at).split("&")) {
    const start = at;
    const end = start + part.length;
    at = end + 1;
    if (part === "") continue;
    const equals = part.indexOf("=");
    const nameEnd = equals < 0 ? end : start + equals;
    const valueStart = equals < 0 ? end : nameEnd + 1;
    parameters.push({
      name: decoded(text, start, nameEnd),
      value: decoded(text, valueStart, end),
      span: { start, end },
      valueSpan: { start: valueStart, end },
    });
  }
  return parameters;
}

function decoded(text: string, start: number, end: number): string {
  try {
    return decodeURIComponent(text.slice(start, end).replaceAll("+", " "));
  } catch {
    throw new ForeignSyntaxProblem("This is not percent-encoded text.", { start, end });
  }
}

/** Returns the span of a part of a value, or of the whole value if it has escapes: their offsets differ from those of the text. */
export function spanWithin({ value, valueSpan }: Parameter, start: number, end: number): Span {
  const isPlain = value.length === valueSpan.end - valueSpan.start;
  return isPlain ? { start: valueSpan.start + start, end: valueSpan.start + end } : valueSpan;
}

/** Percent-encodes a name or a value, except for characters that are common in filters and safe in a query string. */
export function encodeParameter(text: string): string {
  return encodeURIComponent(text).replaceAll(/%(?:2C|3A|5B|5D|40|2F)/g, decodeURIComponent);
}
