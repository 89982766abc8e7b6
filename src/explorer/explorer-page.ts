import type {
  HtmlCollection,
  HtmlDocument,
  HtmlErrorBody,
  HtmlItem,
  HtmlRoot,
  HtmlView,
} from "../http/html/html-view.ts";
import { cellHtml, isNumberValue, shortCellHtml } from "./cells.ts";
import { markup, type SafeHtml } from "./escape-html.ts";

/** The page loads only its own files, and sends requests only to its own server. */
const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; worker-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
};

/** A place of the server that the explorer shows. */
export type ExplorerPlace =
  | { readonly view: "root" }
  | { readonly view: "collection"; readonly path: string; readonly key?: string }
  | { readonly view: "error" }
  /** Examples and files of the user. */
  | { readonly view: "tab" };

/**
 * Returns the page of the explorer. Its scripts read the rows. Without scripts, it shows what `noscript` has.
 *
 * @param page static page of the explorer
 * @param shown content that everyone sees, such as an error
 */
export function explorerDocument(
  page: string,
  place: ExplorerPlace,
  title: string,
  { noscript, shown }: { readonly noscript?: SafeHtml; readonly shown?: SafeHtml } = {},
): HtmlDocument {
  const [start, rest] = splitAt(page, '<html lang="en">');
  const [head, body] = splitAt(rest, /<title>[^<]*<\/title>/);
  const [before, content] = splitAt(body, '<div id="home"></div>');
  const [middle, end] = splitAt(content, /<noscript>[^<]*<\/noscript>/);
  const html = [
    start,
    htmlTag(place).text,
    head,
    markup`<title>${title}</title>`.text,
    before,
    markup`<div id="home">${shown}</div>`.text,
    middle,
    markup`<noscript>${noscript ?? "This page needs JavaScript."}</noscript>`.text,
    end,
  ].join("");
  return { html, headers: PAGE_HEADERS };
}

function htmlTag(place: ExplorerPlace): SafeHtml {
  if (place.view === "tab") return markup`<html lang="en">`;
  if (place.view !== "collection") return markup`<html lang="en" data-view="${place.view}">`;
  const key = place.key === undefined ? undefined : markup` data-key="${place.key}"`;
  return markup`<html lang="en" data-view="collection" data-path="${place.path}"${key}>`;
}

/** @throws Error if the page of the build does not have the part */
function splitAt(text: string, part: string | RegExp): readonly [before: string, after: string] {
  const separator = typeof part === "string" ? part : part.exec(text)?.[0];
  const at = separator === undefined ? -1 : text.indexOf(separator);
  if (at < 0) throw new Error(`The page of the explorer lacks ${String(part)}.`);
  return [text.slice(0, at), text.slice(at + separator!.length)];
}

/** Returns the page for what a caller would receive as JSON. */
export function explorerPage(page: string, view: HtmlView): HtmlDocument {
  switch (view.kind) {
    case "root":
      return explorerDocument(page, { view: "root" }, "tamis explorer", { noscript: linksHtml(view) });
    case "collection":
      return explorerDocument(page, { view: "collection", path: view.path }, view.name, {
        noscript: rowsHtml(view),
      });
    case "item": {
      const at = view.path.lastIndexOf("/");
      const place = {
        view: "collection",
        path: view.path.slice(0, at),
        key: view.path.slice(at + 1),
      } as const;
      return explorerDocument(page, place, decodePath(view.path.slice(1)), { noscript: itemHtml(view) });
    }
    case "error":
      return explorerDocument(page, { view: "error" }, `Error ${view.status}`, {
        shown: markup`<h2>Error ${view.status}</h2>${errorHtml(view.error)}<p><a href="/">All collections</a></p>`,
        noscript: markup``,
      });
  }
}

const ABOUT = markup`<p>Without JavaScript, this page shows the first rows only. Programs receive JSON from the same address: <code>curl ADDRESS</code>.
  The parameters <code>filter</code>, <code>sortBy</code>, <code>start</code> and <code>limit</code> select rows, <a href="/openapi.json">as described here</a>.</p>`;

function linksHtml({ links }: HtmlRoot): SafeHtml {
  const items = links
    .filter(({ method, itemType }) => method === "GET" && itemType !== undefined)
    .map(({ uri, title, rel }) => markup`<li><a href="${uri}">${title ?? rel}</a></li>`);
  return markup`<main><ul>${items}</ul>${ABOUT}</main>`;
}

function rowsHtml({ page, error, members, language }: HtmlCollection): SafeHtml {
  const lang = language === undefined ? undefined : markup` lang="${language}"`;
  const rows = page?.items.map(
    (item) =>
      markup`<tr>${members.map(({ name }) => {
        const value = Object.hasOwn(item, name) ? item[name] : undefined;
        return markup`<td${isNumberValue(value) ? markup` class="number"` : undefined}>${shortCellHtml(value)}</td>`;
      })}</tr>`,
  );
  return markup`<main>${error === undefined ? undefined : errorHtml(error)}
    <div class="plain-rows"><table${lang}><thead><tr>${members.map(({ name }) => markup`<th scope="col"><bdi>${name}</bdi></th>`)}</tr></thead>
    <tbody>${rows}</tbody></table></div>${ABOUT}</main>`;
}

function itemHtml({ item, language }: HtmlItem): SafeHtml {
  const members = Object.entries(item).filter(([name]) => name !== "links");
  const lang = language === undefined ? undefined : markup` lang="${language}"`;
  return markup`<main><dl${lang}>${members.map(
    ([name, value]) => markup`<dt>${name}</dt><dd>${cellHtml(value)}</dd>`,
  )}</dl>${ABOUT}</main>`;
}

function errorHtml({ message, remediation, errors }: HtmlErrorBody): SafeHtml {
  const problems =
    errors.length === 0
      ? markup`<p class="bad">${message} ${remediation}</p>`
      : errors.map((error) => markup`<p class="bad">${error.message} ${error.remediation}</p>`);
  return markup`<div role="alert">${problems}</div>`;
}

/** Decodes a part of a path. Returns invalid percent-encoding unchanged. */
function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
