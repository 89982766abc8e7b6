import type { HtmlRenderer, HttpHandler, HttpRequest, HttpResponse } from "tamis/http";
import { answerOtherMethod, isRead } from "../http/read-only-path.ts";
import { explorerDocument, explorerPage, type ExplorerPlace } from "./explorer-page.ts";
import { isExplorerFile, readExplorerFiles } from "./explorer-files.ts";

const PLAYGROUND_PATH = "/playground";

/** The explorer as a part of the server. */
export interface ServedExplorer {
  /** Pages of collections, items and errors. */
  readonly render: HtmlRenderer;
  /** Adds the files of the explorer, and the page for examples and files of the user. */
  readonly wrap: (handle: HttpHandler) => HttpHandler;
  /** Returns whether a path has no data of the server, and needs no token. */
  readonly isPublic: (path: string) => boolean;
  /** Returns the page without data for a request that lacks the token. The page asks for it. Undefined for other requests. */
  readonly answerWithoutToken: (request: HttpRequest) => HttpResponse | undefined;
}

/** Returns undefined if the package is not built. Browsers then receive JSON. */
export function createExplorer(): ServedExplorer | undefined {
  const files = readExplorerFiles();
  if (files === undefined) return undefined;
  const { page, wrap } = files;
  const { html, headers = {} } = explorerDocument(page, { view: "tab" }, "tamis playground");
  const tabHeaders = { ...headers, "cache-control": "no-cache" };
  return {
    render: (view) => explorerPage(page, view),
    wrap: (handle) =>
      wrap((request) => {
        if (request.path !== PLAYGROUND_PATH) return handle(request);
        const response = isRead(request)
          ? respond(request, 200, html, tabHeaders)
          : answerOtherMethod(request);
        return Promise.resolve(response);
      }),
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
  const { path, headers } = request;
  const accept = Object.hasOwn(headers, "accept") ? headers["accept"] : undefined;
  if (!isRead(request) || typeof accept !== "string" || !accept.startsWith("text/html")) return undefined;
  if (path === "/") return { view: "root" };
  const [, collection, key, ...rest] = path.split("/");
  if (collection === "" || collection === "openapi.json" || rest.length > 0 || key?.startsWith("@") === true)
    return undefined;
  return { view: "collection", path: `/${collection}`, ...(key === undefined ? {} : { key }) };
}

function respond(
  { method }: HttpRequest,
  status: number,
  html: string,
  fields: Readonly<Record<string, string>>,
): HttpResponse {
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "x-content-type-options": "nosniff",
    "content-length": String(Buffer.byteLength(html)),
    vary: "accept",
    ...fields,
  };
  return { status, headers, body: method === "HEAD" ? undefined : html };
}
