import type { Catalog } from "../../../catalog/types.ts";
import { StoreRequests, type AsyncCollectionOptions, type ChangingRows } from "../queries/store-requests.ts";
import { asynchronousVerbs, type AsynchronousVerbs } from "../queries/verbs.ts";

/**
 * Rows in memory with the interface `Collection`, which database tables have too, and with more methods. Requests run
 * in time slices. Each request sees one state of the rows.
 */
export interface AsyncMemoryCollection<T = Record<string, unknown>> extends AsynchronousVerbs<T> {
  readonly catalog: Catalog;
  /** Returns a number that changes with each change of the rows. */
  readonly revision: () => number;
  /** Pages return the same object for a row until it changes. */
  readonly keepsRows: true;
  /** Whether pages have cursors, which requires a cursor key. */
  readonly hasCursors: boolean;
}

export function asyncCollection<T>(
  rows: ChangingRows<T>,
  options: AsyncCollectionOptions,
): AsyncMemoryCollection<T> {
  return {
    catalog: rows.catalog,
    revision: () => rows.revision,
    keepsRows: true,
    hasCursors: options.cursorKey !== undefined,
    ...asynchronousVerbs(new StoreRequests(rows, options)),
  };
}
