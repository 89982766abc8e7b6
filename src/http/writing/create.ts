import type { HttpResponse } from "../contract/exchange.ts";
import type { ResourceRequest } from "../contract/context.ts";
import { fail } from "../contract/failure.ts";
import { isVisible } from "../reading/visible-row.ts";
import { keyOfRow } from "../representation/item-path.ts";
import { readIdempotencyKey } from "./idempotency.ts";
import { parseBody } from "./json-body.ts";
import { chooseResponse, requireBodyType, requireBodyVersion } from "./media-types.ts";
import { assertUsableKey, readWholeRow } from "./read-whole-row.ts";
import { stamped } from "./stamps.ts";
import {
  assertNoQuery,
  failConflict,
  failInvalid,
  visibilityCheck,
  writeResponse,
} from "./write-response.ts";

/**
 * Creates a row. A string key that the body does not have is a random UUID, and an integer key is the next one.
 *
 * @param readBody reads the body, after all checks that do not need it
 */
export async function createItem(
  request: ResourceRequest,
  readBody: () => Promise<string>,
): Promise<HttpResponse> {
  const { resource } = request;
  const response = chooseResponse(request);
  const type = requireBodyType(request);
  assertNoQuery(request);
  requireBodyVersion(type, request);
  const text = await readBody();
  const idempotency = await readIdempotencyKey(request, text);
  const row = withKey(request, stamped(request, readWholeRow(request, parseBody(text, resource))));
  assertUsableKey(request, row);
  const outcome = await resource.store!.create(row, { idempotency, check: visibilityCheck(request, row) });
  switch (outcome.kind) {
    case "created":
      return writeResponse(request, outcome.stored, { status: 201, response });
    case "repeated":
      if (outcome.stored === undefined || !isVisible(request, outcome.stored.row))
        fail(410, "The item that the first request with this Idempotency-Key created no longer exists.");
      return writeResponse(request, outcome.stored, { status: 201, response });
    case "reused":
      return fail(422, "The Idempotency-Key belongs to a request with another body.", {
        remediation: "Send a new key with each new item.",
      });
    case "conflict":
      return failConflict(request, outcome.members);
    case "invalid":
      return failInvalid(request, outcome.problems);
    case "exhausted":
      return fail(409, "There is no next integer key after the greatest one.", {
        code: resource.codes.conflict,
        remediation: `Send a key that is not in use as the member ${resource.catalog.key!}.`,
      });
  }
}

function withKey({ resource }: ResourceRequest, row: Record<string, unknown>): Record<string, unknown> {
  const { catalog } = resource;
  const key = catalog.members.byName.get(catalog.key!)!;
  if (keyOfRow(catalog, row) !== undefined || resource.store!.hasDefault?.(key.name) === true) return row;
  if (key.type === "string") return { ...row, [key.property]: crypto.randomUUID() };
  if (key.type === "integer") return row;
  return fail(400, "The body is not valid.", {
    code: resource.codes.invalidBody,
    members: [{ code: "required", pointer: `/${key.name}`, message: "The key is required." }],
  });
}
