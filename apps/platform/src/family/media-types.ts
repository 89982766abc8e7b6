import { chooseType, requireMediaType, type ErrorCodes, type HttpRequest } from "tamis/http";
import { VERSION } from "../storage/stamps.ts";

/**
 * Returns the media types of JSON with a name: the name with `+json`, the name itself, and `application/json`.
 *
 * @example jsonTypes("application/vnd.vendor.report")[0] // "application/vnd.vendor.report+json"
 */
export function jsonTypes(name: string): readonly string[] {
  return [`${name}+json`, name, "application/json"];
}

/** Media types of API roots. */
export const API_TYPES = jsonTypes("application/vnd.vendor.api");

/** Media types of pages. */
export const PAGE_TYPES = jsonTypes("application/vnd.vendor.collection");

/**
 * Returns the media type of a resource as `defineResource` takes it: without the format.
 *
 * @example itemTypeOf({ mediaType: "application/vnd.vendor.report+json" }) // "application/vnd.vendor.report"
 */
export function itemTypeOf({ mediaType }: { readonly mediaType: string }): string {
  return mediaType.replace(/\+json$/, "");
}

/** Returns the type of the response that `Accept` chooses. Ends the request as `chooseType` does if it accepts none. */
export function acceptedType(
  request: HttpRequest,
  types: readonly string[],
  codes: Partial<ErrorCodes> = {},
): string {
  return chooseType(request, [{ types, version: VERSION, value: undefined }], codes).type;
}

/** Ends the request as `requireMediaType` does, unless its body is of one of some types. */
export function requireBodyType(
  request: HttpRequest,
  types: readonly string[],
  codes: Partial<ErrorCodes> = {},
): string {
  return requireMediaType(request, (type) => types.includes(type), VERSION, codes);
}
