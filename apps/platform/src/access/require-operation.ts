import { failRequest, type HttpRequest, type Operation } from "tamis/http";
import { restrictTo } from "./permissions.ts";
import { requireCaller } from "./require-caller.ts";
import type { Caller } from "./caller.ts";

const access = restrictTo(undefined);

/**
 * Returns the caller of a request that is answered outside of a collection, with the permissions of collections.
 *
 * @throws a failed request: 401 without a valid token, 403 without the permission
 */
export async function requireOperation(request: HttpRequest, operation: Operation): Promise<Caller> {
  const caller = requireCaller(request);
  const { kind } = await access({ identity: caller, operation, path: request.path });
  return kind === "allowed" ? caller : failRequest(403, "The caller may not do this.");
}
