import { Reservation, MemoryLimitError, type Budget } from "../kernels/budget.ts";
import type { NumberArray, SortedSample } from "../kernels/order-key.ts";
import { placeIn } from "../tasks/place-in.ts";
import { UNIT_COSTS } from "../tasks/unit-costs.ts";
import { firstIndexWhere } from "../../../values/binary-search.ts";
import { countWork } from "../../../values/work.ts";

/**
 * A sorted sample of a column, which requests for later pages share: those of its rows that a filter selects are a sorted sample of
 * all selected rows. It is drawn on the second use, because drawing and sorting it takes longer than one request saves.
 */
export class KeptSample {
  readonly #reserved: Reservation;
  /** Number of rows from which the sample is drawn. */
  #rows = -1;
  #sample: SortedSample | undefined;

  constructor(budget: Budget) {
    this.#reserved = new Reservation(budget);
  }

  /**
   * Returns the sample of the first `rows` rows. Undefined on their first use, and without memory.
   *
   * @param numbers returns the sort numbers of all rows
   */
  get(rows: number, numbers: () => NumberArray): SortedSample | undefined {
    if (this.#rows === rows) return (this.#sample ??= this.#draw(rows, numbers()));
    this.clear();
    this.#rows = rows;
    return undefined;
  }

  /** Forgets the sample, because rows or their sort numbers have changed. */
  clear(): void {
    this.#rows = -1;
    this.#sample = undefined;
    this.#reserved.release();
  }

  #draw(rows: number, all: NumberArray): SortedSample | undefined {
    const size = Math.ceil(SIZE_FACTOR * Math.sqrt(rows));
    try {
      this.#reserved.set(size * BYTES_PER_ROW);
    } catch (error) {
      if (error instanceof MemoryLimitError) return undefined;
      throw error;
    }
    const drawn = new Uint32Array(size);
    const numbers = new Float64Array(size);
    let count = 0;
    for (let at = 0; at < size; at++) {
      const row = Math.floor(placeIn(at, rows / size));
      const number = all[row]!;
      drawn[count] = row;
      numbers[count] = number;
      count += Number(number === number);
    }
    countWork(size * UNIT_COSTS.sampledRow);
    return sorted(drawn.subarray(0, count), numbers.subarray(0, count));
  }
}

/** Sorts the numbers, which is much faster without a comparison function, and finds the place of each row among them. */
function sorted(drawn: Uint32Array, numbers: Float64Array): SortedSample {
  const ascending = numbers.slice().sort();
  const rows = new Uint32Array(drawn.length);
  // How many rows have been placed from each index on, if it is the first index of a number.
  const taken = new Uint32Array(drawn.length);
  for (let at = 0; at < drawn.length; at++) {
    const number = numbers[at]!;
    const first = firstIndexWhere(0, ascending.length, (index) => ascending[index]! >= number);
    rows[first + taken[first]!++] = drawn[at]!;
  }
  return { rows, numbers: ascending };
}

/** Drawn rows for each square root of a row: 8,000 of a million. */
const SIZE_FACTOR = 8;
const BYTES_PER_ROW = Uint32Array.BYTES_PER_ELEMENT + Float64Array.BYTES_PER_ELEMENT;
