import { smallest } from "./canonical-value.ts";

/** Exact sums of integers, one for each group. */
export class IntegerSums {
  readonly #sums: (number | bigint)[] = [];

  add(group: number, value: number | bigint, times: number): void {
    const before = this.#sums[group] ?? 0;
    if (typeof value === "number" && typeof before === "number") {
      const added = times === 1 ? value : value * times;
      const sum = before + added;
      // A safe sum of safe integers is exact. An unsafe product can be rounded.
      if (Number.isSafeInteger(sum) && Number.isSafeInteger(added) && Number.isSafeInteger(value)) {
        this.#sums[group] = sum;
        return;
      }
    }
    this.#sums[group] = BigInt(before) + BigInt(value) * BigInt(times);
  }

  sum(group: number): number | bigint {
    const sum = this.#sums[group] ?? 0;
    return typeof sum === "bigint" ? smallest(sum) : sum;
  }

  average(group: number, count: number): number {
    const sum = this.sum(group);
    if (typeof sum === "number") return sum / count;
    // Divide in integers first: converting both to doubles would round twice.
    const divisor = BigInt(count);
    const quotient = sum / divisor;
    return Number(quotient) + Number(sum - quotient * divisor) / count;
  }
}

/** Absolute values from which doubles are summed in units of 2^100, so that no intermediate sum is infinite. */
const LARGE = 1e290;
const UNIT = 2 ** 100;

/**
 * Sums of doubles, one for each group, with Neumaier's compensation: the error is a few units in the last place of the sum
 * of absolute values, for any number of values.
 */
export class DoubleSums {
  readonly #small = new CompensatedSums();
  readonly #large = new CompensatedSums();

  add(group: number, value: number, times: number): void {
    if (Math.abs(value) >= LARGE) this.#large.add(group, (value / UNIT) * times);
    else this.#small.add(group, value * times);
  }

  /** Infinite if the sum is beyond the range of doubles. */
  sum(group: number): number {
    const large = this.#large.sum(group);
    return large === 0 ? this.#small.sum(group) : (large + this.#small.sum(group) / UNIT) * UNIT;
  }

  average(group: number, count: number): number {
    const large = this.#large.sum(group);
    const small = this.#small.sum(group);
    return large === 0 ? small / count : ((large + small / UNIT) / count) * UNIT;
  }
}

class CompensatedSums {
  readonly #sums: number[] = [];
  readonly #lost: number[] = [];

  add(group: number, value: number): void {
    const before = this.#sums[group] ?? 0;
    const sum = before + value;
    const lost = Math.abs(before) >= Math.abs(value) ? before - sum + value : value - sum + before;
    this.#sums[group] = sum;
    this.#lost[group] = (this.#lost[group] ?? 0) + lost;
  }

  sum(group: number): number {
    // Adding 0 removes the sign of a negative zero.
    return (this.#sums[group] ?? 0) + (this.#lost[group] ?? 0) + 0;
  }
}
