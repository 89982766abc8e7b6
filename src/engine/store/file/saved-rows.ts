import { firstIndexWhere } from "../../../values/binary-search.ts";
import type { RowList } from "../kernels/row-list.ts";
import type { Task } from "../tasks/task.ts";
import { FileFault } from "./file-problem.ts";
import { readRow } from "./row-format.ts";
import { ownProperties } from "../../../values/own-properties.ts";

export interface RowBlock {
  /** Serialized rows, one after another. */
  readonly texts: Uint8Array;
  /** Offset of each row in `texts`, and last the end of the last row. */
  readonly starts: Uint32Array;
}

/** Blocks of consecutive rows, each with its number of rows. */
export type RowBlocks = readonly {
  readonly rows: number;
  /** Returns the rows. Called once, before a row of the block is used. */
  readonly read: () => RowBlock;
}[];

/**
 * Rows of a file, each parsed on first use. If memory is limited, parsed rows are referenced weakly: a row remains
 * the same object while it is in use. Rows that are added later are kept as they are.
 */
export class SavedRows implements RowList {
  readonly #blocks: readonly Block[];
  readonly #saved: number;
  readonly #added: unknown[] = [];
  readonly #isBounded: boolean;
  readonly #weakRows = new Map<number, WeakRef<object>>();
  /** Number of weak references at which references to collected rows are removed. */
  #sweepSize = MIN_SWEEP_SIZE;

  /** @param isBounded whether the collection has a memory limit */
  constructor(blocks: RowBlocks, isBounded: boolean) {
    let first = 0;
    this.#blocks = blocks.map(({ rows, read }) => {
      const made = { first, rows, read, loaded: undefined, kept: undefined };
      first += rows;
      return made;
    });
    this.#saved = first;
    this.#isBounded = isBounded;
  }

  get length(): number {
    return this.#saved + this.#added.length;
  }

  at(number: number): unknown {
    if (number >= this.#saved) return this.#added[number - this.#saved];
    return this.#isBounded ? this.#readWeakly(number) : this.#keep(number);
  }

  add(rows: readonly unknown[]): void {
    for (const row of rows) this.#added.push(row);
  }

  truncate(length: number): void {
    this.#added.length = length - this.#saved;
  }

  /** Returns the serialized bytes of a row; undefined for a row that was added later. */
  textOf(number: number): Uint8Array | undefined {
    if (number >= this.#saved) return undefined;
    const block = this.#blockOf(number);
    const { first } = block;
    const { texts, starts } = (block.loaded ??= block.read());
    return texts.subarray(starts[number - first], starts[number - first + 1]);
  }

  /**
   * Checks that rows are well-formed by parsing them. Does not keep the parsed rows.
   * @param sample maximum number of rows to check, spread evenly over the file. Infinity checks all.
   * @throws FileFault for a malformed row
   */
  *check(sample: number): Task<void> {
    const step = Math.max(1, this.#saved / sample);
    let bytes = 0;
    let next = BYTES_PER_STEP;
    for (let at = 0; at < this.#saved; at += step) {
      const number = Math.floor(at);
      bytes += this.textOf(number)!.length;
      this.#read(number);
      if (sample !== Infinity && bytes > MAX_SAMPLED_BYTES) return;
      if (bytes < next) continue;
      next = bytes + BYTES_PER_STEP;
      yield;
    }
  }

  #keep(number: number): unknown {
    const block = this.#blockOf(number);
    const kept = (block.kept ??= new Array<unknown>(block.rows).fill(NOT_READ));
    const known = kept[number - block.first];
    return known === NOT_READ ? (kept[number - block.first] = this.#read(number)) : known;
  }

  #readWeakly(number: number): unknown {
    const known = this.#weakRows.get(number)?.deref();
    if (known !== undefined) return known;
    const row = this.#read(number);
    if (typeof row !== "object" || row === null) return row;
    this.#weakRows.set(number, new WeakRef(row));
    if (this.#weakRows.size > this.#sweepSize) this.#sweep();
    return row;
  }

  #sweep(): void {
    for (const [number, row] of this.#weakRows) if (row.deref() === undefined) this.#weakRows.delete(number);
    this.#sweepSize = Math.max(MIN_SWEEP_SIZE, this.#weakRows.size * 2);
  }

  /** @throws FileFault for a row that `RowWriter` cannot have written */
  #read(number: number): unknown {
    const text = this.textOf(number)!;
    // An empty row was deleted before the collection was saved.
    if (text.length === 0) return null;
    try {
      return readRow(DECODER.decode(text));
    } catch {
      throw new FileFault(
        "impossible",
        `The contents of row ${number} are invalid. Opening the file with verify: true checks all rows.`,
        { part: `row ${number}` },
      );
    }
  }

  #blockOf(number: number): Block {
    const next = firstIndexWhere(1, this.#blocks.length, (i) => this.#blocks[i]!.first > number);
    return this.#blocks[next - 1]!;
  }
}

/** `RowWriter` writes well-formed text without a byte order mark. */
const DECODER = new TextDecoder("utf-8", ownProperties({ fatal: true, ignoreBOM: true }));
/** Number of bytes of rows that are parsed before the task may pause. */
const BYTES_PER_STEP = 1 << 16;
/** Maximum number of bytes of a sample of rows. */
const MAX_SAMPLED_BYTES = 1 << 22;
const NOT_READ = Symbol("not read");
const MIN_SWEEP_SIZE = 4096;

interface Block {
  /** Number of the first row in the block. */
  readonly first: number;
  readonly rows: number;
  readonly read: () => RowBlock;
  loaded: RowBlock | undefined;
  kept: unknown[] | undefined;
}
