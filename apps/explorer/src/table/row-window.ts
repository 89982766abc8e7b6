import { NO_VIEW } from "../contract/link.ts";
import type { QueryTexts, RowsRequest, ShownRow } from "../contract/protocol.ts";

/** Rows that are read at once. */
const PAGE_ROWS = 100;
/** Pages that are kept: those around the rows on the screen, and the ones before them. */
const KEPT_PAGES = 20;

/** Returns the request for the first rows of a view, and for the number of all. */
export function firstRequest({ filter, sortBy, locale }: QueryTexts = NO_VIEW): RowsRequest {
  return { filter, sortBy, locale, start: 0, limit: PAGE_ROWS, count: true };
}

/** Reads a page of rows, starting at a multiple of `PAGE_ROWS`. */
export type ReadPage = (start: number, signal: AbortSignal) => Promise<readonly ShownRow[]>;

/** The rows of one query that were read so far. Pages are read when the table first needs them. */
export class RowWindow {
  readonly size: number;
  readonly #readPage: ReadPage;
  readonly #onPage: () => void;
  readonly #pages = new Map<number, readonly ShownRow[]>();
  #pending: { readonly page: number; readonly controller: AbortController } | undefined;

  /** @param first rows of the first page */
  constructor(size: number, first: readonly ShownRow[], readPage: ReadPage, onPage: () => void) {
    this.size = size;
    this.#readPage = readPage;
    this.#onPage = onPage;
    this.#pages.set(0, first);
  }

  /** Returns undefined for a row that is not read yet. */
  get(index: number): ShownRow | undefined {
    return this.#pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS];
  }

  /** Reads the missing pages of a range, one at a time. A range that is no longer on the screen is given up. */
  need(first: number, last: number): void {
    const missing = this.#findMissing(first, last);
    if (missing === undefined || missing === this.#pending?.page) return;
    this.#pending?.controller.abort();
    const controller = new AbortController();
    this.#pending = { page: missing, controller };
    this.#readPage(missing * PAGE_ROWS, controller.signal).then(
      (rows) => {
        if (controller.signal.aborted) return;
        this.#pending = undefined;
        this.#keep(missing, rows);
        this.#onPage();
      },
      () => {
        // The table asks again when it is scrolled. The line above it shows why rows are missing.
        if (this.#pending?.controller === controller) this.#pending = undefined;
      },
    );
  }

  close(): void {
    this.#pending?.controller.abort();
  }

  #findMissing(first: number, last: number): number | undefined {
    const end = Math.min(last, this.size - 1);
    for (let page = Math.floor(first / PAGE_ROWS); page * PAGE_ROWS <= end; page++)
      if (!this.#pages.has(page)) return page;
    return undefined;
  }

  #keep(page: number, rows: readonly ShownRow[]): void {
    this.#pages.set(page, rows);
    // The first page stays, because Home goes there.
    for (const old of this.#pages.keys()) {
      if (this.#pages.size <= KEPT_PAGES) break;
      if (old !== 0 && old !== page) this.#pages.delete(old);
    }
  }
}
