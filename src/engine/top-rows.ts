/**
 * Collects the first rows of an order, out of many rows that are added one by one. A binary heap has the last of the
 * collected rows at its root. Rows that compare as equal keep their order of arrival.
 */
export class TopRows<T> {
  readonly #size: number;
  readonly #compare: (a: T, b: T) => number;
  readonly #heap: Entry<T>[] = [];
  #arrived = 0;

  /** @param size rows to keep, 0 or more; Infinity keeps all */
  constructor(size: number, compare: (a: T, b: T) => number) {
    this.#size = size;
    this.#compare = compare;
  }

  /** Number of rows collected so far. */
  get length(): number {
    return this.#heap.length;
  }

  /**
   * The last of the collected rows; undefined while there are fewer than `size`. Only rows before it can still enter.
   */
  get last(): T | undefined {
    return this.#heap.length < this.#size ? undefined : this.#heap[0]?.value;
  }

  add(value: T): void {
    const entry = { value, arrival: this.#arrived++ };
    if (this.#heap.length < this.#size) {
      this.#heap.push(entry);
      this.#rise(this.#heap.length - 1);
    } else if (this.#size > 0 && this.#isBefore(entry, this.#heap[0]!)) {
      this.#heap[0] = entry;
      this.#sink(0);
    }
  }

  /** Returns the collected rows in any order. */
  unsorted(): T[] {
    return this.#heap.map(({ value }) => value);
  }

  sorted(): T[] {
    return this.#heap.toSorted((a, b) => (this.#isBefore(a, b) ? -1 : 1)).map(({ value }) => value);
  }

  #isBefore(a: Entry<T>, b: Entry<T>): boolean {
    const order = this.#compare(a.value, b.value);
    return order === 0 ? a.arrival < b.arrival : order < 0;
  }

  #rise(from: number): void {
    const heap = this.#heap;
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(heap[parent]!, heap[at]!)) return;
      [heap[parent], heap[at]] = [heap[at]!, heap[parent]!];
      at = parent;
    }
  }

  #sink(from: number): void {
    const heap = this.#heap;
    for (let at = from; ;) {
      let last = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < heap.length && this.#isBefore(heap[last]!, heap[child]!)) last = child;
      if (last === at) return;
      [heap[at], heap[last]] = [heap[last]!, heap[at]!];
      at = last;
    }
  }
}

interface Entry<T> {
  readonly value: T;
  readonly arrival: number;
}
