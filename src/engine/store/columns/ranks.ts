import type { Value } from "../../../values/types.ts";
import { capacityFor } from "../kernels/growable-buffers.ts";
import { typedCodes } from "../kernels/plain.ts";
import type { SharedStructures, StructureImage } from "../kernels/shared-structures.ts";
import type { CodeArray, Kernels } from "../kernels/kernels.ts";
import { runNow, eachBatch, type Task } from "../tasks/task.ts";
import type { PrefixOrder } from "../../../collation/order/sort-prefix.ts";
import { orderByPrefixes } from "../indexes/string-prefixes.ts";
import { ItemRanks } from "./item-ranks.ts";
import type { RowOrder } from "../tasks/sort-task.ts";

/** Distinct values by code, and the code of each row. Code 0 is null. */
export interface CodedValues {
  readonly values: readonly Value[];
  readonly codes: CodeArray;
}

/** Returns the name by which threads share the ranks of an order. */
export function nameOfRanks(order: string): string {
  return `ranks ${order}`;
}

interface RanksOptions {
  readonly name?: string | undefined;
  readonly saved?: Uint32Array | undefined;
  readonly prefixes?: PrefixOrder | undefined;
}

/** Ranks of rows, without their numbers. */
type RankState = Omit<CodeArray, "slab">;

/**
 * Ranks of the distinct values of a column, from 1. Equal values share a rank. Null has rank 0, unless the
 * order includes null.
 */
export class Ranks {
  readonly #column: CodedValues;
  readonly #kernels: Kernels;
  readonly #codes: ItemRanks;
  readonly #shared: SharedStructures | undefined;
  readonly #name: string | undefined;
  #ofRows: CodeArray | undefined;
  #source: Uint32Array | undefined;

  /**
   * @param name name of the order, by which threads share its ranks
   * @param saved ranks from a file, for the first values
   * @param prefixes weights of the order; undefined for orders that have none
   */
  constructor(
    column: CodedValues,
    order: RowOrder<Value>,
    kernels: Kernels,
    isNullOrdered = false,
    { name, saved, prefixes }: RanksOptions = {},
  ) {
    const { values } = column;
    const shared = name === undefined ? undefined : kernels.shared;
    this.#column = column;
    const compare: RowOrder<number> = (a, b) => order(values[a]!, values[b]!);
    const faster = prefixes === undefined ? undefined : () => orderByPrefixes(values, prefixes, compare);
    this.#codes = new ItemRanks(() => values.length, compare, isNullOrdered ? 0 : 1, kernels.budget, {
      saved,
      faster,
      share: shared && ((start) => shared.build(nameOfRanks(name!), start)),
    });
    this.#kernels = kernels;
    this.#shared = shared;
    this.#name = name;
  }

  get isReady(): boolean {
    return this.#codes.isReady;
  }

  sorted(): Uint32Array {
    return this.#codes.sorted();
  }

  codeRanks(): Uint32Array {
    return this.#codes.ranks();
  }

  rankOf(code: number): number {
    return this.#codes.ranks()[code]!;
  }

  rowRanks(): CodeArray {
    return runNow(this.rowRanksTask());
  }

  *rowRanksTask(): Task<CodeArray> {
    for (;;) {
      yield* this.#codes.prepare();
      const rankOfCode = this.#codes.ranks();
      const before = this.#source === rankOfCode ? this.#ofRows : undefined;
      const { rows } = this.#column.codes;
      if (before?.rows === rows) return before;
      yield* this.#rankRows(rankOfCode, before, rows);
    }
  }

  release(): void {
    this.#codes.release();
    if (this.#ofRows !== undefined) this.#kernels.release(this.#ofRows.slab);
    this.#ofRows = undefined;
    this.#source = undefined;
  }

  /**
   * Computes the rank of each row. If several tasks do this, the result of the first to finish is kept.
   *
   * @param before ranks of the first rows, valid while no value is added
   */
  *#rankRows(rankOfCode: Uint32Array, before: CodeArray | undefined, rows: number): Task<void> {
    const replaced = this.#ofRows;
    const start = () => this.#rowRanks(rankOfCode, before, rows);
    const image = yield* this.#shared?.build(`ranks of rows ${this.#name}`, start) ?? start();
    const ranks: CodeArray = { ...(image.state as RankState), slab: image.slabs[0]! };
    const isNew = ranks.slab !== before?.slab;
    if (this.#ofRows !== replaced) {
      if (isNew) this.#kernels.release(ranks.slab);
      return;
    }
    if (replaced !== undefined && isNew) this.#kernels.release(replaced.slab);
    this.#ofRows = ranks;
    this.#source = rankOfCode;
  }

  *#rowRanks(
    rankOfCode: Uint32Array,
    before: CodeArray | undefined,
    rows: number,
  ): Task<StructureImage<RankState>> {
    const { highest } = this.#codes;
    const width = highest < 0x100 ? 1 : highest < 0x1_0000 ? 2 : 4;
    const rankedRows = before?.rows ?? 0;
    const bytes = capacityFor(rows, (before?.slab.bytes ?? 0) / width) * width;
    const isInPlace = before !== undefined && before.slab.bytes >= bytes;
    const slab = isInPlace ? before.slab : this.#kernels.allocate(bytes);
    const state: RankState = { width, rows, count: highest + 1 };
    let isDone = false;
    try {
      if (before !== undefined && !isInPlace) slab.u8().set(before.slab.u8());
      yield* eachBatch(rows - rankedRows, (from, end) => {
        const codes = typedCodes(this.#column.codes);
        const to = typedCodes({ ...state, slab });
        for (let row = rankedRows + from; row < rankedRows + end; row++) to[row] = rankOfCode[codes[row]!]!;
      });
      isDone = true;
      return { state, slabs: [slab] };
    } finally {
      if (!isDone && !isInPlace) this.#kernels.release(slab);
    }
  }
}
