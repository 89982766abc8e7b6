import { readInstant } from "../../functions/compare.ts";
import { reading, type TemporalType } from "../../values/instant.ts";
import { isTemporal, type Value, type ValueType } from "../../values/types.ts";
import { everyRow, grown, roomFor } from "./growing.ts";
import { type Kernels, type Slab } from "./kernels/kernels.ts";
import { instantIn, neighborsOf, type Unit } from "./neighbors.ts";
import { NumberIndex } from "./rows-by-number.ts";

/**
 * Numbers and instants as doubles; null is NaN. A double holds every number of JavaScript, most bigints, and instants to
 * the microsecond for some 285 years before and after 1970. What it cannot hold exactly is an exception: NaN here, and
 * looked up in its row whenever the column is used.
 */
export class NumberColumn {
  readonly kind = "numbers";
  readonly type: ValueType["type"];
  readonly unit: Unit;
  /** Rows whose value no double holds, ascending. */
  readonly exceptions: number[] = [];
  readonly #kernels: Kernels;
  #slab: Slab;
  #rows = 0;
  #least = Infinity;
  #most = -Infinity;
  #valid: Slab | undefined;
  #index: NumberIndex | undefined;

  constructor(kernels: Kernels, type: ValueType["type"], unit: Unit, rows: number) {
    this.#kernels = kernels;
    this.type = type;
    this.unit = unit;
    this.#slab = kernels.allocate(roomFor(rows, 0) * 8);
  }

  get slab(): Slab {
    return this.#slab;
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

  /** Adds rows. False if one has an instant that only a finer unit holds: the column is of no use then. */
  append(values: readonly Value[]): boolean {
    if (this.#valid !== undefined) this.#kernels.release(this.#valid);
    this.#valid = undefined;
    const room = roomFor(this.#rows + values.length, this.#slab.bytes / 8);
    this.#slab = grown(this.#kernels, this.#slab, room * 8);
    const doubles = this.#slab.f64();
    for (const value of values) {
      const number = this.#numberOf(value);
      if (number === FINER) return false;
      if (number === EXCEPTION) this.exceptions.push(this.#rows);
      const double = typeof number === "number" ? number : NaN;
      doubles[this.#rows++] = double;
      if (double < this.#least) this.#least = double;
      if (double > this.#most) this.#most = double;
    }
    return true;
  }

  /** Adds the doubles of rows, as a column of the same type and unit had them, and the rows of these that are exceptions. */
  appendDoubles(added: Float64Array, exceptions: Iterable<number>): void {
    const room = roomFor(this.#rows + added.length, this.#slab.bytes / 8);
    this.#slab = grown(this.#kernels, this.#slab, room * 8);
    this.#slab.f64().set(added, this.#rows);
    for (const double of added) {
      if (double < this.#least) this.#least = double;
      if (double > this.#most) this.#most = double;
    }
    for (const row of exceptions) this.exceptions.push(row);
    this.#rows += added.length;
  }

  /** The rows that have a value, exceptions included. */
  valid(): Slab {
    if (this.#valid === undefined) {
      const valid = everyRow(this.#kernels, this.#rows);
      this.#kernels.numbersBetween(this.slab, this.#rows, -Infinity, Infinity, valid, valid, false);
      const bits = valid.u32();
      for (const row of this.exceptions) bits[row >>> 5]! |= 1 << (row & 31);
      this.#valid = valid;
    }
    return this.#valid;
  }

  /** Where a value of the member stands among the doubles; undefined for what is none of its type's. */
  boundOf(value: Value): { readonly number: number; readonly isThere: boolean } | undefined {
    if (value === null) return { number: NaN, isThere: true };
    if (!isTemporal(this.type)) {
      if (typeof value !== "bigint" && !(typeof value === "number" && Number.isFinite(value)))
        return undefined;
      const { floor, ceiling } = neighborsOf(value);
      return { number: floor, isThere: floor === ceiling };
    }
    if (!readInstant(this.type, value)) return undefined;
    const { floor, ceiling } = instantIn(this.unit, reading);
    return { number: floor, isThere: floor === ceiling };
  }

  /** The rows in the order of their numbers. */
  index(): NumberIndex {
    this.#index ??= new NumberIndex(this.#kernels, () => this);
    return this.#index;
  }

  release(): void {
    this.#index?.release();
    this.#kernels.release(this.#slab);
    if (this.#valid !== undefined) this.#kernels.release(this.#valid);
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
    const { milliseconds, nanoseconds } = reading;
    if (this.unit === "millisecond") return nanoseconds === 0 ? milliseconds : FINER;
    const microseconds = milliseconds * 1000 + nanoseconds / 1000;
    return nanoseconds % 1000 === 0 && Number.isSafeInteger(microseconds) ? microseconds : EXCEPTION;
  }
}

const FINER = Symbol("finer");
const EXCEPTION = Symbol("exception");
