import { expect, it } from "vitest";
import { defineCatalog } from "tamis";
import { memoryStore, type CreateOutcome } from "tamis/http";
import { createCollection } from "tamis/store";
import { UNITS_PER_STEP } from "../../../src/engine/store/tasks/task.ts";
import { largestTurn } from "../../engine/store/largest-turn.ts";

const catalog = defineCatalog({ name: "notes", key: "id", members: { id: "integer", text: "string" } });
const keyOf = (outcome: CreateOutcome<object>): number =>
  outcome.kind === "created" ? (outcome.stored.row as { id: number }).id : expect.fail(outcome.kind);

it("rows that are created at the same time get different integer keys", async () => {
  const collection = createCollection<object>([{ id: 3 }, { id: 7 }], { catalog });
  const store = memoryStore(collection);
  const outcomes = await Promise.all([{}, { id: 20 }, {}, {}].map((row) => store.create(row)));
  expect(new Set(outcomes.map(keyOf)).size).toBe(4);
  expect(keyOf(await store.create({}))).toBeGreaterThan(20);
});

it("the search for the next integer key leaves turns of the event loop to other work", async () => {
  const rows = Array.from({ length: 100_000 }, (_, id) => ({ id }));
  // Each step ends a slice, so that the work of a turn does not depend on the speed of the machine.
  const store = memoryStore(createCollection<object>(rows, { catalog }), { milliseconds: 0.001 });
  const { units, turns } = await largestTurn(() => store.create({}));
  expect(turns).toBeGreaterThan(100);
  expect(units).toBeLessThan(2 * UNITS_PER_STEP);
  expect(await store.read(100_000)).toBeDefined();
});

it("the next integer key follows rows that the program inserts itself", async () => {
  const collection = createCollection<object>([{ id: 1 }], { catalog });
  const store = memoryStore(collection);
  expect(keyOf(await store.create({}))).toBe(2);
  collection.insert([{ id: 3 }, { id: 4 }, { id: 90 }]);
  expect(keyOf(await store.create({}))).toBe(91);
  expect((await store.create({ id: 91 })).kind).toBe("conflict");
});
