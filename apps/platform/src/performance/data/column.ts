/** The values of a column, dictionary-encoded. An empty string is a missing value. */
export interface Column {
  /** Distinct values, in the order of their first occurrence. */
  readonly texts: readonly string[];
  /** The distinct values as numbers. Undefined if one is not a number; a missing value is NaN. */
  readonly numbers: Float64Array | undefined;
  /** Index into the distinct values, for each row. */
  readonly codes: Uint32Array;
}

export interface Table {
  readonly name: string;
  readonly rows: number;
  readonly columns: ReadonlyMap<string, Column>;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Encodes the values of a column, one by one. */
export class ColumnBuilder {
  readonly #codesByText = new Map<string, number>();
  readonly #numbers: number[] = [];
  #codes = new Uint32Array(1_024);
  #size = 0;
  #isNumeric = true;

  add(field: string): void {
    const text = field.trim();
    let code = this.#codesByText.get(text);
    if (code === undefined) {
      this.#codesByText.set(text, (code = this.#codesByText.size));
      const value = text === "" ? Number.NaN : Number(text);
      this.#isNumeric &&= text === "" || (NUMBER.test(text) && Number.isFinite(value));
      this.#numbers.push(value);
    }
    if (this.#size === this.#codes.length) {
      const larger = new Uint32Array(2 * this.#size);
      larger.set(this.#codes);
      this.#codes = larger;
    }
    this.#codes[this.#size++] = code;
  }

  finish(): Column {
    return {
      texts: [...this.#codesByText.keys()],
      numbers: this.#isNumeric ? Float64Array.from(this.#numbers) : undefined,
      codes: this.#codes.slice(0, this.#size),
    };
  }
}
