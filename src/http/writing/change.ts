import type { HttpResponse } from "../contract/exchange.ts";
import type { ResourceRequest } from "../contract/context.ts";
import { fail } from "../contract/failure.ts";
import type { StoreKey } from "../contract/row-store.ts";
import { missing, requireRow } from "../reading/item.ts";
import type { VisibleRow } from "../reading/visible-row.ts";
import { keyOfRow } from "../representation/item-path.ts";
import { respond } from "../representation/response-headers.ts";
import { parseBody } from "./json-body.ts";
import { chooseResponse, requireBodyType, requireBodyVersion } from "./media-types.ts";
import {
  assertPreconditions,
  readPreconditions,
  requireCondition,
  type Preconditions,
} from "./preconditions.ts";
import { readPatched, readWholeRow } from "./read-whole-row.ts";
import { stamped } from "./stamps.ts";
import {
  assertNoQuery,
  failConflict,
  failInvalid,
  visibilityCheck,
  writeResponse,
} from "./write-response.ts";

/**
 * Replaces a row (PUT), or applies a merge patch to it (PATCH). A missing row is an error for both: keys are assigned when
 * rows are created. Checks run in a fixed order: 404, 406 and 415, 428, 412, 400.
 *
 * @param readBody reads the body, after all checks that do not need it
 */
export async function changeItem(
  request: ResourceRequest,
  segment: string,
  readBody: () => Promise<string>,
): Promise<HttpResponse> {
  const { resource, operation } = request;
  const first = await requireRow(request, segment);
  const response = chooseResponse(request);
  const type = requireBodyType(request);
  const conditions = readPreconditions(request);
  requireCondition(conditions, request);
  assertPreconditions(conditions, first, resource);
  assertNoQuery(request);
  requireBodyVersion(type, request);
  const body = parseBody(await readBody(), resource);
  const readBodyRow = operation === "patch" ? readPatched : readWholeRow;
  return repeatUntilStored(request, segment, first, conditions, async (key, { row: stored, version }) => {
    const row = stamped(request, readBodyRow(request, body, stored), stored);
    const check = visibilityCheck(request, row);
    const outcome = await resource.store!.replace(key, row, [version!], { check });
    if (outcome.kind === "conflict") failConflict(request, outcome.members);
    if (outcome.kind === "invalid") failInvalid(request, outcome.problems);
    if (outcome.kind === "missing") missing(resource, segment);
    if (outcome.kind === "mismatch") return undefined;
    return writeResponse(request, outcome.stored, { status: 200, response });
  });
}

/** Deletes a row. Conditions are optional. */
export async function deleteItem(request: ResourceRequest, segment: string): Promise<HttpResponse> {
  const { resource } = request;
  const first = await requireRow(request, segment);
  const conditions = readPreconditions(request);
  assertPreconditions(conditions, first, resource);
  assertNoQuery(request);
  return repeatUntilStored(request, segment, first, conditions, async (key, { version }) => {
    const outcome = await resource.store!.delete(key, [version!]);
    if (outcome.kind === "conflict")
      fail(409, "A rule of the database keeps this item, such as a reference of another item.", {
        code: resource.codes.conflict,
      });
    if (outcome.kind === "missing") missing(resource, segment);
    return outcome.kind === "mismatch" ? undefined : respond(204, {});
  });
}

/** Maximum number of attempts, if other clients keep changing the row. */
const MAX_ATTEMPTS = 100;

/**
 * Changes a row only if it still has the version that was read, even without a condition in the request: closed members
 * keep their values of that version, and the rule of the caller was checked on it. If the row has changed since, reads it
 * and checks the conditions again.
 */
async function repeatUntilStored(
  request: ResourceRequest,
  segment: string,
  first: VisibleRow,
  conditions: Preconditions,
  change: (key: StoreKey, current: VisibleRow) => Promise<HttpResponse | undefined>,
): Promise<HttpResponse> {
  const { resource } = request;
  let current = first;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const response = await change(keyOfRow(resource.catalog, current.row)!, current);
    if (response !== undefined) return response;
    current = await requireRow(request, segment);
    assertPreconditions(conditions, current, resource);
  }
  return fail(503, "Too many other requests change this item.", { headers: { "retry-after": "1" } });
}
