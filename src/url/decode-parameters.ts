import { diagnostic, replace, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import { decodeRange, DecodedText } from "../values/urls/decoded-text.ts";
import type { EncodingError } from "../values/urls/percent-encoding.ts";

/*
 * Brackets, dots and indices in a name are ordinary characters. A repeated name is a second parameter. Names never become
 * keys of objects.
 */

export const MAXIMUM_PARAMETERS = 100;

/** Maximum length of a raw query string, in UTF-16 code units. */
export const MAXIMUM_QUERY_LENGTH = 1_048_576;

export interface QueryParameter {
  readonly name: string;
  /** Decoded value. Empty if the parameter has no `=`. */
  readonly value: string;
  /** Spans of the parameter's parts in the raw query string. */
  readonly nameSpan: Span;
  readonly valueSpan: Span;
  readonly span: Span;
  readonly toRaw: (offset: number) => number;
  /** The decoded value with a mapping of its offsets to the raw query string. */
  readonly decoded: DecodedText;
}

export interface DecodedParameters {
  /** Parameters in the order of the query string, except those that cannot be decoded. */
  readonly parameters: readonly QueryParameter[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The `?` before a query string, and the address or path of a whole URL before it. A path has no `=`, which parameters have. */
const BEFORE_QUERY = /^(?:[a-z][a-z0-9+.-]*:\/\/[^?#]*|\/[^?#=&]*|)(?:\?|(?=#)|$)/i;

/**
 * Splits and decodes a raw query string, also one of a whole URL or path. Never throws. Ignores a fragment from `#` on.
 *
 * @example decodeParameters("?name=a%7Cb&limit=5").parameters.map((p) => [p.name, p.value])
 * // [["name", "a|b"], ["limit", "5"]]
 */
export function decodeParameters(raw: string): DecodedParameters {
  const parameters: QueryParameter[] = [];
  const diagnostics: Diagnostic[] = [];
  const from = BEFORE_QUERY.exec(raw)?.[0].length ?? 0;
  if (raw.length - from > MAXIMUM_QUERY_LENGTH) {
    const message = `A query string has at most ${MAXIMUM_QUERY_LENGTH} characters; this one has ${raw.length - from}.`;
    const span = { start: from + MAXIMUM_QUERY_LENGTH, end: raw.length };
    return { parameters, diagnostics: [diagnostic("text-too-long", span, message)] };
  }
  const fragment = raw.indexOf("#", from);
  const end = fragment < 0 ? raw.length : fragment;
  let count = 0;
  for (let start = from; start < end;) {
    const ampersand = raw.indexOf("&", start);
    const stop = ampersand < 0 || ampersand > end ? end : ampersand;
    if (stop > start) {
      if (++count > MAXIMUM_PARAMETERS) {
        const message = `A query string has at most ${MAXIMUM_PARAMETERS} parameters.`;
        diagnostics.push(diagnostic("too-many-parameters", { start, end }, message));
        break;
      }
      const pair = decodePair(raw, start, stop, diagnostics);
      if (pair !== undefined) parameters.push(pair);
    }
    start = stop + 1;
  }
  return { parameters, diagnostics };
}

function decodePair(
  raw: string,
  start: number,
  end: number,
  diagnostics: Diagnostic[],
): QueryParameter | undefined {
  // Search `=` only within this parameter, so that the total time is linear.
  const sign = raw.slice(start, end).indexOf("=");
  const nameEnd = sign < 0 ? end : start + sign;
  const name = decodeRange(raw, start, nameEnd);
  const value = decodeRange(raw, sign < 0 ? end : nameEnd + 1, end);
  for (const decoded of [name, value]) {
    if (!(decoded instanceof DecodedText)) diagnostics.push(invalidEncoding(raw, decoded));
  }
  if (!(name instanceof DecodedText) || !(value instanceof DecodedText)) return undefined;
  return {
    name: name.text,
    value: value.text,
    nameSpan: name.span,
    valueSpan: value.span,
    span: { start, end },
    toRaw: (offset) => value.toRaw(offset),
    decoded: value,
  };
}

/** Reports a part that cannot be decoded, with the fix for a `%` that encodes nothing. */
export function invalidEncoding(
  raw: string,
  { start, end, reason, isStrayPercent: loosePercent }: EncodingError,
): Diagnostic {
  const span = { start, end };
  const fixes = loosePercent ? [replace("Write %25", { start, end: start + 1 }, "%25")] : [];
  const lead = loosePercent ? "The % encodes nothing" : `${show(raw.slice(start, end))} is not a character`;
  const hint = loosePercent ? " The character % itself is written %25." : "";
  return diagnostic("invalid-percent-encoding", span, `${lead}: ${reason}.${hint}`, fixes);
}
