import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";
import { firstIndexWhere } from "../values/binary-search.ts";
import { encodeText, readEncodedCharacter, type EncodingFault } from "./percent-encoding.ts";

/**
 * A stretch of a query string, decoded once, that still knows where each of its characters came from. So what is wrong
 * with a decoded filter is shown in the string that was sent, and a correction of the one is a correction of the other.
 */
export class DecodedText {
  /** What the stretch says. */
  readonly text: string;
  /** Where it stands in the raw string. */
  readonly span: Span;
  readonly #jumps: readonly Jump[];

  constructor(text: string, span: Span, jumps: readonly Jump[]) {
    this.text = text;
    this.span = span;
    this.#jumps = jumps;
  }

  /**
   * Where in the raw string a decoded offset stands. Takes O(log n). Within a character that takes two UTF-16 units,
   * and that is encoded, it is where the character begins.
   */
  toRaw(offset: number): number {
    const jump = this.#jumpAt(offset);
    if (jump === undefined) return this.span.start + offset;
    return offset < jump.to ? jump.rawFrom : jump.rawTo + (offset - jump.to);
  }

  /** Where in the raw string a decoded span stands: whole encoded characters. */
  toRawSpan({ start, end }: Span): Span {
    const rawStart = this.toRaw(start);
    if (end <= start) return { start: rawStart, end: rawStart };
    const jump = this.#jumpAt(end);
    // An end within an encoded character takes all of it.
    const within = jump !== undefined && jump.from < end && end < jump.to;
    return { start: rawStart, end: within ? jump.rawTo : this.toRaw(end) };
  }

  /** A finding in the decoded text as one in the raw string; what its fixes write is encoded. */
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

  /** A part of the text, as a decoded text of its own. */
  slice(start: number, end: number): DecodedText {
    const jumps = this.#jumps
      .slice(this.#indexAt(start - 1) + 1, this.#indexAt(end - 1) + 1)
      .map((jump) => ({ ...jump, from: jump.from - start, to: jump.to - start }));
    return new DecodedText(this.text.slice(start, end), this.toRawSpan({ start, end }), jumps);
  }

  /** The last jump that begins at or in front of an offset. */
  #jumpAt(offset: number): Jump | undefined {
    return this.#jumps[this.#indexAt(offset)];
  }

  #indexAt(offset: number): number {
    return firstIndexWhere(0, this.#jumps.length, (i) => this.#jumps[i]!.from > offset) - 1;
  }
}

/** An encoded character: where it stands in the decoded text and in the raw string. Between two, units correspond. */
interface Jump {
  readonly from: number;
  readonly to: number;
  readonly rawFrom: number;
  readonly rawTo: number;
}

/**
 * Decodes a stretch of a query string: `+` is a space, `%` and two hexadecimal digits are a byte of UTF-8, anything else
 * is itself. Takes linear time and decodes once: `%2527` is `%27`.
 */
export function decodeStretch(raw: string, start: number, end: number): DecodedText | EncodingFault {
  const jumps: Jump[] = [];
  let text = "";
  let plain = start;
  for (let at = start; at < end;) {
    const code = raw.charCodeAt(at);
    if (code === 0x25) {
      const found = readEncodedCharacter(raw, at, end);
      if ("reason" in found) return found;
      text += raw.slice(plain, at);
      const from = text.length;
      text += found.text;
      jumps.push({ from, to: text.length, rawFrom: at, rawTo: found.end });
      plain = at = found.end;
    } else if (code === 0x2b) {
      text += raw.slice(plain, at) + " ";
      plain = ++at;
    } else if (code >= 0xd800 && code <= 0xdfff) {
      const next = at + 1 < end ? raw.charCodeAt(at + 1) : 0;
      if (code >= 0xdc00 || next < 0xdc00 || next > 0xdfff) {
        return { start: at, end: at + 1, reason: "it is half of a surrogate pair", loosePercent: false };
      }
      at += 2;
    } else {
      at++;
    }
  }
  return new DecodedText(text + raw.slice(plain, end), { start, end }, jumps);
}
