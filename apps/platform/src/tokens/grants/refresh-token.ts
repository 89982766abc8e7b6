import { identifyOrigin } from "../../audit/origin.ts";
import { readScope } from "../protocol/form.ts";
import { refuse } from "../protocol/oauth-error.ts";
import type { RefreshTokenRow, UserRow } from "../store/records.ts";
import { hashToken } from "../store/secrets.ts";
import type { Grant } from "./grant.ts";
import { issueRefreshToken, revokeFamily } from "./refresh-tokens.ts";
import { effectiveGroups, grantScopes } from "./scopes.ts";

/**
 * Exchanges a refresh token for new tokens. Each refresh token works once. A second use means that somebody else has a copy, so it
 * revokes all tokens of the family.
 */
export const refreshToken: Grant = async (context) => {
  const { form, client, tables, options, revoked } = context;
  const token = form.get("refresh_token");
  if (token === undefined) refuse("invalid_request", "The refresh_token grant requires a refresh_token.");
  const stored = await tables.refreshTokens.read(hashToken(token));
  const row = stored?.row as RefreshTokenRow | undefined;
  const invalid = () =>
    refuse("invalid_grant", "The refresh token is wrong, expired, used, or for another client.");
  if (stored === undefined || row === undefined || row.client !== client.client_id) return invalid();
  identifyOrigin({ client: row.client, user: row.user });
  if (revoked.has(row.family) || Date.parse(row.expires) <= options.now()) return invalid();
  // A refused scope must not use up the token.
  const scope = grantScopes(readScope(form), row.scope, row.scope);
  const outcome = row.used
    ? undefined
    : await tables.refreshTokens.replace(row.hash, { ...row, used: true }, [stored.version]);
  if (outcome?.kind !== "replaced") {
    await revokeFamily(context, row.family);
    return invalid();
  }
  const user = (await tables.users.read(row.user))?.row as UserRow | undefined;
  if (user === undefined) return invalid();
  return {
    user: user.name,
    scope,
    groups: effectiveGroups(user.groups, scope),
    family: row.family,
    refreshToken: await issueRefreshToken(context, { family: row.family, user: user.name, scope: row.scope }),
  };
};
