import { createCollection } from "tamis/store";
import { memoryStore, type ChangeJournal, type RowStore } from "tamis/http";
import type { Catalog, RowOf } from "tamis/catalog";
import type { ChangeListener } from "./change-feed.ts";

/** A row as the platform reads and writes it. */
export type Row = Record<string, unknown>;

/**
 * A new row of a catalog. A member that nothing fills does not compile.
 *
 * @typeParam Assigned members that clients, resources or later changes fill
 */
export type NewRow<C extends Catalog, Assigned extends string = never> = Omit<Required<RowOf<C>>, Assigned>;

/** Returns the name of the table of a catalog. Other tables of the database have other names. */
export function tableOf({ name }: Catalog): { readonly table: string } {
  return { table: `platform_${name}` };
}

export interface TableOptions {
  /** Unique constraints in addition to the key, each a list of members. Default: none. */
  readonly unique?: readonly (readonly string[])[] | undefined;
  /** Languages for comparing strings. Default: root collation. */
  readonly locales?: readonly string[];
  /** Records each change of the table. */
  readonly journal?: ChangeJournal | undefined;
  /** Called with changes by all processes on the database. Storages in memory never call it. */
  readonly onChange?: ChangeListener | undefined;
}

/** The database of the platform, with one table for each catalog. */
export interface Storage {
  /** Opens the table of a catalog, and creates it if it is missing. */
  readonly open: (catalog: Catalog, options?: TableOptions) => Promise<RowStore<Row>>;
  /**
   * Resolves once the listeners know all changes that any process has committed before; undefined if they know them already. To be
   * called before each request, because pages are kept until the next call finds a change. Storages that report changes when they happen
   * return undefined.
   */
  readonly catchUp: () => Promise<void> | undefined;
  readonly close: () => Promise<void>;
}

/** Kinds of changes of stored rows in the audit trail. */
export type ChangeKind = "create" | "update" | "delete" | "revoke";

/** How the audit trail names the changes of a table. */
export interface RecordedTable extends Omit<TableOptions, "journal"> {
  /**
   * Path of the resource that a row belongs to, with members of the row in braces, such as `/folders/folders/{id}`. Members with
   * secrets must not occur. `undefined` for rows that nobody changes on purpose, such as counters: their changes are not recorded.
   */
  readonly resource: string | undefined;
  /** Kind of the audit entry of a new row, such as `revoke` if the row records a revocation. Default `create`. */
  readonly creation?: ChangeKind | undefined;
}

/** The tables of the families. Each says how its changes are recorded, so none can be left out by mistake. */
export interface Tables {
  readonly open: (catalog: Catalog, table: RecordedTable) => Promise<RowStore<Row>>;
}

/** Returns a new secret of 32 bytes, which encrypts and signs cursors. */
export function newCursorKey(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(32));
}

/** Keeps all rows in memory, for tests and trials: they end with the process. */
export function memoryStorage(): Storage {
  const cursorKey = newCursorKey();
  return {
    open: (catalog, { unique, journal } = {}) =>
      Promise.resolve(
        memoryStore<Row>(createCollection<Row>([], { catalog }), { unique, journal, cursorKey }),
      ),
    catchUp: () => undefined,
    close: () => Promise.resolve(),
  };
}
