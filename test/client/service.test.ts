import { unknownMember } from "../diagnostics/sentences.ts";
import { expect, it } from "vitest";
import { defineCatalog } from "tamis";
import { eq, isIn, name } from "tamis/builder";
import { createClient, HttpError } from "tamis/client";
import { createService, defineResource, nodeHandler } from "tamis/http";
import { createCollection } from "tamis/store";
import { countOf } from "../effort.ts";
import { collect, script, serve } from "./serve.ts";

const COUNT = countOf("client/service: rows");

const catalog = defineCatalog({
  name: "rows",
  key: "id",
  defaultSort: ["id"],
  defaultLimit: 2,
  maximumLimit: 1_000,
  members: { id: "integer", name: "string" },
});

async function places(count = 5) {
  const data = createCollection(
    Array.from({ length: count }, (_, i) => ({ id: i, name: `Row ${i}` })),
    { catalog },
  );
  const collection = data.asCollection({ cursorKey: new Uint8Array(16).fill(7) });
  const service = createService({
    resources: [
      defineResource({ path: "/rows", collection }),
      defineResource({ path: "/by-cursor", collection, paging: "cursor" }),
    ],
  });
  const handler = nodeHandler(service);
  const requests: string[] = [];
  const baseUrl = await serve((request, response) => {
    requests.push(`${request.method} ${request.url!.slice(0, 40)}`);
    void handler(request, response);
  });
  return { data, requests, baseUrl, client: createClient({ baseUrl }) };
}

it("pages, items and streams return all rows of a service", async () => {
  const { client } = await places();
  const pages = await collect(client.pages("/rows", { filter: "ge(id,1)" }));
  expect(pages.map(({ items, count }) => [items.length, count])).toEqual([
    [2, 4],
    [2, 4],
  ]);
  const ids = (rows: readonly Record<string, unknown>[]) => rows.map(({ id }) => id);
  expect(ids(await collect(client.items("/by-cursor")))).toEqual([0, 1, 2, 3, 4]);
  expect(ids(await collect(client.stream("/rows", { sortBy: "id:descending" })))).toEqual([4, 3, 2, 1, 0]);
});

it("a cursor continues where a page has ended", async () => {
  const { client } = await places();
  const { cursor, items } = await client.list("/by-cursor", { limit: 3 });
  expect(items).toHaveLength(3);
  const rest = await client.list("/by-cursor", { limit: 3, cursor });
  expect(rest.items.map(({ id }) => id)).toEqual([3, 4]);
  expect(rest.cursor).toBeUndefined();
});

it("a long query is sent by POST to the link query, with all its pages", async () => {
  const { baseUrl, requests } = await places();
  const client = createClient({ baseUrl, maxUrlLength: 2_000 });
  const names = Array.from({ length: 500 }, (_, i) => `Row ${i}`);
  const items = await collect(client.items("/rows", { filter: isIn(name("name"), ...names) }));
  expect(items.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4]);
  expect(requests).toEqual([
    "GET /rows?limit=0",
    "POST /rows/@query",
    "POST /rows/@query",
    "POST /rows/@query",
  ]);
});

const FRAME = `error[unknown-member]: ${unknownMember("nmae", "name")}
  eq(nmae,'Zoë & co')
     ^^^^`;

it.each(["application/vnd.vendor.error+json", "application/problem+json"])(
  "errors as %s show the code frame in the decoded filter",
  async (accept) => {
    const { client } = await places();
    const query = { filter: eq(name("nmae"), "Zoë & co"), limit: 3 };
    const headers = { accept: `application/vnd.vendor.collection+json, ${accept}` };
    const error = await client.list("/rows", query, { headers }).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(HttpError);
    const { message, status, diagnostics, traceId } = error as HttpError;
    expect(status).toBe(400);
    expect(message).toContain(FRAME);
    expect(diagnostics).toMatchObject([
      { code: "unknown-member", parameter: "filter", text: "eq(nmae,'Zoë & co')", from: 3, to: 7 },
    ]);
    expect(diagnostics[0]!.frame).toContain("eq(name,'Zoë & co')");
    expect(traceId).toMatch(/^[\da-f-]{36}$/);
  },
);

it("errors of a query by POST have the same frames", async () => {
  const { baseUrl } = await places();
  const client = createClient({ baseUrl, maxUrlLength: 2_000 });
  const filter = `and(eq(nmae,'x'),in(name,${"'long',".repeat(500)}'end'))`;
  const error = (await client.list("/rows", { filter }).catch((each: unknown) => each)) as HttpError;
  expect(error.diagnostics).toMatchObject([{ code: "unknown-member", parameter: "filter", from: 7, to: 11 }]);
});

it("a stream that breaks off is an error", async () => {
  const baseUrl = await serve((request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    if (request.url === "/rows?limit=0") {
      response.end(JSON.stringify({ items: [], links: [{ rel: "rows", href: "/rows/@rows" }] }));
    } else {
      response.write('{"id":1}\n{"id":');
      setTimeout(() => response.destroy(), 20);
    }
  });
  const seen: unknown[] = [];
  const reading = async () => {
    for await (const row of createClient({ baseUrl }).stream("/rows")) seen.push(row);
  };
  await expect(reading()).rejects.toMatchObject({ code: "network" });
  expect(seen).toEqual([{ id: 1 }]);
});

it("a stream requires the link rows, and lines of JSON", async () => {
  const plain = await script(() => ({ body: { items: [] } }));
  await expect(collect(createClient(plain).stream("/rows"))).rejects.toMatchObject({ code: "unsupported" });
  const broken = await script(({ target }) =>
    target === "/rows?limit=0"
      ? { body: { items: [], links: [{ rel: "rows", href: "/lines" }] } }
      : { body: '{"id":1}\n{"id":' },
  );
  await expect(collect(createClient(broken).stream("/rows"))).rejects.toMatchObject({
    code: "invalid-response",
  });
});

it("reads all rows under inserts and deletes, and returns each row that stays exactly once", async () => {
  const { data, client } = await places(COUNT);
  let random = 1;
  const next = (bound: number) => (random = (random * 48_271) % 2_147_483_647) % bound;
  const deleted = new Set<number>();
  const inserted = new Set<number>();
  const seen = new Map<number, number>();
  let pages = 0;
  for await (const page of client.pages<{ id: number }>("/by-cursor", { limit: 1_000 })) {
    pages++;
    for (const { id } of page.items) seen.set(id, (seen.get(id) ?? 0) + 1);
    for (let i = 0; i < 20; i++) {
      const id = next(COUNT);
      if (!deleted.has(id)) data.delete([id]);
      deleted.add(id);
      // Between the existing rows, before and after the current page.
      const other = -1 - next(1_000_000);
      if (!inserted.has(other)) data.insert([{ id: other, name: "new" }]);
      inserted.add(other);
      const late = 200_000 + pages * 20 + i;
      data.insert([{ id: late, name: "late" }]);
    }
  }
  expect(pages).toBeGreaterThanOrEqual(COUNT / 1_000);
  expect([...seen.values()].every((times) => times === 1)).toBe(true);
  for (let id = 0; id < COUNT; id++)
    if (!deleted.has(id) && !seen.has(id)) expect.fail(`row ${id} is missing`);
  expect(deleted.size).toBeGreaterThan(COUNT / 66);
});
