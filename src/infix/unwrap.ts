import { NOWHERE, type Span } from "../diagnostics/span.ts";
import { hasOwn } from "../values/own-properties.ts";
import { readEncodedCharacter } from "../values/percent-encoding.ts";
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
const ESCAPED_BYTE = /%[0-9A-Fa-f]{2}/;

/** Extracts the expression from a URL or a query string, and decodes it. Undefined for other texts. Takes linear time. */
export function unwrap(text: string, kind: MixedKind): Unwrapped | undefined {
  return unwrapUrl(text, kind) ?? unwrapEncoded(text);
}

function unwrapUrl(text: string, kind: MixedKind): Unwrapped | undefined {
  const start = URL_START.exec(text)?.[0].length ?? 0;
  const parameter = PARAMETERS[kind];
  parameter.lastIndex = Math.max(0, start - 1);
  const match = parameter.exec(text);
  if (match === null) return start > 0 && kind === "filter" ? unwrapBasics(text, start) : undefined;
  // After another comparison, `where=1` is a comparison of a member `where`, not a parameter.
  if (/[=<>!]/.test(text.slice(start, match.index).replaceAll(/[?&][^=&]*=[^&]*/g, ""))) return undefined;
  const from = parameter.lastIndex;
  NEXT_PARAMETER.lastIndex = from;
  const end = NEXT_PARAMETER.exec(text)?.index ?? text.length;
  const span = { start: text.length - text.trimStart().length, end: from };
  return decoded(text, from, end, { kind: "url", image: text.slice(span.start, from), span });
}

/** Extracts basic filters from a URL. As an infix text, `state=open&size=3` compares members with values. */
function unwrapBasics(text: string, start: number): Unwrapped | undefined {
  const end = text.includes("#") ? text.indexOf("#") : text.trimEnd().length;
  const query = text.slice(start, end);
  if (!/^[\w.$-]+=[^&=|]*(?:&[\w.$-]+=[^&=|]*)*$/.test(query)) return undefined;
  const construct: Construct = { kind: "url", image: text.slice(0, start), span: { start: 0, end: start } };
  const match = decoded(text, start, end, construct);
  return match && { ...match, isBasic: true };
}

function unwrapEncoded(text: string): Unwrapped | undefined {
  if (/\s/.test(text.trim()) || !text.includes("%")) return undefined;
  const outside = text.replaceAll(/'[^']*'|"[^"]*"/g, (string) => " ".repeat(string.length));
  const match = ESCAPED_BYTE.exec(outside);
  if (match === null) return undefined;
  const span = { start: match.index, end: match.index + 3 };
  return decoded(text, 0, text.length, { kind: "percent", image: match[0], span });
}

/** Decodes a part of a text up to three times, because some texts were encoded more than once. */
function decoded(text: string, start: number, end: number, construct: Construct): Unwrapped | undefined {
  let current: Decoded | undefined = decode(text, start, end);
  for (let round = 0; round < 2 && current !== undefined; round++) {
    const again: Decoded | undefined =
      ESCAPED_BYTE.test(current.text) && !/\s/.test(current.text)
        ? decode(current.text, 0, current.text.length)
        : undefined;
    if (again === undefined) break;
    const inner = current;
    current = { text: again.text, offsets: again.offsets.map((offset) => inner.offsets[offset]!) };
  }
  if (current === undefined) return undefined;
  const { offsets } = current;
  const toOuter = (span: Span): Span =>
    span === NOWHERE ? span : { start: offsets[span.start] ?? end, end: offsets[span.end] ?? end };
  return { text: current.text, construct, isBasic: false, toOuter };
}

interface Decoded {
  readonly text: string;
  /** Offset in the encoded text of each UTF-16 unit, and of the end. */
  readonly offsets: readonly number[];
}

function decode(text: string, start: number, end: number): Decoded | undefined {
  const parts: string[] = [];
  const offsets: number[] = [];
  for (let at = start; at < end;) {
    const character = text.charAt(at);
    if (character !== "%") {
      parts.push(character === "+" ? " " : character);
      offsets.push(at++);
      continue;
    }
    const match = readEncodedCharacter(text, at, end);
    if (hasOwn(match, "reason")) return undefined;
    parts.push(match.text);
    for (let i = 0; i < match.text.length; i++) offsets.push(at);
    at = match.end;
  }
  offsets.push(end);
  return { text: parts.join(""), offsets };
}
