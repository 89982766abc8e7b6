import { findInString } from "./find-urls.ts";
import { Decoder, type Collector, type Source } from "./source.ts";

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

/** Finds strings of JSON by their key, and URLs in the other strings. Reads comments and broken JSON too. */
export function findInJson(source: Source, collector: Collector): void {
  const { text } = source;
  let last: string | undefined;
  let key: string | undefined;
  for (let at = 0; at < text.length && !collector.isFull;) {
    const character = text.charAt(at);
    if (character === '"') {
      const string = readString(source, at + 1);
      const kind = key === undefined ? undefined : collector.kindOf(key);
      if (kind === undefined) findInString(string.source, collector);
      else collector.add(kind, string.source);
      last = key === undefined ? string.source.text : undefined;
      key = undefined;
      at = string.end;
    } else if (/\s/.test(character)) {
      at++;
    } else if (text.startsWith("//", at)) {
      at = endOfSearch(text.indexOf("\n", at), text);
    } else if (text.startsWith("/*", at)) {
      at = endOfSearch(text.indexOf("*/", at + 2), text, 2);
    } else {
      key = character === ":" ? last : undefined;
      last = undefined;
      at++;
    }
  }
}

function endOfSearch(index: number, text: string, length = 0): number {
  return index < 0 ? text.length : index + length;
}

/** Reads a string after its opening quotation mark. A string without an end ends with its line. */
function readString(source: Source, start: number): { readonly source: Source; readonly end: number } {
  const { text } = source;
  const decoder = new Decoder(text, start);
  let at = start;
  while (at < text.length && text.charAt(at) !== '"' && text.charAt(at) !== "\n") {
    if (text.charAt(at) !== "\\") {
      at++;
      continue;
    }
    const escape = readEscape(text, at);
    decoder.copyTo(at);
    if (escape !== undefined) decoder.replaceTo(at + escape.length, escape.text);
    at += escape?.length ?? 1;
  }
  decoder.copyTo(at);
  const end = text.charAt(at) === '"' ? at + 1 : at;
  return { source: decoder.source(source, encodeJson), end };
}

function readEscape(
  text: string,
  at: number,
): { readonly text: string; readonly length: number } | undefined {
  const plain = ESCAPES.get(text.charAt(at + 1));
  if (plain !== undefined) return { text: plain, length: 2 };
  const digits = text.slice(at + 2, at + 6);
  if (text.charAt(at + 1) !== "u" || !/^[0-9a-f]{4}$/i.test(digits)) return undefined;
  return { text: String.fromCharCode(Number.parseInt(digits, 16)), length: 6 };
}

export function encodeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
