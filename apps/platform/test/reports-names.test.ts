import { describe, expect, it } from "vitest";
import type { RowStore } from "tamis/http";
import { memoryStorage, type Row, type Storage } from "../src/storage/storage.ts";
import { ALL, connect, create, PUBLIC, TYPE } from "./reports-fixture.ts";

/** Returns a storage whose table fails to change once `isFailing` is set, as if the process were killed before the change. */
function failing(table: string, operation: "delete" | "replace") {
  const storage = memoryStorage();
  const state = { isFailing: false };
  const failOnce = (store: RowStore<Row>): RowStore<Row> => ({
    ...store,
    [operation]: (...args: never[]) => {
      if (!state.isFailing) return (store[operation] as (...given: never[]) => Promise<unknown>)(...args);
      state.isFailing = false;
      return Promise.reject(new Error("killed"));
    },
  });
  const opened: Storage = {
    ...storage,
    async open(catalog, options) {
      const store = await storage.open(catalog, options);
      return catalog.name === table ? failOnce(store) : store;
    },
  };
  return { storage: opened, state };
}

describe("a process that ends between two changes does not block the name of a report", () => {
  it("that was deleted", async () => {
    const { storage, state } = failing("folderMembers", "delete");
    const client = await connect({ storage, onError: () => undefined });
    const { json, headers } = await create(client, { name: "a" });
    state.isFailing = true;
    const path = `${ALL}/${json.id as string}`;
    const deleted = await client.send(path, { method: "DELETE", headers: { "if-match": headers["etag"]! } });
    expect(deleted.status).toBe(500);
    expect((await client.send(path)).status).toBe(404);
    const validation = await client.send(`/reports/validations/name?value=a&parentFolderUri=${PUBLIC}`, {
      method: "POST",
    });
    expect(validation.json.valid).toBe(true);
    expect((await create(client, { name: "a" })).status).toBe(201);
    expect((await create(client, { name: "a" })).status).toBe(409);
  });

  it("that was about to get it", async () => {
    const { storage, state } = failing("reports", "replace");
    const client = await connect({ storage, onError: () => undefined });
    const { json, headers } = await create(client, { name: "a" });
    const path = `${ALL}/${json.id as string}`;
    const rename = () =>
      client.send(path, {
        method: "PUT",
        type: TYPE,
        json: { name: "b" },
        headers: { "if-match": headers["etag"]! },
      });
    state.isFailing = true;
    expect((await rename()).status).toBe(500);
    const members = async () =>
      (await client.send(`${PUBLIC}/members?filter=in(name,'a','b')`)).json.items.map(
        ({ name }: { readonly name: string }) => name,
      ) as readonly string[];
    expect(await members()).toEqual(["b"]);
    const other = await create(client, { name: "b" });
    expect(other.status).toBe(201);
    expect(await members()).toEqual(["a", "b"]);
    expect((await rename()).status).toBe(409);
    await client.send(`${ALL}/${other.json.id as string}`, {
      method: "DELETE",
      headers: { "if-match": other.headers["etag"]! },
    });
    expect((await rename()).status).toBe(200);
    expect(await members()).toEqual(["b"]);
  });
});
