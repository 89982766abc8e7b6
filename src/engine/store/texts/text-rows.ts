import { firstIndexWhere } from "../../../values/binary-search.ts";
import type { MemberTexts, RowList } from "../kernels/row-list.ts";

export interface RowBlock {
  /** Texts of rows in UTF-8, one after another. */
  readonly texts: Uint8Array;
  /** Offset of each row in `texts`, and last the end of the last row. */
  readonly starts: Uint32Array;
}

/** Blocks of consecutive rows, each with its number of rows. */
export type RowBlocks<B extends RowBlock = RowBlock> = readonly {
  readonly rows: number;
  /** Returns the rows. Called once, before a row of the block is used. */
  readonly read: () => B;
}[];

/**
 * Rows that are texts, each parsed on first use. Parsed rows are kept up to a limit. Beyond it they are referenced weakly: a
 * row remains the same object while it is in use. Rows that are added later are kept as they are.
 */
export abstract class TextRows<B extends RowBlock = RowBlock> implements RowList {
  readonly #blocks: readonly Block<B>[];
  readonly texts: MemberTexts | undefined = undefined;
  /** Number of rows that have texts. */
  protected readonly textCount: number;
  readonly #added: unknown[] = [];
  readonly #maxKeptBytes: number;
  /** Bytes of the texts of the parsed rows that are kept. */
  #keptBytes = 0;
  readonly #weakRows = new Map<number, WeakRef<object>>();
  /** Number of weak references at which references to collected rows are removed. */
  #sweepSize = MIN_SWEEP_SIZE;

  /** @param maxKeptBytes maximum number of bytes of the texts whose parsed rows are kept while nobody uses them */
  constructor(blocks: RowBlocks<B>, maxKeptBytes: number) {
    let first = 0;
    this.#blocks = blocks.map(({ rows, read }) => {
      const block = { first, rows, read, loaded: undefined, kept: undefined };
      first += rows;
      return block;
    });
    this.textCount = first;
    this.#maxKeptBytes = maxKeptBytes;
  }

  get length(): number {
    return this.textCount + this.#added.length;
  }

  at(number: number): unknown {
    if (number >= this.textCount) return this.#added[number - this.textCount];
    return this.#maxKeptBytes === 0 ? this.#readWeakly(number) : this.#keep(number);
  }

  /** Returns a row that is used once. If it is parsed for that, it is not kept. */
  readOnce(number: number): unknown {
    if (number >= this.textCount) return this.#added[number - this.textCount];
    const { kept, first } = this.#blockOf(number);
    const keptRow = kept?.[number - first] ?? NOT_READ;
    return keptRow === NOT_READ ? (this.#weakRows.get(number)?.deref() ?? this.parse(number)) : keptRow;
  }

  add(rows: readonly unknown[]): void {
    for (const row of rows) this.#added.push(row);
  }

  truncate(length: number): void {
    this.#added.length = length - this.textCount;
  }

  /** Parses a row, which is kept nowhere. */
  protected abstract parse(number: number): unknown;

  /** Returns the text of a row; undefined for a row that was added later. */
  textOf(number: number): Uint8Array | undefined {
    if (number >= this.textCount) return undefined;
    const { first, loaded } = this.blockOf(number);
    const { texts, starts } = loaded;
    return texts.subarray(starts[number - first], starts[number - first + 1]);
  }

  #keep(number: number): unknown {
    const block = this.#blockOf(number);
    const keptRows = (block.kept ??= new Array<unknown>(block.rows).fill(NOT_READ));
    const keptRow = keptRows[number - block.first];
    if (keptRow !== NOT_READ) return keptRow;
    if (this.#keptBytes >= this.#maxKeptBytes) return this.#readWeakly(number);
    const row = this.parse(number);
    this.#keptBytes += this.textOf(number)!.length;
    return (keptRows[number - block.first] = row);
  }

  #readWeakly(number: number): unknown {
    const existing = this.#weakRows.get(number)?.deref();
    if (existing !== undefined) return existing;
    const row = this.parse(number);
    if (typeof row !== "object" || row === null) return row;
    this.#weakRows.set(number, new WeakRef(row));
    if (this.#weakRows.size > this.#sweepSize) this.#sweep();
    return row;
  }

  #sweep(): void {
    for (const [number, row] of this.#weakRows) if (row.deref() === undefined) this.#weakRows.delete(number);
    this.#sweepSize = Math.max(MIN_SWEEP_SIZE, this.#weakRows.size * 2);
  }

  /** Returns the block that has a row, and loads it. */
  protected blockOf(number: number): LoadedBlock<B> {
    const block = this.#blockOf(number);
    block.loaded ??= block.read();
    return block as LoadedBlock<B>;
  }

  #blockOf(number: number): Block<B> {
    const next = firstIndexWhere(1, this.#blocks.length, (i) => this.#blocks[i]!.first > number);
    return this.#blocks[next - 1]!;
  }
}

const NOT_READ = Symbol("not read");
const MIN_SWEEP_SIZE = 4096;

interface LoadedBlock<B> {
  /** Row number of the block's first row. */
  readonly first: number;
  readonly rows: number;
  readonly loaded: B;
}

interface Block<B> extends Omit<LoadedBlock<B>, "loaded"> {
  readonly read: () => B;
  loaded: B | undefined;
  kept: unknown[] | undefined;
}
