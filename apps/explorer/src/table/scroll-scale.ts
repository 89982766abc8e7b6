/** Height of a row in pixels, as in the style sheet. */
export const ROW_HEIGHT = 32;
/** Browsers have no higher elements than about 17 million pixels. */
const MAX_HEIGHT = 12_000_000;

/**
 * Converts between rows and positions of the scrollbar. Rows of a table that is higher than browsers allow are closer together on the
 * scrollbar than on the screen.
 */
export class ScrollScale {
  readonly #rows: number;
  readonly #view: number;

  /**
   * @param rows number of rows
   * @param view height of the part that shows rows
   */
  constructor(rows: number, view: number) {
    this.#rows = rows;
    this.#view = Math.max(view, ROW_HEIGHT);
  }

  get height(): number {
    return Math.min(this.#rows * ROW_HEIGHT, MAX_HEIGHT);
  }

  /** Number of rows on the screen; a part of a row counts in proportion. */
  get visible(): number {
    return this.#view / ROW_HEIGHT;
  }

  /** Returns the row at the beginning of the screen, with the hidden part of it as a fraction. */
  rowAt(scrollTop: number): number {
    if (this.height < MAX_HEIGHT) return scrollTop / ROW_HEIGHT;
    return (scrollTop / (MAX_HEIGHT - this.#view)) * (this.#rows - this.visible);
  }

  scrollTopOf(row: number): number {
    if (this.height < MAX_HEIGHT) return row * ROW_HEIGHT;
    return (row / (this.#rows - this.visible)) * (MAX_HEIGHT - this.#view);
  }

  /** Returns the first row of the screen after the shortest move that shows a row completely. */
  firstFor(row: number, first: number): number {
    if (row < first) return row;
    return row + 1 > first + this.visible ? row + 1 - this.visible : first;
  }
}
