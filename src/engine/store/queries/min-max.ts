import type { SortValue } from "../../../evaluator/comparator.ts";
import type { Value } from "../../../values/types.ts";
import type { Column } from "../columns/build-column.ts";
import { forEachRowBetween } from "../kernels/growable-buffers.ts";
import type { Slab } from "../kernels/kernels.ts";
import { typedCodes } from "../kernels/plain.ts";
import type { RowList } from "../kernels/row-list.ts";
import { EVALUATIONS_PER_STEP, eachBatch, type Task } from "../tasks/task.ts";

/** The first and the last value of a member in its order. */
export interface MinMax {
  readonly min: Value;
  readonly max: Value;
}

/**
 * The first and the last value of the selected rows; undefined where none has a value. Nothing is put in order: of a
 * column of codes each different value is compared, of others each row. Of values that tie, the one of the first row is
 * the first, and that of the last row the last.
 */
export function* leastAndMost(
  selected: Slab,
  rows: RowList,
  column: Column | undefined,
  { read, order }: SortValue,
): Task<MinMax | undefined> {
  const readAt = (row: number) => read(rows.at(row));
  // What reads memory is asked for anew in each step: memory that grows leaves it behind.
  const each = (visitor: () => (row: number) => void) =>
    eachBatch(rows.length, (from, end) => forEachRowBetween(selected.u32(), from, end, visitor()));
  if (column?.kind === "dictionary") {
    const { values } = column;
    const firsts = new Uint32Array(values.length).fill(NONE);
    const lasts = new Uint32Array(values.length);
    yield* each(() => {
      const codes = typedCodes(column.codes);
      return (row) => {
        const code = codes[row]!;
        if (firsts[code] === NONE) firsts[code] = row;
        lasts[code] = row;
      };
    });
    const range = new Range((a, b) => order(column.valueAt(a), column.valueAt(b)));
    yield* eachBatch(
      values.length,
      (from, end) => {
        for (let code = Math.max(from, 1); code < end; code++)
          if (firsts[code] !== NONE) range.add(firsts[code]!, lasts[code]!);
      },
      EVALUATIONS_PER_STEP,
    );
    return range.bounds((row) => column.valueAt(row));
  }
  if (column?.kind === "numbers" && column.exceptions.length === 0) {
    const range = new Range((a, b) => column.numberAt(a) - column.numberAt(b));
    yield* each(() => {
      const numberAt = column.reader();
      return (row) => {
        if (!Number.isNaN(numberAt(row))) range.add(row, row);
      };
    });
    return range.bounds(readAt);
  }
  const valueAt = column?.kind === "strings" ? (row: number): Value => column.valueAt(row) : readAt;
  const range = new Range((a, b) => order(valueAt(a), valueAt(b)));
  yield* each(() => (row) => {
    if (valueAt(row) !== null) range.add(row, row);
  });
  return range.bounds(valueAt);
}

/** Above the number of each row. */
const NONE = 0xffff_ffff;

/** The rows of the least and of the most value. */
class Range {
  readonly #order: (a: number, b: number) => number;
  #least = NONE;
  #most = NONE;

  constructor(order: (a: number, b: number) => number) {
    this.#order = order;
  }

  /** Takes a value in: the first and the last row that have it. */
  add(first: number, last: number): void {
    if (this.#least === NONE) {
      this.#least = first;
      this.#most = last;
      return;
    }
    const toLeast = this.#order(first, this.#least);
    if (toLeast < 0 || (toLeast === 0 && first < this.#least)) this.#least = first;
    const toMost = this.#order(last, this.#most);
    if (toMost > 0 || (toMost === 0 && last > this.#most)) this.#most = last;
  }

  bounds(valueAt: (row: number) => Value): MinMax | undefined {
    return this.#least === NONE ? undefined : { min: valueAt(this.#least), max: valueAt(this.#most) };
  }
}
