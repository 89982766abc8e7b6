import type { HttpResponse } from "../contract/exchange.ts";
import type { ResourceRequest } from "../contract/context.ts";
import { fail } from "../contract/failure.ts";
import type { Offer } from "../negotiation/accept.ts";
import { acceptable } from "../negotiation/acceptable.ts";
import { header } from "../negotiation/headers.ts";
import {
  COLLECTION_TYPES,
  COLLECTION_VERSION,
  envelope,
  HTTP_PARAMETERS,
} from "../representation/collection-envelope.ts";
import { CSV_TYPE, csvPrinter, type CsvPrinter } from "../representation/item-csv.ts";
import { itemEncoder, itemPrinter } from "../representation/item-json.ts";
import { linkTexts } from "../representation/paging-links.ts";
import { languageHeaders, respond } from "../representation/response-headers.ts";
import { pageProblems } from "./cursor-problems.ts";
import { itemOffers, type ItemChoice } from "./item.ts";
import { PageCache, type PageResponse } from "./page-cache.ts";
import { contentTag, notModified, revisionTag } from "./page-tag.ts";
import { PhaseClock } from "./phase-clock.ts";
import { readListQuery } from "./read-query.ts";

/** Format of a page. */
type Format = "csv" | "json";

export const COLLECTION_OFFERS: readonly Offer<"json">[] = [
  { types: COLLECTION_TYPES, version: COLLECTION_VERSION, value: "json" },
];

const PAGE_OFFERS: readonly Offer<Format>[] = [...COLLECTION_OFFERS, { types: [CSV_TYPE], value: "csv" }];

const WITHOUT_CURSOR = HTTP_PARAMETERS.filter((name) => name !== "cursor");

/** Queries up to this length are cached. */
const MAX_CACHED_SEARCH = 2_048;

/** Answers a request for a page. */
export function list(request: ResourceRequest): Promise<HttpResponse> {
  const page = pageOrCached(request);
  const { observer, headers } = request.request;
  const isConditional = header(headers, "if-none-match") !== undefined && !request.isForm;
  // Most requests have neither, and need no second promise.
  if (!isConditional && observer === undefined) return page;
  return page.then((response) => finish(request, response, isConditional));
}

function finish(request: ResourceRequest, response: PageResponse, isConditional: boolean): HttpResponse {
  const unchanged = isConditional ? notModified(request, response.headers) : undefined;
  if (unchanged !== undefined) return unchanged;
  if (request.request.method.toUpperCase() !== "HEAD") request.request.observer?.onRows?.(response.rows);
  return response;
}

function pageOrCached(request: ResourceRequest): Promise<PageResponse> {
  const { locale, search, isForm } = request;
  const { headers } = request.request;
  const cache = PageCache.of(request);
  if (cache === undefined || search.length > MAX_CACHED_SEARCH) return makePage(request);
  // Only pages at a URL have a tag.
  const variant = [locale, header(headers, "accept"), header(headers, "accept-item"), String(isForm)];
  return cache.answer(search, variant, () => makePage(request));
}

async function makePage(request: ResourceRequest): Promise<PageResponse> {
  const { resource, catalog, operations, locale, search, signal, timeout, rule } = request;
  const { type, format, item } = choosePageTypes(request);
  const { paging } = resource;
  const clock = PhaseClock.of(request.request.observer);
  const listQuery = readListQuery(request, paging === "start" ? WITHOUT_CURSOR : HTTP_PARAMETERS);
  const { query, withCount, cursor, hasStart } = listQuery;
  const texts = listQuery.texts ?? linkTexts(query);
  const headers = {
    "content-type": type,
    ...languageHeaders("accept, accept-item, accept-language", locale),
  };
  // The revision before the page: a later one could be that of rows which the page does not have.
  const tag = revisionTag(request, query, texts, [type, item.type]);
  const unchanged = tag && notModified(request, { ...headers, etag: tag });
  if (unchanged) return { ...unchanged, rows: 0 };
  const select = listQuery.select ?? item.names;
  const isByCursor = cursor !== undefined || (paging === "cursor" && !hasStart);
  clock?.end("parse");
  const page = await resource.collection.page(query, {
    locale,
    signal,
    timeout,
    rule,
    count: withCount,
    next: isByCursor,
    cursor: cursor === "" ? undefined : cursor,
    onDatabase: clock?.onDatabase,
  });
  clock?.endQuery();
  if (!page.ok) fail(400, "The query is not answered.", pageProblems(search, page.diagnostics));
  const body =
    format === "csv"
      ? csvOf(page.items, csvPrinter(catalog, select))
      : jsonOf(
          request,
          select,
          page.items,
          envelope({
            resource,
            operations,
            query,
            texts,
            page,
            itemType: item.type,
            links: isByCursor ? "cursor" : "start",
          }),
        );
  // Cursors are encrypted with random numbers, so that each body with links is another one.
  const etag = tag ?? (isByCursor ? undefined : await contentTag(request, body));
  clock?.end("write");
  const response = respond(200, etag === undefined ? headers : { ...headers, etag }, body);
  return { ...response, rows: page.items.length };
}

function jsonOf(
  { resource, catalog, operations }: ResourceRequest,
  names: readonly string[] | undefined,
  items: readonly object[],
  [before, after]: readonly [before: string, after: string],
): string | Uint8Array {
  const view = { resource, catalog, operations, names, links: "self" } as const;
  return resource.collection.keepsRows === true
    ? joinBytes(before, items.map(itemEncoder(view)), after)
    : before + items.map(itemPrinter(view)).join() + after;
}

function csvOf(items: readonly object[], { header, print }: CsvPrinter): string {
  return [header, ...items.map(print), ""].join("\n");
}

/**
 * Chooses the media type of a page, and the representation of its items.
 *
 * @throws RequestFailure (406, or 400 for an invalid version) if nothing is acceptable
 */
export function choosePageTypes({ request, resource }: Pick<ResourceRequest, "request" | "resource">): {
  readonly type: string;
  readonly format: Format;
  readonly item: ItemChoice;
} {
  const { headers } = request;
  const { type, value: format } = acceptable(headers, PAGE_OFFERS, resource.codes);
  const item = acceptable(headers, itemOffers(resource), resource.codes, "accept-item");
  return { type, format, item: item.value };
}

const encoder = new TextEncoder();
const COMMA = 0x2c;
/** Maximum number of bytes of a UTF-16 code unit in UTF-8. */
const BYTES_PER_UNIT = 3;

/** Bytes that small pages share. Allocating an array for each page takes longer than writing it. */
let shared = new Uint8Array(0);
let usedBytes = 0;
const SHARED_BYTES = 65_536;

/** Returns the bytes of a text that contains items, which are in UTF-8 already, with commas between them. */
function joinBytes(before: string, items: readonly Uint8Array[], after: string): Uint8Array {
  let maxBytes = (before.length + after.length) * BYTES_PER_UNIT + items.length;
  for (const item of items) maxBytes += item.length;
  if (maxBytes > SHARED_BYTES / 4) {
    const bytes = new Uint8Array(maxBytes);
    return bytes.slice(0, writeJoined(bytes, before, items, after));
  }
  if (usedBytes + maxBytes > shared.length) {
    shared = new Uint8Array(SHARED_BYTES);
    usedBytes = 0;
  }
  const start = usedBytes;
  usedBytes += writeJoined(shared.subarray(start), before, items, after);
  return shared.subarray(start, usedBytes);
}

/** Returns the number of bytes. */
function writeJoined(bytes: Uint8Array, before: string, items: readonly Uint8Array[], after: string): number {
  let at = encoder.encodeInto(before, bytes).written;
  let isFirst = true;
  for (const item of items) {
    if (!isFirst) bytes[at++] = COMMA;
    isFirst = false;
    bytes.set(item, at);
    at += item.length;
  }
  return at + encoder.encodeInto(after, bytes.subarray(at)).written;
}
