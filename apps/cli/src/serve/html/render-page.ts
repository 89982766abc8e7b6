import type { HtmlDocument, HtmlError, HtmlItem, HtmlRenderer, HtmlRoot, HtmlView } from "tamis/http";
import { cellHtml } from "./cells.ts";
import { markup, SafeHtml } from "./escape-html.ts";
import { collectionHtml } from "./collection-page.ts";
import { problemsHtml } from "./problems.ts";
import { decodePath } from "./query-links.ts";
import { PAGE_HEADERS, STYLE } from "./style.ts";

/** Renders the pages of `tamis serve`. They need no script, and work with a keyboard alone. */
export const renderPage: HtmlRenderer = (view) => documentOf(titleOf(view), contentOf(view));

function documentOf(title: string, content: SafeHtml): HtmlDocument {
  const page = markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>${new SafeHtml(STYLE)}</style>
      </head>
      <body>
        ${content}
      </body>
    </html> `;
  return { html: page.text, headers: PAGE_HEADERS };
}

function titleOf(view: HtmlView): string {
  if (view.kind === "root") return "Collections";
  if (view.kind === "collection") return view.error === undefined ? view.name : `Error · ${view.name}`;
  return view.kind === "item" ? decodePath(view.path.slice(1)) : `Error ${view.status}`;
}

function contentOf(view: HtmlView): SafeHtml {
  switch (view.kind) {
    case "root":
      return rootHtml(view);
    case "collection":
      return collectionHtml(view);
    case "item":
      return itemHtml(view);
    case "error":
      return errorHtml(view);
  }
}

function rootHtml({ links }: HtmlRoot): SafeHtml {
  const gets = links.filter(({ method }) => method === "GET");
  const description = gets.find(({ rel }) => rel === "service-desc");
  const items = gets
    .filter((each) => each !== description)
    .map(({ uri, title, rel }) => markup`<li><a href="${uri}">${title ?? rel}</a></li>`);
  return markup`<main>
      <h1>Collections</h1>
      <ul class="list">
        ${items}
      </ul>
    </main>
    <footer>
      <p>
        Programs receive JSON, for example <code>curl</code>.${
          description === undefined ? undefined : markup` <a href="${description.uri}">OpenAPI document</a>.`
        }
      </p>
    </footer>`;
}

function itemHtml({ path, item, language }: HtmlItem): SafeHtml {
  const members = Object.entries(item).filter(([name]) => name !== "links");
  const parent = path.slice(0, path.lastIndexOf("/"));
  return markup`<nav aria-label="Breadcrumb"><a href="/">All collections</a> / <a href="${parent}">${decodePath(parent.slice(1))}</a></nav>
<main>
<h1>${decodePath(path.slice(parent.length + 1))}</h1>
<dl${language === undefined ? undefined : markup` lang="${language}"`}>${members.map(
    ([name, value]) =>
      markup`<dt>${name}</dt>
        <dd>${cellHtml(value)}</dd>`,
  )}</dl>
</main>`;
}

function errorHtml({ status, search, path, error }: HtmlError): SafeHtml {
  return markup`<nav aria-label="Breadcrumb"><a href="/">All collections</a></nav>
    <main>
      <h1>Error ${status}</h1>
      ${problemsHtml(error, path, search)}
    </main>`;
}
