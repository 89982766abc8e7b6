import { bindable, sql } from "../../sql/fragments/fragment.ts";
import type { WriteRecord } from "./sql-journal.ts";

/** Maximum length of a key in a notification. PostgreSQL allows fewer than 8,000 bytes. */
const MAX_KEY_LENGTH = 1_900;

/**
 * Sends a notification of PostgreSQL in the transaction of each change, after the record of the change. The payload is the key of the
 * row, or the empty string if the key is too long. Listeners get it after the commit.
 */
export function withNotification(begin: (() => WriteRecord) | undefined, channel: string): () => WriteRecord {
  return () => {
    const record = begin?.();
    return async (session, change) => {
      await record?.(session, change);
      const key = String(change.key);
      const payload = key.length > MAX_KEY_LENGTH ? "" : key;
      await session.run(sql`SELECT pg_notify(${bindable("text", channel)}, ${bindable("text", payload)})`);
    };
  };
}
