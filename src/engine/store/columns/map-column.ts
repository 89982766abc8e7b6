import type { Value } from "../../../values/types.ts";
import { ElementDictionary } from "./element-dictionary.ts";
import type { Kernels, Slab } from "../kernels/kernels.ts";
import { MapTokens, type FoundMaps } from "../tokens/map-tokens.ts";
import type { TokenAppender, TokenReader } from "../tokens/token-reader.ts";
import type { MemberSource } from "../members/member-batch.ts";
import { runNow, type Task } from "../tasks/task.ts";
import { countElements, countsOf, ListOffsets } from "./list-offsets.ts";

/** Column of maps. Map values without a string form, such as lists, become null. */
export class MapColumn {
  readonly kind = "maps";
  readonly offsets: ListOffsets;
  readonly keys: ElementDictionary;
  readonly items: ElementDictionary;

  /** @param rows expected number of rows */
  constructor(kernels: Kernels, rows = 0) {
    this.offsets = new ListOffsets(kernels, rows);
    this.keys = new ElementDictionary(kernels);
    this.items = new ElementDictionary(kernels);
  }

  get rows(): number {
    return this.offsets.rows;
  }

  /** Appends one map per row. Requires arrays of alternating keys and values, or null. */
  append(values: readonly Value[]): boolean {
    return runNow(this.appendTask(values));
  }

  /** Like `append`, as a task. The column must not be used before its end. */
  *appendTask(values: readonly Value[]): Task<boolean> {
    const { offsets, keys, items } = this;
    const counts = countElements(values, 2);
    offsets.reserve(counts);
    const place = offsets.placeOf(counts);
    yield* keys.add(place, values, 0, 2);
    yield* items.add(place, values, 1, 2);
    offsets.add(counts);
    return true;
  }

  /** Returns what appends values in texts. Undefined if they can only be read one by one. */
  tokens(reader: TokenReader, source: MemberSource): TokenAppender | undefined {
    const found = MapTokens.of(reader, source, {
      ofKeys: (values) => this.keys.codesOf(values),
      ofItems: (values) => this.items.codesOf(values),
      keyOf: (code) => this.keys.values[code]!,
    });
    return found && { append: (from) => this.#append(found.find(from)), release: () => found.release() };
  }

  trim(): void {
    this.keys.trim();
    this.items.trim();
  }

  valid(): Slab {
    return this.offsets.valid();
  }

  release(): void {
    this.offsets.release();
    this.keys.release();
    this.items.release();
  }

  #append(found: FoundMaps | undefined): number {
    if (found === undefined) return 0;
    const { offsets, keys, items } = this;
    const counts = countsOf(found.counts);
    offsets.reserve(counts);
    const place = offsets.placeOf(counts);
    keys.addCodes(place, found.keys);
    items.addCodes(place, found.items);
    offsets.add(counts);
    return found.counts.length;
  }
}
