import { expect, it } from "vitest";
import { defineCatalog } from "tamis";
import { createService, defineResource } from "tamis/http";
import { createCollection } from "tamis/store";
import { decodeQuery, pageLinks } from "tamis/url";
import { send, targets } from "../request.ts";
import { serve } from "../serve.ts";
import { words } from "../../words.ts";

const definition = {
  name: "books",
  key: "id",
  maximumLimit: 50,
  members: { id: "integer", title: "string" },
} as const;
const catalog = defineCatalog(definition);
const rows = Array.from({ length: 12 }, (_, id) => ({ id, title: `Buch "${id}" \\ ß` }));
const path = "/library/b%C3%BCcher";
const service = serve({
  path,
  title: "Books",
  collection: createCollection(rows, { catalog }).asCollection(),
});

const FILTERS = [
  "",
  `filter=contains(title,'%22')&sortBy=id:descending`,
  "filter=or(contains($primary,title,'ß%5C'),eq(title,'a%26b%3Dc'),eq(id,3))",
  "title=%22|%5C&filter=lt(id,100)",
];
const PAGES = [
  "",
  ...words("start=0&limit=5 start=5&limit=5 start=3&limit=5 start=10&limit=5 start=50 limit=0"),
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
  const titles: Record<string, string> = {
    self: "Books",
    collection: "Books",
    first: "First page",
    prev: "Previous page",
    next: "Next page",
    last: "Last page",
  };
  expect(links).toEqual(
    expected.map((link) => ({ ...link, title: titles[link.rel], itemType: json.accept })),
  );
});

const cursorKey = new Uint8Array(16);
const paged = createService({
  resources: (["start", "cursor", "both"] as const).map((paging) =>
    defineResource({
      path: `/${paging}`,
      paging,
      collection: createCollection(rows, {
        catalog: defineCatalog({ ...definition, parameters: ["shelf"] }),
      }).asCollection({ cursorKey }),
    }),
  ),
});

const TARGETS = words(`
  /start?shelf=3&sortBy=id /start?shelf=3&start=5&limit=5 /start?shelf=3&start=5&limit=5&count=false
  /cursor?shelf=3&filter=gt(id,2) /cursor?shelf=3&count=false /cursor?shelf=3&limit=2&start=2
  /both?shelf=3&limit=2&cursor=
`);
it.each(TARGETS)("the links of %s keep the parameters of the endpoint", async (target) => {
  const { status, json } = await send(paged, target);
  expect(status).toBe(200);
  const links = targets(json.links);
  for (const rel of ["self", "collection", "first", "prev", "next", "last"])
    if (links[rel] !== undefined) expect(links[rel], rel).toContain("shelf=3");
  expect(links["collection"]).not.toMatch(/filter|sortBy|start=|limit|cursor=/);
});

it("only pages after the first one link to the first one", async () => {
  const relsOf = async (target: string) => Object.keys(targets((await send(paged, target)).json.links));
  const { json } = await send(paged, "/cursor?limit=2");
  expect(Object.keys(targets(json.links))).not.toContain("first");
  expect(await relsOf(targets(json.links)["next"]!)).toContain("first");
  expect(await relsOf("/cursor?limit=2&start=2")).toContain("first");
});
