import type { HttpResponse } from "../contract/exchange.ts";
import type { ResourceRequest } from "../contract/context.ts";
import { fail } from "../contract/failure.ts";
import { negotiateType, type Offer } from "../negotiation/accept.ts";
import { acceptable } from "../negotiation/acceptable.ts";
import { header } from "../negotiation/headers.ts";
import {
  COLLECTION_JSON,
  COLLECTION_VERSION,
  envelope,
  HTTP_PARAMETERS,
} from "../representation/collection-envelope.ts";
import { itemEncoder, itemPrinter } from "../representation/item-json.ts";
import { respond } from "../representation/response-headers.ts";
import { formatJson } from "../../values/exact-json.ts";
import { itemOffers } from "./item.ts";
import { PageCache } from "./page-cache.ts";
import { readListQuery } from "./read-query.ts";

const COLLECTION_OFFERS: readonly Offer<"json">[] = [
  {
    types: [COLLECTION_JSON, "application/vnd.vendor.collection", "application/json"],
    version: COLLECTION_VERSION,
    value: "json",
  },
];

const WITHOUT_CURSOR = HTTP_PARAMETERS.filter((name) => name !== "cursor");

/** Queries up to this length are cached. */
const MAX_CACHED_SEARCH = 2_048;

/** Answers a request for a page. */
export async function list(request: ResourceRequest): Promise<HttpResponse> {
  const { locale, search } = request;
  const { headers } = request.request;
  const cache = PageCache.of(request);
  if (cache === undefined || search.length > MAX_CACHED_SEARCH) return makePage(request);
  const key = [locale, header(headers, "accept"), header(headers, "accept-item"), search].join("\n");
  return cache.get(key) ?? cache.set(key, await makePage(request));
}

async function makePage(request: ResourceRequest): Promise<HttpResponse> {
  const { resource, catalog, operations, locale, signal, timeout, rule } = request;
  const { headers } = request.request;
  const type = acceptable(negotiateType(header(headers, "accept"), COLLECTION_OFFERS), resource.codes).type;
  const item = acceptable(
    negotiateType(header(headers, "accept-item"), itemOffers(resource)),
    resource.codes,
  ).value;
  const isByCursor = resource.paging === "cursor";
  const read = readListQuery(request, isByCursor ? HTTP_PARAMETERS : WITHOUT_CURSOR);
  const { query, withCount, cursor, hasStart } = read;
  const select = read.select ?? item.names;
  const page = await resource.collection.page(query, {
    locale,
    signal,
    timeout,
    rule,
    count: withCount,
    cursor: cursor === "" ? undefined : cursor,
  });
  if (!page.ok) fail(400, "The query is not answered.", { diagnostics: page.diagnostics });
  const links = isByCursor && !(hasStart && cursor === undefined) ? "cursor" : "start";
  const {
    links: pageLinks,
    version,
    ...others
  } = envelope({ resource, operations, query, page, itemType: item.type, links });
  const before = `${formatJson({ ...others, links: pageLinks }).slice(0, -1)},"items":[`;
  const after = `],"version":${String(version)}}`;
  const view = { resource, catalog, operations, names: select, links: "self" } as const;
  const body =
    resource.collection.revision === undefined
      ? before + page.items.map(itemPrinter(view)).join() + after
      : joinBytes(before, page.items.map(itemEncoder(view)), after);
  return respond(
    200,
    {
      "content-type": type,
      vary: "accept, accept-item, accept-language",
      ...(locale === undefined ? {} : { "content-language": locale }),
    },
    body,
  );
}

const encoder = new TextEncoder();
const COMMA = 0x2c;

/** Returns the bytes of a text that contains items, which are in UTF-8 already, with commas between them. */
function joinBytes(before: string, items: readonly Uint8Array[], after: string): Uint8Array {
  const [head, tail] = [encoder.encode(before), encoder.encode(after)];
  let length = head.length + tail.length + Math.max(0, items.length - 1);
  for (const item of items) length += item.length;
  const bytes = new Uint8Array(length);
  bytes.set(head);
  let at = head.length;
  for (const [i, item] of items.entries()) {
    if (i > 0) bytes[at++] = COMMA;
    bytes.set(item, at);
    at += item.length;
  }
  bytes.set(tail, at);
  return bytes;
}
