import type { PrefixOrder } from "../../../collation/order/sort-prefix.ts";
import type { Kernels } from "../kernels/kernels.ts";
import { StringPrefixes } from "./string-prefixes.ts";

/**
 * Sort prefixes of members that have no column. They are written for the rows of a request, whose strings it would read in any case.
 * Later requests use them again. Building a column reads the strings of all rows and encodes them.
 */
export class RowPrefixes {
  readonly #kernels: Kernels;
  readonly #entries = new Map<string, { readonly prefixes: StringPrefixes; readonly sampledRows: number }>();
  /** Prefixes of fewer rows. Running requests may use them, so they are kept until the columns are released. */
  readonly #outgrown: StringPrefixes[] = [];

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
  }

  /**
   * Returns undefined if too many members have prefixes already. If the rows have doubled, a new sample decides on the encoding: the
   * first rows of a collection may have few of the characters that later ones have.
   */
  get(
    member: string,
    order: PrefixOrder,
    rows: number,
    readerOf: () => (row: number) => string | null,
  ): StringPrefixes | undefined {
    const key = `${order.key} ${member}`;
    const entry = this.#entries.get(key);
    if (entry !== undefined && rows <= entry.sampledRows * 2) return entry.prefixes;
    if (entry === undefined && this.#entries.size === MAX_MEMBERS) return undefined;
    if (entry !== undefined) this.#outgrown.push(entry.prefixes);
    const source = { valueAt: readerOf(), written: undefined, illFormed: [] };
    const prefixes = new StringPrefixes(this.#kernels, order, source);
    this.#entries.set(key, { prefixes, sampledRows: rows });
    return prefixes;
  }

  release(): void {
    for (const { prefixes } of this.#entries.values()) prefixes.release();
    for (const prefixes of this.#outgrown) prefixes.release();
    this.#entries.clear();
    this.#outgrown.length = 0;
  }
}

/** Catalogs rarely have more members by which rows are sorted. */
const MAX_MEMBERS = 64;
