import type { RowList } from "../kernels/row-list.ts";
import { LoadedRows } from "../texts/loaded-rows.ts";
import { TextRows, type RowBlock } from "../texts/text-rows.ts";
import { RowWriter, type Unsavable, type UnsavableKind } from "./row-text.ts";
import { SavedRows } from "./saved-rows.ts";

export interface WritingRows {
  readonly rows: RowList;
  /** Number of the first row to write, and of the live rows before it. Undefined: 0. */
  readonly from: { readonly row: number; readonly live: number } | undefined;
  /** Number of the row after the last one. `rows` can grow meanwhile. */
  readonly count: number;
  readonly isLive: (row: number) => boolean;
  /** Whether deleted rows are written, too. Columns that have their values then agree with the rows. */
  readonly keepsDeleted: boolean;
  readonly report: (unsavable: Unsavable) => void;
  /** Called with the number of the row after those that were written. */
  readonly onRows: (rows: number) => void;
}

/**
 * Writes rows after those that a block has. Yields undefined after a step of work, and the block when it is full and must be cleared.
 * The last rows stay in the block.
 */
export function* writeRows(block: BlockBuffer, writing: WritingRows): Generator<RowBlock | undefined, void> {
  const { rows, from = FIRST, count } = writing;
  let { live } = from;
  let isLive = true;
  const report = (member: string, kind: UnsavableKind) => {
    if (isLive) writing.report({ index: live, member, kind });
  };
  const texts = new RowWriter(report);
  for (let { row } = from; row < count; row++) {
    isLive = writing.isLive(row);
    if (isLive || writing.keepsDeleted) addRow(block, rows, row, texts);
    else block.skip();
    if (isLive) live++;
    if (block.isFull) yield block.contents();
    if ((row + 1) % ROWS_PER_CHUNK === 0) {
      writing.onRows(row + 1);
      yield undefined;
    }
  }
  writing.onRows(count);
}

const FIRST = { row: 0, live: 0 };
/** Number of rows between two yields. Serializing a row takes some microseconds. */
const ROWS_PER_CHUNK = 1024;

function addRow(block: BlockBuffer, rows: RowList, row: number, texts: RowWriter): void {
  const saved =
    rows instanceof SavedRows ? rows.textOf(row) : rows instanceof LoadedRows ? rows.jsonOf(row) : undefined;
  if (saved !== undefined) block.addBytes(saved);
  else block.addText(texts.textOf(rows instanceof TextRows ? rows.readOnce(row) : rows.at(row)));
}

/** Texts of consecutive rows, which bound the memory for serialized rows. */
export class BlockBuffer {
  readonly #allocate: (bytes: number) => ArrayBufferLike;
  #bytes: Uint8Array = new Uint8Array();
  #starts: Uint32Array = new Uint32Array();
  #end = 0;
  #rows = 0;
  readonly #encoder = new TextEncoder();

  constructor(allocate: (bytes: number) => ArrayBufferLike = (bytes) => new ArrayBuffer(bytes)) {
    this.#allocate = allocate;
    this.renew();
  }

  get rows(): number {
    return this.#rows;
  }

  get isFull(): boolean {
    return this.#rows === ROWS_PER_BLOCK || this.#end >= BYTES_PER_BLOCK;
  }

  addText(text: string): void {
    // A UTF-16 code unit takes up to three bytes of UTF-8.
    this.#reserve(text.length * 3);
    this.#end += this.#encoder.encodeInto(text, this.#bytes.subarray(this.#end)).written;
    this.skip();
  }

  addBytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#end);
    this.#end += bytes.length;
    this.skip();
  }

  /** Ends the current row. A row without bytes is a deleted row. */
  skip(): void {
    this.#starts[++this.#rows] = this.#end;
  }

  /** Returns views of the rows. Rows that are added later do not change them. */
  contents(): RowBlock {
    return { texts: this.#bytes.subarray(0, this.#end), starts: this.#starts.subarray(0, this.#rows + 1) };
  }

  /** Removes the rows. Their views are then invalid. */
  clear(): void {
    this.#rows = this.#end = 0;
  }

  /** Removes the rows, whose views stay valid. */
  renew(): void {
    this.#bytes = new Uint8Array(this.#allocate(BYTES_PER_BLOCK + (BYTES_PER_BLOCK >> 2)));
    this.#starts = new Uint32Array(this.#allocate((ROWS_PER_BLOCK + 1) * 4));
    this.clear();
  }

  #reserve(bytes: number): void {
    if (this.#end + bytes <= this.#bytes.length) return;
    const larger = new Uint8Array(this.#allocate(this.#end + bytes));
    larger.set(this.#bytes.subarray(0, this.#end));
    this.#bytes = larger;
  }
}

const ROWS_PER_BLOCK = 16_384;
const BYTES_PER_BLOCK = 4 << 20;
