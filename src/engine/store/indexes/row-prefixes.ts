import type { PrefixOrder } from "../../../collation/order/sort-prefix.ts";
import type { Kernels } from "../kernels/kernels.ts";
import { StringPrefixes } from "./string-prefixes.ts";

/**
 * Sort prefixes of members that have no column. They are written for the rows of a request, whose strings it would read in any case.
 * Later requests use them again. Building a column reads the strings of all rows and encodes them.
 */
export class RowPrefixes {
  readonly #kernels: Kernels;
  readonly #known = new Map<string, StringPrefixes>();

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
  }

  /** Returns undefined if too many members have prefixes already. */
  get(
    member: string,
    order: PrefixOrder,
    readerOf: () => (row: number) => string | null,
  ): StringPrefixes | undefined {
    const key = `${order.key} ${member}`;
    const known = this.#known.get(key);
    if (known !== undefined || this.#known.size === MAX_MEMBERS) return known;
    const source = { valueAt: readerOf(), written: undefined, illFormed: [] };
    const made = new StringPrefixes(this.#kernels, order, source);
    this.#known.set(key, made);
    return made;
  }

  release(): void {
    for (const prefixes of this.#known.values()) prefixes.release();
    this.#known.clear();
  }
}

/** Catalogs rarely have more members by which rows are sorted. */
const MAX_MEMBERS = 64;
