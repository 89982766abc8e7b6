import { allocateAll } from "../kernels/growable-buffers.ts";
import type { Slab } from "../kernels/kernels.ts";
import { tryAllocate } from "../kernels/try-allocate.ts";
import { rawReader, type MemberSource } from "../members/member-batch.ts";
import type { Value } from "../../../values/types.ts";
import { countWork } from "../../../values/work.ts";
import { TokenIds, type IdsOf } from "./token-ids.ts";
import type { TokenReader } from "./token-reader.ts";

/** Maps of some rows of a batch. */
export interface FoundMaps {
  /** Number of entries of each row. -1 for null. */
  readonly counts: Int32Array;
  /** Ids of the keys of all rows. */
  readonly keys: Uint32Array;
  /** Ids of the values of all rows. */
  readonly items: Uint32Array;
}

/** Functions that assign ids to keys and to values, and that return the key of an id. */
export interface MapIds {
  readonly ofKeys: IdsOf;
  readonly ofItems: IdsOf;
  readonly keyOf: (id: number) => Value;
}

/** Finds the maps of a member in the texts of rows, and returns the ids of their keys and values. */
export class MapTokens {
  readonly #reader: TokenReader;
  readonly #entries: Slab;
  readonly #results: Slab;
  readonly #keys: TokenIds;
  readonly #items: TokenIds;
  readonly #keyOf: MapIds["keyOf"];

  private constructor(reader: TokenReader, source: MemberSource, slabs: readonly Slab[], ids: MapIds) {
    const { memory, kernels } = reader;
    [this.#entries, this.#results] = slabs as [Slab, Slab];
    this.#reader = reader;
    this.#keyOf = ids.keyOf;
    this.#keys = new TokenIds(memory, kernels, (raw) => raw as string, ids.ofKeys);
    try {
      this.#items = new TokenIds(memory, kernels, itemReader(source), ids.ofItems);
    } catch (error) {
      this.#keys.release();
      throw error;
    }
  }

  /** Returns undefined if memory is scarce. */
  static of(reader: TokenReader, source: MemberSource, ids: MapIds): MapTokens | undefined {
    const slabs = tryAllocate(() => allocateAll(reader.memory, [MAX_ENTRIES * 8, MAX_ENTRIES * 4]));
    if (slabs === undefined) return undefined;
    const tokens = tryAllocate(() => new MapTokens(reader, source, slabs, ids));
    if (tokens === undefined) for (const slab of slabs) reader.memory.release(slab);
    return tokens;
  }

  /**
   * Finds the maps of the loaded batch from an index on. Ends before a map that must be read in another way. Returns undefined if
   * that holds for the first one.
   */
  find(from: number): FoundMaps | undefined {
    const { kernels, results } = this.#reader;
    const values = this.#reader.from(from);
    const rows = kernels.mapEntries(values, results, this.#entries);
    const counts = new Int32Array(results.u32().slice(0, rows).buffer);
    const count = counts.reduce((sum, entries) => sum + Math.max(0, entries), 0);
    countWork(count * UNITS_PER_ENTRY);
    const tokens = { bytes: values.bytes, positions: this.#entries, count };
    const keys = this.#keys.find({ ...tokens, first: 0 }, this.#results, nullAt);
    if (keys === undefined) return undefined;
    const { length, end } = this.#usualRows(counts, keys);
    if (length === 0) return undefined;
    const items = this.#items.find({ ...tokens, first: MAX_ENTRIES, count: end }, this.#results, nullAt);
    return items && { counts: counts.subarray(0, length), keys: keys.subarray(0, end), items };
  }

  release(): void {
    this.#keys.release();
    this.#items.release();
    for (const slab of [this.#entries, this.#results]) this.#reader.memory.release(slab);
  }

  /**
   * Returns the number of rows, and of their entries, before a row that must be read in another way: one whose map has a repeated
   * key, or a key that may be an index, which objects enumerate first.
   */
  #usualRows(counts: Int32Array, keys: Uint32Array): { readonly length: number; readonly end: number } {
    let end = 0;
    for (let row = 0; row < counts.length; row++) {
      const count = counts[row]!;
      if (count < -1 || count > MAX_COMPARED) return { length: row, end };
      for (let i = end; i < end + count; i++) {
        const first = (this.#keyOf(keys[i]!) as string).charCodeAt(0);
        if ((first >= DIGIT_0 && first <= DIGIT_9) || keys.indexOf(keys[i]!, end) < i)
          return { length: row, end };
      }
      end += Math.max(0, count);
    }
    return { length: counts.length, end };
  }
}

/** Positions of names and values are always known. */
function nullAt(): null {
  return null;
}

/** Returns a converter of parsed values of entries. */
function itemReader({ path, read }: MemberSource): (raw: unknown) => Value {
  const readMap = rawReader(path!, read);
  return (raw) => (readMap({ key: raw }) as readonly Value[])[1]!;
}

/** Maximum number of entries of the rows that are read at once. */
const MAX_ENTRIES = 8192;
/** Maximum number of keys of a map, which are compared in pairs. */
const MAX_COMPARED = 64;
/** Work of finding an entry. */
const UNITS_PER_ENTRY = 16;
const [DIGIT_0, DIGIT_9] = [0x30, 0x39];
