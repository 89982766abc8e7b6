import { createHash } from "node:crypto";
import type { GRANT_TYPES } from "tamis/families";
import { identifyOrigin } from "../../audit/origin.ts";
import { readScope } from "../protocol/form.ts";
import { refuse } from "../protocol/oauth-error.ts";
import type { CodeRow, RefreshTokenRow, UserRow } from "../store/records.ts";
import { hashToken } from "../store/secrets.ts";
import type { Grant, GrantContext, Granted } from "./grant.ts";
import { issueRefreshToken, revokeFamily, type TokenFamily } from "./refresh-tokens.ts";
import { defaultScopes, effectiveGroups, grantScopes, NO_SCOPE } from "./scopes.ts";

/** Characters and length of a verifier (RFC 7636, section 4.1). */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

export const GRANTS: Readonly<Record<(typeof GRANT_TYPES)[number], Grant>> = {
  /** The client acts for itself, with the groups in its registration. */
  client_credentials: ({ form, client }) => {
    const allowed = [NO_SCOPE, ...client.scope, ...client.authorities];
    const scope = grantScopes(readScope(form), allowed, [NO_SCOPE]);
    return Promise.resolve({
      user: undefined,
      scope,
      groups: effectiveGroups(client.authorities, scope),
      family: undefined,
      refreshToken: undefined,
    });
  },

  /** The client sends the password of a user. OAuth 2.1 has no such grant: it is off unless the deployment allows it. */
  password: async (context) => {
    const { form, client, users, options } = context;
    if (!options.passwordGrant)
      refuse("unsupported_grant_type", "This deployment does not allow the password grant.");
    const name = form.get("username");
    const secret = form.get("password");
    if (name === undefined || secret === undefined)
      refuse("invalid_request", "The password grant requires username and password.");
    const scope = grantScopes(readScope(form), client.scope, defaultScopes(client.scope));
    const result = await users.verify({ name, secret });
    if (result.kind === "busy")
      refuse("temporarily_unavailable", "Too many users sign in at the same time.", 1);
    if (result.kind === "paused")
      refuse("invalid_grant", "There were too many wrong passwords.", result.seconds);
    if (result.kind === "wrong") refuse("invalid_grant", "The user name or the password is wrong.");
    identifyOrigin({ client: client.client_id, user: name });
    return grantUser(context, result.row as UserRow, { family: crypto.randomUUID(), scope });
  },

  /** Exchanges a code for tokens. A code works once: its second use revokes the tokens of the first. */
  authorization_code: async (context) => {
    const { form, client, tables, options, revoked } = context;
    const code = form.get("code");
    if (code === undefined) refuse("invalid_request", "The authorization_code grant requires a code.");
    const stored = await tables.codes.read(hashToken(code));
    const row = stored?.row as CodeRow | undefined;
    // The same answer for each reason, so that a client learns nothing about the codes of others.
    const invalid = () => refuse("invalid_grant", "The code is wrong, expired, used, or for another client.");
    if (stored === undefined || row === undefined || row.client !== client.client_id) return invalid();
    identifyOrigin({ client: row.client, user: row.user });
    if (row.used) {
      await revokeFamily(context, row.family);
      return invalid();
    }
    if (Date.parse(row.expires) <= options.now() || revoked.has(row.family)) return invalid();
    const redirect = form.get("redirect_uri");
    if (redirect === undefined ? row.namedRedirect : redirect !== row.redirectUri) return invalid();
    if (!hasChallenge(row.challenge ?? undefined, form.get("code_verifier"))) return invalid();
    const outcome = await tables.codes.replace(row.hash, { ...row, used: true }, [stored.version]);
    if (outcome.kind !== "replaced") {
      await revokeFamily(context, row.family);
      return invalid();
    }
    const user = (await tables.users.read(row.user))?.row as UserRow | undefined;
    return user === undefined ? invalid() : grantUser(context, user, row);
  },

  /**
   * Exchanges a refresh token for new tokens. Each refresh token works once. A second use means that somebody else has a copy, so it
   * revokes all tokens of the family.
   */
  refresh_token: async (context) => {
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
    return user === undefined ? invalid() : grantUser(context, user, row, scope);
  },
};

/** @param scope scopes of the access token. By default, it has those of the refresh token */
async function grantUser(
  context: GrantContext,
  { name: user, groups }: UserRow,
  { family, scope: refreshed }: Omit<TokenFamily, "user">,
  scope = refreshed,
): Promise<Granted> {
  return {
    user,
    scope,
    groups: effectiveGroups(groups, scope),
    family,
    refreshToken: await issueRefreshToken(context, { family, user, scope: refreshed }),
  };
}

/** Only the client that began the sign-in knows the verifier. A verifier without a challenge is an attack, too. */
function hasChallenge(challenge: string | undefined, verifier: string | undefined): boolean {
  if (challenge === undefined || verifier === undefined) return challenge === verifier;
  return VERIFIER.test(verifier) && createHash("sha256").update(verifier).digest("base64url") === challenge;
}
