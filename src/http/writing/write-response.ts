import type { HttpResponse } from "../contract/exchange.ts";
import type { ResourceRequest } from "../contract/context.ts";
import { fail } from "../contract/failure.ts";
import type { ChangeOptions, StoredRow, ValueProblem } from "../contract/row-store.ts";
import { itemResponse } from "../reading/item.ts";
import { entityTag, lastModified } from "../reading/validators.ts";
import { isVisible, shown } from "../reading/visible-row.ts";
import { itemPath } from "../representation/item-path.ts";
import { respond } from "../representation/response-headers.ts";
import type { ChosenResponse } from "./media-types.ts";
import { BodyProblems } from "./problems.ts";

/** Returns the response for a created or changed row. Without a representation, a change gets 204. */
export async function writeResponse(
  request: ResourceRequest,
  stored: StoredRow<object>,
  { status, response }: { readonly status: 200 | 201; readonly response: ChosenResponse },
): Promise<HttpResponse> {
  const { type, choice } = response;
  const visible = await shown(request, stored);
  if (type !== undefined) return itemResponse(request, visible, { status, type, choice });
  const { resource } = request;
  const modified = lastModified(request, stored.row);
  const location = status === 201 ? itemPath(resource.path, resource.catalog, stored.row) : undefined;
  return respond(status === 201 ? 201 : 204, {
    etag: await entityTag(visible.shownVersion, { names: undefined }, ""),
    vary: "accept, prefer",
    ...(modified === undefined ? {} : { "last-modified": modified }),
    ...(location === undefined ? {} : { location }),
  });
}

/** @throws RequestFailure (400) if the URL has a query string */
export function assertNoQuery({ search }: ResourceRequest): void {
  if (search !== "") fail(400, "A change has no query parameters.");
}

/** @throws RequestFailure (409) always */
export function failConflict({ resource, catalog }: ResourceRequest, members: readonly string[]): never {
  const open = members.filter((name) => catalog.members.byName.has(name));
  const message =
    open.length === 0
      ? "The values contradict a rule of the database."
      : `An item with the same ${open.join(" and ")} exists.`;
  return fail(resource.conflictStatus, message, { code: resource.codes.conflict });
}

/** @throws RequestFailure (400) with each value that the store cannot keep, or 409 if they are all closed to the caller */
export function failInvalid(request: ResourceRequest, invalid: readonly ValueProblem[]): never {
  const { resource, catalog } = request;
  const problems = new BodyProblems();
  for (const { member, code, message } of invalid) {
    const path = resource.catalog.members.byName.has(member) ? [member] : member.split(".");
    if (catalog.members.byName.has(path[0]!)) problems.add(code, path, message);
  }
  problems.assertNone(resource);
  return failConflict(request, []);
}

/**
 * Checks that the caller can see a row after a change. Returns how the store checks it, if the database sets values of the row.
 *
 * @throws RequestFailure (403) for a row that the caller could not see
 */
export function visibilityCheck(request: ResourceRequest, row: object): ChangeOptions["check"] {
  const { catalog, store } = request.resource;
  if (request.rule === undefined) return undefined;
  const check = (changed: object) => {
    if (!isVisible(request, changed)) fail(403, "The caller may not give an item these values.");
  };
  for (const { name, property } of catalog.members.byName.values())
    if (!Object.hasOwn(row, property) || store?.isReadOnly?.(name) === true) return check;
  check(row);
  return undefined;
}
