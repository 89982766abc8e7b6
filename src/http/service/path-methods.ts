import { fail } from "../contract/failure.ts";
import type { HttpRequest } from "../contract/exchange.ts";
import { DEFAULT_CODES } from "../contract/resource.ts";
import { header } from "../negotiation/headers.ts";
import type { PathOperations } from "./operations.ts";
import { allowedMethods, type Route } from "./routes.ts";

/**
 * Rejects a request whose method no operation of the path answers.
 *
 * @throws RequestFailure 415 if no operation of the method reads the media type of the body, 406 if the body has none, 405 if the method
 *   has no operation with a body, 404 if the path has no methods
 */
export function failMethod(
  { headers }: HttpRequest,
  method: string,
  route: Route | undefined,
  operations: PathOperations | undefined,
): never {
  const types = operations?.bodyTypes(method) ?? [];
  if (types.length === 0) {
    const allow = methodsAt(route, operations);
    // Such as the collection of a resource that has operations on items only.
    if (allow.length === 1) fail(404, "There is nothing at this path.");
    fail(405, `${method} is not possible here.`, { headers: { allow: allow.join(", ") } });
  }
  const remediation = `Send a body of the type ${types.join(" or ")}.`;
  if (header(headers, "content-type") === undefined)
    fail(406, "The body has no media type.", { code: DEFAULT_CODES.missingType, remediation });
  return fail(415, "The operation does not read bodies of this media type.", {
    remediation,
    headers: method === "POST" ? { "accept-post": types.join(", ") } : {},
  });
}

/** Returns the methods of a path, with `OPTIONS`. */
export function methodsAt(
  route: Route | undefined,
  operations: PathOperations | undefined,
): readonly string[] {
  const routeMethods =
    route === undefined ? [] : allowedMethods(route).filter((method) => method !== "OPTIONS");
  return [...new Set([...routeMethods, ...(operations?.methods ?? []), "OPTIONS"])];
}
