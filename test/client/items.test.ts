import { expect, it } from "vitest";
import { defineCatalog } from "tamis";
import { createClient } from "tamis/client";
import { createService, defineResource, memoryStore, nodeHandler } from "tamis/http";
import { createCollection } from "tamis/store";
import { script, serve, type Reply } from "./serve.ts";

/** A server with one item, whose version is in the entity tag. */
async function counter(
  options: { readonly conflicts?: number; readonly headers?: () => Record<string, string> } = {},
) {
  const state = { value: 0, version: 1, conflicts: options.conflicts ?? 0 };
  const headers = options.headers ?? (() => ({ etag: `"${state.version}"` }));
  const server = await script(({ method, headers: sent, body }): Reply => {
    if (method === "GET") return { headers: headers(), body: { value: state.value } };
    if (state.conflicts > 0) {
      state.conflicts--;
      state.version++;
      state.value += 10;
    }
    if (sent["if-match"] !== undefined && sent["if-match"] !== `"${state.version}"`)
      return { status: 412, body: {} };
    if (method === "DELETE") return { status: 204 };
    state.value = (JSON.parse(body) as { value: number }).value;
    state.version++;
    return { status: 204, headers: headers() };
  });
  const items = createClient({ baseUrl: server.baseUrl, retries: { limit: 1 } }).collection<{
    value: number;
  }>("/items");
  return { ...server, state, items };
}

it("an update that lost against another client is repeated with the current item", async () => {
  const { items, state, requests } = await counter({ conflicts: 2 });
  const seen: number[] = [];
  const updated = await items.update("a", ({ value }) => {
    seen.push(value);
    return { value: value + 1 };
  });
  expect(seen).toEqual([0, 10, 20]);
  expect(state.value).toBe(21);
  expect(updated).toMatchObject({ value: undefined, etag: '"4"' });
  expect(requests.map(({ method }) => method)).toEqual(["GET", "PUT", "GET", "PUT", "GET", "PUT"]);
});

it("the attempts of an update are bounded", async () => {
  const { items, requests } = await counter({ conflicts: 10 });
  const failed = items.update("a", (current) => current, { attempts: 2 });
  await expect(failed).rejects.toMatchObject({ status: 412 });
  expect(requests.filter(({ method }) => method === "PUT")).toHaveLength(2);
});

it("a time of the last change replaces a missing or weak entity tag", async () => {
  const date = "Sun, 06 Nov 1994 08:49:37 GMT";
  const { items, requests } = await counter({ headers: () => ({ etag: 'W/"1"', "last-modified": date }) });
  await items.update("a", (current) => current, { method: "PATCH" });
  expect(requests[1]).toMatchObject({
    method: "PATCH",
    headers: { "if-unmodified-since": date, "content-type": "application/merge-patch+json" },
  });
  expect(requests[1]!.headers).not.toHaveProperty("if-match");
});

it("an update without a version is an error before the change is sent", async () => {
  const { items, requests } = await counter({ headers: () => ({}) });
  await expect(items.update("a", (current) => current)).rejects.toMatchObject({ code: "unsupported" });
  expect(requests.map(({ method }) => method)).toEqual(["GET"]);
});

it("an item that was read is removed only in that version", async () => {
  const { items, state, requests } = await counter();
  const item = await items.get("a");
  state.version++;
  await expect(items.remove(item)).rejects.toMatchObject({ status: 412 });
  await items.remove("a");
  expect(requests.map(({ headers }) => headers["if-match"])).toEqual([undefined, '"1"', undefined]);
});

it("a conditional change whose response was lost is not repeated: it would fail with 412", async () => {
  let puts = 0;
  const fetch = (_: string, { method }: RequestInit) => {
    if (method === "GET") return Promise.resolve(Response.json({ value: 1 }, { headers: { etag: '"1"' } }));
    puts++;
    return Promise.reject(new TypeError("connection lost"));
  };
  const items = createClient({ baseUrl: "http://host", fetch }).collection("/items");
  await expect(items.update("a", (current) => current)).rejects.toMatchObject({ code: "network" });
  expect(puts).toBe(1);
});

it("keys are segments of the path, whatever they contain", async () => {
  const { items, requests } = await counter();
  for (const key of ["a/b", "@rows", "é?#", 7, 2n ** 60n, "%2e%2e"]) await items.get(key);
  expect(requests.map(({ target }) => target)).toEqual([
    "/items/a%2Fb",
    "/items/%40rows",
    "/items/%C3%A9%3F%23",
    "/items/7",
    "/items/1152921504606846976",
    "/items/%252e%252e",
  ]);
  for (const key of ["", ".", ".."]) await expect(items.get(key)).rejects.toThrow(TypeError);
  expect(requests).toHaveLength(6);
});

it("a created item has the address of the response", async () => {
  const { baseUrl, requests } = await script(() => ({
    status: 201,
    headers: { location: "/items/7", etag: '"1"' },
    body: { id: 7 },
  }));
  const items = createClient({ baseUrl }).collection<{ id: number }>("/items");
  const created = await items.create({ name: "x" }, { contentType: "application/vnd.vendor.report+json" });
  expect(created).toMatchObject({ value: { id: 7 }, url: `${baseUrl}/items/7`, etag: '"1"' });
  expect(requests[0]!.headers["content-type"]).toBe("application/vnd.vendor.report+json");
});

it("creates, changes and deletes items of a service, without losing a change of several clients", async () => {
  const catalog = defineCatalog({
    name: "counters",
    key: "id",
    members: { id: { type: "string", nullable: false }, value: "integer" },
  });
  const collection = createCollection<{ id: string; value: number }>([], { catalog });
  const service = createService({
    resources: [defineResource({ path: "/counters", store: memoryStore(collection) })],
  });
  const handler = nodeHandler(service);
  const baseUrl = await serve((request, response) => void handler(request, response));
  const counters = createClient({ baseUrl }).collection<{ id: string; value: number }>("/counters");
  const created = await counters.create({ id: "a", value: 0 });
  expect(created).toMatchObject({ value: { id: "a", value: 0 }, url: `${baseUrl}/counters/a` });

  const add = () => counters.update("a", ({ id, value }) => ({ id, value: value + 1 }), { attempts: 20 });
  await Promise.all(Array.from({ length: 8 }, add));
  const item = await counters.get("a");
  expect(item.value.value).toBe(8);
  await counters.update("a", () => ({ value: 100 }), { method: "PATCH" });
  await expect(counters.remove(item)).rejects.toMatchObject({ status: 412 });
  await counters.remove(await counters.get("a"));
  await expect(counters.get("a")).rejects.toMatchObject({ status: 404 });
});
