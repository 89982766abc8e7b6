import { fail } from "../contract/failure.ts";
import type { ErrorCodes } from "../contract/resource.ts";
import type { HttpHeaders } from "../contract/exchange.ts";
import { negotiateType, type Negotiated, type Offer } from "./accept.ts";
import { header } from "./headers.ts";

/**
 * Chooses a representation by `Accept`, or by another header field.
 *
 * @throws RequestFailure (406, or 400 for an invalid version) if nothing is acceptable
 */
export function acceptable<V>(
  headers: HttpHeaders,
  offers: readonly Offer<V>[],
  codes: ErrorCodes,
  field = "accept",
): Negotiated<V> & { readonly ok: true } {
  const negotiated = negotiateType(header(headers, field), offers);
  if (negotiated.ok) return negotiated;
  if (negotiated.reason === "version")
    fail(400, "The version of a media type must be an integer >= 1.", { code: codes.version });
  if (negotiated.reason === "downgrade")
    fail(406, "The server no longer has the requested older version of the media type.", {
      code: codes.downgrade,
      remediation: "Leave out the version, or accept a newer one.",
    });
  return fail(406, "The server has none of the accepted media types.", { code: codes.notAcceptable });
}

/**
 * Chooses the media type of a response that has one representation.
 *
 * @param types names of the type. The first is sent if the client accepts any
 * @throws RequestFailure (406, or 400 for an invalid version)
 */
export function acceptableType(
  headers: HttpHeaders,
  types: readonly string[],
  codes: ErrorCodes,
  version?: number,
): string {
  return acceptable(headers, [{ types, version, value: undefined }], codes).type;
}
