import type { ResourceRequest } from "../contract/context.ts";
import { fail } from "../contract/failure.ts";
import { acceptable } from "../negotiation/acceptable.ts";
import { readVersion, type Offer } from "../negotiation/accept.ts";
import { parseField } from "../negotiation/field-list.ts";
import { header } from "../negotiation/headers.ts";
import { itemOffers, type ItemChoice } from "../reading/item.ts";
import { ERROR_TYPE, PROBLEM_TYPE } from "../representation/error-body.ts";

export const MERGE_PATCH_TYPE = "application/merge-patch+json";

export interface ChosenResponse {
  /** Media type of the response; undefined if the client wants no representation. */
  readonly type: string | undefined;
  readonly choice: ItemChoice;
}

/**
 * Chooses the representation of a changed row. A client that accepts only errors, or that prefers a minimal response
 * (RFC 7240), receives none.
 *
 * @throws RequestFailure (406) if nothing is acceptable
 */
export function chooseResponse({ request, resource }: ResourceRequest): ChosenResponse {
  const successOffers: Offer<ItemChoice | undefined>[] = [...itemOffers(resource)];
  const offers = [...successOffers, { types: [ERROR_TYPE, PROBLEM_TYPE], value: undefined }];
  const chosen = acceptable(request.headers, offers, resource.codes);
  const choice = chosen.value ?? itemOffers(resource)[0]!.value;
  return {
    type: chosen.value === undefined || prefersMinimal(request.headers) ? undefined : chosen.type,
    choice,
  };
}

function prefersMinimal(headers: ResourceRequest["request"]["headers"]): boolean {
  return /(?:^|[,;\s])return\s*=\s*"?minimal"?(?:$|[,;\s])/i.test(header(headers, "prefer") ?? "");
}

export interface BodyType {
  /** Version parameter of the media type; undefined if there is none. */
  readonly version: string | undefined;
}

/** @throws RequestFailure: 406 for a body without media type, 415 for an unsupported one */
export function requireBodyType({ request, resource, operation }: ResourceRequest): BodyType {
  const field = header(request.headers, "content-type");
  if (field === undefined)
    fail(406, "The body has no media type.", {
      code: resource.codes.missingType,
      remediation: `Send the header field Content-Type: ${resource.itemType}+json.`,
    });
  const { token, parameters } = parseField(field);
  const isPatch = operation === "patch";
  const types = [`${resource.itemType}+json`, resource.itemType, "application/json"].map((mediaType) =>
    mediaType.toLowerCase(),
  );
  if (isPatch) types.unshift(MERGE_PATCH_TYPE);
  const charset = parameters.get("charset")?.toLowerCase() ?? "utf-8";
  if (types.includes(token) && charset === "utf-8") return { version: parameters.get("version") };
  return fail(415, `The server does not read bodies of this media type.`, {
    remediation: `Send ${types[0]!} in UTF-8.`,
    headers: {
      [isPatch ? "accept-patch" : operation === "create" ? "accept-post" : "accept"]: types.join(", "),
    },
  });
}

/** @throws RequestFailure (400) for another version than that of the resource */
export function requireBodyVersion({ version }: BodyType, { resource }: ResourceRequest): void {
  if (version === undefined || readVersion(version) === resource.version) return;
  fail(400, `The server reads version ${resource.version} of this media type.`, {
    code: resource.codes.version,
    remediation: "Leave out the version of the Content-Type.",
  });
}
