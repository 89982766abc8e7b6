import { NOWHERE, type Span } from "../diagnostics/span.ts";
import { decodeRange, DecodedText } from "../values/urls/decoded-text.ts";
import type { Construct } from "./findings.ts";

/** Kind of a text. */
export type MixedKind = "filter" | "sortBy";

/** A text within another one: the filter in a URL, or the decoded form of a percent-encoded text. */
export interface Unwrapped {
  readonly text: string;
  readonly construct: Construct;
  /** Whether the text has basic filters, whose values are not quoted: `state=open&size=3`. */
  readonly isBasic: boolean;
  /** Maps a span of `text` to the outer text. */
  readonly toOuter: (span: Span) => Span;
}

/** Finds a parameter with a filter or a sort. The first group matches its name. */
const PARAMETERS: Readonly<Record<MixedKind, RegExp>> = {
  filter: /(?:^|[?&\s])(\$?filter|where)=/gi,
  sortBy: /(?:^|[?&\s])(sortBy|\$?orderBy|order_by|sort)=/gi,
};
const URL_START = /^\s*(?:[a-z][a-z0-9+.-]{1,20}:\/\/[^\s?]*\?|\/?[\w./-]*\?)/i;
/** Finds the end of a parameter's value. */
const NEXT_PARAMETER = /&(?=[$\w.-]+=)|&$|#|\s*$/g;
const BASIC_FILTERS = /^[\w.$-]+=[^&=|]*(?:&[\w.$-]+=[^&=|]*)*$/;
const ESCAPED_BYTE = /%[0-9A-Fa-f]{2}/;
/** Some texts were encoded more than once. */
const maxLayers = 3;

/** Extracts the expression from a URL or a query string, and decodes it. Undefined for other texts. Takes linear time. */
export function unwrap(text: string, kind: MixedKind): Unwrapped | undefined {
  const start = URL_START.exec(text)?.[0].length ?? 0;
  const parameter = PARAMETERS[kind];
  parameter.lastIndex = Math.max(0, start - 1);
  const match = parameter.exec(text);
  // After another comparison, `where=1` is a comparison of a member `where`, not a parameter.
  if (match !== null && !/[=<>!]/.test(text.slice(start, match.index).replaceAll(/[?&][^=&]*=[^&]*/g, ""))) {
    const from = parameter.lastIndex;
    NEXT_PARAMETER.lastIndex = from;
    const url = { start: text.length - text.trimStart().length, end: from };
    const expression = decoded(text, { start: from, end: NEXT_PARAMETER.exec(text)!.index }, "url", url);
    if (expression !== undefined) return expression;
  }
  // As an infix text, `state=open&size=3` compares members with values.
  const basics = { start, end: text.includes("#") ? text.indexOf("#") : text.trimEnd().length };
  if (match === null && start > 0 && kind === "filter" && BASIC_FILTERS.test(text.slice(start, basics.end))) {
    const expression = decoded(text, basics, "url", { start: 0, end: start });
    if (expression !== undefined) return { ...expression, isBasic: true };
  }
  const outside = text.replaceAll(/'[^']*'|"[^"]*"/g, (string) => " ".repeat(string.length));
  const byte = /\s/.test(text.trim()) ? null : ESCAPED_BYTE.exec(outside);
  if (byte === null) return undefined;
  const textSpan = { start: 0, end: text.length };
  return decoded(text, textSpan, "percent", { start: byte.index, end: byte.index + 3 });
}

/** Decodes a part of a text. Undefined if its encoding is invalid. */
function decoded(text: string, part: Span, kind: "url" | "percent", span: Span): Unwrapped | undefined {
  const layers: DecodedText[] = [];
  for (let [inner, { start, end }] = [text, part]; layers.length < maxLayers;) {
    const layer = decodeRange(inner, start, end);
    if (!(layer instanceof DecodedText)) break;
    layers.push(layer);
    inner = layer.text;
    [start, end] = [0, inner.length];
    if (!ESCAPED_BYTE.test(inner) || /\s/.test(inner)) break;
  }
  const last = layers.at(-1);
  if (last === undefined) return undefined;
  const toOuter = (place: Span): Span =>
    place === NOWHERE ? place : layers.reduceRight((inner, layer) => layer.toRawSpan(inner), place);
  const construct = { kind, image: text.slice(span.start, span.end), span };
  return { text: last.text, construct, isBasic: false, toOuter };
}
