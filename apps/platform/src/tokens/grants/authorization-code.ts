import { createHash } from "node:crypto";
import { identifyOrigin } from "../../audit/origin.ts";
import { refuse } from "../protocol/oauth-error.ts";
import type { CodeRow, UserRow } from "../store/records.ts";
import { hashToken } from "../store/secrets.ts";
import type { Grant } from "./grant.ts";
import { issueRefreshToken, revokeFamily } from "./refresh-tokens.ts";
import { effectiveGroups } from "./scopes.ts";

/** Characters and length of a verifier (RFC 7636, section 4.1). */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/** Exchanges a code for tokens. A code works once: its second use revokes the tokens of the first. */
export const authorizationCode: Grant = async (context) => {
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
  if (user === undefined) return invalid();
  const { family, scope } = row;
  return {
    user: user.name,
    scope,
    groups: effectiveGroups(user.groups, scope),
    family,
    refreshToken: await issueRefreshToken(context, { family, user: user.name, scope }),
  };
};

/** Only the client that began the sign-in knows the verifier. A verifier without a challenge is an attack, too. */
function hasChallenge(challenge: string | undefined, verifier: string | undefined): boolean {
  if (challenge === undefined || verifier === undefined) return challenge === verifier;
  return VERIFIER.test(verifier) && createHash("sha256").update(verifier).digest("base64url") === challenge;
}
