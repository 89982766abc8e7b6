import { hashToken, randomSecret } from "../store/secrets.ts";
import type { RefreshTokenRow } from "../store/records.ts";
import { LONGEST_VALIDITY } from "../store/token-options.ts";
import type { GrantContext } from "./grant.ts";

export interface TokenFamily {
  readonly family: string;
  readonly user: string;
  readonly scope: readonly string[];
}

/** Stores and returns a new refresh token; undefined if the client is not registered for refresh tokens. */
export async function issueRefreshToken(
  { client, tables, options }: Pick<GrantContext, "client" | "tables" | "options">,
  { family, user, scope }: TokenFamily,
): Promise<string | undefined> {
  if (!client.authorized_grant_types.includes("refresh_token")) return undefined;
  const token = randomSecret();
  const row: RefreshTokenRow = {
    hash: hashToken(token),
    family,
    client: client.client_id,
    user,
    scope: [...scope],
    expires: new Date(options.now() + options.refreshTokenValidity * 1_000).toISOString(),
    used: false,
  };
  await tables.refreshTokens.create(row);
  return token;
}

/** Revokes all tokens of a family, which a code or a refresh token that was used twice belongs to. */
export async function revokeFamily(
  { revoked, options }: Pick<GrantContext, "revoked" | "options">,
  family: string,
): Promise<void> {
  const longest = Math.max(LONGEST_VALIDITY, options.refreshTokenValidity);
  await revoked.add(family, options.now() + longest * 1_000);
}
