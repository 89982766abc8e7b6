import type { HttpHandler, HttpRequest, HttpResponse } from "../contract/exchange.ts";
import { decodeSegment } from "../contract/resource-path.ts";
import { negotiateType, type Offer } from "../negotiation/accept.ts";
import { joinedHeader } from "../negotiation/headers.ts";
import { API_TYPE } from "../representation/api-root.ts";
import { COLLECTION_JSON } from "../representation/paging-links.ts";
import { CSV_TYPE } from "../representation/item-csv.ts";
import { ERROR_TYPE } from "../representation/error-body.ts";
import type { Link } from "../representation/links.ts";
import { readOnlyResponse } from "../representation/read-only-response.ts";
import { byteLength, respond } from "../representation/response-headers.ts";
import { readMembers } from "./html-members.ts";
import { jsonOf, JsonClient } from "./json-client.ts";
import type { HtmlErrorBody, HtmlPage, HtmlPages, HtmlRenderer, HtmlView } from "./html-view.ts";

export const HTML_TYPE = "text/html";

/** Other types come first, so that they win if a client accepts both equally, as curl does. */
const OFFERS: readonly Offer<"html" | "other">[] = [
  { types: ["application/json", COLLECTION_JSON, API_TYPE, CSV_TYPE], value: "other" },
  { types: [HTML_TYPE], value: "html" },
];

/** Milliseconds for the rows of a page. A page without them is better than one that does not come. */
const HTML_TIMEOUT = 2_000;
/** Rows of a page if the request does not set a limit. */
const HTML_LIMIT = "20";

/**
 * Adds HTML representations to a handler: of API roots, collections, items and errors, for clients that prefer `text/html`.
 * Pages are rendered from the JSON that the same caller receives.
 */
export function htmlPages(handle: HttpHandler, pages: HtmlPages | HtmlRenderer): HttpHandler {
  const { render, file } = typeof pages === "function" ? { render: pages, file: undefined } : pages;
  return async (request) => {
    const page = file?.(request.path);
    if (page !== undefined) return readOnlyResponse(request, page);
    if (!wantsHtml(request)) return handle(request);
    const view = await readView(handle, request);
    if (view.kind === "response") return view.response;
    const { html, headers = {} } = render(view);
    const isHead = request.method.toUpperCase() === "HEAD";
    const content = {
      ...view.headers,
      "content-type": `${HTML_TYPE}; charset=utf-8`,
      vary: "accept, accept-language",
      ...headers,
    };
    return isHead
      ? respond(view.status, { ...content, "content-length": String(byteLength(html)) })
      : respond(view.status, content, html);
  };
}

/** Reserved paths, such as `@rows`, have no HTML: browsers show or save what they send. */
function wantsHtml({ method, path, headers }: HttpRequest): boolean {
  if (!/^(?:GET|HEAD)$/i.test(method) || path.includes("/@")) return false;
  const field = joinedHeader(headers, "accept");
  if (field === undefined) return false;
  const chosen = negotiateType(field, OFFERS);
  return chosen.ok && chosen.value === "html";
}

type ReadView =
  /** The handler's response has no HTML form. */
  | { readonly kind: "response"; readonly response: HttpResponse }
  /** Fields of the response that the page keeps, such as `www-authenticate`. */
  | (HtmlView & { readonly headers: Readonly<Record<string, string>> });

async function readView(handle: HttpHandler, request: HttpRequest): Promise<ReadView> {
  const client = new JsonClient(handle, request);
  const { path, search = "" } = request;
  const members = await readMembers(client, path);
  const limit = AbortSignal.timeout(HTML_TIMEOUT);
  const response = await (members === undefined
    ? client.get(path, search)
    : client.get(path, withPaging(search), limit));
  const json = jsonOf(response);
  if (json === undefined) return { kind: "response", response };
  const target = {
    path,
    search,
    status: response.status,
    language: response.headers["content-language"],
    headers: keptHeaders(response),
  };
  const type = response.headers["content-type"];
  // A page whose scripts read the rows is of use without them.
  if (members !== undefined && limit.aborted && request.signal?.aborted !== true && type === ERROR_TYPE)
    return {
      kind: "collection",
      ...target,
      status: 200,
      name: nameOf(path),
      members,
      page: undefined,
      error: undefined,
    };
  const isCollection = members !== undefined && (type === COLLECTION_JSON || response.status === 400);
  if (isCollection) {
    const isPage = type === COLLECTION_JSON;
    const page = isPage ? (json as unknown as HtmlPage) : undefined;
    return {
      kind: "collection",
      ...target,
      name: nameOf(path),
      members,
      page,
      error: isPage ? undefined : (json as unknown as HtmlErrorBody),
    };
  }
  if (type === API_TYPE) return { kind: "root", ...target, links: json["links"] as readonly Link[] };
  if (type === ERROR_TYPE) return { kind: "error", ...target, error: json as unknown as HtmlErrorBody };
  return { kind: "item", ...target, item: json };
}

/** Sets the page that a browser begins with. Appended, so that the offsets of errors are those of the given query. */
function withPaging(search: string): string {
  const names = new Set(search.split("&").map((pair) => pair.split("=", 1)[0]!));
  const added = [
    ...(search === "" ? [] : [search]),
    // Links by start also lead backward. Links by cursor do not.
    ...(names.has("start") || names.has("cursor") ? [] : ["start=0"]),
    ...(names.has("limit") ? [] : [`limit=${HTML_LIMIT}`]),
  ];
  return added.join("&");
}

function nameOf(path: string): string {
  const segment = path.slice(path.lastIndexOf("/") + 1);
  return decodeSegment(segment) ?? segment;
}

function keptHeaders({ headers }: HttpResponse): Readonly<Record<string, string>> {
  const names = ["allow", "cache-control", "content-language", "retry-after", "www-authenticate"];
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
}
