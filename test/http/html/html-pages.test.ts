import { expect, it } from "vitest";
import { defineCatalog, parseFilter } from "tamis";
import { explorer } from "tamis/explorer";
import { type HtmlView } from "tamis/http";
import { createCollection } from "tamis/store";
import { send } from "../request.ts";
import { serve } from "../serve.ts";

const catalog = defineCatalog({
  name: "reports",
  key: "id",
  members: { id: "integer", state: "string", secret: "string", size: { type: "integer", sortable: false } },
});
const rows = Array.from({ length: 40 }, (_, i) => ({
  id: i + 1,
  state: i % 2 === 0 ? "open" : "done",
  secret: `s${i}`,
  size: i,
}));
const views: HtmlView[] = [];
const service = serve(
  {
    path: "/reports",
    collection: createCollection(rows, { catalog }).asCollection({ cursorKey: new Uint8Array(16).fill(1) }),
    paging: "cursor",
    access: ({ identity }) =>
      identity === "nobody"
        ? { kind: "unauthenticated" }
        : { kind: "allowed", closed: ["secret"], rule: parseFilter("le(id,30)").expression! },
  },
  {
    html: (view) => {
      views.push(view);
      return { html: `<p>${view.kind}`, headers: { "content-security-policy": "default-src 'none'" } };
    },
  },
);
const headers = { accept: "text/html" };
const viewOf = async (target: string, identity?: string): Promise<HtmlView> => {
  views.length = 0;
  const response = await send(service, target, { headers, identity });
  expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(response.status).toBe(views[0]!.status);
  return views[0]!;
};

it("a collection is rendered from its JSON and its members", async () => {
  const view = await viewOf("/reports?filter=gt(id,10)");
  if (view.kind !== "collection") throw new TypeError(`not a collection: ${view.kind}`);
  expect(view.page).toMatchObject({ start: 0, limit: 20, count: 20 });
  expect(view.page!.links.map(({ rel }) => rel)).toContain("self");
  expect(view.members).toEqual([
    { name: "id", type: "integer", filterable: true, sortable: true },
    { name: "state", type: "string", filterable: true, sortable: true },
    { name: "size", type: "integer", filterable: true, sortable: false },
  ]);
});

it("a repeated request is rendered again", async () => {
  const first = await viewOf("/reports?filter=le(id,3)");
  expect(await viewOf("/reports?filter=le(id,3)")).toEqual(first);
});

it("a page contains nothing about closed members and hidden rows", async () => {
  for (const target of [
    "/reports?limit=100",
    "/reports/1",
    "/reports?filter=eq(secret,'s1')",
    "/reports/31",
    "/",
  ])
    expect(JSON.stringify(await viewOf(target))).not.toMatch(/"s\d+"|"secret":/);
  expect(await viewOf("/reports/31")).toMatchObject({ kind: "error", status: 404 });
});

it("an invalid query keeps the offsets of the given query string", async () => {
  const view = await viewOf("/reports?filter=eq(stat,'open')");
  if (view.kind !== "collection") throw new TypeError(`not a collection: ${view.kind}`);
  expect([view.status, view.page]).toEqual([400, undefined]);
  expect(view.error!.errors[0]!.diagnostic).toMatchObject({ from: 10, to: 14, code: "unknown-member" });
});

it("a caller without access receives the error and its challenge", async () => {
  const response = await send(service, "/reports", { headers, identity: "nobody" });
  expect([response.status, response.body]).toEqual([401, "<p>error"]);
  expect(response.headers).toMatchObject({
    "www-authenticate": "Bearer",
    "content-security-policy": "default-src 'none'",
    "x-content-type-options": "nosniff",
  });
});

it("conditional requests and other methods have no HTML", async () => {
  const json = await send(service, "/reports/1");
  const conditional = { ...headers, "if-none-match": json.headers["etag"]! };
  expect((await send(service, "/reports/1", { headers: conditional })).status).toBe(200);
  expect((await send(service, "/reports", { method: "DELETE", headers })).headers["content-type"]).toMatch(
    /json/,
  );
});

const pages = explorer();
it.skipIf(pages === undefined)("the explorer and its files are the pages of a service", async () => {
  const explored = serve(
    {
      path: "/reports",
      collection: createCollection(rows, { catalog }).asCollection(),
      explain: true,
    },
    { html: pages },
  );
  const accept = "text/html,*/*;q=0.8";
  const page = await send(explored, "/reports?limit=1", { headers: { accept } });
  expect(page.body).toContain('data-path="/reports"');
  const [, script] = / src="([^"]+\.js)"/.exec(page.body as string)!;
  const file = await send(explored, script!, { headers: { accept: "*/*" } });
  expect([file.status, file.headers["content-type"]]).toEqual([200, "text/javascript; charset=utf-8"]);
  expect((await send(explored, "/playground", { headers: { accept } })).body).toContain("tamis playground");
  expect((await send(explored, script!, { method: "POST" })).status).toBe(405);
  const plan = await send(explored, "/reports/@explain?filter=eq(state,'open')");
  expect(plan.json).toMatchObject({ verdict: "exact", filteredBy: "memory", memory: { count: 20 } });
});
