import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePredicate, print, sortRows } from "tamis";
import { type MemoryCollection, readCollection } from "tamis/store";
import { createWithKernels } from "../../../../src/engine/store/collections/create-collection.ts";
import { TUNINGS } from "../against-rows.ts";
import { savedBytes } from "../file/bytes.ts";
import { sortByOf } from "../../../sql/checked-query.ts";
import { succeeded } from "../../../succeeded.ts";
import { FILTERS, listedRows, listsCatalog as catalog } from "./hostile-lists.ts";
import { countOf, SEED as seed } from "../../../effort.ts";
import { KERNELS } from "../tried-kernels.ts";

const rounds = countOf("engine/store/lists/lists: rounds");

type Row = Record<string, unknown>;

const ORDERS = [
  "length(tags)",
  "length(m):descending,length(l)",
  "isNull(o),length(l.x):descending",
  "eq(length(nums),2),length(o.m)",
  "eq(tags,'a'):descending,m.a:primary",
].map((text) => sortByOf(text, catalog));

/** Random rows with ids. */
function drawn(isHostile: boolean, round: number): Row[] {
  const rows = fc.sample(fc.array(listedRows(isHostile), { minLength: 120, maxLength: 140 }), {
    numRuns: 1,
    seed: seed + round,
  })[0]!;
  // Assign instead of copying, to keep getters.
  return rows.map((row, id) => Object.assign(row, { id }));
}

/** Returns the filters whose results differ from the row predicate. */
function wrongIn(collection: Pick<MemoryCollection, "all" | "count">, rows: readonly Row[]): string[] {
  return FILTERS.flatMap((filter) => {
    const expected = rows.filter(compilePredicate(filter)).map(({ id }) => id);
    // Twice, because the second run uses the compiled filter.
    const counts = [collection.count({ filter }), collection.count({ filter })];
    const found = collection.all({ filter }).map((row) => (row as Row)["id"]);
    const isRight = counts.every((count) => count === expected.length) && found.join() === expected.join();
    return isRight ? [] : [`${print(filter.expression)}: ${found.join()} instead of ${expected.join()}`];
  });
}

it("there are more than 300 valid filters", () => {
  expect(FILTERS.length).toBeGreaterThan(300);
});

describe.each(KERNELS)("list and map columns, %s kernels", (_kernels, make) => {
  it.each(TUNINGS)(
    `give the same results as the row predicate, appended rows included, tuning: %s (seed ${seed})`,
    (_name, tuning) => {
      for (let round = 0; round < rounds; round++) {
        const rows = drawn(true, round);
        const first = rows.slice(0, 100);
        const collection = createWithKernels<unknown>([...first], { catalog }, make(), tuning);
        expect(wrongIn(collection, first)).toEqual([]);
        collection.insert(rows.slice(100, 103));
        collection.insert(rows.slice(103));
        expect(wrongIn(collection, rows)).toEqual([]);
      }
    },
  );

  it.each(TUNINGS)(`sort by their sizes, tuning: %s (seed ${seed})`, (_name, tuning) => {
    const rows = drawn(true, 0);
    const collection = createWithKernels<unknown>(rows.slice(0, 100), { catalog }, make(), tuning);
    for (const end of [100, rows.length]) {
      collection.insert(rows.slice(100, end));
      for (const sortBy of ORDERS) {
        for (const filter of [undefined, FILTERS[0]!]) {
          const kept = rows
            .slice(0, end)
            .filter(filter === undefined ? () => true : compilePredicate(filter));
          const expected = sortRows(kept, sortBy).map(({ id }) => id);
          for (const [start, limit] of [
            [0, 200],
            [0, 10],
            [40, 7],
          ] as const) {
            const page = collection.page({ ...(filter && { filter }), sortBy, start, limit });
            const ids = page.items.map((row) => (row as Row)["id"]);
            expect(ids).toEqual(expected.slice(start, start + limit));
          }
          const first = collection.page({ ...(filter && { filter }), sortBy, limit: 10 });
          if (first.next === undefined) continue;
          const behind = collection.page(
            { ...(filter && { filter }), sortBy, limit: 200 },
            { after: first.next },
          );
          expect(behind.items.map((row) => (row as Row)["id"])).toEqual(expected.slice(10));
        }
      }
    }
  });

  it(`give the same results for rows declared to be plain (seed ${seed})`, () => {
    for (let round = 0; round < rounds; round++) {
      const rows = drawn(false, round);
      const collection = createWithKernels<unknown>([...rows], { catalog, rows: "plain" }, make());
      expect(wrongIn(collection, rows)).toEqual([]);
    }
  });

  it(`give the same results after saving and opening (seed ${seed})`, async () => {
    for (let round = 0; round < rounds; round++) {
      const before = createWithKernels<unknown>(drawn(false, round), { catalog }, make());
      for (const filter of FILTERS) before.count({ filter });
      const { result, bytes } = await savedBytes(before, { unsavable: "leave out" });
      expect(result.ok).toBe(true);
      const { collection } = succeeded(
        await readCollection<Row>(bytes, { catalog, kernels: _kernels === "plain" ? "plain" : "wasm" }),
      );
      expect(wrongIn(collection, collection.all({ limit: 1000 }))).toEqual([]);
      collection.insert(
        drawn(true, round)
          .slice(0, 20)
          .map((row, i) => Object.assign(row, { id: 1000 + i })),
      );
      expect(wrongIn(collection, collection.all({ limit: 1000 }))).toEqual([]);
    }
  });
});
