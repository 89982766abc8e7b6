import { expect, it } from "vitest";
import { defineCatalog } from "tamis";
import { createService, defineResource } from "tamis/http";
import { createCollection } from "tamis/store";
import { decodeQuery, pageLinks } from "tamis/url";
import { send } from "../request.ts";

const catalog = defineCatalog({
  name: "books",
  key: "id",
  maximumLimit: 50,
  members: { id: "integer", title: "string" },
});
const rows = Array.from({ length: 12 }, (_, id) => ({ id, title: `Buch "${id}" \\ ß` }));
const path = "/library/b%C3%BCcher";
const service = createService({
  resources: [defineResource({ path, collection: createCollection(rows, { catalog }).asCollection() })],
});

const FILTERS = [
  "",
  `filter=contains(title,'%22')&sortBy=id:descending`,
  "filter=or(contains($primary,title,'ß%5C'),eq(title,'a%26b%3Dc'),eq(id,3))",
  "title=%22|%5C&filter=lt(id,100)",
];
const PAGES = [
  "",
  "start=0&limit=5",
  "start=5&limit=5",
  "start=3&limit=5",
  "start=10&limit=5",
  "start=50",
  "limit=0",
];

it.each(
  FILTERS.flatMap((filter) => PAGES.map((page) => [filter, page].filter((each) => each !== "").join("&"))),
)("the links of the page ?%s are those of pageLinks", async (search) => {
  const { status, json } = await send(service, `${path}?${search}`);
  expect(status).toBe(200);
  const { query } = decodeQuery(search, { catalog });
  const type = "application/vnd.vendor.collection+json";
  const expected = pageLinks({ path, query: query!, count: json.count, limit: json.limit, type });
  const links = (json.links as { rel: string }[]).slice(0, expected.length);
  expect(links).toEqual(expected.map((link) => ({ ...link, itemType: json.accept })));
});
