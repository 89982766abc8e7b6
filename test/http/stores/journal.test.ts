import { AsyncLocalStorage } from "node:async_hooks";
import { afterEach, describe, expect, it } from "vitest";
import { defineCatalog } from "tamis";
import { memoryStore, type RowStore, type VersionedChange } from "tamis/http";
import { createCollection } from "tamis/store";
import { succeeded } from "../../succeeded.ts";
import { STORES, type StoreFixture } from "./store-fixtures.ts";

const records = defineCatalog({
  name: "records",
  key: "id",
  members: {
    id: { type: "string", nullable: false },
    text: { type: "string", nullable: false },
    origin: "string",
  },
});
const notes = defineCatalog({
  name: "notes",
  key: "id",
  members: { id: { type: "string", nullable: false }, name: "string" },
});

const origin = new AsyncLocalStorage<string>();

describe.each(STORES)("a journal in %s", (_name, openFixture) => {
  let fixture: StoreFixture;
  afterEach(() => fixture.end());

  let fault: Error | undefined;

  async function start() {
    fault = undefined;
    fixture = await openFixture(records);
    const journal = fixture.store;
    let last = 0;
    const store = await fixture.open(notes, {
      unique: [["name"]],
      journal: {
        store: journal,
        begin() {
          const by = origin.getStore() ?? null;
          return (change) => {
            if (fault !== undefined) throw fault;
            if (change.key === "secret") return undefined;
            return { id: String(++last).padStart(6, "0"), text: textOf(change), origin: by };
          };
        },
      },
    });
    return { store, journal };
  }

  it("has one record for each change, with the rows and versions before and after", async () => {
    const { store, journal } = await start();
    const created = await store.create({ id: "a", name: "first" });
    const first = (await store.read("a"))!.version;
    await store.replace("a", { id: "a", name: "second" }, [first]);
    const second = (await store.read("a"))!.version;
    await store.delete("a", "any");
    expect(created.kind).toBe("created");
    expect(await textsOf(journal)).toEqual([
      `a: - - to first ${first}`,
      `a: first ${first} to second ${second}`,
      `a: second ${second} to - -`,
    ]);
  });

  it("has no record of what is refused, missing, repeated or without a record", async () => {
    const { store, journal } = await start();
    const idempotency = { scope: "s", key: "k", digest: "d" };
    await store.create({ id: "a", name: "same" }, { idempotency });
    expect(await store.create({ id: "a", name: "same" }, { idempotency })).toMatchObject({
      kind: "repeated",
    });
    expect(await store.create({ id: "b", name: "same" })).toMatchObject({ kind: "conflict" });
    expect(await store.replace("a", { id: "a", name: "x" }, ["other"])).toEqual({ kind: "mismatch" });
    expect(await store.delete("a", ["other"])).toEqual({ kind: "mismatch" });
    expect(await store.delete("none", "any")).toEqual({ kind: "missing" });
    await store.create({ id: "secret", name: "hidden" });
    await store.create({ id: "c", name: "other" });
    expect(await store.replace("c", { id: "c", name: "same" }, "any")).toMatchObject({ kind: "conflict" });
    expect((await textsOf(journal)).map((text) => text.split(" ").slice(0, 5).join(" "))).toEqual([
      "a: - - to same",
      "c: - - to other",
    ]);
  });

  it("stores no change whose record fails", async () => {
    const { store, journal } = await start();
    await store.create({ id: "a", name: "before" });
    fault = new Error("no record");
    await expect(store.create({ id: "b", name: "b" })).rejects.toThrow("no record");
    await expect(store.replace("a", { id: "a", name: "after" }, "any")).rejects.toThrow("no record");
    await expect(store.delete("a", "any")).rejects.toThrow("no record");
    fault = undefined;
    expect(await store.read("b")).toBeUndefined();
    expect((await store.read("a"))!.row["name"]).toBe("before");
    expect(await textsOf(journal)).toHaveLength(1);
    // The names of the rows that were undone are free again.
    expect(await store.create({ id: "b", name: "b" })).toMatchObject({ kind: "created" });
    expect(await store.replace("a", { id: "a", name: "after" }, "any")).toMatchObject({ kind: "replaced" });
  });

  it("rejects a change whose record has the key of another one, and does not take it for a conflict", async () => {
    const { store, journal } = await start();
    await journal.create({ id: "000001", text: "taken", origin: null });
    await expect(store.create({ id: "a", name: "a" })).rejects.toThrow(
      "record of a change could not be stored",
    );
    expect(await store.read("a")).toBeUndefined();
  });

  it("begins each record in the asynchronous context of its request", async () => {
    const { store, journal } = await start();
    const names = Array.from({ length: 40 }, (_, i) => `user${i}`);
    await Promise.all(names.map((name) => origin.run(name, () => store.create({ id: name, name }))));
    const found: string[] = [];
    for (const row of await rowsOf(journal)) {
      expect(row["text"]).toMatch(new RegExp(`^${String(row["origin"])}:`));
      found.push(row["origin"] as string);
    }
    expect(found.sort()).toEqual([...names].sort());
  });

  it("has a record for each of many rows that are created at once", async () => {
    const { store, journal } = await start();
    if (store.createAll === undefined) return;
    const rows = Array.from({ length: 50 }, (_, i) => ({ id: `r${i}`, name: `n${i}` }));
    expect(await store.createAll(rows)).toEqual({ kind: "created" });
    for (const { id, name } of rows)
      expect(await textsOf(journal)).toContain(`${id}: - - to ${name} ${(await store.read(id))!.version}`);
    expect(await store.createAll([{ id: "x", name: "x" }, rows[0]!])).toEqual({ kind: "refused", index: 1 });
    expect(await textsOf(journal)).toHaveLength(50);
  });
});

it("a journal needs a store of the same kind", () => {
  const store = memoryStore(createCollection<Record<string, unknown>>([], { catalog: records }));
  const journal = { store: { ...store }, begin: () => () => undefined };
  expect(() => memoryStore(createCollection([], { catalog: notes }), { journal })).toThrow("same function");
});

function textOf({ key, before, versionBefore, after, versionAfter }: VersionedChange): string {
  const name = (row: object | undefined) => (row as { readonly name?: string } | undefined)?.name ?? "-";
  return `${key}: ${name(before)} ${versionBefore ?? "-"} to ${name(after)} ${versionAfter ?? "-"}`;
}

async function rowsOf(journal: RowStore): Promise<readonly Record<string, unknown>[]> {
  const page = succeeded(await journal.collection.page({ limit: 1000 }));
  return page.items;
}

async function textsOf(journal: RowStore): Promise<readonly string[]> {
  return (await rowsOf(journal)).map((row) => row["text"] as string);
}
