import type { Kernels, Slab } from "./kernels/kernels.ts";
import type { NumberForm } from "./number-form.ts";
import { firstWhere } from "./orders/sort-steps.ts";
import { RowIndex, type Places } from "./indexed-rows.ts";
import { eachRange, type Steps } from "./steps.ts";

/** A column whose rows an index has. */
export interface IndexedNumbers {
  readonly rows: () => number;
  readonly form: () => NumberForm;
}

/** The rows of a column in the order of their numbers, none last. What the numbers are the column tells. */
export class NumberIndex extends RowIndex {
  readonly #kernels: Kernels;
  readonly #column: IndexedNumbers;
  #order: Slab | undefined;
  /** So many have a number. */
  #count = 0;

  constructor(kernels: Kernels, column: IndexedNumbers) {
    super();
    this.#kernels = kernels;
    this.#column = column;
  }

  /** The places of the rows whose number is from `low` to `high`. */
  places(low: number, high: number): Places {
    const numberAt = this.#column.form().reader();
    const order = this.#order!.u32();
    const from = firstWhere(0, this.#count, (at) => numberAt(order[at]!) >= low);
    return [from, firstWhere(from, this.#count, (at) => numberAt(order[at]!) > high)];
  }

  override rowsAt([from, end]: Places): Uint32Array {
    return this.#order!.u32().subarray(from, end);
  }

  protected override *build(): Steps<number> {
    const rows = this.#column.rows();
    const order = (this.#order = this.#kernels.allocate(rows * 4));
    const other = this.#kernels.allocate(rows * 4);
    let found: Slab | undefined;
    try {
      found = this.#kernels.allocate(rows * 2);
      const { digits } = this.#column.form();
      // The last pass writes into the order.
      let [from, to] = digits % 2 === 0 ? [order, other] : [other, order];
      yield* eachRange(rows, (first, end) => {
        const numbers = from.u32();
        for (let row = first; row < end; row++) numbers[row] = row;
      });
      // From the lowest sixteen bits to the highest: each pass keeps the order of the one before.
      for (let digit = 0; digit < digits; digit++) {
        yield* this.#pass(rows, digit, from, to, found);
        [from, to] = [to, from];
      }
      const numberAt = this.#column.form().reader();
      const inOrder = order.u32();
      this.#count = firstWhere(0, rows, (at) => Number.isNaN(numberAt(inOrder[at]!)));
    } finally {
      this.#kernels.release(other);
      if (found !== undefined) this.#kernels.release(found);
    }
    return rows;
  }

  /** @param found room for a digit of each row */
  *#pass(rows: number, digit: number, from: Slab, to: Slab, found: Slab): Steps<void> {
    const next = new Uint32Array(0x1_0000 + 1);
    yield* eachRange(rows, (first, end) => {
      const digits = found.u16();
      this.#column.form().writeDigits(digit, first, end, digits);
      for (let row = first; row < end; row++) next[digits[row]! + 1]!++;
    });
    for (let i = 0; i < 0x1_0000; i++) next[i + 1]! += next[i]!;
    yield* eachRange(rows, (first, end) => {
      const [digits, before, after] = [found.u16(), from.u32(), to.u32()];
      for (let at = first; at < end; at++) {
        const row = before[at]!;
        after[next[digits[row]!]!++] = row;
      }
    });
  }

  protected override drop(): void {
    if (this.#order !== undefined) this.#kernels.release(this.#order);
    this.#order = undefined;
  }
}
