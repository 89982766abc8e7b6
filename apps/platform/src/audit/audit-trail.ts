import { setTimeout as pause } from "node:timers/promises";
import { checkSortBy, parseSortBy } from "tamis";
import type { RowStore } from "tamis/http";
import type { Row, Storage, Tables } from "../storage/storage.ts";
import { entriesCatalog } from "./entry-catalog.ts";
import { entryRow, eventOf, type AuditEvent } from "./entry.ts";
import { currentOrigin } from "./origin.ts";

/** Entries in a batch of deletions, and milliseconds of pause after each batch. */
const DELETION_BATCH = 200;
const DELETION_PAUSE = 20;

const OLDEST_FIRST = oldestFirst();

function oldestFirst() {
  const result = checkSortBy(parseSortBy("timeStamp").expression!, entriesCatalog);
  if (!result.ok) throw new Error(`internal: ${result.diagnostics[0]!.message}`);
  return result.sortBy;
}

export interface AuditOptions {
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
}

/** The entries of the audit trail. Each change of a recorded table is stored in one transaction with its entry. */
export class AuditTrail {
  readonly entries: RowStore<Row>;
  /** Opens the tables of the families. Each change of these tables is recorded, unless they have no `resource`. */
  readonly tables: Tables;
  readonly #now: () => number;

  static async open(storage: Storage, options: AuditOptions): Promise<AuditTrail> {
    return new AuditTrail(await storage.open(entriesCatalog), storage, options);
  }

  private constructor(entries: RowStore<Row>, storage: Storage, { now }: AuditOptions) {
    this.entries = entries;
    this.#now = now;
    this.tables = {
      open(catalog, { resource, creation = "create", ...options }) {
        if (resource === undefined) return storage.open(catalog, options);
        const recorded = { catalog, resource, creation };
        const begin = () => {
          const origin = currentOrigin();
          return (change: Parameters<typeof eventOf>[0]) =>
            entryRow(eventOf(change, recorded), origin, now());
        };
        return storage.open(catalog, { ...options, journal: { store: entries, begin } });
      },
    };
  }

  /** Records an event that changes no row. */
  readonly record = async (event: AuditEvent): Promise<void> => {
    const outcome = await this.entries.create(entryRow(event, currentOrigin(), this.#now()));
    if (outcome.kind !== "created")
      throw new Error("internal: an entry of the audit trail has the id of another one");
  };

  /**
   * Deletes old entries in small batches, so that changes do not wait for it.
   *
   * @param days age of the oldest entry that is kept
   * @param signal ends the deletion after the current batch
   */
  async deleteOlderThan(days: number, signal: AbortSignal): Promise<void> {
    const before = this.#now() - days * 86_400_000;
    while (!signal.aborted) {
      const page = await this.entries.collection.page({ sortBy: OLDEST_FIRST, limit: DELETION_BATCH });
      if (!page.ok) throw new Error(`internal: ${page.diagnostics[0]!.message}`);
      const old = page.items.filter((row) => Date.parse(String(row["timeStamp"])) < before);
      // Deletions at the same time share a transaction in SQLite.
      await Promise.all(old.map((row) => this.entries.delete(row["id"] as string, "any")));
      if (old.length < DELETION_BATCH) return;
      await pause(DELETION_PAUSE);
    }
  }
}
