import type { SqlText } from "../../sql/fragments/fragment.ts";
import type { RowObject } from "../../sql/rows/row-parts.ts";
import type { ChangeJournal, VersionedChange } from "../contract/change-journal.ts";
import type { WriteSession } from "./store-database.ts";

/** Error of a record that could not be stored. The change is rolled back. */
export class JournalError extends Error {
  override readonly name = "JournalError";
}

/** Records a change in its transaction. */
export type WriteRecord = (session: WriteSession, change: VersionedChange) => Promise<void>;

/** Statements that insert a row into the table of a store. */
const insertions = new WeakMap<object, (row: RowObject) => SqlText>();

/** Allows a store to be the store of a journal. */
export function registerInsertion(store: object, insertion: (row: RowObject) => SqlText): void {
  insertions.set(store, insertion);
}

/**
 * Returns the function that begins the record of a change.
 *
 * @throws TypeError if the store of the journal is not over a table
 */
export function sqlJournal({ store, begin }: ChangeJournal): () => WriteRecord {
  const insertion = insertions.get(store);
  if (insertion === undefined)
    throw new TypeError(
      "The store of a journal must be made by the same function as the store that it records.",
    );
  return () => {
    const recordOf = begin();
    return async (session, change) => {
      const record = recordOf(change);
      if (record === undefined) return;
      try {
        await session.run(insertion(record));
      } catch (cause) {
        throw new JournalError("The record of a change could not be stored.", { cause });
      }
    };
  };
}
