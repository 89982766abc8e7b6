import { diagnostic, replace, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import { decodeStretch, DecodedText } from "./decoded-text.ts";
import type { EncodingFault } from "./percent-encoding.ts";

/**
 * A query string taken apart. It is flat: brackets, dots and indices in a name are characters of the name, so that no
 * name reaches into an object, and a parameter given twice is two parameters. Nothing is ever stored under a name.
 */

/** The most parameters of one query string. */
export const MAXIMUM_PARAMETERS = 100;

/** The most UTF-16 units of one query string. */
export const MAXIMUM_QUERY_LENGTH = 1_048_576;

/** One `name=value`, decoded. */
export interface Parameter {
  readonly name: string;
  /** `''` where there is no `=`. */
  readonly value: string;
  /** Where name, value and both together stand in the raw string. */
  readonly nameSpan: Span;
  readonly valueSpan: Span;
  readonly span: Span;
  /** Where in the raw string an offset of the value stands. */
  readonly toRaw: (offset: number) => number;
  /** The value with the way back to the raw string. */
  readonly decoded: DecodedText;
}

export interface DecodedParameters {
  /** In the order of the string. Those that cannot be decoded are not among them. */
  readonly parameters: readonly Parameter[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Takes a raw query string apart and decodes it once. It never throws, whatever the string. A `?` in front is skipped,
 * and what follows a `#` is a fragment and no query.
 *
 * @example decodeParameters("?name=a%7Cb&limit=5").parameters.map((p) => [p.name, p.value])
 * // [["name", "a|b"], ["limit", "5"]]
 */
export function decodeParameters(raw: string): DecodedParameters {
  const parameters: Parameter[] = [];
  const diagnostics: Diagnostic[] = [];
  const from = raw.startsWith("?") ? 1 : 0;
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
      const found = decodePair(raw, start, stop, diagnostics);
      if (found !== undefined) parameters.push(found);
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
): Parameter | undefined {
  // Looked for within the pair alone: each unit of the string is looked at once.
  const sign = raw.slice(start, end).indexOf("=");
  const nameEnd = sign < 0 ? end : start + sign;
  const name = decodeStretch(raw, start, nameEnd);
  const value = decodeStretch(raw, sign < 0 ? end : nameEnd + 1, end);
  for (const found of [name, value]) {
    if (!(found instanceof DecodedText)) diagnostics.push(invalidEncoding(raw, found));
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

function invalidEncoding(raw: string, { start, end, reason, loosePercent }: EncodingFault): Diagnostic {
  const span = { start, end };
  const fixes = loosePercent ? [replace("Write %25", { start, end: start + 1 }, "%25")] : [];
  const what = loosePercent ? "The % encodes nothing" : `${show(raw.slice(start, end))} is no character`;
  const hint = loosePercent ? " The character % itself is written %25." : "";
  return diagnostic("invalid-percent-encoding", span, `${what}: ${reason}.${hint}`, fixes);
}
