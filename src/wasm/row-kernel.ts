import { instantiate, PAGE_BYTES, type WasmMemory } from "./instantiate.ts";
import { ROWS_MODULE } from "./rows-module.ts";

/** Rows that the kernel has read. Any later read, also for another reader, overwrites the arrays. */
export interface ReadRows {
  /** Offset of each row in the text. */
  readonly starts: Uint32Array;
  /**
   * A record of several numbers for each row: 0, and then the offset of each value, counted from the byte before the row. 0 if the row
   * lacks the member.
   */
  readonly records: Uint16Array;
  /** Offset after the last row. */
  readonly end: number;
  /** Number of line ends in the rows. */
  readonly lines: number;
  /** Whether the kernel has no room for a further row, which it may be able to read. */
  readonly isFull: boolean;
}

interface RowExports {
  readonly readJsonRows: (...addresses: number[]) => number;
  readonly readCsvRows: (...addresses: number[]) => number;
  /** The address after the last row that was read. */
  readonly rowsEnd: { readonly value: number };
  /** Number of line feeds in the last rows of CSV that were read. */
  readonly lines: { readonly value: number };
}

/** Maximum length of a block of text in bytes. */
export const MAX_BLOCK_BYTES = 1 << 20;
/** Maximum number of keys. */
export const MAX_KEYS = 128;
const MAX_READ_ROWS = 1 << 14;
const RECORD_BYTES = 1 << 19;
/** Unused bytes after each part of the memory. Vector instructions read and write up to 15 bytes past the end of a part. */
const PADDING_BYTES = 64;

/* The parts of the memory. */
const MASKS = PADDING_BYTES;
const MASK_BYTES = 16;
const KEYS = MASKS + PADDING_BYTES;
const KEY_BYTES = 8;
const NAMES = KEYS + MAX_KEYS * KEY_BYTES;
const NAMES_END = PAGE_BYTES;
const STARTS = NAMES_END + PADDING_BYTES;
const STARTS_END = STARTS + MAX_READ_ROWS * 4;
const RECORDS = STARTS_END + PADDING_BYTES;
const RECORDS_END = RECORDS + RECORD_BYTES;
const TEXT = RECORDS_END + PADDING_BYTES;
const PAGES = Math.ceil((TEXT + MAX_BLOCK_BYTES + PADDING_BYTES) / PAGE_BYTES);

/**
 * Reads many rows of a block of text at once: `assembly/rows.ts`. All readers of a thread share one kernel, because it has a memory of its own
 * of 1.8 MB. It holds one block at a time: a reader must check `isLoaded` whenever other code could have run since its last read.
 */
export class RowKernel {
  readonly #exports: RowExports;
  readonly #bytes: Uint8Array;
  readonly #keys: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #records: Uint16Array;
  #end = TEXT;
  #loads = 0;
  #keyCount = 0;
  #namesEnd = NAMES;

  private constructor(exports: RowExports, { buffer }: WasmMemory) {
    this.#exports = exports;
    this.#bytes = new Uint8Array(buffer);
    this.#keys = new Uint32Array(buffer, KEYS, (NAMES - KEYS) / 4);
    this.#starts = new Uint32Array(buffer, STARTS, MAX_READ_ROWS);
    this.#records = new Uint16Array(buffer, RECORDS, RECORD_BYTES / 2);
    this.#bytes.fill(0xff, MASKS, MASKS + MASK_BYTES);
  }

  /** Returns the kernel of this thread. Undefined if the platform lacks or forbids WebAssembly with vectors. */
  static get(): RowKernel | undefined {
    const cached = last?.deref();
    if (cached !== undefined) return cached;
    const instance = instantiate<RowExports>([ROWS_MODULE], { initial: PAGES, maximum: PAGES });
    if (instance === undefined) return undefined;
    const kernel = new RowKernel(instance.exports, instance.memory);
    last = new WeakRef(kernel);
    return kernel;
  }

  /**
   * Copies the text whose rows are read next, and forgets all keys. Returns a number for `isLoaded`, and undefined if the text is too
   * long.
   *
   * @param limit offset after a line end
   */
  load(text: Uint8Array, limit: number): number | undefined {
    if (limit > MAX_BLOCK_BYTES) return undefined;
    this.#bytes.set(text.subarray(0, limit), TEXT);
    this.#end = TEXT + limit;
    this.#keyCount = 0;
    this.#namesEnd = NAMES;
    return ++this.#loads;
  }

  /** Returns whether the kernel still has the text for which `load` returned a number. */
  isLoaded(load: number): boolean {
    return load === this.#loads;
  }

  /** Number of keys that were added. */
  get keyCount(): number {
    return this.#keyCount;
  }

  /**
   * Adds the name of a member of JSON rows, with its closing quote. Returns false if there is no room for it: rows with this member
   * must be read in another way.
   */
  addKey(key: Uint8Array): boolean {
    if (this.#namesEnd + key.length + PADDING_BYTES > NAMES_END) return false;
    if (KEYS + (this.#keyCount + 1) * KEY_BYTES > NAMES) return false;
    this.#bytes.set(key, this.#namesEnd);
    this.#keys.set([this.#namesEnd, key.length], this.#keyCount * 2);
    this.#namesEnd += key.length;
    this.#keyCount++;
    return true;
  }

  /**
   * Reads rows of NDJSON. Ends before a row that must be read in another way.
   *
   * @param from offset of the first row
   * @param width length of a record, greater than the number of keys
   */
  readJson(from: number, width: number): ReadRows {
    if (this.#keyCount === 0) return NO_ROWS;
    if (this.#keyCount >= width) throw new Error("internal: a record has no room for the values of all keys");
    const keys = [KEYS, KEYS + this.#keyCount * KEY_BYTES, MASKS];
    const rows = this.#exports.readJsonRows(TEXT, TEXT + from, this.#end, ...keys, ...outputAreas(width));
    return this.#readRows(rows, rows, width);
  }

  /** Like `readJson`, for rows of CSV with a delimiter. */
  readCsv(from: number, width: number, delimiter: number): ReadRows {
    const to = outputAreas(width);
    const rows = this.#exports.readCsvRows(TEXT, TEXT + from, this.#end, width - 1, delimiter, ...to);
    return this.#readRows(rows, this.#exports.lines.value, width);
  }

  #readRows(rows: number, lines: number, width: number): ReadRows {
    return {
      starts: this.#starts.subarray(0, rows),
      records: this.#records.subarray(0, rows * width),
      end: this.#exports.rowsEnd.value - TEXT,
      lines,
      isFull: rows === MAX_READ_ROWS || (rows + 1) * width * 2 > RECORD_BYTES,
    };
  }
}

/** The kernel that was created last. Weak, so that its memory is freed if no reader uses it. */
let last: WeakRef<RowKernel> | undefined;

const NO_ROWS: ReadRows = {
  starts: new Uint32Array(0),
  records: new Uint16Array(0),
  end: 0,
  lines: 0,
  isFull: false,
};

/** Returns the start and the end of the parts that receive offsets of rows and records, and the length of a record in bytes. */
function outputAreas(width: number): number[] {
  return [STARTS, STARTS_END, RECORDS, RECORDS_END, width * 2];
}
