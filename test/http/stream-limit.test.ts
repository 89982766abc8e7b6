import { expect, it } from "vitest";
import { defineCatalog } from "tamis";
import { createCollection } from "tamis/store";
import { send } from "./request.ts";
import { serve } from "./serve.ts";

const catalog = defineCatalog({ name: "books", key: "id", members: { id: "integer" } });
const rows = Array.from({ length: 50 }, (_, id) => ({ id }));
const MAX = 3;

function openService() {
  const collection = createCollection(rows, { catalog }).asCollection();
  return serve({ path: "/books", collection }, { limits: { streams: MAX } });
}

/** Starts an export. Returns its parts. */
async function start(service: ReturnType<typeof openService>, signal?: AbortSignal) {
  const response = await service({ method: "GET", path: "/books/@rows", headers: {}, signal });
  expect(response.status).toBe(200);
  return (response.body as AsyncIterable<string>)[Symbol.asyncIterator]();
}

const statusOf = async (service: ReturnType<typeof openService>, target = "/books/@rows", method = "GET") =>
  (await send(service, target, { method })).status;

it("limits exports that are sent at the same time, and no other requests", async () => {
  const service = openService();
  for (let i = 0; i < MAX; i++) await start(service);
  const refused = await send(service, "/books/@rows");
  expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "1"]);
  expect(await statusOf(service, "/books")).toBe(200);
  expect(await statusOf(service, "/books/@rows", "HEAD")).toBe(200);
});

it("counts an export until it is read, closed or left by its client", async () => {
  const service = openService();
  const client = new AbortController();
  const open = [await start(service), await start(service), await start(service, client.signal)];
  for (;;) if ((await open[0]!.next()).done === true) break;
  await open[1]!.return!();
  await open[1]!.return!();
  client.abort();
  for (let i = 0; i < MAX; i++) await start(service);
  expect(await statusOf(service)).toBe(503);
});

it("does not count requests for exports that are not answered", async () => {
  const service = openService();
  for (let i = 0; i <= MAX; i++) expect(await statusOf(service, "/books/@rows?filter=eq(")).toBe(400);
  await start(service, AbortSignal.abort()).catch(() => undefined);
  for (let i = 0; i < MAX; i++) await start(service);
  expect(await statusOf(service)).toBe(503);
});
