import { failRequest, type HttpRequest, type Operation } from "tamis/http";
import type { AdmittedCaller } from "./caller.ts";
import { requireCaller } from "./require-caller.ts";
import { PERMISSION_OF_OPERATION } from "./rights.ts";

/**
 * Returns the caller of a request that is answered outside of a collection, with the permissions of collections.
 *
 * @throws a failed request: 401 without a valid token, 403 without the permission
 */
export async function requireOperation(request: HttpRequest, operation: Operation): Promise<AdmittedCaller> {
  const caller = requireCaller(request);
  const isGranted = await caller.rights.has(PERMISSION_OF_OPERATION[operation], request.path);
  return isGranted ? caller : failRequest(403, "The caller may not do this.");
}
