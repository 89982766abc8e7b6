import { createCollection } from "tamis/store";
import { memoryStore, type RowStore } from "tamis/http";
import type { Catalog } from "tamis/catalog";

/** A row as the platform reads and writes it. */
export type Row = Record<string, unknown>;

/** Returns the name of the table of a catalog. Other tables of the database have other names. */
export function tableOf({ name }: Catalog): { readonly table: string } {
  return { table: `platform_${name}` };
}

/** The tables of the platform, one for each catalog. */
export interface Storage {
  /**
   * Opens the table of a catalog, and creates it if it is missing.
   *
   * @param unique sets of members whose values no two rows share, in addition to the key
   * @param locales languages for comparing strings. Default: root collation
   */
  readonly open: (
    catalog: Catalog,
    unique?: readonly (readonly string[])[],
    locales?: readonly string[],
  ) => Promise<RowStore<Row>>;
  readonly close: () => Promise<void>;
}

/** Keeps all rows in memory, for tests and trials: they end with the process. */
export function memoryStorage(): Storage {
  return {
    open: (catalog, unique = []) =>
      Promise.resolve(memoryStore<Row>(createCollection<Row>([], { catalog }), { unique })),
    close: () => Promise.resolve(),
  };
}
