import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../diagnostics/span.ts";
import { firstIndexWhere } from "../binary-search.ts";
import { encodeText, readEncodedCharacter, type EncodingError } from "./percent-encoding.ts";
import { hasOwn, ownProperty } from "../own-properties.ts";

/** A decoded part of a query string. Maps offsets in it to offsets in the raw string. */
export class DecodedText {
  readonly text: string;
  /** Span of the part in the raw string. */
  readonly span: Span;
  readonly #encoded: readonly EncodedCharacterRange[];

  constructor(text: string, span: Span, encoded: readonly EncodedCharacterRange[]) {
    this.text = text;
    this.span = span;
    this.#encoded = encoded;
  }

  /** Maps an offset to the raw string in O(log n). An offset within an encoded character maps to its start. */
  toRaw(offset: number): number {
    const range = this.#encodedAt(offset);
    if (range === undefined) return this.span.start + offset;
    return offset < range.to ? range.rawFrom : range.rawTo + (offset - range.to);
  }

  /** Maps a span to the raw string. It covers an encoded character as a whole, even if the given span cuts it. */
  toRawSpan({ start, end }: Span): Span {
    const rawStart = this.toRaw(start);
    if (end <= start) return { start: rawStart, end: rawStart };
    // If the span ends within an encoded character, include all of it. Removed characters after the end are not included.
    const range = this.#encodedAt(end - 1);
    if (range === undefined) return { start: rawStart, end: this.span.start + end };
    return { start: rawStart, end: range.rawTo + Math.max(0, end - range.to) };
  }

  /** Maps the spans of a diagnostic to the raw string, and percent-encodes the text of its fixes. */
  toRawDiagnostic(found: Diagnostic): Diagnostic {
    const fixes = found.fixes.map(({ title, edits }) => ({
      title,
      edits: edits.map(({ span, text }) => ({
        span: this.toRawSpan(span),
        text: encodeText(text.toWellFormed()),
      })),
    }));
    return { ...found, span: this.toRawSpan(found.span), fixes };
  }

  slice(start: number, end: number): DecodedText {
    const encoded = this.#encoded
      .slice(this.#indexAt(start - 1) + 1, this.#indexAt(end - 1) + 1)
      .map((range) => ({ ...range, from: range.from - start, to: range.to - start }));
    return new DecodedText(this.text.slice(start, end), this.toRawSpan({ start, end }), encoded);
  }

  #encodedAt(offset: number): EncodedCharacterRange | undefined {
    return ownProperty(this.#encoded, this.#indexAt(offset));
  }

  #indexAt(offset: number): number {
    return firstIndexWhere(0, this.#encoded.length, (i) => this.#encoded[i]!.from > offset) - 1;
  }
}

/** Characters that decoding changes, and surrogates, which may be invalid. */
const ENCODED = /[%+\ud800-\udfff]/;

/** Offsets of an encoded character in the decoded and the raw string. Other characters have the same length in both. */
interface EncodedCharacterRange {
  readonly from: number;
  readonly to: number;
  readonly rawFrom: number;
  readonly rawTo: number;
}

/**
 * Decodes `raw` from `start` to `end` in linear time. `+` is a space; `%` and two hexadecimal digits are a byte of UTF-8.
 * Decodes only once: `%2527` is `%27`.
 */
export function decodeRange(raw: string, start: number, end: number): DecodedText | EncodingError {
  const part = raw.slice(start, end);
  if (!ENCODED.test(part)) return new DecodedText(part, { start, end }, []);
  const encoded: EncodedCharacterRange[] = [];
  let text = "";
  let plain = start;
  for (let at = start; at < end;) {
    const code = raw.charCodeAt(at);
    if (code === 0x25) {
      const encodedCharacter = readEncodedCharacter(raw, at, end);
      if (hasOwn(encodedCharacter, "reason")) return encodedCharacter;
      text += raw.slice(plain, at);
      const from = text.length;
      text += encodedCharacter.text;
      encoded.push({ from, to: text.length, rawFrom: at, rawTo: encodedCharacter.end });
      plain = at = encodedCharacter.end;
    } else if (code === 0x2b) {
      text += raw.slice(plain, at) + " ";
      plain = ++at;
    } else if (code >= 0xd800 && code <= 0xdfff) {
      const next = at + 1 < end ? raw.charCodeAt(at + 1) : 0;
      if (code >= 0xdc00 || next < 0xdc00 || next > 0xdfff) {
        return { start: at, end: at + 1, reason: "it is half of a surrogate pair", isStrayPercent: false };
      }
      at += 2;
    } else {
      at++;
    }
  }
  return new DecodedText(text + raw.slice(plain, end), { start, end }, encoded);
}
