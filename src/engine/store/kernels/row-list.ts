/** Texts of the first rows of a list, from which the values of one member are read without parsing rows. */
export interface MemberTexts {
  /** Number of rows that have texts. */
  readonly count: number;
  /** Properties of which each value is a string or null. */
  readonly stringProperties: ReadonlySet<string>;
  /**
   * Returns the values at a path of rows from `from` on: at least one, and fewer than wanted if they are long. Only the last
   * value of the path can be a list.
   */
  readonly read: (path: readonly string[], from: number, end: number) => readonly unknown[];
  /**
   * Finds the values of a property of rows from `from` on, in texts that follow one another. Returns undefined if the values are not
   * JSON, or if the row is longer than `maxBytes`.
   */
  readonly locate: (
    property: string,
    from: number,
    end: number,
    limits: LocateLimits,
  ) => LocatedValues | undefined;
  /** Returns the properties of a row whose text cannot be read, so that their value is null. */
  readonly unreadable: (row: number) => readonly string[];
}

export interface LocateLimits {
  /** Maximum number of bytes of all rows. */
  readonly maxBytes: number;
  /** Receives the offset of each value in `bytes` plus 1. 0 is a missing value, and 2^32 - 1 a row that must be parsed. */
  readonly offsets: Uint32Array;
}

export interface LocatedValues {
  /** Texts of the rows. */
  readonly bytes: Uint8Array;
  readonly rows: number;
}

/** Rows by row number. Rows are only appended, and row numbers are never reused. */
export interface RowList {
  /** Undefined if all rows are objects. */
  readonly texts: MemberTexts | undefined;
  readonly length: number;
  /** Returns the row with this number: the same object each time. */
  readonly at: (number: number) => unknown;
  readonly add: (rows: readonly unknown[]) => void;
  readonly truncate: (length: number) => void;
}

export function* rowsByNumber(rows: RowList, numbers: readonly number[]): Generator {
  for (const number of numbers) yield rows.at(number);
}

/** Returns the rows whose bits are set, lazily. */
export function* rowsOfBitmap(rows: RowList, bits: Uint32Array): Generator {
  for (const [word, wordBits] of bits.entries())
    for (let rest = wordBits; rest !== 0; rest &= rest - 1)
      yield rows.at((word << 5) + 31 - Math.clz32(rest & -rest));
}

/** The first rows of a list, to which rows may be appended later. */
export class RowPrefix implements RowList {
  readonly #rows: RowList;
  readonly length: number;

  constructor(rows: RowList, length: number) {
    this.#rows = rows;
    this.length = length;
  }

  get texts(): MemberTexts | undefined {
    return this.#rows.texts;
  }

  at(number: number): unknown {
    return this.#rows.at(number);
  }

  add(): void {
    throw new TypeError("internal: rows are only appended to the whole list");
  }

  truncate(): void {
    throw new TypeError("internal: only the whole list is truncated");
  }
}

export class ArrayRowList implements RowList {
  readonly texts = undefined;
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
