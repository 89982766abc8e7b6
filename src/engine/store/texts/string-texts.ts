import { BACKSLASH, DOUBLE_QUOTE } from "../../../files/bytes/bytes.ts";

/** Collects strings in UTF-8, and decodes them together: a call for each takes longer than the decoding itself. */
export class StringTexts {
  #bytes = new Uint8Array(INITIAL_BYTES);
  #end = 0;
  /** End offset of each string. */
  #ends = new Uint32Array(INITIAL_STRINGS);
  #count = 0;
  /** The bits of all bytes: below 0x80 if all are ASCII. */
  #bits = 0;

  get bytes(): number {
    return this.#end;
  }

  /** Adds the string up to the next quote. Returns false, and adds nothing, if an escape precedes it. */
  addUntilQuote(bytes: Uint8Array, at: number): boolean {
    let to = this.#end;
    let bits = this.#bits;
    let room = this.#bytes.length;
    let out = this.#bytes;
    for (let byte = bytes[at]!; byte !== DOUBLE_QUOTE; byte = bytes[++at]!) {
      if (byte === BACKSLASH) return false;
      if (to === room) {
        this.#grow();
        out = this.#bytes;
        room = out.length;
      }
      bits |= byte;
      out[to++] = byte;
    }
    this.#bits = bits;
    this.#add(to);
    return true;
  }

  /** Adds the string between two offsets. */
  add(bytes: Uint8Array, from: number, end: number): void {
    const to = this.#end + end - from;
    while (to > this.#bytes.length) this.#grow();
    const out = this.#bytes;
    for (let at = from, next = this.#end; at < end; at++) this.#bits |= out[next++] = bytes[at]!;
    this.#add(to);
  }

  #add(end: number): void {
    if (this.#count === this.#ends.length) {
      const ends = new Uint32Array(this.#count * 2);
      ends.set(this.#ends);
      this.#ends = ends;
    }
    this.#end = this.#ends[this.#count++] = end;
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }

  /** Decodes all strings, passes each to `visit` with its index, and forgets them. */
  take(visit: (index: number, text: string) => void): void {
    const text = DECODER.decode(this.#bytes.subarray(0, this.#end));
    const ends = this.#ends;
    let from = 0;
    if (this.#bits < 0x80) {
      for (let i = 0; i < this.#count; i++) {
        visit(i, text.slice(from, ends[i]));
        from = ends[i]!;
      }
    } else {
      const bytes = this.#bytes;
      for (let i = 0, at = 0; i < this.#count; i++) {
        let to = from;
        for (const end = ends[i]!; at < end; at++) {
          // UTF-16 has one unit for each character up to U+FFFF, and two for others, which have four bytes in UTF-8.
          const byte = bytes[at]!;
          if ((byte & 0xc0) !== 0x80) to += byte < 0xf0 ? 1 : 2;
        }
        visit(i, text.slice(from, to));
        from = to;
      }
    }
    this.#end = this.#count = this.#bits = 0;
  }
}

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });
const INITIAL_BYTES = 4096;
const INITIAL_STRINGS = 1024;
