import { failRequest, type HttpRequest } from "tamis/http";
import { isCaller, type Caller } from "./caller.ts";

/** @throws a failed request (401) without a valid token */
export function requireCaller({ identity }: Pick<HttpRequest, "identity">): Caller {
  if (isCaller(identity)) return identity;
  return failRequest(401, messageFor(identity), { headers: { "www-authenticate": challengeFor(identity) } });
}

/** @throws a failed request: 401 without a valid token, 403 for callers outside a group */
export function requireMember(request: HttpRequest, group: string): Caller {
  const caller = requireCaller(request);
  if (caller.groups.includes(group)) return caller;
  return failRequest(403, `Only members of the group ${group} may do this.`, {
    headers: { "www-authenticate": 'Bearer error="insufficient_scope"' },
  });
}

/**
 * A change needs a user, or a client with an authority.
 *
 * @throws a failed request: 401 without a valid token, 403 for callers that may only read
 */
export function requireWriter(request: Pick<HttpRequest, "identity">): Caller {
  const caller = requireCaller(request);
  if (mayWrite(caller)) return caller;
  return failRequest(403, "The client may only read: it has no authority.", {
    headers: { "www-authenticate": 'Bearer error="insufficient_scope"' },
  });
}

/** A client without an authority is known by nobody who could answer for its changes. */
export function mayWrite({ name, client, groups }: Caller): boolean {
  return name !== client || groups.length > 0;
}

/** Returns the value of `WWW-Authenticate` for a request without a valid token (RFC 6750, section 3). */
export function challengeFor(identity: unknown): string {
  const reason = reasonOf(identity);
  return reason === undefined ? "Bearer" : `Bearer error="invalid_token", error_description="${reason}"`;
}

function messageFor(identity: unknown): string {
  return reasonOf(identity) ?? "The request needs an access token.";
}

function reasonOf(identity: unknown): string | undefined {
  return typeof identity === "object" && identity !== null && Object.hasOwn(identity, "reason")
    ? String((identity as { readonly reason: unknown }).reason)
    : undefined;
}
