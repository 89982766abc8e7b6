import { findInJson } from "./find-json.ts";
import { findInQuery, findInString, findUrls } from "./find-urls.ts";
import { HereDocuments, type HereDocument } from "./here-documents.ts";
import { Decoder, partOf, type Collector, type Source } from "./source.ts";

/** A word of a command with its offset, decoded as a shell does. */
interface Word {
  readonly source: Source;
  /** Whether it is the text of a here-document. */
  readonly isHereDocument?: true;
}

/** Options of curl whose value is `name=content`, with the content as it is. */
const PLAIN_DATA = new Set(["--data-urlencode", "--url-query"]);
/** Options of curl whose value is percent-encoded, or JSON. */
const ENCODED_DATA = new Set(["-d", "--data", "--data-ascii", "--data-binary", "--data-raw", "--json"]);

/** Finds URLs in the words and here-documents of shell commands, and the data of curl. */
export function findInShell(source: Source, collector: Collector): void {
  const reader = new WordReader(source);
  let isCurl = false;
  let option: string | undefined;
  for (let word = reader.next(); word !== undefined && !collector.isFull; word = reader.next()) {
    if (word === "end") {
      isCurl = false;
      option = undefined;
      continue;
    }
    if (word.isHereDocument) {
      addHereDocument(word.source, collector);
      continue;
    }
    const { text } = word.source;
    if (isCurl && option !== undefined && PLAIN_DATA.has(option)) addPlainData(word, collector);
    else if (isCurl && option !== undefined && ENCODED_DATA.has(option))
      addEncodedData(word.source, collector);
    else findInString(word.source, collector);
    if (/^(?:.*[\\/])?curl(?:\.exe)?$/.test(text)) isCurl = true;
    option = text;
  }
}

function addPlainData({ source }: Word, collector: Collector): void {
  const name = /^\??(filter|sortBy)=/.exec(source.text);
  if (name === null) return;
  collector.add(name[1] as "filter" | "sortBy", sliceOf(source, name[0].length));
}

/** Returns the source from an offset on. The offsets of the outer text stay. */
function sliceOf(source: Source, start: number): Source {
  const { mapping, text, holes } = source;
  return {
    text: text.slice(start),
    holes: holes
      .filter((hole) => hole.start >= start)
      .map((hole) => ({ start: hole.start - start, end: hole.end - start })),
    mapping: {
      toOuter: (offset) => mapping.toOuter(offset + start),
      toOuterSpan: (span) => mapping.toOuterSpan({ start: span.start + start, end: span.end + start }),
      toInner: (offset) => Math.max(0, mapping.toInner(offset) - start),
      encode: mapping.encode,
    },
  };
}

function addEncodedData(source: Source, collector: Collector): void {
  if (/^\s*[[{]/.test(source.text)) findInJson(source, collector);
  else findInQuery(source, 0, source.text.length, collector);
}

function addHereDocument(source: Source, collector: Collector): void {
  if (/^\s*[[{]/.test(source.text)) findInJson(source, collector);
  else findUrls(source, collector);
}

/** Reads the words of commands: quoting of POSIX shells, `$'…'` and continued lines. */
class WordReader {
  readonly #source: Source;
  readonly #text: string;
  #at = 0;
  /** Quotation marks that are not closed in the rest of the text. They are ordinary characters. */
  readonly #unclosed = new Set<string>();
  readonly #hereDocuments: HereDocuments;
  /** Whether the next here-document begins at the present offset. */
  #isAfterLine = false;

  constructor(source: Source) {
    this.#source = source;
    this.#text = source.text;
    this.#hereDocuments = new HereDocuments(source.text);
  }

  /** Returns the next word, or `end` at the end of a command. Undefined at the end of the text. */
  next(): Word | "end" | undefined {
    const text = this.#text;
    const hereDocument = this.#isAfterLine ? this.#hereDocuments.take(this.#at) : undefined;
    if (hereDocument !== undefined) return this.#hereDocument(hereDocument);
    this.#isAfterLine = false;
    for (; this.#at < text.length; this.#at++) {
      const character = text.charAt(this.#at);
      if (character === "\\" && /^\\\r?\n/.test(text.slice(this.#at, this.#at + 3))) {
        this.#at += text.charAt(this.#at + 1) === "\r" ? 2 : 1;
      } else if (character === "#") {
        const end = text.indexOf("\n", this.#at);
        this.#at = (end < 0 ? text.length : end) - 1;
      } else if (/[\n;|&()]/.test(character)) {
        this.#at++;
        this.#isAfterLine = character === "\n";
        return "end";
      } else if (character === "<") {
        // The string after `<<<` is a word.
        const isString = text.startsWith("<<<", this.#at);
        this.#at = isString ? this.#at + 2 : (this.#hereDocuments.announce(this.#at) ?? this.#at + 1) - 1;
      } else if (!/[\s>]/.test(character)) {
        return this.#word();
      }
    }
    return undefined;
  }

  #hereDocument({ start, end, after, isLiteral }: HereDocument): Word {
    this.#at = Math.min(after + 1, this.#text.length);
    if (isLiteral) return { source: partOf(this.#source, start, end), isHereDocument: true };
    const text = this.#text;
    const decoder = new Decoder(text, start);
    for (this.#at = start; this.#at < end;) {
      const character = text.charAt(this.#at);
      const escaped = text.charAt(this.#at + 1);
      decoder.copyTo(this.#at);
      if (character === "\\" && /[\\$`\n]/.test(escaped)) {
        this.#at += 2;
        decoder.replaceTo(this.#at, escaped === "\n" ? "" : escaped);
      } else if (character !== "$" || !this.#variable(decoder, end)) {
        this.#at++;
      }
    }
    decoder.copyTo(end);
    this.#at = Math.min(after + 1, text.length);
    const encode = (inserted: string) => inserted.replaceAll(/[\\$`]/g, "\\$&");
    return { source: decoder.source(this.#source, encode), isHereDocument: true };
  }

  #word(): Word {
    const text = this.#text;
    const decoder = new Decoder(text, this.#at);
    /** Quotation marks of the parts of the word. Empty for a part without them. */
    const parts: string[] = [];
    const add = (quote: string) => {
      if (parts.at(-1) !== quote) parts.push(quote);
    };
    // A URL without quotation marks is read to its end, although a shell reads `&` and parentheses as operators.
    let isInQuery = false;
    for (; this.#at < text.length;) {
      const character = text.charAt(this.#at);
      if (/\s/.test(character) || (!isInQuery && /[;|&()<>]/.test(character))) break;
      decoder.copyTo(this.#at);
      if ((character === "'" || character === '"') && this.#readQuoted(decoder, character)) {
        add(character);
      } else if (text.startsWith("$'", this.#at) && this.#readQuoted(decoder, "$'")) {
        add("$'");
      } else if (character === "\\" && this.#at + 1 < text.length) {
        add("");
        const isLineEnd = /^\\\r?\n/.exec(text.slice(this.#at, this.#at + 3));
        this.#at += isLineEnd?.[0].length ?? 2;
        decoder.replaceTo(this.#at, isLineEnd === null ? text.charAt(this.#at - 1) : "");
      } else if (character === "$" && this.#variable(decoder)) {
        add("");
      } else {
        if (character === "?") isInQuery = true;
        add("");
        this.#at++;
      }
    }
    decoder.copyTo(this.#at);
    // An insertion at the end of the word stays inside of its quotation marks.
    decoder.dropRemoved();
    return { source: decoder.source(this.#source, encoderOf(parts, decoder.text)) };
  }

  /** Reads a quoted part. Returns false if it is not closed. */
  #readQuoted(decoder: Decoder, quote: string): boolean {
    const text = this.#text;
    if (this.#unclosed.has(quote)) return false;
    const end = this.#endOfQuoted(quote);
    if (end < 0) {
      this.#unclosed.add(quote);
      return false;
    }
    decoder.replaceTo(this.#at + quote.length, "");
    for (let at = decoder.end; at < end; at = Math.max(at, decoder.end)) {
      this.#at = at;
      const escaped = quote === "'" ? undefined : text.charAt(at + 1);
      const closing = quote === "'" ? /^'(?:\\'|"'")'/.exec(text.slice(at, at + 5)) : null;
      if (closing !== null) {
        decoder.copyTo(at);
        decoder.replaceTo(at + closing[0].length, "'");
      } else if (text.charAt(at) === "\\" && escaped !== undefined) {
        decoder.copyTo(at);
        if (quote === "$'") readDollarEscape(decoder, text, at);
        else if (/["\\$`]/.test(escaped)) decoder.replaceTo(at + 2, escaped);
        else if (escaped === "\n") decoder.replaceTo(at + 2, "");
        else decoder.copyTo(at + 2);
      } else if (quote === '"' && text.charAt(at) === "$") {
        decoder.copyTo(at);
        if (!this.#variable(decoder, end)) at++;
      } else {
        at++;
      }
    }
    decoder.copyTo(end);
    decoder.replaceTo(end + 1, "");
    this.#at = end + 1;
    return true;
  }

  /** Returns the offset of the closing quotation mark, or -1. `'\''` inside of single quotation marks closes nothing. */
  #endOfQuoted(quote: string): number {
    const text = this.#text;
    const last = quote.at(-1)!;
    for (let at = this.#at + quote.length; at < text.length; at++) {
      const character = text.charAt(at);
      if (quote !== "'" && character === "\\") at++;
      else if (character === last) {
        const closing = quote === "'" ? /^'(?:\\'|"'")'/.exec(text.slice(at, at + 5)) : null;
        if (closing === null) return at;
        at += closing[0].length - 1;
      }
    }
    return -1;
  }

  /** Reads `$name`, `${…}` or `$(…)` as a placeholder. Returns false if there is none. */
  #variable(decoder: Decoder, end = this.#text.length): boolean {
    const text = this.#text.slice(this.#at, Math.min(end, this.#at + 1_000));
    const match = /^\$(?:[A-Za-z_]\w*|\{[^{}\n]*\}|\([^()\n]*\))/.exec(text);
    if (match === null) return false;
    this.#at += match[0].length;
    decoder.holeTo(this.#at);
    return true;
  }
}

/** Reads an escape sequence of `$'…'`. Sequences of control characters and of bytes beyond ASCII remain as they are. */
function readDollarEscape(decoder: Decoder, text: string, at: number): void {
  const plain = DOLLAR_ESCAPES.get(text.charAt(at + 1));
  if (plain !== undefined) return decoder.replaceTo(at + 2, plain);
  const match = /^\\(?:x([0-7]?[0-9a-f])|u([0-9a-f]{1,4})|U([0-9a-f]{1,8}))/i.exec(text.slice(at, at + 10));
  const code = Number.parseInt(match?.[1] ?? match?.[2] ?? match?.[3] ?? "", 16);
  if (match !== null && code <= 0x10ffff) decoder.replaceTo(at + match[0].length, String.fromCodePoint(code));
  else decoder.copyTo(at + 2);
}

const DOLLAR_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["'", "'"],
  ['"', '"'],
  ["\\", "\\"],
  ["?", "?"],
]);

/** Returns how text is inserted into a word. A word with several kinds of quotation marks cannot be changed safely. */
function encoderOf(parts: readonly string[], text: string): (text: string) => string | undefined {
  const quotes = new Set(parts);
  const inner = [...quotes].filter((quote) => quote !== "");
  // `filter='…'`: the part before the quotation mark is not an expression.
  const isPrefixed =
    parts.indexOf("") === 0 && !parts.includes("", 1) && inner.length === 1 && /^[-\w?]+=/.test(text);
  if (quotes.size > 1 && !isPrefixed) return () => undefined;
  switch (inner.at(0)) {
    case "'":
      return (inserted) => inserted.replaceAll("'", `'\\''`);
    case '"':
      return (inserted) => inserted.replaceAll(/["\\$`]/g, "\\$&");
    case "$'":
      return (inserted) => inserted.replaceAll(/['\\]/g, "\\$&").replaceAll("\n", "\\n");
    default:
      return (inserted) => (/\n/.test(inserted) ? undefined : inserted.replaceAll(/[^\w@%+=:,./-]/g, "\\$&"));
  }
}
