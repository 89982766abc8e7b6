import { readInstant } from "../../../functions/in-memory/value-order.ts";
import { lastReadInstant, type TemporalType } from "../../../values/instant.ts";
import { isTemporal, type Value, type ValueType } from "../../../values/types.ts";
import { Doubles } from "./double-encoding.ts";
import { everyRow, roomFor } from "../kernels/growable-buffers.ts";
import type { Kernels, Slab, Target } from "../kernels/kernels.ts";
import { instantIn, neighborsOf, type Unit } from "./number-neighbors.ts";
import type { NumberForm } from "../kernels/number-encoding.ts";
import { OffsetCodes, type Batch } from "./reference-encoding.ts";
import type { Bound, NumberKey } from "../kernels/order-key.ts";
import { progressionOf, scaled, scaleOf, type Progression, type Span } from "./frame-of-reference.ts";
import { NumberIndex } from "../indexes/number-index.ts";
import { eachBatch, type Task } from "../tasks/task.ts";

/**
 * Numbers and instants. Integers and decimals that few bytes tell apart are codes, whatever else is a double: that holds every number
 * of JavaScript, most bigints, and instants to the microsecond for some 285 years before and after 1970. What it cannot
 * hold exactly is an exception: none here, and looked up in its row whenever the column is used.
 */
export class NumberColumn {
  readonly kind = "numbers";
  readonly type: ValueType["type"];
  readonly unit: Unit;
  /** Rows whose value no double holds, ascending. */
  readonly exceptions: number[] = [];
  readonly #kernels: Kernels;
  readonly #expected: number;
  #form: NumberForm;
  #rows = 0;
  #least = Infinity;
  #most = -Infinity;
  #valid: Slab | undefined;
  #index: NumberIndex | undefined;

  /** @param rows so many are expected */
  constructor(kernels: Kernels, type: ValueType["type"], unit: Unit, rows: number) {
    this.#kernels = kernels;
    this.type = type;
    this.unit = unit;
    this.#expected = rows;
    this.#form = new OffsetCodes(kernels, { first: 0, step: 1, scale: 1, width: 1 }, 0);
  }

  get rows(): number {
    return this.#rows;
  }

  /** The least number of all rows, exceptions left out; Infinity if there is none. */
  get least(): number {
    return this.#least;
  }

  get most(): number {
    return this.#most;
  }

  /** What one pass over the rows costs, as tests of columns tell it. */
  get cost(): number {
    return this.#form.cost;
  }

  /** The number of a row: NaN for none, and for an exception. */
  numberAt(row: number): number {
    return this.#form.numberAt(row);
  }

  /** The same for many rows at once: memory that grows leaves it behind. */
  reader(): (row: number) => number {
    return this.#form.reader();
  }

  /** Sets the bits of those of the first rows whose number is from `low` to `high`, both included. */
  between(rows: number, low: number, high: number, ...to: Target): void {
    this.#form.between(rows, low, high, ...to);
  }

  /** How many of the first rows have a number from `low` to `high`, both included. */
  count(rows: number, low: number, high: number): number {
    return this.#form.count(rows, low, high);
  }

  /** What stands for each row where rows are put in order. */
  key(): Omit<NumberKey, "kind" | "isDescending"> {
    const bound = (value: Value) => {
      const found = this.#boundOf(value);
      return found === undefined ? undefined : this.#form.bound(found);
    };
    return { ...this.#form.key(this.#least, this.#most), bound };
  }

  /** Adds rows. False if one has an instant that only a finer unit holds: the column is of no use then. */
  append(values: readonly Value[]): boolean {
    this.#releaseValid();
    const room = new Float64Array(Math.min(ROWS_AT_ONCE, values.length));
    for (let from = 0; from < values.length; from += ROWS_AT_ONCE) {
      const numbers = room.subarray(0, values.length - from);
      const exceptions: number[] = [];
      let [least, most, areWhole] = [Infinity, -Infinity, true];
      for (let i = 0; i < numbers.length; i++) {
        const number = this.#numberOf(values[from + i]!);
        if (typeof number === "number") {
          numbers[i] = number;
          if (number < least) least = number;
          if (number > most) most = number;
          if (Math.floor(number) !== number) areWhole = false;
          continue;
        }
        if (number === FINER) return false;
        if (number === EXCEPTION) exceptions.push(this.#rows + i);
        numbers[i] = NaN;
      }
      this.#add({ numbers, least, most, areWhole });
      this.exceptions.push(...exceptions);
    }
    return true;
  }

  /** The numbers of the first rows as they lie in memory, and what they mean; a copy, with null for those that went. */
  saved(rows: number, gone: readonly number[]): SavedForm {
    const { width, slab } = this.#form;
    const bytes = slab.u8().slice(0, rows * width);
    const nothing = width === 8 ? new Uint8Array(Float64Array.of(NaN).buffer) : new Uint8Array(width);
    for (const row of gone) bytes.set(nothing, row * width);
    const { first, step, scale } =
      this.#form instanceof OffsetCodes ? this.#form.progression : { first: 0, step: 1, scale: 1 };
    return { width, first, step, scale, bytes };
  }

  /**
   * Takes in the numbers of a column of the same type and unit, and the rows of these that are exceptions. To be called
   * before there are any. False if they are none that such a column has.
   */
  *restore({ width, first, step, scale, bytes }: SavedForm, exceptions: Iterable<number>): Task<boolean> {
    const rows = bytes.length / width;
    const room = roomFor(rows, 0);
    const form =
      width === 8
        ? new Doubles(this.#kernels, room)
        : new OffsetCodes(this.#kernels, { first, step, scale, width }, room);
    this.#form.release();
    this.#form = form;
    form.slab.u8().set(bytes);
    this.#rows = rows;
    for (const row of exceptions) this.exceptions.push(row);
    let isRight = true;
    const isWhole = this.type !== "number";
    yield* eachBatch(rows, (from, end) => {
      const numberAt = form.reader();
      for (let row = from; row < end; row++) {
        const number = numberAt(row);
        if (number !== number) continue;
        if (!(isWhole ? Number.isInteger(number) : Number.isFinite(number))) isRight = false;
        this.#widenTo(number, number);
      }
    });
    for (const row of this.exceptions) if (!Number.isNaN(form.numberAt(row))) isRight = false;
    return isRight && !(form instanceof OffsetCodes && this.#most > form.last);
  }

  /** The rows that have a value, exceptions included. */
  valid(): Slab {
    if (this.#valid === undefined) {
      const valid = everyRow(this.#kernels, this.#rows);
      this.between(this.#rows, -Infinity, Infinity, valid, valid, false);
      const bits = valid.u32();
      for (const row of this.exceptions) bits[row >>> 5]! |= 1 << (row & 31);
      this.#valid = valid;
    }
    return this.#valid;
  }

  /** The rows in the order of their numbers. */
  index(): NumberIndex {
    this.#index ??= new NumberIndex(this.#kernels, {
      rows: () => this.#rows,
      form: () => this.#form,
    });
    return this.#index;
  }

  release(): void {
    this.#index?.release();
    this.#form.release();
    this.#releaseValid();
  }

  #releaseValid(): void {
    if (this.#valid !== undefined) this.#kernels.release(this.#valid);
    this.#valid = undefined;
  }

  #add(batch: Batch): void {
    const form = this.#form;
    const rows = this.#rows + batch.numbers.length;
    if (form instanceof OffsetCodes && !form.holds(batch)) this.#replace(form, batch);
    this.#form.grow(Math.max(rows, this.#expected));
    this.#form.write(batch.numbers, this.#rows);
    this.#rows = rows;
    this.#widenTo(batch.least, batch.most);
  }

  #widenTo(least: number, most: number): void {
    if (least < this.#least) this.#least = least;
    if (most > this.#most) this.#most = most;
  }

  /** Another form that holds the numbers that are there and some more. */
  #replace(before: OffsetCodes, batch: Batch): void {
    const progression = this.#progressionFor(before, batch);
    const room = roomFor(
      Math.max(this.#rows + batch.numbers.length, this.#expected),
      before.slab.bytes / before.width,
    );
    const after =
      progression === undefined
        ? new Doubles(this.#kernels, room)
        : new OffsetCodes(this.#kernels, progression, room);
    copy(before, after, this.#rows);
    this.#form = after;
    before.release();
  }

  #progressionFor(before: OffsetCodes, { numbers, least, most, areWhole }: Batch): Progression | undefined {
    const known = before.progression.scale;
    const scale = areWhole ? known : scaleOf(numbers, known);
    if (scale === undefined) return undefined;
    const span: Span = {
      least: scaled(Math.min(least, this.#least), scale),
      most: scaled(Math.max(most, this.#most), scale),
      scale,
      step: () => before.commonStep(this.#rows, numbers, scale),
    };
    const isDownwards = least < this.#least && this.#rows > 0;
    return progressionOf(span, isDownwards);
  }

  /** Where a value of the member stands among all doubles; undefined for what is none of its type's. */
  #boundOf(value: Value): Bound | undefined {
    if (value === null) return { number: NaN, isThere: true };
    if (!isTemporal(this.type)) {
      if (typeof value !== "bigint" && !(typeof value === "number" && Number.isFinite(value)))
        return undefined;
      const { floor, ceiling } = neighborsOf(value);
      return { number: floor, isThere: floor === ceiling };
    }
    if (!readInstant(this.type, value)) return undefined;
    const { floor, ceiling } = instantIn(this.unit, lastReadInstant);
    return { number: floor, isThere: floor === ceiling };
  }

  #numberOf(value: Value): number | null | typeof FINER | typeof EXCEPTION {
    if (value === null) return null;
    if (isTemporal(this.type)) return this.#instantOf(value, this.type);
    if (typeof value === "bigint") {
      const double = Number(value);
      return Number.isFinite(double) && BigInt(double) === value ? double : EXCEPTION;
    }
    if (typeof value !== "number" || !Number.isFinite(value)) return null;
    return this.type === "integer" && !Number.isInteger(value) ? null : value;
  }

  #instantOf(value: Value, type: TemporalType): number | null | typeof FINER | typeof EXCEPTION {
    if (!readInstant(type, value)) return null;
    const { milliseconds, nanoseconds } = lastReadInstant;
    if (this.unit === "millisecond") return nanoseconds === 0 ? milliseconds : FINER;
    const microseconds = milliseconds * 1000 + nanoseconds / 1000;
    return nanoseconds % 1000 === 0 && Number.isSafeInteger(microseconds) ? microseconds : EXCEPTION;
  }
}

/** The numbers of a column as a file has them. */
export interface SavedForm extends Omit<Progression, "width"> {
  readonly width: 1 | 2 | 4 | 8;
  readonly bytes: Uint8Array;
}

/** Writes the first rows of one form into another that holds them. */
function copy(from: NumberForm, to: NumberForm, rows: number): void {
  const numberAt = from.reader();
  const numbers = new Float64Array(Math.min(rows, ROWS_AT_ONCE));
  for (let row = 0; row < rows; row += ROWS_AT_ONCE) {
    const some = numbers.subarray(0, Math.min(ROWS_AT_ONCE, rows - row));
    for (let i = 0; i < some.length; i++) some[i] = numberAt(row + i);
    to.write(some, row);
  }
}

/** So many numbers are doubles for a moment. */
const ROWS_AT_ONCE = 4096;

const FINER = Symbol("finer");
const EXCEPTION = Symbol("exception");
