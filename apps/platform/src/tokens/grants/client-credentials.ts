import { readScope } from "../protocol/form.ts";
import type { Grant } from "./grant.ts";
import { effectiveGroups, grantScopes, NO_SCOPE } from "./scopes.ts";

/** The client acts for itself, with the groups in its registration. */
export const clientCredentials: Grant = ({ form, client }) => {
  const allowed = [NO_SCOPE, ...client.scope, ...client.authorities];
  const scope = grantScopes(readScope(form), allowed, [NO_SCOPE]);
  return Promise.resolve({
    user: undefined,
    scope,
    groups: effectiveGroups(client.authorities, scope),
    family: undefined,
    refreshToken: undefined,
  });
};
