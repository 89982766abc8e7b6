/** Rows by their numbers. They are only ever added at the end; no number is given twice. */
export interface Rows {
  readonly length: number;
  /** The row with a number. Asked again it is the same object. */
  readonly at: (number: number) => unknown;
  readonly add: (rows: readonly unknown[]) => void;
  /** Takes back what was added last. */
  readonly truncate: (length: number) => void;
}

/** Rows by their numbers, one after the other. */
export function* rowsAt(rows: Rows, numbers: readonly number[]): Generator {
  for (const number of numbers) yield rows.at(number);
}

/** Rows that are kept as they were given. */
export class KeptRows implements Rows {
  readonly #rows: unknown[];

  constructor(rows: unknown[]) {
    this.#rows = rows;
  }

  get length(): number {
    return this.#rows.length;
  }

  at(number: number): unknown {
    return this.#rows[number];
  }

  add(rows: readonly unknown[]): void {
    for (const row of rows) this.#rows.push(row);
  }

  truncate(length: number): void {
    this.#rows.length = length;
  }
}
