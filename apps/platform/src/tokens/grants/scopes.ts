import type { SCOPES } from "tamis/families";
import { ADMINISTRATORS } from "../../access/caller.ts";
import { refuse } from "../protocol/oauth-error.ts";

/** Scope of the tokens of a client that acts for itself, unless it asks for one of its authorities. */
export const NO_SCOPE = "uaa.none" satisfies (typeof SCOPES)[number];

/**
 * Returns the granted scopes of a request.
 *
 * @param requested undefined if the request names none
 * @throws OAuthRefusal (`invalid_scope`) for a scope that is not allowed
 */
export function grantScopes(
  requested: readonly string[] | undefined,
  allowed: readonly string[],
  byDefault: readonly string[],
): readonly string[] {
  for (const scope of requested ?? [])
    if (!allowed.includes(scope))
      refuse("invalid_scope", "A scope of the request is not registered for the client.");
  return requested ?? byDefault;
}

/** Scopes that a request without a scope gets: all but those that a request has to name. */
export function defaultScopes(registered: readonly string[]): readonly string[] {
  return registered.filter((scope) => scope !== ADMINISTRATORS);
}

/** Returns the groups of a token. The group of administrators requires the scope with its name. */
export function effectiveGroups(groups: readonly string[], scope: readonly string[]): readonly string[] {
  return groups.filter((group) => group !== ADMINISTRATORS || scope.includes(ADMINISTRATORS));
}
