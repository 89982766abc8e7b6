import type { RowList } from "../kernels/row-list.ts";
import { LoadedRows } from "../texts/loaded-rows.ts";
import { TextRows } from "../texts/text-rows.ts";
import type { SavedBlock } from "./format.ts";
import { RowWriter, type Unsavable, type UnsavableKind } from "./row-text.ts";
import { SavedRows } from "./saved-rows.ts";
import type { Chunks, SectionWriter } from "./section-writer.ts";

export interface WritingRows {
  readonly rows: RowList;
  /** Number of rows to write. `rows` can grow meanwhile. */
  readonly count: number;
  readonly isLive: (row: number) => boolean;
  /** Whether deleted rows are written, too. Columns that have their values then agree with the rows. */
  readonly keepsDeleted: boolean;
  readonly report: (unsavable: Unsavable) => void;
  readonly onRows: (rows: number) => void;
}

/** Writes rows in blocks, which bound the memory for serialized rows. */
export function* writeRowBlocks(writer: SectionWriter, writing: WritingRows): Chunks<SavedBlock[]> {
  const blocks: SavedBlock[] = [];
  const block = new BlockBuffer();
  const flush = function* (): Chunks<void> {
    const { rows } = block;
    const texts = yield* writer.section([block.texts()]);
    const starts = yield* writer.section([block.starts()]);
    blocks.push({ rows, texts, starts });
    block.clear();
  };
  let live = 0;
  let isLive = true;
  const report = (member: string, kind: UnsavableKind) => {
    if (isLive) writing.report({ index: live, member, kind });
  };
  const texts = new RowWriter(report);
  for (let row = 0; row < writing.count; row++) {
    isLive = writing.isLive(row);
    if (isLive || writing.keepsDeleted) addRow(block, writing.rows, row, texts);
    else block.skip();
    if (isLive) live++;
    if (block.isFull) yield* flush();
    if ((row + 1) % ROWS_PER_CHUNK === 0) {
      writing.onRows(row + 1);
      yield undefined;
    }
  }
  if (block.rows > 0) yield* flush();
  writing.onRows(writing.count);
  return blocks;
}

/** Number of rows between two yields. Serializing a row takes some microseconds. */
const ROWS_PER_CHUNK = 1024;

function addRow(block: BlockBuffer, rows: RowList, row: number, texts: RowWriter): void {
  const saved =
    rows instanceof SavedRows ? rows.textOf(row) : rows instanceof LoadedRows ? rows.jsonOf(row) : undefined;
  if (saved !== undefined) block.addBytes(saved);
  else block.addText(texts.textOf(rows instanceof TextRows ? rows.readOnce(row) : rows.at(row)));
}

class BlockBuffer {
  #bytes = new Uint8Array(BYTES_PER_BLOCK + (BYTES_PER_BLOCK >> 2));
  #end = 0;
  readonly #starts = new Uint32Array(ROWS_PER_BLOCK + 1);
  readonly #encoder = new TextEncoder();
  rows = 0;

  get isFull(): boolean {
    return this.rows === ROWS_PER_BLOCK || this.#end >= BYTES_PER_BLOCK;
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
    this.#starts[++this.rows] = this.#end;
  }

  texts(): Uint8Array {
    return this.#bytes.subarray(0, this.#end);
  }

  starts(): Uint8Array {
    return new Uint8Array(this.#starts.buffer, 0, (this.rows + 1) * 4);
  }

  clear(): void {
    this.rows = this.#end = 0;
  }

  #reserve(bytes: number): void {
    if (this.#end + bytes <= this.#bytes.length) return;
    const larger = new Uint8Array(this.#end + bytes);
    larger.set(this.#bytes.subarray(0, this.#end));
    this.#bytes = larger;
  }
}

const ROWS_PER_BLOCK = 16_384;
const BYTES_PER_BLOCK = 4 << 20;
