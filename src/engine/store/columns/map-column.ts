import type { Value } from "../../../values/types.ts";
import { ElementDictionary, type ElementState } from "./element-dictionary.ts";
import type { ColumnImage } from "../kernels/column-image.ts";
import type { Kernels, Slab } from "../kernels/kernels.ts";
import { MapTokens, type FoundMaps } from "../tokens/map-tokens.ts";
import type { TokenAppender, TokenReader } from "../tokens/token-reader.ts";
import type { MemberSource } from "../members/member-batch.ts";
import { runNow, type Task } from "../tasks/task.ts";
import { countElements, countsOf, ListOffsets, type OffsetState } from "./list-offsets.ts";

/** Column of maps. Map values without a string form, such as lists, become null. */
export class MapColumn {
  readonly kind = "maps";
  readonly offsets: ListOffsets;
  readonly keys: ElementDictionary;
  readonly items: ElementDictionary;

  /** @param rows expected number of rows */
  constructor(
    kernels: Kernels,
    rows = 0,
    offsets = new ListOffsets(kernels, rows),
    keys = new ElementDictionary(kernels),
    items = new ElementDictionary(kernels),
  ) {
    this.offsets = offsets;
    this.keys = keys;
    this.items = items;
  }

  static of(kernels: Kernels, { rows, state, slabs, values }: MapImage): MapColumn {
    const offsets = ListOffsets.of(kernels, state.offsets, slabs);
    const keys = ElementDictionary.of(kernels, state.keys, slabs[3]!, values[0]!);
    const items = ElementDictionary.of(kernels, state.items, slabs[4]!, values[1]!);
    return new MapColumn(kernels, rows, offsets, keys, items);
  }

  image(): MapImage {
    const [offsets, keys, items] = [this.offsets.image(), this.keys.image(), this.items.image()];
    return {
      kind: this.kind,
      rows: this.rows,
      state: { offsets: offsets.state, keys: keys.state, items: items.state },
      slabs: [...offsets.slabs, keys.slab, items.slab],
      values: [keys.values, items.values],
    };
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
    const tokens = MapTokens.of(reader, source, {
      ofKeys: (values) => this.keys.codesOf(values),
      ofItems: (values) => this.items.codesOf(values),
      keyOf: (code) => this.keys.values[code]!,
    });
    return tokens && { append: (from) => this.#append(tokens.find(from)), release: () => tokens.release() };
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

  #append(maps: FoundMaps | undefined): number {
    if (maps === undefined) return 0;
    const { offsets, keys, items } = this;
    const counts = countsOf(maps.counts);
    offsets.reserve(counts);
    const place = offsets.placeOf(counts);
    keys.addCodes(place, maps.keys);
    items.addCodes(place, maps.items);
    offsets.add(counts);
    return maps.counts.length;
  }
}

export type MapImage = ColumnImage<
  "maps",
  { readonly offsets: OffsetState; readonly keys: ElementState; readonly items: ElementState }
>;
