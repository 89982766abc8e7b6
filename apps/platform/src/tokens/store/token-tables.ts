import { call, dateTime, name } from "tamis/builder";
import type { RowStore, StoreKey } from "tamis/http";
import { readRows } from "../../storage/read-rows.ts";
import type { Row, Storage } from "../../storage/storage.ts";
import { CLIENTS, CODES, REFRESH_TOKENS, REVOKED_FAMILIES, SIGNING_KEYS, USERS } from "./records.ts";

export interface TokenTables {
  readonly clients: RowStore<Row>;
  readonly users: RowStore<Row>;
  readonly codes: RowStore<Row>;
  readonly refreshTokens: RowStore<Row>;
  readonly revokedFamilies: RowStore<Row>;
  readonly signingKeys: RowStore<Row>;
}

export async function openTokenTables(storage: Storage): Promise<TokenTables> {
  return {
    clients: await storage.open(CLIENTS),
    users: await storage.open(USERS),
    codes: await storage.open(CODES),
    refreshTokens: await storage.open(REFRESH_TOKENS),
    revokedFamilies: await storage.open(REVOKED_FAMILIES),
    signingKeys: await storage.open(SIGNING_KEYS),
  };
}

/**
 * Deletes the rows of a table whose time `expires` has passed. Codes and tokens would otherwise fill the database.
 *
 * @param now milliseconds since 1970
 * @returns the keys of the deleted rows
 */
export async function deleteExpired(store: RowStore<Row>, now: number): Promise<readonly StoreKey[]> {
  const { key } = store.collection.catalog;
  const isExpired = call("lt", [name("expires"), dateTime(new Date(now).toISOString())]);
  const expired: StoreKey[] = [];
  for await (const row of readRows(store, isExpired)) expired.push(row[key!] as StoreKey);
  for (const each of expired) await store.delete(each, "any");
  return expired;
}
