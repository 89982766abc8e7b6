import { grown, roomFor } from "./growing.ts";
import { SEPARATOR, type Blob, type Kernels, type Slab } from "./kernels/kernels.ts";
import { ROWS_OF_STEP, type Steps } from "./steps.ts";

/** Texts as UTF-8, one after another, for search. Those that come later are written behind. */
export class TextBlob {
  /** Rows whose text is not well formed: UTF-8 cannot hold it. */
  readonly illFormed: number[] = [];
  /** How often each byte was written, about: it is counted in some of the texts. */
  readonly frequency = new Float64Array(256);
  readonly #kernels: Kernels;
  #bytes: Slab | undefined;
  #starts: Slab | undefined;
  /** Rows and bytes that are written. */
  #rows = 0;
  #end = 1;
  #isTooLarge = false;

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
  }

  /** What is written; undefined if it is too much for offsets of 32 bits. */
  get written(): Blob | undefined {
    if (this.#bytes === undefined || this.#starts === undefined) return undefined;
    return { bytes: this.#bytes, starts: this.#starts, rows: this.#rows };
  }

  /** Writes the texts that came since. Each step leaves what it has written, whoever takes the next one. */
  *write(texts: readonly (string | null)[]): Steps<void> {
    if (this.#bytes === undefined && !this.#isTooLarge) yield* this.#begin(texts);
    while (this.#rows < texts.length && !this.#isTooLarge) {
      this.#writeSome(texts);
      yield;
    }
  }

  release(): void {
    for (const slab of [this.#bytes, this.#starts]) if (slab !== undefined) this.#kernels.release(slab);
    this.#bytes = this.#starts = undefined;
  }

  /** Most letters take a byte; where they do not, room is made while they are written. */
  *#begin(texts: readonly (string | null)[]): Steps<void> {
    let letters = 0;
    for (let row = 0; row < texts.length; row++) {
      letters += (texts[row]?.length ?? 0) + 1;
      if (row % ROWS_OF_STEP === ROWS_OF_STEP - 1) yield;
    }
    if (this.#bytes !== undefined) return;
    this.#bytes = this.#kernels.allocate(Math.min(Math.ceil(letters * ROOM), MOST_BYTES) + PADDING);
    this.#bytes.u8()[0] = SEPARATOR;
  }

  #writeSome(texts: readonly (string | null)[]): void {
    const first = this.#rows;
    const end = endOfStep(texts, first);
    const { scratch, starts, size, isWellFormed } = encoded(texts, first, end);
    const bytes = this.#end + size;
    if (bytes > MOST_BYTES) {
      this.#isTooLarge = true;
      return this.release();
    }
    this.#bytes = this.#roomIn(this.#bytes, bytes + PADDING, 1);
    this.#starts = this.#roomIn(this.#starts, texts.length + 1, 4);
    // From here on nothing fails.
    this.#bytes.u8().set(scratch.subarray(0, size), this.#end);
    this.#bytes.u8().fill(SEPARATOR, bytes, bytes + PADDING);
    const written = this.#starts.u32();
    for (let i = 0; i < starts.length; i++) written[first + i] = starts[i]! + this.#end;
    this.#count(scratch, starts);
    for (let row = first; row < end && !isWellFormed; row++)
      if (texts[row]?.isWellFormed() === false) this.illFormed.push(row);
    this.#rows = end;
    this.#end = bytes;
  }

  #count(bytes: Uint8Array, starts: Uint32Array): void {
    const { frequency } = this;
    for (let i = 0; i + 1 < starts.length; i += ONE_OF) {
      const end = starts[i + 1]!;
      for (let at = starts[i]!; at < end; at++) frequency[bytes[at]!]!++;
    }
  }

  #roomIn(slab: Slab | undefined, count: number, width: number): Slab {
    const bytes = roomFor(count, (slab?.bytes ?? 0) / width) * width;
    return slab === undefined ? this.#kernels.allocate(bytes) : grown(this.#kernels, slab, bytes);
  }
}

/** So many texts are written in a step that they are not too many, nor too long: but one at the least. */
function endOfStep(texts: readonly (string | null)[], first: number): number {
  const most = Math.min(first + ROWS_OF_STEP, texts.length);
  let room = 0;
  for (let row = first; row < most; row++) {
    room += roomOf(texts[row]!);
    if (room > CHUNK) return Math.max(row, first + 1);
  }
  return most;
}

/** A UTF-16 unit takes three bytes at the most, and so may what is behind each text. */
function roomOf(text: string | null): number {
  return ((text?.length ?? 0) + 1) * 3;
}

/**
 * Texts with a separator behind each, where each begins, and where they end. All are encoded at once: a call for each
 * would cost more than its letters.
 */
function encoded(texts: readonly (string | null)[], first: number, end: number) {
  // No letter of one text pairs with one of the next: there is one between them.
  const joined = `${texts.slice(first, end).join("\0")}\0`;
  const scratch = bytesToWriteTo(joined.length * 3);
  const { written } = new TextEncoder().encodeInto(joined, scratch);
  const isAscii = written === joined.length;
  let starts = isAscii ? undefined : startsByZeros(scratch.subarray(0, written), end - first);
  if (starts === undefined) {
    starts = new Uint32Array(end - first + 1);
    for (let row = first, at = 0; row < end; row++) {
      const length = texts[row]?.length ?? 0;
      at = (isAscii ? at + length : endOfText(scratch, at, length)) + 1;
      starts[row - first + 1] = at;
    }
  }
  for (let i = 1; i < starts.length; i++) scratch[starts[i]! - 1] = SEPARATOR;
  return { scratch, starts, size: written, isWellFormed: isAscii || joined.isWellFormed() };
}

/** Where texts begin that have a zero behind each; undefined where some have a zero in them. */
function startsByZeros(bytes: Uint8Array, count: number): Uint32Array | undefined {
  const starts = new Uint32Array(count + 1);
  let at = 0;
  for (let i = 1; i <= count; i++) {
    while (bytes[at] !== 0) at++;
    starts[i] = ++at;
  }
  return at === bytes.length ? starts : undefined;
}

let ofOneChunk: Uint8Array<ArrayBuffer> | undefined;

/** The same bytes for each chunk: memory that comes and goes makes the collector look through all rows, again and again. */
function bytesToWriteTo(count: number): Uint8Array<ArrayBuffer> {
  if (count > CHUNK) return new Uint8Array(count);
  return (ofOneChunk ??= new Uint8Array(CHUNK));
}

/** Where a text of so many UTF-16 units ends that begins at a place. */
function endOfText(bytes: Uint8Array, begin: number, length: number): number {
  let at = begin;
  for (let units = 0; units < length; units++) {
    const byte = bytes[at]!;
    if (byte < 0x80) at++;
    else if (byte < 0xe0) at += 2;
    else if (byte < 0xf0) at += 3;
    else {
      at += 4;
      units++;
    }
  }
  return at;
}

/** Bytes for each letter: where most are ASCII it is enough, and nothing has to be moved. */
const ROOM = 17 / 16;
/** After the last text there is room for whole vectors. */
const PADDING = 64;
/** The bytes of one text of so many are counted. */
const ONE_OF = 8;
/** Bytes. Texts joined to twice as many are still where what is short-lived costs least. */
const CHUNK = 3 << 15;
const MOST_BYTES = 0x7fff_0000;
