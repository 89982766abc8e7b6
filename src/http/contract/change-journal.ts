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
  /** Store of the records. It is made by the same function as the store that it records. */
  readonly store: RowStore;
  /**
   * Called with each request to create, replace or delete a row, in its asynchronous context. The returned function is called within
   * the transaction, after the change. If it throws, nothing is changed.
   */
  readonly begin: () => RecordOfChange;
}
