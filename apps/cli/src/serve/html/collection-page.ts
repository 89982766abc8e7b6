import type { HtmlCollection, HtmlFacet, HtmlMember, HtmlPage } from "tamis/http";
import { isNumber, shortCellHtml } from "./cells.ts";
import { markup, type SafeHtml } from "./escape-html.ts";
import { problemsHtml } from "./problems.ts";
import { parametersOf, sortState, withoutPage, withParameter } from "./query-links.ts";

export function collectionHtml(view: HtmlCollection): SafeHtml {
  const { name, page, error, path, search } = view;
  const rows = error === undefined ? withoutPage(search) : "";
  return markup`<nav aria-label="Breadcrumb"><a href="/">All collections</a></nav>
    <main>
      <h1>${name}</h1>
      ${formHtml(view)} ${error === undefined ? undefined : problemsHtml(error, path, search)}
      ${page === undefined ? undefined : pageHtml(view, page)}
    </main>
    <footer>
      <p>Also as <a href="${path}/@rows${rows === "" ? "" : `?${rows}`}">NDJSON</a>. <a href="${path}/@catalog">Members and types</a>.</p>
    </footer>`;
}

/** Parameters that the form does not repeat: its own field, and the page. */
const OWN_PARAMETERS: ReadonlySet<string> = new Set(["filter", "start", "cursor"]);

function formHtml({ path, search, error, members }: HtmlCollection): SafeHtml {
  const parameters = parametersOf(search);
  const filter = parameters.find(({ name }) => name === "filter")?.value ?? "";
  const hidden = parameters
    .filter(({ name }) => !OWN_PARAMETERS.has(name))
    .map(({ name, value }) => markup`<input type="hidden" name="${name}" value="${value}" />`);
  return markup`<form method="get" action="${path}" role="search">
      <label for="filter">Filter</label>
      <input
        id="filter"
        name="filter"
        value="${filter}"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        aria-describedby="hint${error === undefined ? "" : " problems"}"
        ${error === undefined ? undefined : markup` aria-invalid="true"`}
      />
      ${hidden}<button>Apply</button> <a href="${path}">Clear</a>
    </form>
    <p class="hint" id="hint">${exampleHtml(members)}</p>`;
}

function exampleHtml(members: readonly HtmlMember[]): SafeHtml | undefined {
  const text = members.find(({ type, filterable }) => filterable && type === "string");
  const number = members.findLast(
    ({ type, filterable }) => filterable && (type === "integer" || type === "number"),
  );
  const examples = [
    ...(text === undefined ? [] : [`startsWith(${text.name},'A')`]),
    ...(number === undefined ? [] : [`gt(${number.name},100)`]),
  ];
  if (examples.length === 0) return undefined;
  const filter = examples.length > 1 ? `and(${examples.join()})` : examples[0]!;
  return markup`Example: <code>${filter}</code>`;
}

function pageHtml(view: HtmlCollection, page: HtmlPage): SafeHtml {
  const { items } = page;
  return markup`${facetsHtml(view)}
    <p>${rangeText(page)}</p>
    ${items.length === 0 ? undefined : tableHtml(view, page)} ${pagesHtml(page)}`;
}

function rangeText({ start, count, items }: HtmlPage): string {
  const total = count === undefined ? "" : ` of ${count.toLocaleString("en-US")}`;
  if (items.length > 0)
    return `Rows ${(start + 1).toLocaleString("en-US")} to ${(start + items.length).toLocaleString("en-US")}${total}`;
  if (start > 0 && count !== 0) return `No rows here: this page begins after the last row${total}.`;
  return "No rows match.";
}

function tableHtml(view: HtmlCollection, { items }: HtmlPage): SafeHtml {
  const shown = parametersOf(view.search)
    .find(({ name }) => name === "select")
    ?.value.split(",");
  const columns = view.members.filter(({ name }) => shown === undefined || shown.includes(name));
  const rows = items.map((item) => {
    const self = selfOf(item);
    return markup`<tr>
      ${columns.map(({ name }, i) => {
        const value = Object.hasOwn(item, name) ? item[name] : undefined;
        const cell = shortCellHtml(value);
        const kind = isNumber(value) ? markup` class="number"` : undefined;
        if (i === 0 && self !== undefined)
          return markup`<th scope="row"${kind}><a href="${self}">${cell}</a></th>`;
        return markup`<td${kind}>${cell}</td>`;
      })}
    </tr> `;
  });
  return markup`<div
    class="rows"
    role="region"
    aria-label="Rows"
    tabindex="0"
    ${view.language === undefined ? undefined : markup` lang="${view.language}"`}
  >
    <table>
      <thead>
        <tr>
          ${columns.map((each) => columnHtml(view, each))}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

function columnHtml({ path, search }: HtmlCollection, { name, sortable, type }: HtmlMember): SafeHtml {
  const state = sortState(search);
  const isSorted = state?.name === name;
  const kind = type === "integer" || type === "number" ? markup` class="number"` : undefined;
  if (!sortable) return markup`<th scope="col" ${kind}>${name}</th>`;
  const next = isSorted && !state.isDescending ? `${name}:descending` : name;
  const sort = isSorted ? markup` aria-sort="${state.isDescending ? "descending" : "ascending"}"` : undefined;
  const arrow = isSorted ? (state.isDescending ? " ↓" : " ↑") : "";
  const target = `${path}?${withParameter(search, "sortBy", next)}`;
  return markup`<th scope="col" ${kind}${sort}><a href="${target}">${name}${arrow}</a></th>`;
}

function facetsHtml({ facets, path, search }: HtmlCollection): SafeHtml | undefined {
  if (facets.length === 0) return undefined;
  return markup`<section class="facets" aria-label="Values">
    ${facets.map((each) => facetHtml(each, path, search))}
  </section>`;
}

/** Names that basic filters cannot use, because they are parameters. */
const PARAMETERS: ReadonlySet<string> = new Set([
  "filter",
  "sortBy",
  "start",
  "limit",
  "cursor",
  "select",
  "count",
]);

function facetHtml({ name, values }: HtmlFacet, path: string, search: string): SafeHtml {
  const chosen = parametersOf(search).find((each) => each.name === name);
  const items = values.map(({ value, count }) => {
    const text = String(value);
    const shown = markup`${shortCellHtml(text === "" ? undefined : text)} <span class="hint">${count}</span>`;
    if (chosen?.value === text)
      return markup`<li>
        <strong>${shown}</strong> <a href="${path}?${withParameter(search, name, undefined)}">all</a>
      </li>`;
    // A bar would separate alternatives.
    if (PARAMETERS.has(name) || text === "" || text.includes("|")) return markup`<li>${shown}</li>`;
    return markup`<li><a href="${path}?${withParameter(search, name, text)}">${shown}</a></li>`;
  });
  return markup`<div>
    <h2>${name}</h2>
    <ul>
      ${items}
    </ul>
  </div>`;
}

const PAGE_LINKS: readonly (readonly [rel: string, text: string])[] = [
  ["first", "First"],
  ["prev", "Previous"],
  ["next", "Next"],
  ["last", "Last"],
];

function pagesHtml({ links, start }: HtmlPage): SafeHtml | undefined {
  const items = PAGE_LINKS.flatMap(([rel, text]) => {
    const link = links.find((each) => each.rel === rel);
    return link === undefined || (rel === "first" && start === 0)
      ? []
      : [markup`<li><a href="${link.uri}" rel="${rel}">${text}</a></li>`];
  });
  return items.length === 0
    ? undefined
    : markup`<nav aria-label="Pages">
        <ul>
          ${items}
        </ul>
      </nav>`;
}

/** Returns the path of an item, from its link to itself. */
function selfOf(item: Readonly<Record<string, unknown>>): string | undefined {
  const links = item["links"];
  if (!Array.isArray(links)) return undefined;
  const self = (links as readonly unknown[]).find(
    (each): each is { readonly rel: "self"; readonly uri: string } =>
      typeof each === "object" && each !== null && "rel" in each && each.rel === "self",
  );
  return typeof self?.uri === "string" && self.uri.startsWith("/") && !self.uri.startsWith("//")
    ? self.uri
    : undefined;
}
