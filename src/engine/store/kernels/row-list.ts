/** Rows by row number. Rows are only appended, and row numbers are never reused. */
export interface RowList {
  readonly length: number;
  /** Returns the row with this number: the same object each time. */
  readonly at: (number: number) => unknown;
  readonly add: (rows: readonly unknown[]) => void;
  readonly truncate: (length: number) => void;
}

export function* rowsByNumber(rows: RowList, numbers: readonly number[]): Generator {
  for (const number of numbers) yield rows.at(number);
}

export class ArrayRowList implements RowList {
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
