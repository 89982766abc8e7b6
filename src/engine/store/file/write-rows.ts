import type { RowList } from "../kernels/row-list.ts";
import type { SavedBlock } from "./format.ts";
import { RowWriter, type Unsavable, type UnsavableKind } from "./row-text.ts";
import { SavedRows } from "./saved-rows.ts";
import type { Chunks, SectionWriter } from "./section-writer.ts";

export interface WritingRows {
  readonly rows: RowList;
  /** So many of them, whatever came later. */
  readonly count: number;
  readonly isLive: (row: number) => boolean;
  /** Hears what no file holds. Whether the rest is written nevertheless. */
  readonly tell: (unsavable: Unsavable) => void;
  readonly onRows: (rows: number) => void;
}

/** Writes rows in blocks: what is written at once, and kept in memory for it, is bounded. */
export function* writeRows(writer: SectionWriter, writing: WritingRows): Chunks<SavedBlock[]> {
  const blocks: SavedBlock[] = [];
  const block = new BlockOfTexts();
  const flush = function* (): Chunks<void> {
    const { rows } = block;
    const texts = yield* writer.section([block.texts()]);
    const starts = yield* writer.section([block.starts()]);
    blocks.push({ rows, texts, starts });
    block.clear();
  };
  let live = 0;
  const tell = (member: string, kind: UnsavableKind) => writing.tell({ index: live, member, kind });
  const texts = new RowWriter(tell);
  for (let row = 0; row < writing.count; row++) {
    if (writing.isLive(row)) {
      addRow(block, writing.rows, row, texts);
      live++;
    } else block.skip();
    if (block.isFull) yield* flush();
    if ((row + 1) % ROWS_OF_CHUNK === 0) {
      writing.onRows(row + 1);
      yield undefined;
    }
  }
  if (block.rows > 0) yield* flush();
  writing.onRows(writing.count);
  return blocks;
}

/** Writing a row takes some microseconds. */
const ROWS_OF_CHUNK = 1024;

function addRow(block: BlockOfTexts, rows: RowList, row: number, texts: RowWriter): void {
  const saved = rows instanceof SavedRows ? rows.textOf(row) : undefined;
  if (saved === undefined) block.addText(texts.textOf(rows.at(row)));
  else block.addBytes(saved);
}

class BlockOfTexts {
  #bytes = new Uint8Array(BYTES_OF_BLOCK + (BYTES_OF_BLOCK >> 2));
  #end = 0;
  readonly #starts = new Uint32Array(ROWS_OF_BLOCK + 1);
  readonly #encoder = new TextEncoder();
  rows = 0;

  get isFull(): boolean {
    return this.rows === ROWS_OF_BLOCK || this.#end >= BYTES_OF_BLOCK;
  }

  addText(text: string): void {
    // A UTF-16 unit takes three bytes at the most.
    this.#makeRoom(text.length * 3);
    this.#end += this.#encoder.encodeInto(text, this.#bytes.subarray(this.#end)).written;
    this.skip();
  }

  addBytes(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length);
    this.#bytes.set(bytes, this.#end);
    this.#end += bytes.length;
    this.skip();
  }

  /** A row without a text. */
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

  #makeRoom(bytes: number): void {
    if (this.#end + bytes <= this.#bytes.length) return;
    const larger = new Uint8Array(this.#end + bytes);
    larger.set(this.#bytes.subarray(0, this.#end));
    this.#bytes = larger;
  }
}

const ROWS_OF_BLOCK = 16_384;
const BYTES_OF_BLOCK = 4 << 20;
