import type { HttpResponse } from "../contract/exchange.ts";
import type { ResourceRequest } from "../contract/context.ts";
import { fail } from "../contract/failure.ts";
import type { ServiceResource } from "../contract/resource.ts";
import type { StoreKey } from "../contract/row-store.ts";
import { acceptable } from "../negotiation/acceptable.ts";
import type { Offer } from "../negotiation/accept.ts";
import { itemPrinter } from "../representation/item-json.ts";
import { itemPath, readKey } from "../representation/item-path.ts";
import { languageHeaders, respond } from "../representation/response-headers.ts";
import { entityTag, lastModified } from "./validators.ts";
import { isNotModified } from "./not-modified.ts";
import { visibleRow, type VisibleRow } from "./visible-row.ts";
import { getOrInsert } from "../../values/caches/get-or-insert.ts";

/** Representation of an item. */
export interface ItemChoice {
  /** Media type without `+json`. */
  readonly type: string;
  /** Top-level members; undefined for all. */
  readonly names: readonly string[] | undefined;
}

/** Answers a request for one row. */
export async function item(request: ResourceRequest, segment: string): Promise<HttpResponse> {
  const { resource, search } = request;
  const row = await requireRow(request, segment);
  const chosen = acceptable(request.request.headers, itemOffers(resource), resource.codes);
  if (search !== "") fail(400, "An item has no query parameters.");
  return itemResponse(request, row, { status: 200, type: chosen.type, choice: chosen.value });
}

/** @throws RequestFailure (404) if the row does not exist for the caller */
export async function requireRow(request: ResourceRequest, segment: string): Promise<VisibleRow> {
  const key = readKey(request.resource.catalog, segment);
  const row = key === undefined ? undefined : await visibleRow(request, key);
  return row ?? missing(request.resource, segment);
}

export function missing({ codes, title }: ServiceResource, key: StoreKey): never {
  return fail(404, `There is no item '${String(key).slice(0, 100)}' in ${title}.`, { code: codes.notFound });
}

export interface ItemResponseOptions {
  readonly status: 200 | 201;
  /** Media type of the response. */
  readonly type: string;
  readonly choice: ItemChoice;
}

/** Returns the representation of a row with its validators, or 304 to a reading client that has it. */
export async function itemResponse(
  request: ResourceRequest,
  { row, shownVersion }: VisibleRow,
  { status, type, choice }: ItemResponseOptions,
): Promise<HttpResponse> {
  const { resource, catalog, operations, locale } = request;
  const body = itemPrinter({ resource, catalog, operations, names: choice.names, links: "all" })(row);
  const etag = await entityTag(shownVersion, choice, body);
  const modified = lastModified(request, row);
  const headers = {
    etag,
    ...languageHeaders("accept, accept-language", locale),
    ...(modified === undefined ? {} : { "last-modified": modified }),
  };
  if (request.operation === "read" && isNotModified(request.request.headers, etag, request, row))
    return respond(304, headers);
  const location = status === 201 ? itemPath(resource.path, resource.catalog, row) : undefined;
  return respond(
    status,
    { "content-type": type, ...headers, ...(location === undefined ? {} : { location }) },
    body,
  );
}

const offersOf = new WeakMap<ServiceResource, readonly Offer<ItemChoice>[]>();

/** Returns the representations of an item: whole, and as a summary if the resource has one. */
export function itemOffers(resource: ServiceResource): readonly Offer<ItemChoice>[] {
  return getOrInsert(offersOf, resource, () => makeOffers(resource));
}

function makeOffers({ itemType, summary, version }: ServiceResource): readonly Offer<ItemChoice>[] {
  const wholeItem: Offer<ItemChoice> = {
    types: [`${itemType}+json`, itemType, "application/json"],
    version,
    value: { type: itemType, names: undefined },
  };
  if (summary === undefined) return [wholeItem];
  const { type, members } = summary;
  return [wholeItem, { types: [`${type}+json`, type], version, value: { type, names: members } }];
}
