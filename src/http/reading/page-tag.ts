import type { CollectionQuery } from "../../url/collection-query.ts";
import { hashText } from "../../values/hash-text.ts";
import type { ResourceRequest } from "../contract/context.ts";
import type { HttpResponse } from "../contract/exchange.ts";
import { respond } from "../representation/response-headers.ts";
import type { LinkTexts } from "../representation/paging-links.ts";
import { isKnownTag } from "./not-modified.ts";
import { digest } from "./validators.ts";
import { getOrInsert } from "../../values/caches/get-or-insert.ts";

/** Identifiers of collections in this process. Revisions of different collections, and of earlier processes, can be equal. */
const identifiers = new WeakMap<object, string>();

function identifierOf(collection: object): string {
  return getOrInsert(identifiers, collection, () => {
    const [first, second] = crypto.getRandomValues(new Uint32Array(2)) as unknown as [number, number];
    return first.toString(36) + second.toString(36);
  });
}

/**
 * Returns the weak entity tag of a page or an export that is not made yet: the revision of its collection, and a hash of the query and
 * the representation. Returns undefined
 *
 * - for collections that do not know whether their rows have changed;
 * - for queries in a body, because a tag belongs to a URL;
 * - for resources with access rules: a new revision would show a caller that hidden rows or members have changed.
 *
 * @param representation media types, and everything else that the representation depends on
 */
export function revisionTag(
  { resource, operations, locale, isForm }: ResourceRequest,
  { start, limit, parameters }: CollectionQuery,
  { page }: LinkTexts,
  representation: readonly (string | undefined)[],
): string | undefined {
  const { collection, path } = resource;
  if (collection.revision === undefined || isForm || resource.access !== undefined) return undefined;
  const cursor = parameters.get("cursor");
  const variant = [path, page, start, limit, cursor, locale, [...operations], representation];
  const hash = hashText(JSON.stringify(variant));
  return `W/"${identifierOf(collection)}-${collection.revision().toString(36)}-${hash}"`;
}

/**
 * Returns the weak entity tag of the body of a page, for resources with access rules. Undefined for collections without a revision:
 * no page of theirs is kept, so each would have to be hashed.
 */
export async function contentTag(
  { resource, isForm }: ResourceRequest,
  body: Uint8Array | string,
): Promise<string | undefined> {
  if (resource.collection.revision === undefined || isForm) return undefined;
  return `W/"${await digest(body)}"`;
}

/** Returns 304 for a client that has the response with these fields; undefined for other clients. */
export function notModified(
  { request }: ResourceRequest,
  headers: Readonly<Record<string, string>>,
): HttpResponse | undefined {
  const { etag } = headers;
  if (etag === undefined || !isKnownTag(request.headers, etag)) return undefined;
  return respond(
    304,
    Object.fromEntries(Object.entries(headers).filter(([name]) => name !== "content-type")),
  );
}
