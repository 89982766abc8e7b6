import type { HttpRequest } from "../contract/exchange.ts";
import type { HtmlFacet, HtmlMember, HtmlPage } from "./html-view.ts";
import type { JsonClient } from "./json-client.ts";

/** Maximum number of members whose values are counted for a page, and maximum number of values of such a member. */
const MAX_COUNTED = 8;
const MAX_VALUES = 10;
/** Milliseconds for the values of one member, and of all: a page without facets is better than a slow page. */
const TIME_FOR_MEMBER = 100;
const TIME_FOR_FACETS = 300;
/** Parameters that do not select rows. */
const OTHER_PARAMETERS: ReadonlySet<string> = new Set([
  "sortBy",
  "start",
  "limit",
  "cursor",
  "select",
  "count",
]);

/** Counts the values of members that have few values, among the matching rows. */
export async function readFacets(
  client: JsonClient,
  { path, search = "" }: HttpRequest,
  members: readonly HtmlMember[],
  page: HtmlPage,
): Promise<readonly HtmlFacet[]> {
  const facetPaths = new Set(await linkedFacets(client, path));
  const conditions = search.split("&").filter((pair) => !OTHER_PARAMETERS.has(pair.split("=", 1)[0]!));
  const query = [...conditions, `limit=${MAX_VALUES}`].filter(Boolean).join("&");
  const end = Date.now() + TIME_FOR_FACETS;
  const facets: HtmlFacet[] = [];
  for (const { name } of members.filter((each) => isCountable(each)).slice(0, MAX_COUNTED)) {
    if (Date.now() > end) break;
    const facetPath = `${path}/@facets/${encodeURIComponent(name)}`;
    if (!facetPaths.has(facetPath)) continue;
    const found = await client.json(facetPath, query, AbortSignal.timeout(TIME_FOR_MEMBER));
    if (found === undefined) continue;
    const { values, count } = found as unknown as { values: HtmlFacet["values"]; count: number };
    if (isSmall(count, page)) facets.push({ name, values: values.filter(({ value }) => value !== null) });
  }
  return facets.filter(({ values }) => values.length > 0);
}

function isCountable({ type, filterable }: HtmlMember): boolean {
  return filterable && (type === "string" || type === "boolean");
}

/** If each row has its own value, the member has few values only because there are few rows. */
function isSmall(values: number, { count, items }: HtmlPage): boolean {
  return values <= MAX_VALUES && values * 2 <= Math.max(count ?? items.length, 2);
}

async function linkedFacets(client: JsonClient, path: string): Promise<readonly string[]> {
  const found = await client.json(`${path}/@facets`, "");
  const links = (found?.["links"] ?? []) as readonly { readonly rel: string; readonly uri: string }[];
  return links.filter(({ rel }) => rel === "facets").map(({ uri }) => uri);
}
