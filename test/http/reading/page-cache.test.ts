import { expect, it } from "vitest";
import { defineCatalog, parseFilter } from "tamis";
import { createService, defineResource } from "tamis/http";
import { createCollection } from "tamis/store";
import { PageCache } from "../../../src/http/reading/page-cache.ts";
import { send } from "../request.ts";

const catalog = defineCatalog({
  name: "reports",
  key: "id",
  members: { id: "string", owner: "string" },
});

function makeService() {
  const rows = createCollection(
    [
      { id: "a", owner: "ann" },
      { id: "b", owner: "bob" },
    ],
    { catalog },
  );
  const collection = rows.asCollection();
  const rules = new Map(
    ["ann", "bob"].map((owner) => [owner, parseFilter(`eq(owner,'${owner}')`).expression!]),
  );
  const service = createService({
    resources: [
      defineResource({
        path: "/reports",
        collection,
        locales: ["en", "de"],
        access: ({ identity }) => ({
          kind: "allowed",
          rule: rules.get(identity as string),
          closed: identity === "bob" ? ["owner"] : [],
        }),
      }),
    ],
  });
  return { rows, service };
}

it("the third equal request gets the bytes of the second, until rows change", async () => {
  const { rows, service } = makeService();
  const first = await send(service, "/reports?sortBy=id");
  const second = await send(service, "/reports?sortBy=id");
  expect(second.body).toEqual(first.body);
  expect(second.body).not.toBe(first.body);
  expect((await send(service, "/reports?sortBy=id")).body).toBe(second.body);
  rows.insert([{ id: "c", owner: "ann" }]);
  expect((await send(service, "/reports?sortBy=id")).json.count).toBe(3);
});

it("callers with other rules, members or languages never share a response", async () => {
  const { service } = makeService();
  for (let i = 0; i < 3; i++) {
    const ann = await send(service, "/reports?sortBy=id", { identity: "ann" });
    const bob = await send(service, "/reports?sortBy=id", { identity: "bob" });
    const everyone = await send(service, "/reports?sortBy=id", { headers: { "accept-language": "de" } });
    expect(ann.json.items).toMatchObject([{ id: "a", owner: "ann" }]);
    expect(bob.json.items).toMatchObject([{ id: "b" }]);
    expect(bob.json.items[0]).not.toHaveProperty("owner");
    expect(everyone.json.count).toBe(2);
    expect(everyone.headers["content-language"]).toBe("de");
    expect(ann.headers["content-language"]).toBe("en");
  }
});

it("callers share one cache of a resource, whatever their number", () => {
  const resource = defineResource({
    path: "/reports",
    collection: createCollection([{ id: "a", owner: "ann" }], { catalog }).asCollection(),
  });
  const rules = Array.from({ length: 300 }, (_, i) => parseFilter(`eq(owner,'${i}')`).expression!);
  const cacheOf = (rule?: (typeof rules)[number]) =>
    PageCache.of({ resource, catalog, rule, operations: resource.operations })!;
  const body = (text: string) => new TextEncoder().encode(text);
  for (const [i, rule] of rules.entries())
    for (let repetition = 0; repetition < 2; repetition++)
      cacheOf(rule).set("page", { status: 200, headers: {}, body: body(String(i)) });
  const kept = rules.filter((rule) => cacheOf(rule).get("page") !== undefined);
  expect(kept).toEqual(rules.slice(-256));
  for (const rule of kept) expect(cacheOf(rule).get("page")!.body).toEqual(body(String(rules.indexOf(rule))));
  expect(cacheOf().get("page")).toBeUndefined();
});

it("paths of one collection never share a response", async () => {
  const collection = createCollection([{ id: "a", owner: "ann" }], { catalog }).asCollection();
  const service = createService({
    resources: ["/reports", "/files"].map((path) => defineResource({ path, collection })),
  });
  for (let i = 0; i < 3; i++) {
    expect((await send(service, "/reports?limit=1")).json.items[0].links[0].uri).toBe("/reports/a");
    expect((await send(service, "/files?limit=1")).json.items[0].links[0].uri).toBe("/files/a");
  }
});
