import { parseJson } from "../../../values/json/exact-json.ts";
import { countWork } from "../../../values/work.ts";
import { allocateAll } from "../kernels/growable-buffers.ts";
import type { Kernels, Slab } from "../kernels/kernels.ts";
import {
  NOT_LOCATED,
  TOKEN_PADDING_BYTES,
  UNREAD,
  type TokenKernels,
  type JsonTokens,
} from "../kernels/tokens.ts";
import { CLOSE_BRACKET, COMMA, OPEN_BRACKET } from "../../../files/bytes/bytes.ts";
import { valueEnd } from "../../../files/json/value-scanner.ts";
import { rawReader, readOne, type MemberSource } from "../members/member-batch.ts";
import { tryAllocate } from "../kernels/try-allocate.ts";
import type { Value } from "../../../values/types.ts";

/**
 * Finds the values of a member in the texts of rows, for kernels that read them without making strings. A batch of rows is copied
 * to the memory of the kernels: reading it in one piece takes less time than fetching scattered values.
 */
export class TokenReader {
  readonly kernels: TokenKernels;
  readonly memory: Kernels;
  /** Results of the kernels, with room for 8 bytes per row. */
  readonly results: Slab;
  readonly #source: MemberSource;
  readonly #path: readonly string[];
  /** Converts a parsed value. */
  readonly #read: (raw: unknown) => Value;
  readonly #release: () => void;
  readonly #bytes: Slab;
  readonly #positions: Slab;
  readonly #names: readonly NameBytes[];
  #first = 0;
  #count = 0;

  private constructor(source: MemberSource, memory: Kernels, kernels: TokenKernels, slabs: readonly Slab[]) {
    const [bytes, positions, results, ...names] = slabs as [Slab, Slab, Slab, ...Slab[]];
    this.memory = memory;
    this.kernels = kernels;
    this.results = results;
    this.#source = source;
    this.#path = source.path!;
    this.#read = rawReader(this.#path, source.read);
    this.#bytes = bytes;
    this.#positions = positions;
    this.#names = names.map((slab, i) => writeName(this.#path[i + 1]!, slab));
    this.#release = () => {
      for (const slab of slabs) memory.release(slab);
    };
  }

  /** Returns undefined if values can only be read one by one, or if memory is scarce. */
  static of(source: MemberSource, kernels: Kernels): TokenReader | undefined {
    const { rows, path } = source;
    if (kernels.tokens === undefined || rows.texts === undefined || path === undefined) return undefined;
    // Names with lone surrogates have no bytes.
    if (!path.every((name) => name.isWellFormed())) return undefined;
    const names = path.slice(1).map(nameBytes);
    const sizes = [TEXT_AT + BATCH_BYTES + TOKEN_PADDING_BYTES, BATCH_ROWS * 4, BATCH_ROWS * 8, ...names];
    const slabs = tryAllocate(() => allocateAll(kernels, sizes));
    return slabs === undefined ? undefined : new TokenReader(source, kernels, kernels.tokens, slabs);
  }

  /** The batch that was loaded. */
  get tokens(): JsonTokens {
    return this.from(0);
  }

  /** Returns the values of the batch from an index on. */
  from(index: number): JsonTokens {
    return { bytes: this.#bytes, positions: this.#positions, first: index, count: this.#count - index };
  }

  /** Loads the next rows, at least one, from row `from` on. Returns their number, or 0 if they must be read one by one. */
  load(from: number, end: number): number {
    const texts = this.#source.rows.texts!;
    if (from >= texts.count) return 0;
    const offsets = this.#positions.u32().subarray(0, BATCH_ROWS);
    const located = texts.locate(this.#path[0]!, from, Math.min(end, texts.count), {
      maxBytes: BATCH_BYTES,
      offsets,
    });
    if (located === undefined) return 0;
    const { bytes, rows } = located;
    this.#bytes.u8().set(bytes, TEXT_AT);
    for (let i = 0; i < rows; i++) {
      const offset = offsets[i]!;
      if (offset !== 0 && offset !== NOT_LOCATED) offsets[i] = offset + TEXT_AT - 1;
    }
    this.#first = from;
    this.#count = rows;
    for (const { slab, length } of this.#names) this.kernels.findMember(this.tokens, slab, length);
    countWork(rows * UNITS_PER_TOKEN + bytes.length / BYTES_PER_UNIT);
    return rows;
  }

  /** Reads the values of marked positions, by their index in the batch. */
  others(): OtherValues {
    const indexes: number[] = [];
    const positions = this.#positions.u32();
    const bytes = this.#bytes.u8();
    const list = new Uint8Array(BATCH_BYTES + BATCH_ROWS + 2);
    let length = 0;
    for (let i = 0; i < this.#count; i++) {
      const position = positions[i]!;
      if (position < UNREAD) continue;
      indexes.push(i);
      if (position === NOT_LOCATED) continue;
      list[length] = length === 0 ? OPEN_BRACKET : COMMA;
      length++;
      const [from, end] = [position - UNREAD, valueEnd(bytes, position - UNREAD)];
      for (let at = from; at < end; at++) list[length++] = bytes[at]!;
    }
    list[length++] = CLOSE_BRACKET;
    const values = length === 1 ? [] : (parseJson(decoder.decode(list.subarray(0, length))) as unknown[]);
    countWork(length + indexes.length * UNITS_PER_VALUE);
    let parsed = 0;
    return {
      indexes,
      values: indexes.map((i) =>
        positions[i] === NOT_LOCATED ? this.valueAt(i) : this.#read(values[parsed++]),
      ),
    };
  }

  /** Reads one value of the batch. */
  valueAt(index: number): Value {
    countWork(UNITS_PER_OTHER);
    return readOne(this.#source, this.#first + index);
  }

  release(): void {
    this.#release();
  }
}

/** Values that the kernels have not read. */
export interface OtherValues {
  /** Ascending indexes of the values in their batch. */
  readonly indexes: readonly number[];
  readonly values: readonly Value[];
}

/** Appends values of a loaded batch to a column. */
export interface TokenAppender {
  /**
   * Appends the values from an index on, up to the first one that must be read in another way. Returns their number: 0 if none can
   * be read from the batch.
   */
  readonly append: (from: number) => number;
  readonly release: () => void;
}

/** UTF-8 of a name. */
export interface NameBytes {
  readonly slab: Slab;
  readonly length: number;
}

/** Returns the size of a slab for a name. */
export function nameBytes(name: string): number {
  return name.length * 3 + 1;
}

export function writeName(name: string, slab: Slab): NameBytes {
  return { slab, length: encoder.encodeInto(name, slab.u8()).written };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Maximum number of rows and bytes of a batch: small enough for the second-level cache of the processor. */
export const BATCH_ROWS = 1024;
export const BATCH_BYTES = 1 << 18;
/** Offset of the text. Offset 0 is a missing value. */
const TEXT_AT = 64;
/** Work of reading a token. */
const UNITS_PER_TOKEN = 6;
/** Work of parsing a value with others, in addition to its characters. */
const UNITS_PER_VALUE = 16;
/** Work of reading a value from its row. */
const UNITS_PER_OTHER = 64;
/** Bytes that are copied in the time of one unit of work. */
const BYTES_PER_UNIT = 64;
