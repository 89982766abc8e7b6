import { requireArray, requireFunction, requireKind } from "../../diagnostics/require-argument.ts";
import type { HttpRequest } from "../contract/exchange.ts";
import { fail } from "../contract/failure.ts";
import { DEFAULT_CODES, type ErrorCodes } from "../contract/resource.ts";
import { readVersion, type Offer } from "./accept.ts";
import { acceptable } from "./acceptable.ts";
import { parseField } from "./field-list.ts";
import { header } from "./headers.ts";

/**
 * Chooses the representation of an operation's response by `Accept`. Ends the request with 406 if the client accepts none of
 * them, or only an older version, and with 400 for an invalid version.
 *
 * @param offers at least one. The first is sent if the client accepts everything
 * @param codes error codes of the operation
 * @example const { type } = chooseType(request, [{ types: ["application/json"], value: undefined }]);
 */
export function chooseType<V>(
  request: HttpRequest,
  offers: readonly Offer<V>[],
  codes: Partial<ErrorCodes> = {},
): { readonly type: string; readonly value: V } {
  requireKind(request, "request", "a request", "headers");
  const { headers } = request;
  requireArray(offers, "offers");
  return acceptable(headers, offers, { ...DEFAULT_CODES, ...codes });
}

/**
 * Returns the media type of an operation's body in lower case, without parameters. Ends the request with 406 for a missing type,
 * 415 for one that the operation does not read, or that is not in UTF-8, and 400 for a version that it does not have.
 *
 * @param version version of the types
 * @param codes error codes of the operation
 */
export function requireMediaType(
  request: HttpRequest,
  isKnown: (type: string) => boolean,
  version: number,
  codes: Partial<ErrorCodes> = {},
): string {
  requireKind(request, "request", "a request", "headers");
  const { headers } = request;
  requireFunction(isKnown, "isKnown");
  const { missingType, version: versionCode } = { ...DEFAULT_CODES, ...codes };
  const field = header(headers, "content-type");
  if (field === undefined) fail(406, "The body has no media type.", { code: missingType });
  const { token, parameters } = parseField(field);
  const charset = parameters.get("charset")?.toLowerCase() ?? "utf-8";
  if (!isKnown(token) || charset !== "utf-8")
    fail(415, "The operation does not read bodies of this media type.");
  const parameter = parameters.get("version");
  if (parameter !== undefined && readVersion(parameter) !== version)
    fail(400, `The media type of the body has the version ${version}.`, { code: versionCode });
  return token;
}
