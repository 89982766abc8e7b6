import type { HttpResponse } from "../contract/exchange.ts";
import type { ResourceRequest } from "../contract/context.ts";
import { fail } from "../contract/failure.ts";
import { acceptable } from "../negotiation/acceptable.ts";
import type { Offer } from "../negotiation/accept.ts";
import { CSV_TYPE, csvPrinter } from "../representation/item-csv.ts";
import { itemPrinter } from "../representation/item-json.ts";
import { linkTexts } from "../representation/paging-links.ts";
import { languageHeaders, respond } from "../representation/response-headers.ts";
import { notModified, revisionTag } from "./page-tag.ts";
import { readListQuery } from "./read-query.ts";

export const NDJSON_TYPE = "application/x-ndjson";

/** Parameters in addition to those of every collection. */
const PARAMETERS = ["select"];

/** Characters that are collected before a part of the response is sent. */
const CHUNK_CHARACTERS = 65_536;

const OFFERS: readonly Offer<"csv" | "json">[] = [
  { types: [NDJSON_TYPE], value: "json" },
  { types: [CSV_TYPE], value: "csv" },
];

/** Answers with all matching rows as NDJSON or CSV, from `start` on and up to `limit`. Reads rows only as fast as the client. */
export async function rows(request: ResourceRequest): Promise<HttpResponse> {
  const { resource, catalog, operations, locale, signal, timeout, rule } = request;
  const { type, value: format } = acceptable(request.request.headers, OFFERS, resource.codes);
  const { query, select, texts } = readListQuery(request, PARAMETERS);
  const tag = revisionTag(request, query, texts ?? linkTexts(query), [type]);
  const headers = {
    "content-type": type,
    ...languageHeaders("accept, accept-language", locale),
    ...(tag === undefined ? {} : { etag: tag }),
  };
  const unchanged = notModified(request, headers);
  if (unchanged !== undefined) return unchanged;
  // An unread stream would keep its snapshot open.
  if (request.request.method.toUpperCase() === "HEAD") return respond(200, headers);
  const result = await resource.collection.stream(query, { locale, signal, timeout, rule });
  if (!result.ok) fail(400, "The query is not answered.", { diagnostics: result.diagnostics });
  const onRows = request.request.observer?.onRows;
  if (format === "csv") {
    const { header: first, print } = csvPrinter(catalog, select);
    return respond(200, headers, lines(result.rows, print, onRows, `${first}\n`));
  }
  const print = itemPrinter({ resource, catalog, operations, names: select, links: "self" });
  return respond(200, headers, lines(result.rows, print, onRows));
}

async function* lines(
  rows: AsyncIterable<object>,
  print: (row: object) => string,
  onRows: ((count: number) => void) | undefined,
  first = "",
): AsyncGenerator<string> {
  let chunk = first;
  let count = 0;
  for await (const row of rows) {
    chunk += `${print(row)}\n`;
    count++;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    onRows?.(count);
    yield chunk;
    chunk = "";
    count = 0;
  }
  onRows?.(count);
  if (chunk !== "") yield chunk;
}
