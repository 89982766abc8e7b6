import type { HttpRequest, HttpResponse } from "../http/contract/exchange.ts";
import type { HtmlPages } from "../http/html/html-view.ts";
import { readOnlyResponse } from "../http/representation/read-only-response.ts";
import { explorerDocument, explorerPage, type ExplorerPlace } from "./explorer-page.ts";
import { isExplorerFile, readExplorerFiles } from "./explorer-files.ts";

const PLAYGROUND_PATH = "/playground";

/** The explorer as the pages of a service. */
export interface Explorer extends HtmlPages {
  /** Returns whether a path has no data of the server, and needs no token. */
  readonly isPublic: (path: string) => boolean;
  /** Returns the page without data for a request that lacks the token. The page asks for it. Undefined for other requests. */
  readonly answerWithoutToken: (request: HttpRequest) => HttpResponse | undefined;
}

/**
 * Returns the explorer for the option `html` of a service at the root of its server. Undefined if the package is not built, as in a
 * checkout of its sources: browsers then receive JSON. Reads files, so it needs Node, Bun or Deno.
 *
 * @example createService({ resources, html: explorer() })
 */
export function explorer(): Explorer | undefined {
  const files = readExplorerFiles();
  if (files === undefined) return undefined;
  const { page, wrap } = files;
  const { html, headers = {} } = explorerDocument(page, { view: "tab" }, "tamis playground");
  const tabHeaders = { ...headers, "cache-control": "no-cache" };
  return {
    render: (view) => explorerPage(page, view),
    wrap: (handle) =>
      wrap((request) =>
        request.path === PLAYGROUND_PATH
          ? Promise.resolve(respond(request, 200, html, tabHeaders))
          : handle(request),
      ),
    isPublic: (path) => path === PLAYGROUND_PATH || isExplorerFile(path),
    answerWithoutToken: (request) => {
      const place = placeOf(request);
      if (place === undefined) return undefined;
      const { html: shell, headers: fields } = explorerDocument(page, place, "tamis explorer");
      const challenge = { "www-authenticate": 'Bearer realm="tamis"', "cache-control": "no-store" };
      return respond(request, 401, shell, { ...fields, ...challenge });
    },
  };
}

/** Returns the place that a browser opens; undefined for requests of programs, and for reserved paths. */
function placeOf(request: HttpRequest): ExplorerPlace | undefined {
  const { method, path, headers } = request;
  const accept = Object.hasOwn(headers, "accept") ? headers["accept"] : undefined;
  if (!/^(?:GET|HEAD)$/.test(method) || typeof accept !== "string" || !accept.startsWith("text/html")) return undefined;
  if (path === "/") return { view: "root" };
  const [, collection, key, ...rest] = path.split("/");
  if (collection === "" || collection === "openapi.json" || rest.length > 0 || key?.startsWith("@") === true)
    return undefined;
  return { view: "collection", path: `/${collection}`, ...(key === undefined ? {} : { key }) };
}

function respond(
  request: HttpRequest,
  status: number,
  html: string,
  fields: Readonly<Record<string, string>>,
): HttpResponse {
  const headers = { "content-type": "text/html; charset=utf-8", vary: "accept", ...fields };
  return readOnlyResponse(request, { status, headers, body: html });
}
