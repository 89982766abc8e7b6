import { readScope } from "../protocol/form.ts";
import { refuse } from "../protocol/oauth-error.ts";
import { identifyOrigin } from "../../audit/origin.ts";
import type { UserRow } from "../store/records.ts";
import type { Grant } from "./grant.ts";
import { issueRefreshToken } from "./refresh-tokens.ts";
import { defaultScopes, effectiveGroups, grantScopes } from "./scopes.ts";

/** The client sends the password of a user. OAuth 2.1 has no such grant: it is off unless the deployment allows it. */
export const password: Grant = async (context) => {
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
  const family = crypto.randomUUID();
  return {
    user: name,
    scope,
    groups: effectiveGroups((result.row as UserRow).groups, scope),
    family,
    refreshToken: await issueRefreshToken(context, { family, user: name, scope }),
  };
};
