import type { RowStore } from "tamis/http";
import { readRows } from "../../storage/read-rows.ts";
import type { Row } from "../../storage/storage.ts";
import { deleteExpired } from "./token-tables.ts";

/**
 * The families of tokens that were revoked because a code or a refresh token was used twice. All requests look here, so the
 * families are also kept in memory.
 */
export class RevokedFamilies {
  readonly #store: RowStore<Row>;
  readonly #families = new Set<string>();

  constructor(store: RowStore<Row>) {
    this.#store = store;
  }

  /** Reads the row of a family of tokens that another process may have revoked. */
  async reload(family: string): Promise<void> {
    if ((await this.#store.read(family)) !== undefined) this.#families.add(family);
  }

  async load(): Promise<void> {
    for await (const row of readRows(this.#store)) this.#families.add(row["family"] as string);
  }

  /** Forgets families whose tokens have all expired. */
  async deleteExpired(now: number): Promise<void> {
    for (const family of await deleteExpired(this.#store, now)) this.#families.delete(String(family));
  }

  has(family: string): boolean {
    return this.#families.has(family);
  }

  /** @param expires milliseconds since 1970 at which the last token of the family expires */
  async add(family: string, expires: number): Promise<void> {
    this.#families.add(family);
    // A family that is revoked twice has its row already.
    await this.#store.create({ family, expires: new Date(expires).toISOString() });
  }
}
