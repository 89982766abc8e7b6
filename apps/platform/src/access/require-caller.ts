import { failRequest, type HttpRequest } from "tamis/http";
import { isCaller, type AdmittedCaller } from "./caller.ts";

/** @throws a failed request (401) without a valid token */
export function requireCaller({ identity }: Pick<HttpRequest, "identity">): AdmittedCaller {
  if (isCaller(identity)) return identity;
  return failRequest(401, reasonOf(identity) ?? "The request needs an access token.", {
    headers: { "www-authenticate": challengeFor(identity) },
  });
}

/** @throws a failed request: 401 without a valid token, 403 for callers outside a group */
export function requireMember(request: HttpRequest, group: string): AdmittedCaller {
  const caller = requireCaller(request);
  if (caller.groups.includes(group)) return caller;
  return failRequest(403, `Only members of the group ${group} may do this.`, {
    headers: { "www-authenticate": 'Bearer error="insufficient_scope"' },
  });
}

/** Returns the value of `WWW-Authenticate` for a request without a valid token (RFC 6750, section 3). */
export function challengeFor(identity: unknown): string {
  const reason = reasonOf(identity);
  return reason === undefined ? "Bearer" : `Bearer error="invalid_token", error_description="${reason}"`;
}

function reasonOf(identity: unknown): string | undefined {
  return typeof identity === "object" && identity !== null && Object.hasOwn(identity, "reason")
    ? String((identity as { readonly reason: unknown }).reason)
    : undefined;
}
