import { expect, it } from "vitest";
import { defineCatalog } from "tamis";
import { memoryStore } from "tamis/http";
import { createCollection } from "tamis/store";
import { UNITS_PER_STEP } from "../../../src/engine/store/tasks/task.ts";
import { largestTurn } from "../../engine/store/largest-turn.ts";

const ROWS = 100_000;
const catalog = defineCatalog({ name: "notes", key: "id", members: { id: "string", name: "string" } });
const makeRows = (count = ROWS) =>
  Array.from({ length: count }, (_, i) => ({ id: `id ${i}`, name: `name ${i}` }));
const open = (rows = makeRows()) => {
  const collection = createCollection<object>(rows, { catalog });
  // Each step ends a slice, so that the work of a turn does not depend on the speed of the machine.
  return { collection, store: memoryStore(collection, { unique: [["name"]], milliseconds: 0.001 }) };
};

it.each([
  ["read", (store) => store.read("id 7")],
  ["create", (store) => store.create({ id: "new", name: "new" })],
  ["replace", (store) => store.replace("id 7", { id: "id 7", name: "new" }, "any")],
  ["delete", (store) => store.delete("id 7", "any")],
] as const satisfies [string, (store: ReturnType<typeof memoryStore>) => Promise<unknown>][])(
  "the first %s of a store in memory leaves turns of the event loop to other work",
  async (_name, run) => {
    const { store } = open();
    const first = await largestTurn(() => run(store));
    expect(first.turns).toBeGreaterThan(100);
    expect(first.units).toBeLessThan(2 * UNITS_PER_STEP);
    const second = await largestTurn(() => store.read("id 9"));
    expect(second.turns).toBeLessThan(5);
  },
);

it("changes that wait for the same indexes see each other", async () => {
  const { store } = open();
  const outcomes = await Promise.all([
    store.create({ id: "a", name: "same" }),
    store.create({ id: "b", name: "same" }),
    store.create({ id: "c", name: "name 5" }),
    store.replace("id 5", { id: "id 5", name: "free" }, "any"),
    store.create({ id: "d", name: "name 5" }),
    store.create({ id: "d", name: "other" }),
    store.delete("id 6", "any"),
    store.create({ id: "e", name: "name 6" }),
  ]);
  expect(outcomes.map(({ kind }) => kind)).toEqual([
    "created",
    "conflict",
    "conflict",
    "replaced",
    "created",
    "conflict",
    "deleted",
    "created",
  ]);
});

it("changes of the program while indexes are built are in the index of keys", async () => {
  const { collection, store } = open();
  const read = Promise.all([store.read("added"), store.read("id 3"), store.read("id 4")]);
  await new Promise(setImmediate);
  collection.change({ insert: [{ id: "added", name: "added" }], delete: ["id 3"] });
  collection.update([{ id: "id 4", name: "changed" }]);
  const [added, deleted, changed] = await read;
  expect(added?.row).toEqual({ id: "added", name: "added" });
  expect(deleted).toBeUndefined();
  expect(changed?.row).toEqual({ id: "id 4", name: "changed" });
});
