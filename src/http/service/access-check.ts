import { ALLOWED, type Access } from "../contract/access.ts";
import { fail } from "../contract/failure.ts";
import type { HttpRequest } from "../contract/exchange.ts";
import type { Operation } from "../contract/operations.ts";
import type { ServiceResource } from "../contract/resource.ts";

/** @throws RequestFailure: 401 for an unknown caller, 403 for one that may not use the operation */
export async function checkAccess(
  { access, path }: ServiceResource,
  operation: Operation,
  { identity }: HttpRequest,
): Promise<Access & { readonly kind: "allowed" }> {
  if (access === undefined) return ALLOWED;
  const decision = await access({ identity, operation, path });
  if (decision.kind === "unauthenticated")
    fail(401, "The request needs a valid access token.", {
      headers: { "www-authenticate": decision.challenge ?? "Bearer" },
    });
  if (decision.kind === "forbidden") fail(403, "The caller may not use this operation.");
  return decision;
}
