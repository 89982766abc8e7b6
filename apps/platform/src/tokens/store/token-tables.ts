import { call, dateTime, name } from "tamis/builder";
import type { RowStore, StoreKey } from "tamis/http";
import { deleteRows } from "../../storage/read-rows.ts";
import type { ChangeListener } from "../../storage/change-feed.ts";
import type { Row, Tables } from "../../storage/storage.ts";
import { CLIENTS_PATH, CODES_PATH, KEYS, TOKENS_PATH, USERS_PATH } from "./paths.ts";
import { CLIENTS, CODES, REFRESH_TOKENS, REVOKED_FAMILIES, SIGNING_KEYS, USERS } from "./records.ts";

export interface TokenTables {
  readonly clients: RowStore<Row>;
  readonly users: RowStore<Row>;
  readonly codes: RowStore<Row>;
  readonly refreshTokens: RowStore<Row>;
  readonly revokedFamilies: RowStore<Row>;
  readonly signingKeys: RowStore<Row>;
}

/** Functions that are called with the changes of all processes. */
export interface TokenListeners {
  readonly onRevocation: ChangeListener;
  readonly onKey: ChangeListener;
}

export async function openTokenTables(
  tables: Tables,
  { onRevocation, onKey }: TokenListeners,
): Promise<TokenTables> {
  return {
    clients: await tables.open(CLIENTS, { resource: `${CLIENTS_PATH}/{client_id}` }),
    users: await tables.open(USERS, { resource: `${USERS_PATH}/{name}` }),
    codes: await tables.open(CODES, { resource: `${CODES_PATH}/{family}` }),
    refreshTokens: await tables.open(REFRESH_TOKENS, { resource: `${TOKENS_PATH}/{family}` }),
    revokedFamilies: await tables.open(REVOKED_FAMILIES, {
      resource: `${TOKENS_PATH}/{family}`,
      creation: "revoke",
      onChange: onRevocation,
    }),
    signingKeys: await tables.open(SIGNING_KEYS, { resource: `${KEYS}/{id}`, onChange: onKey }),
  };
}

/**
 * Deletes the rows of a table whose time `expires` has passed. Codes and tokens would otherwise fill the database.
 *
 * @param now milliseconds since 1970
 * @returns the keys of the deleted rows
 */
export async function deleteExpired(store: RowStore<Row>, now: number): Promise<readonly StoreKey[]> {
  const isExpired = call("lt", [name("expires"), dateTime(new Date(now).toISOString())]);
  return deleteRows(store, isExpired);
}
