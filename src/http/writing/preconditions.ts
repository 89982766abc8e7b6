import { readStoredTemporal, lastReadInstant } from "../../values/instant.ts";
import { ownDataProperty } from "../../values/read-path.ts";
import type { ResourceRequest } from "../contract/context.ts";
import { fail } from "../contract/failure.ts";
import type { ServiceResource } from "../contract/resource.ts";
import { parseEntityTags, type EntityTags } from "../negotiation/entity-tags.ts";
import { header } from "../negotiation/headers.ts";
import { parseHttpDate } from "../negotiation/http-date.ts";
import type { VisibleRow } from "../reading/visible-row.ts";
import { isTagOfVersion, modifiedMember, type CallerResource } from "../reading/validators.ts";

/** Conditions of a change, from its header fields (RFC 9110, section 13.1). */
export interface Preconditions {
  /** `invalid` for a field that is not well-formed: no row has such a tag. */
  readonly match: EntityTags | "invalid" | undefined;
  readonly noneMatch: EntityTags | "invalid" | undefined;
  /** Returns whether the row is unmodified. Undefined without `If-Match` and with a readable `If-Unmodified-Since`. */
  readonly unmodified: ((row: object) => boolean) | undefined;
}

/**
 * Ignores `If-Unmodified-Since` if there is an `If-Match`, if the date is invalid, if the resource records no dates, and if
 * they are closed to the caller.
 */
export function readPreconditions(request: Pick<ResourceRequest, "request"> & CallerResource): Preconditions {
  const { headers } = request.request;
  const match = tagsOf(header(headers, "if-match"));
  const since = header(headers, "if-unmodified-since");
  return {
    match,
    noneMatch: tagsOf(header(headers, "if-none-match")),
    unmodified: match === undefined && since !== undefined ? unmodifiedSince(since, request) : undefined,
  };
}

function tagsOf(field: string | undefined): EntityTags | "invalid" | undefined {
  return field === undefined ? undefined : (parseEntityTags(field) ?? "invalid");
}

/** @throws RequestFailure (428) if there is no condition on the version */
export function requireCondition({ match, unmodified }: Preconditions, view: CallerResource): void {
  if (match !== undefined || unmodified !== undefined) return;
  const { codes } = view.resource;
  const alternative =
    modifiedMember(view) === undefined ? "" : ", or If-Unmodified-Since with its last modification";
  fail(428, "A change needs the version of the item that it is based on.", {
    code: codes.conditionRequired,
    remediation: `Send If-Match with the ETag of the item${alternative}.`,
  });
}

/** @throws RequestFailure (412) if a condition does not hold for the current row */
export function assertPreconditions(
  { match, noneMatch, unmodified }: Preconditions,
  { row, shownVersion }: VisibleRow,
  { codes }: ServiceResource,
): void {
  const holds =
    (match === undefined || match === "*" || hasTag(match, shownVersion, "strong")) &&
    (unmodified?.(row) ?? true) &&
    noneMatch !== "*" &&
    (noneMatch === undefined || !hasTag(noneMatch, shownVersion, "weak"));
  if (!holds)
    fail(412, "The item is not in the state that the request requires.", {
      code: codes.mismatch,
      remediation: "Read the item again, and repeat the change with its new ETag.",
    });
}

function hasTag(
  tags: EntityTags | "invalid",
  version: string | undefined,
  comparison: "strong" | "weak",
): boolean {
  if (typeof tags === "string" || version === undefined) return false;
  return tags.some(
    ({ isWeak, opaque }) => (comparison === "weak" || !isWeak) && isTagOfVersion(opaque, version),
  );
}

/**
 * Reads an HTTP date, which has whole seconds, or a date-time as in the representation of the resource.
 *
 * @returns undefined if the condition has no effect
 */
function unmodifiedSince(field: string, view: CallerResource): ((row: object) => boolean) | undefined {
  const member = modifiedMember(view);
  if (member === undefined) return undefined;
  const seconds = parseHttpDate(field);
  const text = field.trim().replace(/^"(.*)"$/, "$1");
  const since = seconds ?? nanosecondsOf(text);
  if (since === undefined) return undefined;
  return (row) => {
    const modified = nanosecondsOf(ownDataProperty(row, member.property));
    if (modified === undefined) return false;
    return seconds === undefined
      ? modified <= (since as bigint)
      : modified / 1_000_000_000n <= BigInt(Math.floor(seconds / 1_000));
  };
}

function nanosecondsOf(value: unknown): bigint | undefined {
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? undefined : BigInt(value.getTime()) * 1_000_000n;
  if (typeof value !== "string" || !readStoredTemporal("dateTime", value)) return undefined;
  return BigInt(lastReadInstant.milliseconds) * 1_000_000n + BigInt(lastReadInstant.nanoseconds);
}
