import { defineResource, type ServiceResource } from "tamis/http";
import { restrictTo } from "../access/permissions.ts";
import type { Family } from "../family/family.ts";
import type { AuditTrail } from "./audit-trail.ts";
import { AUDIT, ENTRIES, ENTRY_TYPE } from "./entry-catalog.ts";

/** Milliseconds between two deletions of old entries. */
const DELETION_INTERVAL = 3_600_000;

export interface AuditSettings {
  /** Days for which entries are kept. Default: all are kept. */
  readonly days?: number | undefined;
}

export interface AuditFamilyOptions extends AuditSettings {
  /** Called with errors of the deletion of old entries. */
  readonly onError: (error: unknown) => void;
}

/** The audit trail as a collection that administrators can read. Nobody can change it by a request. */
export class Audit implements Family {
  readonly root = `${AUDIT}/`;
  readonly resources: readonly ServiceResource[];
  readonly #closing = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;
  #deletion: Promise<void> = Promise.resolve();

  constructor(trail: AuditTrail, { days, onError }: AuditFamilyOptions) {
    this.resources = [
      defineResource({
        path: ENTRIES,
        // A resource with a collection, but no store, is read-only.
        collection: trail.entries.collection,
        title: "audit entries",
        itemType: ENTRY_TYPE,
        assigned: ["version", "links"],
        access: restrictTo(undefined),
      }),
    ];
    if (days === undefined) return;
    const deleteOld = () => {
      this.#deletion = this.#deletion
        .then(() => trail.deleteOlderThan(days, this.#closing.signal))
        .catch(onError);
    };
    deleteOld();
    this.#timer = setInterval(deleteOld, DELETION_INTERVAL);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    await this.#deletion;
  }
}
