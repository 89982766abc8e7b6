import { withCapacity, capacityFor } from "../kernels/growable-buffers.ts";
import { SEPARATOR, type EncodedStrings, type Kernels, type Slab } from "../kernels/kernels.ts";
import type { StringRows } from "../indexes/string-index.ts";
import { NO_STRING } from "../kernels/tokens.ts";
import { BATCH_BYTES, type TokenReader } from "../tokens/token-reader.ts";
import { countWork } from "../../../values/work.ts";
import { pause, ROWS_PER_STEP, type Task } from "../tasks/task.ts";

/** UTF-8 bytes of the strings of a column, one string after another. */
export class StringBytes {
  /** Rows whose string has a lone surrogate, which UTF-8 cannot represent. */
  readonly illFormed: number[] = [];
  /** Number of occurrences of each byte value, estimated from a sample. */
  readonly frequency = new Float64Array(256);
  readonly #kernels: Kernels;
  readonly #meanLength: number | undefined;
  #bytes: Slab | undefined;
  #starts: Slab | undefined;
  /** Number of rows that are written; `#end` is the end offset of their bytes. */
  #rows = 0;
  #end = 1;
  #isTooLarge = false;

  /** @param meanLength mean number of UTF-16 units per string. By default that of the first strings */
  constructor(kernels: Kernels, meanLength?: number) {
    this.#kernels = kernels;
    this.#meanLength = meanLength;
  }

  static of(
    kernels: Kernels,
    rows: number,
    state: StringState,
    [bytes, starts]: readonly Slab[],
  ): StringBytes {
    const strings = new StringBytes(kernels);
    [strings.#bytes, strings.#starts, strings.#rows, strings.#end] = [bytes, starts, rows, state.end];
    strings.frequency.set(state.frequency);
    for (const [row] of state.illFormed) strings.illFormed.push(row);
    return strings;
  }

  /** @param valueAt returns the string of a row that UTF-8 cannot represent */
  state(valueAt: (row: number) => string | null): StringState {
    const illFormed = this.illFormed.map((row) => [row, valueAt(row) ?? ""] as const);
    return { end: this.#end, frequency: [...this.frequency], illFormed };
  }

  /** Undefined before the first `write`, and if the strings are too large for 32-bit offsets. */
  get written(): EncodedStrings | undefined {
    if (this.#bytes === undefined || this.#starts === undefined) return undefined;
    return { bytes: this.#bytes, starts: this.#starts, rows: this.#rows };
  }

  /**
   * Encodes the strings that are not written yet. Concurrent tasks can continue each other's work.
   *
   * @param count number of strings that are present; the others may follow later
   */
  *write(strings: readonly (string | null)[], count = strings.length): Task<void> {
    while (this.#rows < count && !this.#isTooLarge) {
      this.#writeSome(strings, count);
      yield* pause();
    }
  }

  /**
   * Copies strings of a batch, from the value at an index on, up to the first one that must be read in another way. Returns them.
   *
   * @param rows number of strings before them
   * @param expected number of strings to make room for
   */
  copy(reader: TokenReader, from: number, rows: number, expected: number): (string | null)[] {
    if (this.#rows !== rows || this.#bytes === undefined) return [];
    const tokens = reader.from(from);
    const [at, max] = [this.#end, this.#end + BATCH_BYTES + tokens.count];
    if (max > MAX_BYTES) return [];
    this.#bytes = this.#withRoom(this.#bytes, max + PADDING_BYTES, 1);
    this.#starts = this.#withRoom(this.#starts, Math.max(expected, rows + tokens.count) + 1, 4);
    const [bytes, starts, lengths] = [this.#bytes, this.#starts, reader.results];
    const count = reader.kernels.copyStrings(tokens, { bytes, at, starts, first: rows + 1, lengths });
    if (count === 0) return [];
    const copied = starts.u32().subarray(rows, rows + count + 1);
    const end = copied[count]!;
    bytes.u8().fill(SEPARATOR, end, end + PADDING_BYTES);
    this.#count(bytes.u8(), copied);
    this.#rows = rows + count;
    this.#end = end;
    countWork((end - at) / WRITTEN_BYTES_PER_UNIT);
    return decode(bytes.u8().subarray(at, end), lengths.u32().subarray(0, count));
  }

  release(): void {
    for (const slab of [this.#bytes, this.#starts]) if (slab !== undefined) this.#kernels.release(slab);
    this.#bytes = this.#starts = undefined;
  }

  /** Reserves an estimated number of bytes for all strings, which `#encodeInto` grows if needed. */
  #begin(strings: readonly (string | null)[], count: number): Slab {
    const sample = sampleLengths(strings, count);
    const bytesPerString = (this.#meanLength ?? sample.length) * sample.bytesPerUnit;
    const bytes = Math.ceil(strings.length * (bytesPerString + 1) * SLACK);
    const slab = this.#kernels.allocate(Math.min(bytes, MAX_BYTES) + PADDING_BYTES);
    slab.u8()[0] = SEPARATOR;
    return slab;
  }

  #writeSome(strings: readonly (string | null)[], count: number): void {
    const first = this.#rows;
    const end = endOfBatch(strings, first, count);
    const part = strings.slice(first, end);
    this.#bytes ??= this.#begin(strings, count);
    this.#starts = this.#withRoom(this.#starts, strings.length + 1, 4);
    const { written, isWellFormed } = this.#encode(part);
    const bytes = this.#end + written;
    if (bytes > MAX_BYTES) {
      this.#isTooLarge = true;
      return this.release();
    }
    const starts = this.#starts.u32().subarray(first, end + 1);
    this.#bytes.u8().fill(SEPARATOR, bytes, bytes + PADDING_BYTES);
    this.#count(this.#bytes.u8(), starts);
    for (let row = first; row < end && !isWellFormed; row++)
      if (strings[row]?.isWellFormed() === false) this.illFormed.push(row);
    this.#rows = end;
    this.#end = bytes;
    countWork(written / WRITTEN_BYTES_PER_UNIT);
  }

  /** Encodes all strings in one call, because a call per string takes longer than the encoding itself. */
  #encode(strings: readonly (string | null)[]): { readonly written: number; readonly isWellFormed: boolean } {
    // The zero between strings keeps surrogates of adjacent strings from forming a pair.
    const joined = `${strings.join("\0")}\0`;
    let written = this.#encodeInto(joined);
    this.#starts!.u32()[this.#rows] = this.#end;
    const isSeparated = this.#kernels.separate({
      bytes: this.#bytes!,
      from: this.#end,
      end: this.#end + written,
      starts: this.#starts!,
      first: this.#rows + 1,
      count: strings.length,
    });
    if (!isSeparated) {
      // Strings contain zeros themselves. Encode again, because the zeros may be replaced.
      written = this.#encodeInto(joined);
      this.#separateByLength(strings);
    }
    return { written, isWellFormed: written === joined.length || joined.isWellFormed() };
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

  /** Replaces only the zero bytes after strings, which may contain zeros. */
  #separateByLength(strings: readonly (string | null)[]): void {
    const bytes = this.#bytes!.u8();
    const starts = this.#starts!.u32();
    let at = this.#end;
    for (const [i, value] of strings.entries()) {
      at = endOfString(bytes, at, value?.length ?? 0);
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

export interface StringState {
  /** End of the last string in bytes. */
  readonly end: number;
  readonly frequency: readonly number[];
  /** Strings that UTF-8 cannot represent, and their rows. */
  readonly illFormed: readonly (readonly [row: number, value: string])[];
}

/** Strings that are decoded each time they are read. */
export class EncodedList implements StringRows {
  readonly length: number;
  readonly #bytes: Slab;
  readonly #starts: Slab;
  readonly #valid: Slab;
  readonly #illFormed: ReadonlyMap<number, string>;

  constructor(rows: number, { illFormed }: StringState, [bytes, starts, valid]: readonly Slab[]) {
    this.length = rows;
    [this.#bytes, this.#starts, this.#valid] = [bytes!, starts!, valid!];
    this.#illFormed = new Map(illFormed);
  }

  at(row: number): string | null {
    const starts = this.#starts.u32();
    // The last byte of the range is the separator that follows the string.
    const [from, end] = [starts[row]!, starts[row + 1]! - 1];
    if (from === end) return ((this.#valid.u32()[row >>> 5]! >>> (row & 31)) & 1) === 1 ? "" : null;
    return this.#illFormed.get(row) ?? decoder.decode(this.#bytes.u8().subarray(from, end));
  }
}

/**
 * Returns the end of a batch: at least one string, limited to `ROWS_PER_STEP` rows and `MAX_BATCH_BYTES`
 * bytes.
 */
function endOfBatch(strings: readonly (string | null)[], first: number, count: number): number {
  const max = Math.min(first + ROWS_PER_STEP, count);
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

/** Decodes strings that are separated by a byte. `lengths` are those of the kernel `copyStrings`. */
function decode(bytes: Uint8Array, lengths: Uint32Array): (string | null)[] {
  // Each separator becomes one unit.
  const text = decoder.decode(bytes);
  const strings: (string | null)[] = [];
  for (let i = 0, at = 0; i < lengths.length; i++) {
    const length = lengths[i]!;
    const end = length === NO_STRING ? at : at + length;
    strings.push(length === NO_STRING ? null : text.slice(at, end));
    at = end + 1;
  }
  return strings;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Returns the mean length in UTF-16 units of the first `count` strings, and the bytes per unit, estimated by a sample. */
function sampleLengths(
  strings: readonly (string | null)[],
  count: number,
): { readonly length: number; readonly bytesPerUnit: number } {
  const step = Math.ceil(count / SAMPLE_SIZE);
  let [units, bytes, sampled] = [0, 0, 0];
  for (let row = 0; row < count; row += step, sampled++) {
    const value = strings[row] ?? "";
    const part = value.slice(0, SAMPLE_SIZE);
    units += value.length;
    if (part !== "") bytes += (value.length * encoder.encode(part).length) / part.length;
  }
  return { length: units / Math.max(sampled, 1), bytesPerUnit: units === 0 ? 1 : bytes / units };
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
/** Bytes that are written in the time of one unit of work. */
const WRITTEN_BYTES_PER_UNIT = 2;
/** Factor of extra capacity, for errors of the size estimate. */
const SLACK = 33 / 32;
/** Bytes of padding after the last string, so that vector loads stay within the slab. */
const PADDING_BYTES = 64;
/** The bytes of every n-th string are counted. */
const FREQUENCY_SAMPLE_INTERVAL = 8;
/** Byte limit of a batch. V8 would allocate larger joined strings outside its young generation. */
const MAX_BATCH_BYTES = 3 << 15;
const MAX_BYTES = 0x7fff_0000;
