import { countWork } from "../../../values/work.ts";
import type { Budget } from "../kernels/budget.ts";
import { slabOver, type StructureImage } from "../kernels/shared-structures.ts";
import { eachItem, numbersBetween, runNow, type Task } from "../tasks/task.ts";
import { ranksAgree, sortedByRank } from "./saved-ranks.ts";
import { mergeTask, sortTask, type RowOrder } from "../tasks/sort-task.ts";
import { UNIT_COSTS } from "../tasks/unit-costs.ts";

type BuildOnce = (start: () => Task<StructureImage>) => Task<StructureImage>;

/**
 * Ranks of items (codes or rows) from 1. Equal items share a rank. Later items are merged into the order, so
 * no pair of items is compared twice.
 */
export class ItemRanks {
  readonly #end: () => number;
  readonly #order: RowOrder<number>;
  readonly #first: 0 | 1;
  #sorted: Uint32Array = new Uint32Array(0);
  #ranks: Uint32Array = new Uint32Array(1);
  #highest = 0;
  readonly #budget: Budget;
  #reservedBytes = 0;
  #saved: Uint32Array | undefined;

  readonly #faster: (() => Task<RowOrder<number>>) | undefined;
  readonly #share: BuildOnce | undefined;

  /**
   * @param end returns the number of items plus `first`, the number of the first item
   * @param saved ranks of the first items, used if the order confirms them
   * @param share builds the ranks once for all threads that have the same items
   * @param faster returns the same order with faster comparisons, for sorting many items
   */
  constructor(
    end: () => number,
    order: RowOrder<number>,
    first: 0 | 1,
    budget: Budget,
    {
      saved,
      share,
      faster,
    }: {
      readonly share?: BuildOnce | undefined;
      readonly saved?: Uint32Array | undefined;
      readonly faster?: (() => Task<RowOrder<number>>) | undefined;
    } = {},
  ) {
    this.#faster = faster;
    this.#share = share;
    this.#saved = saved;
    this.#budget = budget;
    this.#end = end;
    this.#order = order;
    this.#first = first;
  }

  get isReady(): boolean {
    return this.#sorted.length === this.#end() - this.#first;
  }

  get highest(): number {
    return this.#highest;
  }

  sorted(): Uint32Array {
    runNow(this.prepare());
    return this.#sorted;
  }

  /** Returns the ranks by item number, in a new array whenever items were added. */
  ranks(): Uint32Array {
    runNow(this.prepare());
    return this.#ranks;
  }

  *prepare(): Task<void> {
    if (this.#share === undefined || this.isReady) return yield* this.#prepareItems();
    const { slabs } = yield* this.#share(() => this.#makeImage());
    const [ranks, sorted] = slabs.map((slab) => slab.u32()) as [Uint32Array, Uint32Array];
    this.#adopt(sorted.subarray(0, this.#end() - this.#first), ranks.subarray(0, this.#end()));
    if (slabs[0]!.address !== 0) this.release();
  }

  *#makeImage(): Task<StructureImage> {
    yield* this.#prepareItems();
    return { state: null, slabs: [this.#ranks, this.#sorted].map(slabOver) };
  }

  *#prepareItems(): Task<void> {
    while (!this.isReady) {
      const before = this.#sorted;
      const ranked = before.length + this.#first;
      const bytes = this.#end() * BYTES_PER_ITEM;
      if (bytes > this.#reservedBytes) {
        this.#budget.reserve(bytes - this.#reservedBytes);
        this.#reservedBytes = bytes;
      }
      const saved = this.#saved;
      if (saved !== undefined) {
        const sorted = sortedByRank(saved, this.#first);
        const holds = sorted !== undefined && (yield* ranksAgree(sorted, saved, this.#order));
        if (this.#saved === saved && holds) this.#adopt(sorted, saved);
        this.#saved = undefined;
        continue;
      }
      const added = yield* numbersBetween(ranked, this.#end());
      const order =
        this.#faster !== undefined && added.length > MANY_ITEMS ? yield* this.#faster() : this.#order;
      const sorted = yield* sortTask(added, order);
      // Start again if another task has added these items meanwhile.
      if (this.#sorted !== before) continue;
      const merged = yield* mergeTask(before, sorted, order);
      const ranks = yield* this.#ranksOf(merged, ranked, order);
      if (this.#sorted === before) this.#adopt(merged, ranks);
    }
  }

  #adopt(sorted: Uint32Array, ranks: Uint32Array): void {
    this.#sorted = sorted;
    this.#ranks = ranks;
    this.#highest = sorted.length === 0 ? 0 : ranks[sorted.at(-1)!]!;
  }

  release(): void {
    this.#budget.release(this.#reservedBytes);
    this.#reservedBytes = 0;
  }

  /** @param ranked items below this number have ranks already; two of them are equal if their ranks are */
  *#ranksOf(sorted: Uint32Array, ranked: number, order: RowOrder<number>): Task<Uint32Array> {
    const old = this.#ranks;
    const areTied = (a: number, b: number) =>
      a < ranked && b < ranked ? old[a] === old[b] : order(a, b) === 0;
    const ranks = new Uint32Array(sorted.length + this.#first);
    let rank = 0;
    let before = 0;
    yield* eachItem(sorted.length, (at) => {
      const item = sorted[at]!;
      countWork(UNIT_COSTS.comparison);
      if (rank === 0 || !areTied(before, item)) rank++;
      ranks[item] = rank;
      before = item;
    });
    return ranks;
  }
}

const BYTES_PER_ITEM = 8;
/** Making the comparisons faster is worth it for more items. */
const MANY_ITEMS = 256;
