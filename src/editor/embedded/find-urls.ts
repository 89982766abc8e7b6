import { hasOwn } from "../../values/own-properties.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { DecodedText } from "../../values/urls/decoded-text.ts";
import { invalidEncoding } from "../../url/decode-parameters.ts";
import { encodeText, readEncodedCharacter } from "../../values/urls/percent-encoding.ts";
import { Decoder, nested, type Collector, type Source } from "./source.ts";

/** Separators of URLs in prose, the start of a query, and parameters that have expressions. */
const PARTS = /[\s"<>`]|[?&](filter|sortBy)=|\?/g;
const END_IN_PROSE = /[\s"<>`&#]/g;
const END_IN_QUERY = /[&#]/g;

/** Finds the parameters of URLs in prose. White space and quotation marks end a URL. */
export function findUrls(source: Source, collector: Collector): void {
  const { text } = source;
  let isInQuery = false;
  PARTS.lastIndex = 0;
  for (let part = PARTS.exec(text); part !== null; part = PARTS.exec(text)) {
    const [match, name] = part;
    if (match.startsWith("?")) isInQuery = true;
    else if (!match.startsWith("&")) isInQuery = false;
    if (name === undefined || !isInQuery || collector.isFull) continue;
    const start = PARTS.lastIndex;
    const end = endOf(END_IN_PROSE, text, start, text.length);
    addParameter(source, collector, name as "filter" | "sortBy", { start, end, isProse: true });
    PARTS.lastIndex = end;
  }
}

/** Finds the parameters of a query string, which ends at an offset. It can contain white space. */
export function findInQuery(source: Source, start: number, end: number, collector: Collector): void {
  const { text } = source;
  for (let at = start; at < end && !collector.isFull;) {
    const stop = endOf(END_IN_QUERY, text, at, end);
    const name = ["filter=", "sortBy="].find((prefix) => text.startsWith(prefix, at));
    if (name !== undefined) {
      const kind = name.slice(0, -1) as "filter" | "sortBy";
      const from = at + name.length;
      const length = text.slice(from, stop).trimEnd().length;
      addParameter(source, collector, kind, { start: from, end: from + length, isProse: false });
    }
    if (text.charAt(stop) === "#") return;
    at = stop + 1;
  }
}

/** Finds the URLs of a string: the whole string if it is one, else those in its prose. */
export function findInString(source: Source, collector: Collector): void {
  const question = source.text.indexOf("?");
  if (question < 0) return;
  if (/\s/.test(source.text.slice(0, question))) findUrls(source, collector);
  else findInQuery(source, question + 1, source.text.length, collector);
}

function endOf(pattern: RegExp, text: string, start: number, end: number): number {
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  return match === null || match.index > end ? end : match.index;
}

function addParameter(
  source: Source,
  collector: Collector,
  kind: "filter" | "sortBy",
  { start, end, isProse }: { readonly start: number; readonly end: number; readonly isProse: boolean },
): void {
  const { decoded, problems } = decodeTolerantly(source, start, end);
  const length = isProse ? lengthInProse(decoded.text) : decoded.text.length;
  const part = length === decoded.text.length ? decoded : decoded.slice(0, length);
  // Half of a surrogate pair cannot be encoded.
  const encode = (text: string) => (text.isWellFormed() ? encodeText(text) : undefined);
  const { end: last } = part.span;
  collector.add(kind, nested(source, part, encode), {
    problems: problems
      .filter(({ span }) => span.start < last)
      .map((problem) => ({ ...problem, span: source.mapping.toOuterSpan(problem.span), fixes: [] })),
  });
}

/** Decodes percent-encoding. A part that is not valid remains as it is, and is reported. */
function decodeTolerantly(
  { text }: Source,
  start: number,
  end: number,
): { readonly decoded: DecodedText; readonly problems: readonly Diagnostic[] } {
  const decoder = new Decoder(text, start);
  const problems: Diagnostic[] = [];
  for (let at = start; at < end;) {
    const character = text.charAt(at);
    if (character === "%") {
      decoder.copyTo(at);
      const encodedCharacter = readEncodedCharacter(text, at, end);
      if (hasOwn(encodedCharacter, "reason")) {
        if (problems.length < 20) problems.push(invalidEncoding(text, encodedCharacter));
        at++;
      } else {
        decoder.replaceTo(encodedCharacter.end, encodedCharacter.text);
        at = encodedCharacter.end;
      }
    } else if (character === "+") {
      decoder.copyTo(at);
      decoder.replaceTo(++at, " ");
    } else {
      at++;
    }
  }
  decoder.copyTo(end);
  return { decoded: decoder.finish(), problems };
}

/**
 * Returns the length of an expression at the beginning of a text, without what prose adds to a URL: a closing parenthesis or
 * quotation mark, and punctuation.
 */
function lengthInProse(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === "(") depth++;
    else if (character === ")") {
      if (--depth < 0) return trimEnd(text, at);
    } else if (character === "'" || character === '"') {
      if (depth === 0) return trimEnd(text, at);
      const end = text.indexOf(character, at + 1);
      if (end < 0) return trimEnd(text, text.length);
      at = end;
    } else if (depth === 0 && /[|\\[\]{}*]/.test(character)) {
      return trimEnd(text, at);
    }
  }
  return trimEnd(text, text.length);
}

function trimEnd(text: string, end: number): number {
  let at = end;
  while (at > 0 && ".,;:!".includes(text.charAt(at - 1))) at--;
  return at;
}
