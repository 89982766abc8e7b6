import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { defineCatalog, parseFilter } from "tamis";
import { fromSqliteFile, type SqlSource } from "tamis/databases";
import { createService, defineResource, sqliteStore } from "tamis/http";
import { createCollection } from "tamis/store";
import { PageCache } from "../../../src/http/reading/page-cache.ts";
import { sharedFile } from "../../engine/databases/drivers/drivers.ts";
import { send } from "../request.ts";
import { serve } from "../serve.ts";
import { succeeded } from "../../succeeded.ts";

const catalog = defineCatalog({ name: "reports", key: "id", members: { id: "string", owner: "string" } });

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
  const service = serve({
    path: "/reports",
    collection,
    locales: ["en", "de"],
    access: ({ identity }) => ({
      kind: "allowed",
      rule: rules.get(identity as string),
      closed: identity === "bob" ? ["owner"] : [],
    }),
  });
  return { rows, service };
}

it("equal requests get the bytes that the second one made, until rows change", async () => {
  const { rows, service } = makeService();
  const first = await send(service, "/reports?sortBy=id");
  const second = await send(service, "/reports?sortBy=id");
  expect(second.body).toEqual(first.body);
  const third = await send(service, "/reports?sortBy=id");
  expect(third.body).toEqual(first.body);
  expect(third.body).not.toBe(second.body);
  expect((await send(service, "/reports?sortBy=id")).body).toBe(third.body);
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

it("callers share one cache of a resource, whatever their number", async () => {
  const resource = defineResource({
    path: "/reports",
    collection: createCollection([{ id: "a", owner: "ann" }], { catalog }).asCollection(),
  });
  const rules = Array.from({ length: 300 }, (_, i) => parseFilter(`eq(owner,'${i}')`).expression!);
  const answer = (rule: (typeof rules)[number] | undefined, text: string) =>
    PageCache.of({ resource, catalog, rule, operations: resource.operations })!.answer(
      "limit=1",
      ["en"],
      () => Promise.resolve({ status: 200, headers: {}, body: new TextEncoder().encode(text), rows: 1 }),
    );
  for (const [i, rule] of rules.entries())
    for (let repetition = 0; repetition < 2; repetition++) await answer(rule, String(i));
  const textOf = async (rule: (typeof rules)[number] | undefined) =>
    new TextDecoder().decode((await answer(rule, "made again")).body as Uint8Array);
  expect(await textOf(undefined)).toBe("made again");
  expect(await textOf(rules[0])).toBe("made again");
  // The response for the first rule has displaced the oldest one.
  for (const [i, rule] of rules.entries()) if (i >= 300 - 255) expect(await textOf(rule)).toBe(String(i));
});

it("bodies of many pages do not overwrite each other", async () => {
  const rows = Array.from({ length: 400 }, (_, i) => ({ id: `Zoë ${i}`, owner: "ö".repeat(i) }));
  const collection = createCollection(rows, { catalog }).asCollection();
  const service = serve({ path: "/reports", collection });
  const pages = [];
  for (let start = 0; start < 400; start++)
    pages.push(await send(service, `/reports?sortBy=id&start=${start}&limit=${start % 7}`));
  const all = succeeded(await collection.page({ limit: 400 }));
  const inOrder = all.items.map(({ id }) => id);
  for (const [start, page] of pages.entries()) {
    const { items } = JSON.parse(new TextDecoder().decode(page.body as Uint8Array)) as {
      items: { id: string }[];
    };
    expect(items.map(({ id }) => id)).toEqual(inOrder.slice(start, start + (start % 7)));
  }
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

it("pages of a SQLite file with a revision are read again only after a change of the file by any program", async () => {
  const { path, database, end } = sharedFile();
  const other = new DatabaseSync(path);
  const file = fromSqliteFile(path);
  let reads = 0;
  const source: SqlSource = {
    ...file,
    snapshot(work, options) {
      reads++;
      return file.snapshot(work, options);
    },
  };
  try {
    const version = other.prepare("PRAGMA data_version");
    const revision = () => version.get()!["data_version"] as number;
    const store = await sqliteStore({ database, source, revision, catalog });
    const service = serve({ path: "/reports", store });
    const count = async () => (await send(service, "/reports")).json.count as number;
    await store.create({ id: "a", owner: "ann" });
    for (let i = 0; i < 2; i++) expect(await count()).toBe(1);
    reads = 0;
    expect([await count(), await count(), reads]).toEqual([1, 1, 0]);
    await store.create({ id: "b", owner: "ann" });
    expect([await count(), await count(), reads]).toEqual([2, 2, 1]);
    const third = new DatabaseSync(path);
    third.exec("CREATE TABLE elsewhere (n)");
    third.close();
    expect([await count(), await count(), reads]).toEqual([2, 2, 2]);
  } finally {
    await file.close();
    other.close();
    end();
  }
});
