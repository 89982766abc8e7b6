import { describe, expect, it } from "vitest";
import { compileSortBy, defineCatalog } from "tamis";
import { createCollection, type MemoryCollection } from "tamis/store";
import { MAX_BRIEF_UNITS, UNITS_PER_STEP } from "../../../src/engine/store/tasks/task.ts";
import { checking } from "../../sql/checked-query.ts";
import { inEachTurn, largestTurn } from "./largest-turn.ts";
import { KERNEL_NAMES } from "./tried-kernels.ts";

/* Requests that take longer than the time between two changes of the rows. */

const catalog = defineCatalog({
  name: "changing",
  members: { id: "integer", name: "string", state: "string", size: "number" },
  key: "id",
});

const ROWS = 30_000;
type Row = ReturnType<typeof rowOf>;
const rowOf = (id: number) => ({
  id,
  name: `${"abxc".charAt(id % 4)}${(id * 7919) % 10_007} some longer text`,
  state: `s${(id * 31) % 9000}`,
  size: id % 1000,
});
const rows = Array.from({ length: ROWS }, (_, id) => rowOf(id));

const { filterOf } = checking(catalog);
const joined = (count: number, condition: (i: number) => string) =>
  `and(${Array.from({ length: count }, (_, i) => condition(i)).join(",")})`;

const EXPENSIVE = joined(30, (i) => `ne(substr(name,0,3),substr(state,0,${i + 2}))`);
const sortBy = compileSortBy("name:descending:primary,id", { catalog }).sortBy!;

/** Inserts and deletes a row in each turn of the event loop until it is stopped. Returns the number of changes. */
function changeInEachTurn(collection: MemoryCollection<Row>) {
  let changes = 0;
  let isOver = false;
  inEachTurn(() => {
    if (isOver) return false;
    collection.insert([rowOf(ROWS + changes)]);
    collection.delete([changes++]);
    return true;
  });
  return () => {
    isOver = true;
    return changes;
  };
}

describe.each(KERNEL_NAMES)("a long request while rows change in each turn (%s)", (kernels) => {
  it.each([
    ["a count", { filter: filterOf(EXPENSIVE) }],
    ["a page", { filter: filterOf(EXPENSIVE), sortBy, start: 100 }],
  ])("does little work in each turn, and sees one state of the rows: %s", async (_, query) => {
    const collection = createCollection<Row>([...rows], { catalog, kernels });
    const requests = collection.asCollection({ milliseconds: 0 });
    const bytes = collection.bytes();
    const stop = changeInEachTurn(collection);
    let page: Awaited<ReturnType<typeof requests.page>> | undefined;
    const { units, turns } = await largestTurn(async () => {
      page = await requests.page(query, { count: true });
    });
    const changes = stop();
    expect(turns).toBeGreaterThan(20);
    expect(changes).toBeGreaterThan(20);
    expect(units).toBeLessThan(MAX_BRIEF_UNITS + 2 * UNITS_PER_STEP);
    // Each change inserts a row and deletes one, and this filter keeps all rows.
    expect(page).toMatchObject({ ok: true, count: ROWS });
    const ids = (page as unknown as { items: { id: number }[] }).items.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    // The columns of the request are released.
    await requests.count({ filter: filterOf("lt(size,0)") });
    expect(collection.bytes()).toBeLessThan(bytes + 40 * ROWS);
  });

  it("two long requests and a canceled one all end", async () => {
    const collection = createCollection<Row>([...rows], { catalog, kernels });
    const requests = collection.asCollection({ milliseconds: 0 });
    const stop = changeInEachTurn(collection);
    const controller = new AbortController();
    const canceled = requests.count({ filter: filterOf(EXPENSIVE) }, { signal: controller.signal });
    const others = [1, 2].map(() => requests.count({ filter: filterOf(EXPENSIVE) }));
    setTimeout(() => controller.abort(new Error("enough")), 100);
    await expect(canceled).rejects.toThrow("enough");
    expect(await Promise.all(others)).toEqual([
      { ok: true, count: ROWS },
      { ok: true, count: ROWS },
    ]);
    stop();
  });
});
