import type { Value, ValueType } from "../../../values/types.ts";
import { DoubleEncoding } from "./double-encoding.ts";
import { fullBitmap, capacityFor } from "../kernels/growable-buffers.ts";
import type { ColumnImage } from "../kernels/column-image.ts";
import type { Kernels, Slab, BitmapTarget } from "../kernels/kernels.ts";
import { columnNumber, EXCEPTION, FINER } from "./nearest-doubles.ts";
import { positionOfValue, type NumberUnit } from "./nearest-doubles.ts";
import { copyNumbers, type NumberEncoding } from "../kernels/number-encoding.ts";
import { FrameOfReferenceEncoding, type NumberBatch } from "./reference-encoding.ts";
import type { NumberKey } from "../kernels/order-key.ts";
import {
  chooseFrame,
  scaled,
  scaleOf,
  type FrameOfReference,
  type IntegerRange,
} from "./frame-of-reference.ts";
import { NumberIndex } from "../indexes/number-index.ts";
import type { OtherValues } from "../tokens/token-reader.ts";
import { runNow, type Task } from "../tasks/task.ts";

/**
 * Column of numbers or instants, frame-of-reference encoded if 4 bytes per row suffice, otherwise doubles.
 *
 * Doubles represent JavaScript numbers, most bigints, and instants to the microsecond within 285 years of
 * 1970. Other values are exceptions: NaN in the column, and read from their row on each use.
 */
export class NumberColumn {
  readonly kind = "numbers";
  readonly type: ValueType["type"];
  readonly unit: NumberUnit;
  /** Ascending numbers of the rows with an exception: a value that no double represents. */
  readonly exceptions: number[] = [];
  readonly #kernels: Kernels;
  readonly #expected: number;
  #encoding: NumberEncoding;
  #rows = 0;
  #min = Infinity;
  #max = -Infinity;
  /** Whether any number is NaN: a null, or an exception. */
  #hasNaN = false;
  #valid: Slab | undefined;
  #index: NumberIndex | undefined;

  /** @param rows expected number of rows */
  constructor(kernels: Kernels, type: ValueType["type"], unit: NumberUnit, rows: number) {
    this.#kernels = kernels;
    this.type = type;
    this.unit = unit;
    this.#expected = rows;
    this.#encoding = new FrameOfReferenceEncoding(kernels, { first: 0, step: 1, scale: 1, width: 1 }, 0);
  }

  static of(kernels: Kernels, { rows, state, slabs: [slab] }: NumberImage): NumberColumn {
    const { type, unit, frame, min, max, hasNaN, exceptions } = state;
    const column = new NumberColumn(kernels, type, unit, 0);
    column.#encoding.release();
    column.#encoding =
      frame === null
        ? new DoubleEncoding(kernels, slab!)
        : new FrameOfReferenceEncoding(kernels, frame, slab!);
    column.#rows = rows;
    column.#widenTo(min ?? Infinity, max ?? -Infinity);
    column.#hasNaN = hasNaN;
    for (const row of exceptions) column.exceptions.push(row);
    return column;
  }

  image(): NumberImage {
    const { type, unit, exceptions } = this;
    const frame = this.#encoding instanceof FrameOfReferenceEncoding ? this.#encoding.frame : null;
    const [min, max] = this.#min <= this.#max ? [this.#min, this.#max] : [null, null];
    const state = { type, unit, frame, min, max, hasNaN: this.#hasNaN, exceptions };
    return { kind: this.kind, rows: this.#rows, state, slabs: [this.#encoding.slab], values: [] };
  }

  get rows(): number {
    return this.#rows;
  }

  /** Lowest number, ignoring exceptions. Infinity if there are no numbers. */
  get min(): number {
    return this.#min;
  }

  get max(): number {
    return this.#max;
  }

  /** Cost of one pass over all rows: `ColumnTest.cost`. */
  get cost(): number {
    return this.#encoding.cost;
  }

  /** Returns the number of a row. NaN for null and for an exception. */
  numberAt(row: number): number {
    return this.#encoding.numberAt(row);
  }

  /** Returns a function that reads the number of a row. It becomes invalid when kernel memory grows. */
  reader(): (row: number) => number {
    return this.#encoding.reader();
  }

  /** Finds the numbers in `[low, high]`, only among the rows below `rows`. */
  between(rows: number, low: number, high: number, ...to: BitmapTarget): void {
    this.#encoding.between(rows, low, high, ...to);
  }

  count(rows: number, low: number, high: number): number {
    return this.#encoding.count(rows, low, high);
  }

  key(): Omit<NumberKey, "kind" | "isDescending"> {
    const positionOf = (value: Value) => {
      const position = positionOfValue(this.type, this.unit, value);
      return position === undefined ? undefined : this.#encoding.encodePosition(position);
    };
    const hasNaN = this.#hasNaN && this.#encoding.width === 8;
    return { ...this.#encoding.key(this.#min, this.#max), hasNaN, positionOf };
  }

  /** Appends a value per row. Returns false, with the column unusable, if an instant needs a finer unit. */
  append(values: readonly Value[]): boolean {
    return runNow(this.appendTask(values));
  }

  /** Like `append`, as a task. The column must not be used before its end. */
  *appendTask(values: readonly Value[]): Task<boolean> {
    this.#releaseValid();
    const room = new Float64Array(Math.min(BATCH_ROWS, values.length));
    for (let from = 0; from < values.length; from += BATCH_ROWS) {
      const numbers = room.subarray(0, values.length - from);
      const exceptions: number[] = [];
      for (let i = 0; i < numbers.length; i++) {
        const number = columnNumber(this.type, this.unit, values[from + i]!);
        if (number === FINER) return false;
        if (number === EXCEPTION) exceptions.push(this.#rows + i);
        numbers[i] = typeof number === "number" ? number : NaN;
      }
      yield* this.#addNumbers(numbers, exceptions);
    }
    return true;
  }

  /**
   * Like `appendTask`, for numbers of which NaN is null.
   *
   * @param numbers at most `BATCH_ROWS` numbers in the unit of the column, which are changed
   * @param others values for which `numbers` has no number
   */
  *appendNumbers(numbers: Float64Array, { indexes, values }: OtherValues): Task<boolean> {
    this.#releaseValid();
    const exceptions: number[] = [];
    for (let at = 0; at < indexes.length; at++) {
      const i = indexes[at]!;
      const number = columnNumber(this.type, this.unit, values[at]!);
      if (number === FINER) return false;
      if (number === EXCEPTION) exceptions.push(this.#rows + i);
      numbers[i] = typeof number === "number" ? number : NaN;
    }
    if (this.type === "integer") {
      for (let i = 0; i < numbers.length; i++) if (Math.floor(numbers[i]!) !== numbers[i]) numbers[i] = NaN;
    }
    yield* this.#addNumbers(numbers, exceptions);
    return true;
  }

  /** Returns the bitmap of the rows that are not null, including exceptions. */
  valid(): Slab {
    if (this.#valid === undefined) {
      const valid = fullBitmap(this.#kernels, this.#rows);
      this.between(this.#rows, -Infinity, Infinity, valid, valid, false);
      const bits = valid.u32();
      for (const row of this.exceptions) bits[row >>> 5]! |= 1 << (row & 31);
      this.#valid = valid;
    }
    return this.#valid;
  }

  index(): NumberIndex {
    this.#index ??= new NumberIndex(this.#kernels, {
      rows: () => this.#rows,
      encoding: () => this.#encoding,
      key: () => ({ kind: "numbers", ...this.key(), isDescending: false }),
    });
    return this.#index;
  }

  release(): void {
    this.#index?.release();
    this.#encoding.release();
    this.#releaseValid();
  }

  #releaseValid(): void {
    if (this.#valid !== undefined) this.#kernels.release(this.#valid);
    this.#valid = undefined;
  }

  *#addNumbers(numbers: Float64Array, exceptions: readonly number[]): Task<void> {
    let [min, max, areIntegers] = [Infinity, -Infinity, true];
    for (let i = 0; i < numbers.length; i++) {
      const number = numbers[i]!;
      if (Math.floor(number) !== number) {
        if (number !== number) {
          this.#hasNaN = true;
          continue;
        }
        areIntegers = false;
      }
      if (number < min) min = number;
      if (number > max) max = number;
    }
    yield* this.#add({ numbers, min, max, areIntegers });
    this.exceptions.push(...exceptions);
  }

  *#add(batch: NumberBatch): Task<void> {
    const encoding = this.#encoding;
    const rows = this.#rows + batch.numbers.length;
    if (encoding instanceof FrameOfReferenceEncoding && !encoding.holds(batch))
      yield* this.#replace(encoding, batch);
    this.#encoding.grow(Math.max(rows, this.#expected));
    this.#encoding.write(batch.numbers, this.#rows);
    this.#rows = rows;
    this.#widenTo(batch.min, batch.max);
  }

  #widenTo(min: number, max: number): void {
    if (min < this.#min) this.#min = min;
    if (max > this.#max) this.#max = max;
  }

  *#replace(before: FrameOfReferenceEncoding, batch: NumberBatch): Task<void> {
    const frame = yield* this.#frameFor(before, batch);
    const room = capacityFor(
      Math.max(this.#rows + batch.numbers.length, this.#expected),
      before.slab.bytes / before.width,
    );
    const after =
      frame === undefined
        ? new DoubleEncoding(this.#kernels, room)
        : new FrameOfReferenceEncoding(this.#kernels, frame, room);
    let isCopied = false;
    try {
      yield* copyNumbers(before, after, this.#rows);
      isCopied = true;
    } finally {
      if (!isCopied) after.release();
    }
    this.#encoding = after;
    before.release();
  }

  *#frameFor(
    before: FrameOfReferenceEncoding,
    { numbers, min, max, areIntegers }: NumberBatch,
  ): Task<FrameOfReference | undefined> {
    const currentScale = before.frame.scale;
    const scale = areIntegers ? currentScale : scaleOf(numbers, currentScale);
    if (scale === undefined) return undefined;
    const span: IntegerRange = {
      min: scaled(Math.min(min, this.#min), scale),
      max: scaled(Math.max(max, this.#max), scale),
      scale,
      step: () => before.commonStep(this.#rows, numbers, scale),
    };
    const isDownwards = min < this.#min && this.#rows > 0;
    return yield* chooseFrame(span, isDownwards);
  }
}

export type NumberImage = ColumnImage<
  "numbers",
  Pick<NumberColumn, "type" | "unit" | "exceptions"> & {
    /** Null for doubles. */
    readonly frame: FrameOfReference | null;
    /** Null if there are no numbers. */
    readonly min: number | null;
    readonly max: number | null;
    readonly hasNaN: boolean;
  }
>;

const BATCH_ROWS = 4096;
