import type { RowChange, RowStore } from "./row-store.ts";

/** A completed change of one row, with its versions. */
export interface VersionedChange extends RowChange {
  /** Undefined for a created row. */
  readonly versionBefore: string | undefined;
  /** Undefined for a deleted row. */
  readonly versionAfter: string | undefined;
}

/** Returns the record of a completed change as a row of the journal; undefined for a change without a record. */
export type RecordOfChange = (change: VersionedChange) => Record<string, unknown> | undefined;

/**
 * Records the changes of a store in a second store of the same database. A change and its record are stored in one transaction, so a
 * record exists exactly if its change does.
 */
export interface ChangeJournal {
  /** Store that contains the records. Must be made by the same function as the store whose changes it records, such as `sqliteStore`. */
  readonly store: RowStore;
  /**
   * Called before a row is created, replaced or deleted, in the asynchronous context of the caller (`AsyncLocalStorage`), so that
   * a record can name who causes the change. The returned function is called within the transaction, after the change. If it throws,
   * nothing is changed.
   */
  readonly begin: () => RecordOfChange;
}
