import type { HttpRequest } from "../http/contract/exchange.ts";
import type { HtmlDocument, HtmlPages } from "../http/html/html-view.ts";
import type { ReadOnlyContent } from "../http/representation/read-only-response.ts";
import { explorerDocument, explorerPage, type ExplorerPlace } from "./explorer-page.ts";
import { isExplorerFile, readExplorerFiles } from "./explorer-files.ts";

const PLAYGROUND_PATH = "/playground";

/** The explorer as the pages of a service. */
export interface Explorer extends HtmlPages {
  /** Returns whether a path has no data of the server, and needs no token. */
  readonly isPublic: (path: string) => boolean;
  /** Returns the page without data for a request that lacks the token. The page asks for it. Undefined for other requests. */
  readonly contentWithoutToken: (request: HttpRequest) => ReadOnlyContent | undefined;
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
  const { page } = files;
  const tab = contentOf(explorerDocument(page, { view: "tab" }, "tamis playground"), {
    "cache-control": "no-cache",
  });
  return {
    render: (view) => explorerPage(page, view),
    file: (path) => (path === PLAYGROUND_PATH ? tab : files.file(path)),
    isPublic: (path) => path === PLAYGROUND_PATH || isExplorerFile(path),
    contentWithoutToken: (request) => {
      const place = placeOf(request);
      if (place === undefined) return undefined;
      const shell = explorerDocument(page, place, "tamis explorer");
      const challenge = { "www-authenticate": 'Bearer realm="tamis"', "cache-control": "no-store" };
      return { status: 401, ...contentOf(shell, challenge) };
    },
  };
}

/** Returns the place that a browser opens; undefined for requests of programs, and for reserved paths. */
function placeOf(request: HttpRequest): ExplorerPlace | undefined {
  const { method, path, headers } = request;
  const accept = Object.hasOwn(headers, "accept") ? headers["accept"] : undefined;
  if (!/^(?:GET|HEAD)$/.test(method) || typeof accept !== "string" || !accept.startsWith("text/html"))
    return undefined;
  if (path === "/") return { view: "root" };
  const [, collection, key, ...rest] = path.split("/");
  if (collection === "" || collection === "openapi.json" || rest.length > 0 || key?.startsWith("@") === true)
    return undefined;
  return { view: "collection", path: `/${collection}`, ...(key === undefined ? {} : { key }) };
}

function contentOf(
  { html, headers }: HtmlDocument,
  extraHeaders: Readonly<Record<string, string>>,
): ReadOnlyContent {
  const type = { "content-type": "text/html; charset=utf-8", vary: "accept" };
  return { headers: { ...type, ...headers, ...extraHeaders }, body: html };
}
