/**
 * Keeps the first rows of an order without keeping the others: a sort with a limit needs memory for `start + limit`
 * rows only. A binary heap holds the kept rows with the last of them on top, ready to give way.
 */

/** Negative if `a` comes first, positive if `b` does, 0 for a tie. */
export type Comparator<T> = (a: T, b: T) => number;

export class TopRows<T> {
  readonly #most: number;
  readonly #compare: Comparator<T>;
  /** The heap: each entry comes after, or ties with and arrived after, the two below it. */
  readonly #rows: T[] = [];
  readonly #arrivals: number[] = [];
  #seen = 0;

  /**
   * @param most how many rows to keep: `start + limit`
   * @throws RangeError if it is no whole number from 0
   */
  constructor(most: number, compare: Comparator<T>) {
    if (!Number.isInteger(most) || most < 0)
      throw new RangeError("TopRows keeps a whole number of rows from 0");
    this.#most = most;
    this.#compare = compare;
  }

  /** How many rows were pushed. */
  get seen(): number {
    return this.#seen;
  }

  /** Takes a row: log(most) comparisons at the most, and one for a row that comes after all that are kept. */
  push(row: T): void {
    const arrival = this.#seen++;
    const size = this.#rows.length;
    if (size < this.#most) {
      this.#rows.push(row);
      this.#arrivals.push(arrival);
      this.#up(size);
    } else if (size > 0 && this.#compare(row, this.#rows[0]!) < 0) {
      // A tie loses: the kept row came first.
      this.#rows[0] = row;
      this.#arrivals[0] = arrival;
      this.#down(0);
    }
  }

  /** The kept rows in order; ties stand as they arrived. */
  sorted(): T[] {
    const order = this.#rows.map((_, i) => i).sort((a, b) => this.#order(a, b));
    return order.map((i) => this.#rows[i]!);
  }

  #order(a: number, b: number): number {
    return this.#compare(this.#rows[a]!, this.#rows[b]!) || this.#arrivals[a]! - this.#arrivals[b]!;
  }

  #up(from: number): void {
    let i = from;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (this.#order(i, parent) <= 0) return;
      this.#swap(i, parent);
      i = parent;
    }
  }

  #down(from: number): void {
    let i = from;
    for (;;) {
      const left = 2 * i + 1;
      if (left >= this.#rows.length) return;
      const right = left + 1;
      const last = right < this.#rows.length && this.#order(right, left) > 0 ? right : left;
      if (this.#order(last, i) <= 0) return;
      this.#swap(i, last);
      i = last;
    }
  }

  #swap(a: number, b: number): void {
    const row = this.#rows[a]!;
    const arrival = this.#arrivals[a]!;
    this.#rows[a] = this.#rows[b]!;
    this.#arrivals[a] = this.#arrivals[b]!;
    this.#rows[b] = row;
    this.#arrivals[b] = arrival;
  }
}
