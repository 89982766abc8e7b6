import { reported } from "../../storage/change-feed.ts";
import type { Tables } from "../../storage/storage.ts";
import { RevokedFamilies } from "./revoked-families.ts";
import { SigningKeys, type KeyOptions } from "./signing-keys.ts";
import { openTokenTables, type TokenTables } from "./token-tables.ts";

/** The tables of the token service, and what this process keeps of them in memory. */
export interface SharedTables {
  readonly tables: TokenTables;
  readonly keys: SigningKeys;
  readonly revoked: RevokedFamilies;
}

/** Opens the tables, and follows the changes that other processes make. */
export async function openSharedTables(
  allTables: Tables,
  options: KeyOptions & { readonly onError: (error: unknown) => void },
): Promise<SharedTables> {
  let shared: SharedTables | undefined = undefined;
  const tables = await openTokenTables(allTables, {
    onRevocation: reported(
      (family) => (family === undefined ? shared?.revoked.load() : shared?.revoked.reload(family)),
      options.onError,
    ),
    onKey: reported(() => shared?.keys.load(), options.onError),
  });
  const keys = new SigningKeys(tables.signingKeys, options);
  const revoked = new RevokedFamilies(tables.revokedFamilies);
  shared = { tables, keys, revoked };
  await keys.load();
  await revoked.load();
  return shared;
}
