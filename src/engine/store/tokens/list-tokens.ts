import { allocateAll } from "../kernels/growable-buffers.ts";
import type { Slab } from "../kernels/kernels.ts";
import { tryAllocate } from "../kernels/try-allocate.ts";
import { rawReader, type MemberSource } from "../members/member-batch.ts";
import type { Value } from "../../../values/types.ts";
import { countWork } from "../../../values/work.ts";
import { TokenIds, type IdsOf } from "./token-ids.ts";
import { nameBytes, writeName, type NameBytes, type TokenReader } from "./token-reader.ts";

/** Lists of some rows of a batch. */
export interface FoundLists {
  /** Number of elements of each row. -1 for null. */
  readonly counts: Int32Array;
  /** Ids of the elements of all rows. */
  readonly ids: Uint32Array;
}

/** Finds lists, and the ids of their elements, in texts. */
export class ListTokens {
  readonly #reader: TokenReader;
  readonly #isCollected: boolean;
  readonly #elements: Slab;
  readonly #results: Slab;
  readonly #names: readonly NameBytes[];
  readonly #ids: TokenIds;

  private constructor(reader: TokenReader, source: MemberSource, slabs: readonly Slab[], idsOf: IdsOf) {
    const [elements, results, ...names] = slabs as [Slab, Slab, ...Slab[]];
    const path = source.elementPath!;
    this.#reader = reader;
    this.#isCollected = source.isCollected;
    this.#elements = elements;
    this.#results = results;
    this.#names = names.map((slab, i) => writeName(path[i]!, slab));
    this.#ids = new TokenIds(reader.memory, reader.kernels, elementReader(source), idsOf);
  }

  /** Returns undefined if lists can only be read one by one, or if memory is scarce. */
  static of(reader: TokenReader, source: MemberSource, idsOf: IdsOf): ListTokens | undefined {
    const { elementPath } = source;
    if (elementPath?.every((name) => name.isWellFormed()) !== true) return undefined;
    const sizes = [MAX_ELEMENTS * 4, MAX_ELEMENTS * 4, ...elementPath.map(nameBytes)];
    const slabs = tryAllocate(() => allocateAll(reader.memory, sizes));
    if (slabs === undefined) return undefined;
    const tokens = tryAllocate(() => new ListTokens(reader, source, slabs, idsOf));
    if (tokens === undefined) for (const slab of slabs) reader.memory.release(slab);
    return tokens;
  }

  /**
   * Finds the lists of the loaded batch from an index on. Ends before a list that must be read in another way. Returns undefined if
   * that holds for the first one.
   */
  find(from: number): FoundLists | undefined {
    const { kernels } = this.#reader;
    const values = this.#reader.from(from);
    const { results } = this.#reader;
    const rows = kernels.listElements(values, results, this.#elements);
    const counts = new Int32Array(results.u32().slice(0, rows).buffer);
    let length = 0;
    let elements = 0;
    for (; length < rows && counts[length]! >= -1; length++) elements += Math.max(0, counts[length]!);
    const tokens = { bytes: values.bytes, positions: this.#elements, first: 0, count: elements };
    for (const { slab, length: bytes } of this.#names) kernels.findMember(tokens, slab, bytes);
    countWork(elements * UNITS_PER_ELEMENT);
    const otherIndexes: number[] = [];
    const ids = this.#ids.find(tokens, this.#results, (i) => {
      otherIndexes.push(i);
      return null;
    });
    // Elements whose names have escapes are rare, so all rows from here on are read in another way.
    if (ids === undefined || otherIndexes.length > 0 || length === 0) return undefined;
    const lists = { counts: counts.subarray(0, length), ids };
    return this.#isCollected ? withoutNulls(lists) : lists;
  }

  release(): void {
    const { memory } = this.#reader;
    this.#ids.release();
    for (const slab of [this.#elements, this.#results, ...this.#names.map((name) => name.slab)])
      memory.release(slab);
  }
}

/** Returns a converter of parsed elements. */
function elementReader({ path, elementPath, read }: MemberSource): (raw: unknown) => Value {
  const readList = rawReader(path!, read);
  const names = elementPath!.toReversed();
  return (raw) => {
    const element = names.reduce<unknown>((value, name) => ({ [name]: value }), raw);
    const list = readList([element]) as readonly Value[] | null;
    return list?.[0] ?? null;
  };
}

function withoutNulls({ counts, ids }: FoundLists): FoundLists {
  let [at, idCount] = [0, 0];
  for (let row = 0; row < counts.length; row++) {
    const first = idCount;
    for (const end = at + Math.max(0, counts[row]!); at < end; at++)
      if (ids[at] !== 0) ids[idCount++] = ids[at]!;
    counts[row] = idCount === first ? -1 : idCount - first;
  }
  return { counts, ids: ids.subarray(0, idCount) };
}

/** Maximum number of elements of the rows that are read at once. */
const MAX_ELEMENTS = 8192;
/** Work of finding an element. */
const UNITS_PER_ELEMENT = 6;
