import { withCapacity, capacityFor } from "../kernels/growable-buffers.ts";
import { SEPARATOR, type EncodedStrings, type Kernels, type Slab } from "../kernels/kernels.ts";
import { ROWS_PER_STEP, type Task } from "../tasks/task.ts";

/** UTF-8 bytes of the strings of a column, one string after another. */
export class StringBytes {
  /** Rows whose string has a lone surrogate, which UTF-8 cannot represent. */
  readonly illFormed: number[] = [];
  /** Number of occurrences of each byte value, estimated from a sample. */
  readonly frequency = new Float64Array(256);
  readonly #kernels: Kernels;
  #bytes: Slab | undefined;
  #starts: Slab | undefined;
  /** Number of rows that are written; `#end` is the end offset of their bytes. */
  #rows = 0;
  #end = 1;
  #isTooLarge = false;

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
  }

  /** Undefined before the first `write`, and if the strings are too large for 32-bit offsets. */
  get written(): EncodedStrings | undefined {
    if (this.#bytes === undefined || this.#starts === undefined) return undefined;
    return { bytes: this.#bytes, starts: this.#starts, rows: this.#rows };
  }

  /** Encodes the strings that are not written yet. Concurrent tasks can continue each other's work. */
  *write(strings: readonly (string | null)[]): Task<void> {
    if (this.#bytes === undefined && !this.#isTooLarge) yield* this.#begin(strings);
    while (this.#rows < strings.length && !this.#isTooLarge) {
      this.#writeSome(strings);
      yield;
    }
  }

  release(): void {
    for (const slab of [this.#bytes, this.#starts]) if (slab !== undefined) this.#kernels.release(slab);
    this.#bytes = this.#starts = undefined;
  }

  /** Reserves an estimated number of bytes, which `#encodeInto` grows if needed. */
  *#begin(strings: readonly (string | null)[]): Task<void> {
    let letters = 0;
    for (let row = 0; row < strings.length; row++) {
      letters += (strings[row]?.length ?? 0) + 1;
      if (row % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield;
    }
    if (this.#bytes !== undefined) return;
    const bytes = Math.ceil(letters * bytesPerUnit(strings) * SLACK);
    this.#bytes = this.#kernels.allocate(Math.min(bytes, MAX_BYTES) + PADDING_BYTES);
    this.#bytes.u8()[0] = SEPARATOR;
  }

  #writeSome(strings: readonly (string | null)[]): void {
    const first = this.#rows;
    const end = endOfBatch(strings, first);
    const part = strings.slice(first, end);
    this.#starts = this.#withRoom(this.#starts, strings.length + 1, 4);
    const { written, isWellFormed } = this.#encode(part);
    const bytes = this.#end + written;
    if (bytes > MAX_BYTES) {
      this.#isTooLarge = true;
      return this.release();
    }
    const starts = this.#starts.u32().subarray(first, end + 1);
    this.#bytes!.u8().fill(SEPARATOR, bytes, bytes + PADDING_BYTES);
    this.#count(this.#bytes!.u8(), starts);
    for (let row = first; row < end && !isWellFormed; row++)
      if (strings[row]?.isWellFormed() === false) this.illFormed.push(row);
    this.#rows = end;
    this.#end = bytes;
  }

  /** Encodes all strings in one call, because a call per string takes longer than the encoding itself. */
  #encode(strings: readonly (string | null)[]): { readonly written: number; readonly isWellFormed: boolean } {
    // The zero between strings keeps surrogates of adjacent strings from forming a pair.
    const joined = [...strings, ""].join("\0");
    let written = this.#encodeInto(joined);
    const isAscii = written === joined.length;
    if (!isAscii && !this.#separate(strings.length, written)) {
      // Encode again, because `#separate` also replaced zeros within strings.
      written = this.#encodeInto(joined);
      this.#separateByLength(strings, endOfString);
    }
    if (isAscii) this.#separateByLength(strings, (_, begin, length) => begin + length);
    return { written, isWellFormed: isAscii || joined.isWellFormed() };
  }

  /** Encodes the strings. Reserves one byte per UTF-16 unit first, and three only if that is not enough. */
  #encodeInto(joined: string): number {
    const at = this.#end;
    for (const bytes of [joined.length, joined.length * 3]) {
      this.#bytes = this.#withRoom(this.#bytes, at + bytes + PADDING_BYTES, 1);
      const { read, written } = encoder.encodeInto(joined, this.#bytes.u8().subarray(at));
      if (read === joined.length && at + written + PADDING_BYTES <= this.#bytes.bytes) return written;
    }
    throw new Error("internal: the encoder wrote more than 3 bytes per UTF-16 unit");
  }

  /**
   * Replaces the zero bytes between strings with `SEPARATOR`. Returns false if strings contain zeros
   * themselves.
   */
  #separate(count: number, written: number): boolean {
    const bytes = this.#bytes!.u8();
    const starts = this.#starts!.u32();
    let at = this.#end;
    starts[this.#rows] = at;
    for (let row = this.#rows + 1; row <= this.#rows + count; row++) {
      while (bytes[at] !== 0) at++;
      bytes[at++] = SEPARATOR;
      starts[row] = at;
    }
    return at === this.#end + written;
  }

  #separateByLength(strings: readonly (string | null)[], endOf: typeof endOfString): void {
    const bytes = this.#bytes!.u8();
    const starts = this.#starts!.u32();
    let at = this.#end;
    starts[this.#rows] = at;
    for (const [i, value] of strings.entries()) {
      at = endOf(bytes, at, value?.length ?? 0);
      bytes[at++] = SEPARATOR;
      starts[this.#rows + i + 1] = at;
    }
  }

  #count(bytes: Uint8Array, starts: Uint32Array): void {
    const { frequency } = this;
    for (let i = 0; i + 1 < starts.length; i += FREQUENCY_SAMPLE_INTERVAL) {
      const end = starts[i + 1]!;
      for (let at = starts[i]!; at < end; at++) frequency[bytes[at]!]!++;
    }
  }

  #withRoom(slab: Slab | undefined, count: number, width: number): Slab {
    const bytes = capacityFor(count, (slab?.bytes ?? 0) / width) * width;
    return withCapacity(this.#kernels, slab, bytes);
  }
}

/**
 * Returns the end of a batch: at least one string, limited to `ROWS_PER_STEP` rows and `MAX_BATCH_BYTES`
 * bytes.
 */
function endOfBatch(strings: readonly (string | null)[], first: number): number {
  const max = Math.min(first + ROWS_PER_STEP, strings.length);
  let room = 0;
  for (let row = first; row < max; row++) {
    room += maxBytesOf(strings[row]!);
    if (room > MAX_BATCH_BYTES) return Math.max(row, first + 1);
  }
  return max;
}

/** Returns an upper bound of the UTF-8 bytes of a string, including its separator. */
function maxBytesOf(value: string | null): number {
  return ((value?.length ?? 0) + 1) * 3;
}

const encoder = new TextEncoder();

function bytesPerUnit(strings: readonly (string | null)[]): number {
  const step = Math.ceil(strings.length / SAMPLE_SIZE);
  const some: (string | null)[] = [];
  for (let row = 0; row < strings.length; row += step) some.push(strings[row]?.slice(0, SAMPLE_SIZE) ?? null);
  const joined = some.join("\0");
  return joined === "" ? 1 : encoder.encode(joined).length / joined.length;
}

/** Returns the end offset of the UTF-8 string at `begin`. `length` is in UTF-16 units. */
function endOfString(bytes: Uint8Array, begin: number, length: number): number {
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

/** Number of sampled strings, and number of UTF-16 units that are read of each. */
const SAMPLE_SIZE = 1024;
/** Factor of extra capacity, for errors of the size estimate. */
const SLACK = 33 / 32;
/** Bytes of padding after the last string, so that vector loads stay within the slab. */
const PADDING_BYTES = 64;
/** The bytes of every n-th string are counted. */
const FREQUENCY_SAMPLE_INTERVAL = 8;
/** Byte limit of a batch. V8 would allocate larger joined strings outside its young generation. */
const MAX_BATCH_BYTES = 3 << 15;
const MAX_BYTES = 0x7fff_0000;
