import { expect, it, vi } from "vitest";
import { defineCatalog } from "tamis";
import { memoryStore, type CreateOutcome } from "tamis/http";
import { createCollection } from "tamis/store";

const catalog = defineCatalog({ name: "notes", key: "id", members: { id: "integer", text: "string" } });
const keyOf = (outcome: CreateOutcome<object>): number =>
  outcome.kind === "created" ? (outcome.stored.row as { id: number }).id : expect.fail(outcome.kind);

it("the next integer key of rows in memory is found without reading the rows one by one", async () => {
  const collection = createCollection<object>([{ id: 3 }, { id: 7 }], { catalog });
  const stream = vi.spyOn(collection, "stream");
  const store = memoryStore(collection);
  const outcomes = await Promise.all([{}, { id: 20 }, {}, {}].map((row) => store.create(row)));
  expect(new Set(outcomes.map(keyOf)).size).toBe(4);
  expect(keyOf(await store.create({}))).toBeGreaterThan(20);
  expect(stream).not.toHaveBeenCalled();
});

it("the next integer key follows rows that the program inserts itself", async () => {
  const collection = createCollection<object>([{ id: 1 }], { catalog });
  const store = memoryStore(collection);
  expect(keyOf(await store.create({}))).toBe(2);
  collection.insert([{ id: 3 }, { id: 4 }, { id: 90 }]);
  expect(keyOf(await store.create({}))).toBe(91);
  expect((await store.create({ id: 91 })).kind).toBe("conflict");
});
