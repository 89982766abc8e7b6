import type { Value } from "../../../values/types.ts";
import { ElementDictionary, type ElementState } from "./element-dictionary.ts";
import type { ColumnImage } from "../kernels/column-image.ts";
import type { Kernels, Slab } from "../kernels/kernels.ts";
import { typedCodes } from "../kernels/plain.ts";
import { ListTokens, type FoundLists } from "../tokens/list-tokens.ts";
import type { TokenAppender, TokenReader } from "../tokens/token-reader.ts";
import type { MemberSource } from "../members/member-batch.ts";
import { runNow, type Task } from "../tasks/task.ts";
import { countElements, countsOf, ListOffsets, type OffsetState } from "./list-offsets.ts";

export class ListColumn {
  readonly kind = "lists";
  readonly offsets: ListOffsets;
  readonly elements: ElementDictionary;

  /** @param rows expected number of rows */
  constructor(
    kernels: Kernels,
    rows = 0,
    offsets = new ListOffsets(kernels, rows),
    elements = new ElementDictionary(kernels),
  ) {
    this.offsets = offsets;
    this.elements = elements;
  }

  static of(kernels: Kernels, { rows, state, slabs, values }: ListImage): ListColumn {
    const elements = ElementDictionary.of(kernels, state.elements, slabs[3]!, values[0]!);
    return new ListColumn(kernels, rows, ListOffsets.of(kernels, state.offsets, slabs), elements);
  }

  image(): ListImage {
    const [offsets, elements] = [this.offsets.image(), this.elements.image()];
    return {
      kind: this.kind,
      rows: this.rows,
      state: { offsets: offsets.state, elements: elements.state },
      slabs: [...offsets.slabs, elements.slab],
      values: [elements.values],
    };
  }

  get rows(): number {
    return this.offsets.rows;
  }

  /** Distinct elements of all lists by code. Null is first. */
  get values(): readonly Value[] {
    return this.elements.values;
  }

  isNull(row: number): boolean {
    return this.offsets.isNull(row);
  }

  /** Appends one list per row. Requires arrays from the column's reader, or null. */
  append(values: readonly Value[]): boolean {
    return runNow(this.appendTask(values));
  }

  /** Like `append`, as a task. The column must not be used before its end. */
  *appendTask(values: readonly Value[]): Task<boolean> {
    const { offsets, elements } = this;
    const counts = countElements(values, 1);
    offsets.reserve(counts);
    yield* elements.add(offsets.placeOf(counts), values);
    offsets.add(counts);
    return true;
  }

  /** Returns what appends values in texts. Undefined if they can only be read one by one. */
  tokens(reader: TokenReader, source: MemberSource): TokenAppender | undefined {
    const tokens = ListTokens.of(reader, source, (values) => this.elements.codesOf(values));
    return tokens && { append: (from) => this.#append(tokens.find(from)), release: () => tokens.release() };
  }

  trim(): void {
    this.elements.trim();
  }

  codesAt(row: number): Uint8Array | Uint16Array | Uint32Array {
    return typedCodes(this.elements.codes).subarray(...this.offsets.elementRange(row));
  }

  valid(): Slab {
    return this.offsets.valid();
  }

  release(): void {
    this.offsets.release();
    this.elements.release();
  }

  #append(lists: FoundLists | undefined): number {
    if (lists === undefined) return 0;
    const { offsets, elements } = this;
    const counts = countsOf(lists.counts);
    offsets.reserve(counts);
    elements.addCodes(offsets.placeOf(counts), lists.ids);
    offsets.add(counts);
    return lists.counts.length;
  }
}

export type ListImage = ColumnImage<
  "lists",
  { readonly offsets: OffsetState; readonly elements: ElementState }
>;
