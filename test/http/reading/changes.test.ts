import { expect, it } from "vitest";
import { defineCatalog, parseFilter } from "tamis";
import { memoryStore } from "tamis/http";
import { createCollection } from "tamis/store";
import { serve } from "../serve.ts";

const catalog = defineCatalog({
  name: "people",
  key: "id",
  members: { id: "string", team: "string", salary: "integer" },
});

/** Changes rows while a caller listens. Returns the events that the caller receives. */
async function eventsOf(search: string): Promise<readonly string[]> {
  const store = memoryStore(
    createCollection(
      [
        { id: "ann", team: "red", salary: 1 },
        { id: "bob", team: "blue", salary: 2 },
      ],
      { catalog },
    ),
  );
  const service = serve({
    path: "/people",
    store,
    access: () => ({
      kind: "allowed",
      closed: ["salary"],
      rule: parseFilter("and(eq(team,'red'),lt(salary,100))").expression!,
    }),
  });
  const stop = new AbortController();
  const { body } = await service({
    method: "GET",
    path: "/people/@changes",
    search,
    headers: {},
    signal: stop.signal,
  });
  const events: string[] = [];
  const reading = (async () => {
    for await (const part of body as AsyncIterable<string>)
      events.push(...part.split("\n\n").filter((each) => each.startsWith("event:")));
  })();
  await new Promise((resolve) => setTimeout(resolve, 10));
  await store.replace("ann", { id: "ann", team: "red", salary: 50 }, "any");
  await store.replace("bob", { id: "bob", team: "blue", salary: 3 }, "any");
  await store.create({ id: "eve", team: "red", salary: 500 });
  await store.replace("bob", { id: "bob", team: "red", salary: 3 }, "any");
  await store.replace("ann", { id: "ann", team: "red", salary: 200 }, "any");
  await store.delete("eve", "any");
  await store.delete("bob", "any");
  await new Promise((resolve) => setTimeout(resolve, 10));
  stop.abort();
  await reading;
  return events.map((event) => event.replace(/,"links":.*$/s, "}}"));
}

it("events tell nothing about hidden rows and closed members", async () => {
  expect(await eventsOf("")).toEqual([
    'event: created\ndata: {"uri":"/people/bob","item":{"id":"bob","team":"red"}}',
    // The rule hides the row from now on: it is deleted for the caller.
    'event: deleted\ndata: {"uri":"/people/ann"}',
    'event: deleted\ndata: {"uri":"/people/bob"}',
  ]);
});

it("HEAD has the header fields of a stream, and leaves no listener", async () => {
  const rows = memoryStore(createCollection([{ id: "ann", team: "red", salary: 1 }], { catalog }));
  let listeners = 0;
  const store = {
    ...rows,
    watch: () => {
      listeners++;
      return () => {
        listeners--;
      };
    },
  };
  const service = serve({ path: "/people", store });
  const response = await service({ method: "HEAD", path: "/people/@changes", headers: {} });
  expect([response.status, response.headers["content-type"]]).toEqual([200, "text/event-stream"]);
  expect([response.body, listeners]).toEqual([undefined, 0]);
  const wrong = await service({
    method: "HEAD",
    path: "/people/@changes",
    search: "filter=eq(x,1)",
    headers: {},
  });
  expect(wrong.status).toBe(400);
});

it("events are only about rows that match the filter", async () => {
  expect(await eventsOf("id=ann")).toEqual(['event: deleted\ndata: {"uri":"/people/ann"}']);
});

it.each([
  ["many changes", 1_001, 10],
  ["changes of large rows", 12, 100_000],
])("a stream ends if %s wait for a slow client", async (_what, count, characters) => {
  const store = memoryStore(createCollection<{ id: string; team: string }>([], { catalog }));
  const service = serve({ path: "/people", store });
  const { body } = await service({ method: "GET", path: "/people/@changes", headers: {} });
  const stream = (body as AsyncIterable<string>)[Symbol.asyncIterator]();
  expect((await stream.next()).value).toBe("retry: 1000\n\n");
  const create = (from: number, end: number) =>
    Promise.all(
      Array.from({ length: end - from }, (_, i) =>
        store.create({ id: String(from + i), team: "x".repeat(characters) }),
      ),
    );
  // A client that reads gets all changes.
  const next = stream.next();
  await create(0, 1);
  expect((await next).value).toContain("event: created");
  await create(1, 1 + count);
  expect(await stream.next()).toEqual({ done: true, value: undefined });
});

it("a stream keeps fewer changes for a slow client until it reads them", async () => {
  const store = memoryStore(createCollection<{ id: string; team: string }>([], { catalog }));
  const service = serve({ path: "/people", store });
  const stop = new AbortController();
  const request = { method: "GET", path: "/people/@changes", headers: {}, signal: stop.signal };
  const { body } = await service(request);
  const stream = (body as AsyncIterable<string>)[Symbol.asyncIterator]();
  await stream.next();
  const next = stream.next();
  for (let round = 0; round < 3; round++)
    for (let i = 0; i < 8; i++) await store.create({ id: `${round} ${i}`, team: "x".repeat(100_000 / 3) });
  const parts = [(await next).value as string, (await stream.next()).value as string];
  expect(parts.join("").match(/event: created/g)).toHaveLength(24);
  stop.abort();
  expect((await stream.next()).done).toBe(true);
});
