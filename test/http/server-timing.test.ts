import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { defineCatalog } from "tamis";
import { fromNodeSqlite, sqlCollection } from "tamis/databases";
import { createService, defineResource, type RequestPhase } from "tamis/http";
import { createCollection } from "tamis/store";
import { send } from "./request.ts";

const catalog = defineCatalog({ name: "books", key: "id", members: { id: "integer" } });
const database = new DatabaseSync(":memory:");
database.exec("CREATE TABLE books (id INTEGER PRIMARY KEY); INSERT INTO books VALUES (1), (2)");
const inDatabase = sqlCollection({ catalog, source: fromNodeSqlite(database), table: { table: "books" } });
const inMemory = createCollection([{ id: 1 }, { id: 2 }], { catalog }).asCollection();
const resources = [
  defineResource({ path: "/memory", collection: inMemory }),
  defineResource({ path: "/database", collection: inDatabase }),
];
const service = createService({ resources, serverTiming: true });

it.each([
  ["/memory?limit=1", ["parse", "query", "write", "total"]],
  ["/database?limit=1", ["parse", "plan", "db", "write", "total"]],
  ["/memory/@rows", ["total"]],
  ["/memory?filter=eq(", ["total"]],
  ["/none", ["total"]],
])("the response to %s has the durations %j", async (target, names) => {
  const field = (await send(service, target)).headers["server-timing"]!;
  expect(field).toMatch(/^(?:[a-z]+;dur=\d+\.\d(?:, |$))+$/);
  expect(field.split(", ").map((each) => each.split(";")[0])).toEqual(names);
});

it("observers receive phases and rows, and responses have no durations by default", async () => {
  const plain = createService({ resources });
  for (const [limit, handle] of [plain, service].entries()) {
    const phases: RequestPhase[] = [];
    let rows = 0;
    const observer = {
      onPhase: (phase: RequestPhase) => void phases.push(phase),
      onRows: (count: number) => void (rows += count),
    };
    // Other pages, because those of a resource have one cache.
    const request = { path: "/memory", search: `start=0&limit=${limit + 2}`, headers: {}, observer };
    const { headers } = await handle({ ...request, method: "GET" });
    expect([phases, rows]).toEqual([["parse", "query", "write"], 2]);
    expect(Object.hasOwn(headers, "server-timing")).toBe(handle === service);
    await handle({ ...request, method: "HEAD" });
    expect(rows).toBe(2);
  }
});

it("a page from the cache has durations of its own", async () => {
  const headers = [];
  for (let i = 0; i < 4; i++)
    headers.push((await send(service, "/memory?start=1")).headers["server-timing"]!);
  expect(headers.at(-1)).toMatch(/^total;dur=[\d.]+$/);
});
