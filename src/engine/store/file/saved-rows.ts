import { firstIndexWhere } from "../../../values/binary-search.ts";
import type { RowList } from "../kernels/row-list.ts";
import { readRow } from "./row-format.ts";

/** Rows that are one after another in a file: their texts, and where each begins. */
export interface RowBlock {
  readonly texts: Uint8Array;
  /** One more than there are rows: where the last one ends. */
  readonly starts: Uint32Array;
}

/**
 * Rows as their texts, as a file has them. A row is made of its text when it is asked for, and kept from then on; where
 * memory is bounded it is kept for as long as somebody else has it. Rows that come later are kept as they are.
 */
export class SavedRows implements RowList {
  readonly #blocks: readonly Block[];
  readonly #saved: number;
  readonly #added: unknown[] = [];
  readonly #isBounded: boolean;
  readonly #lent = new Map<number, WeakRef<object>>();
  /** When so many rows are lent it is time to look which of them came back. */
  #mostLent = LEAST_LENT;

  /** @param isBounded whether the bytes that the collection may take are */
  constructor(blocks: readonly RowBlock[], isBounded: boolean) {
    let first = 0;
    this.#blocks = blocks.map((block) => {
      const made = { ...block, first, kept: undefined };
      first += block.starts.length - 1;
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
    return this.#isBounded ? this.#lend(number) : this.#keep(number);
  }

  add(rows: readonly unknown[]): void {
    for (const row of rows) this.#added.push(row);
  }

  truncate(length: number): void {
    this.#added.length = length - this.#saved;
  }

  /** The text of a row as it was read; undefined for one that came later. */
  textOf(number: number): Uint8Array | undefined {
    if (number >= this.#saved) return undefined;
    const { texts, starts, first } = this.#blockOf(number);
    return texts.subarray(starts[number - first], starts[number - first + 1]);
  }

  #keep(number: number): unknown {
    const block = this.#blockOf(number);
    const kept = (block.kept ??= new Array<unknown>(block.starts.length - 1).fill(NOT_READ));
    const known = kept[number - block.first];
    return known === NOT_READ ? (kept[number - block.first] = this.#read(number)) : known;
  }

  #lend(number: number): unknown {
    const known = this.#lent.get(number)?.deref();
    if (known !== undefined) return known;
    const row = this.#read(number);
    if (typeof row !== "object" || row === null) return row;
    this.#lent.set(number, new WeakRef(row));
    if (this.#lent.size > this.#mostLent) this.#takeBack();
    return row;
  }

  #takeBack(): void {
    for (const [number, row] of this.#lent) if (row.deref() === undefined) this.#lent.delete(number);
    this.#mostLent = Math.max(LEAST_LENT, this.#lent.size * 2);
  }

  #read(number: number): unknown {
    const text = this.textOf(number)!;
    // A row that had gone when the collection was saved has no text.
    return text.length === 0 ? null : readRow(DECODER.decode(text));
  }

  #blockOf(number: number): Block {
    const next = firstIndexWhere(1, this.#blocks.length, (i) => this.#blocks[i]!.first > number);
    return this.#blocks[next - 1]!;
  }
}

const DECODER = new TextDecoder();
const NOT_READ = Symbol("not read");
const LEAST_LENT = 4096;

interface Block extends RowBlock {
  /** The number of its first row. */
  readonly first: number;
  kept: unknown[] | undefined;
}
