import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Position, Range } from "vscode-languageserver";

/** Units in which positions count the characters of a line. */
export type Encoding = "utf-16" | "utf-8";

interface Span {
  readonly start: number;
  readonly end: number;
}

/** UTF-16 code units between two checkpoints of a line. */
const STEP = 4_096;

/** Converts between offsets in one version of a text and positions in the encoding that client and server agreed on. */
export class Positions {
  readonly #document: TextDocument;
  readonly #encoding: Encoding;
  /**
   * UTF-8 offsets of every `STEP`-th UTF-16 code unit of the last line that was read. Positions in a long line are counted
   * from the nearest one.
   */
  #checkpoints: { readonly line: number; readonly bytes: readonly number[] } | undefined;

  constructor(document: TextDocument, encoding: Encoding) {
    this.#document = document;
    this.#encoding = encoding;
  }

  /** Returns the offset of a position. A position outside of the text is moved into it. */
  offsetAt({ line, character }: Position): number {
    if (this.#encoding === "utf-16") return this.#document.offsetAt({ line, character });
    const start = this.#document.offsetAt({ line, character: 0 });
    const end = this.#document.offsetAt({ line, character: Number.MAX_SAFE_INTEGER });
    const text = this.#document.getText();
    const bytes = this.#bytesOf(line, start, end);
    let step = bytes.length - 1;
    while (step > 0 && bytes[step]! > character) step--;
    let offset = start + step * STEP;
    let count = bytes[step]!;
    while (offset < end) {
      const size = bytesAt(text, offset);
      // A position inside of a character is moved before it. The second half of a surrogate pair has no bytes.
      if (size > 0 && count + size > character) break;
      count += size;
      offset++;
    }
    return offset;
  }

  positionAt(offset: number): Position {
    const position = this.#document.positionAt(offset);
    if (this.#encoding === "utf-16") return position;
    const { line, character } = position;
    const text = this.#document.getText();
    const start = this.#document.offsetAt({ line, character: 0 });
    const end = this.#document.offsetAt({ line, character: Number.MAX_SAFE_INTEGER });
    const step = Math.floor(character / STEP);
    let bytes = this.#bytesOf(line, start, end)[step]!;
    for (let at = start + step * STEP; at < start + character; at++) bytes += bytesAt(text, at);
    return { line, character: bytes };
  }

  rangeOf({ start, end }: Span): Range {
    return { start: this.positionAt(start), end: this.positionAt(end) };
  }

  spanOf({ start, end }: Range): Span {
    const from = this.offsetAt(start);
    return { start: from, end: Math.max(from, this.offsetAt(end)) };
  }

  #bytesOf(line: number, start: number, end: number): readonly number[] {
    if (this.#checkpoints?.line === line) return this.#checkpoints.bytes;
    const text = this.#document.getText();
    const bytes = [0];
    let count = 0;
    for (let at = start; at < end;) {
      count += bytesAt(text, at++);
      if ((at - start) % STEP === 0) bytes.push(count);
    }
    this.#checkpoints = { line, bytes };
    return bytes;
  }
}

/** Returns the bytes of a code unit in UTF-8. The first half of a surrogate pair has those of both. */
function bytesAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  if (isHigh(unit) && isLow(text.charCodeAt(at + 1))) return 4;
  return isLow(unit) && at > 0 && isHigh(text.charCodeAt(at - 1)) ? 0 : 3;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
