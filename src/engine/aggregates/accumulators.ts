import type { Value } from "../../values/types.ts";
import { countWork } from "../../values/work.ts";
import { canonicalValue } from "./canonical-value.ts";
import type { ReadMeasure } from "./read-aggregation.ts";
import { DoubleSums, IntegerSums } from "./sums.ts";

/** Work of adding a value. */
const UNITS_PER_VALUE = 4;

/** Results of one measure, one for each group. */
export interface Accumulator {
  /**
   * Adds a value that a number of rows have.
   *
   * @param value value in the form in which filters read it; null adds nothing.
   */
  readonly add: (group: number, value: Value, rows: number) => void;
  /**
   * Adds the sum of some values; not for `min` and `max`.
   *
   * @param values number of values, without nulls.
   */
  readonly addSum: (group: number, sum: number | bigint, values: number) => void;
  readonly result: (group: number) => Value;
}

export function makeAccumulator(measure: ReadMeasure): Accumulator {
  return measure.function === "sum" || measure.function === "avg"
    ? new SumAccumulator(measure)
    : new ExtremeAccumulator(measure);
}

class SumAccumulator implements Accumulator {
  readonly #isAverage: boolean;
  readonly #counts: number[] = [];
  readonly #sums: IntegerSums | DoubleSums;

  constructor({ function: aggregate, type }: ReadMeasure) {
    this.#isAverage = aggregate === "avg";
    this.#sums = type === "integer" ? new IntegerSums() : new DoubleSums();
  }

  add(group: number, value: Value, rows: number): void {
    if (typeof value === "number") {
      if (Number.isFinite(value)) this.#add(group, value, rows, rows);
    } else if (typeof value === "bigint") this.#add(group, value, rows, rows);
  }

  addSum(group: number, sum: number | bigint, values: number): void {
    if (values > 0) this.#add(group, sum, 1, values);
  }

  #add(group: number, value: number | bigint, times: number, values: number): void {
    countWork(UNITS_PER_VALUE);
    this.#counts[group] = (this.#counts[group] ?? 0) + values;
    if (this.#sums instanceof IntegerSums) this.#sums.add(group, value, times);
    else this.#sums.add(group, Number(value), times);
  }

  result(group: number): Value {
    const count = this.#counts[group] ?? 0;
    if (count === 0) return null;
    return this.#isAverage ? this.#sums.average(group, count) : this.#sums.sum(group);
  }
}

class ExtremeAccumulator implements Accumulator {
  readonly #sign: number;
  readonly #order: ReadMeasure["order"];
  readonly #canonical: (value: Value) => Value;
  readonly #values: Value[] = [];

  constructor({ function: aggregate, order, type }: ReadMeasure) {
    this.#sign = aggregate === "min" ? -1 : 1;
    this.#order = order;
    this.#canonical = canonicalValue(type);
  }

  add(group: number, value: Value): void {
    if (value === null) return;
    countWork(UNITS_PER_VALUE);
    const best = this.#values[group] ?? null;
    if (best === null || this.#order(value, best) * this.#sign > 0) this.#values[group] = value;
  }

  addSum(): never {
    throw new TypeError("internal: a sum has no minimum and maximum");
  }

  result(group: number): Value {
    const value = this.#values[group] ?? null;
    return value === null ? null : this.#canonical(value);
  }
}
