import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkSortBy } from "../../../../src/checker/check.ts";
import { parseSortBy } from "../../../../src/parser/parse.ts";
import { sortRows } from "../../../../src/evaluator/sort-rows.ts";
import { print } from "../../../../src/ast/print.ts";
import { compilePredicate } from "../../../../src/evaluator/predicate.ts";
import { readCollection } from "../../../../src/engine/store/file/read-collection.ts";
import { plainKernels } from "../../../../src/engine/store/kernels/plain.ts";
import { wasmKernels } from "../../../../src/engine/store/kernels/wasm.ts";
import { createWithKernels } from "../../../../src/engine/store/collections/create-collection.ts";
import type { MemoryCollection } from "../../../../src/engine/store/collections/memory-collection.ts";
import { THRESHOLD_SETS } from "../against-rows.ts";
import { savedBytes } from "../file/bytes.ts";
import { FILTERS, listedRows, listsCatalog as catalog } from "./hostile-lists.ts";
import { byEffort } from "../../../effort.ts";

const seed = Number(process.env["TAMIS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const rounds = byEffort({ sample: 1, full: 1, proof: 20 });

const KERNELS = [
  ["plain", plainKernels],
  ["WebAssembly", () => wasmKernels()!],
] as const;

type Row = Record<string, unknown>;

const ORDERS = [
  "length(tags)",
  "length(m):descending,length(l)",
  "isNull(o),length(l.x):descending",
  "eq(length(nums),2),length(o.m)",
  "eq(tags,'a'):descending,m.a:primary",
].map((text) => checkSortBy(parseSortBy(text).expression!, catalog).sortBy!);

/** Rows with a number each, of which the filters keep those that the row predicate keeps. */
function drawn(isHostile: boolean, round: number): Row[] {
  const rows = fc.sample(fc.array(listedRows(isHostile), { minLength: 120, maxLength: 140 }), {
    numRuns: 1,
    seed: seed + round,
  })[0]!;
  // Assigned, and not copied: a copy has no getters.
  return rows.map((row, id) => Object.assign(row, { id }));
}

/** What is wrong with what a collection finds. */
function wrongIn(collection: Pick<MemoryCollection, "all" | "count">, rows: readonly Row[]): string[] {
  return FILTERS.flatMap((filter) => {
    const expected = rows.filter(compilePredicate(filter)).map(({ id }) => id);
    // Twice: the second time the filter is compiled already, and counted without its rows.
    const counts = [collection.count({ filter }), collection.count({ filter })];
    const found = collection.all({ filter }).map((row) => (row as Row)["id"]);
    const isRight = counts.every((count) => count === expected.length) && found.join() === expected.join();
    return isRight ? [] : [`${print(filter.expression)}: ${found.join()} instead of ${expected.join()}`];
  });
}

it("the filters ask for much, and each is right for some catalog", () => {
  expect(FILTERS.length).toBeGreaterThan(300);
});

describe.each(KERNELS)("lists, maps and objects in columns, %s kernels", (_kernels, make) => {
  it.each(THRESHOLD_SETS)(
    `are asked as rows are, also those that come later, tuned %s (seed ${seed})`,
    (_name, thresholds) => {
      for (let round = 0; round < rounds; round++) {
        const rows = drawn(true, round);
        const first = rows.slice(0, 100);
        const collection = createWithKernels<unknown>([...first], { catalog }, make(), thresholds);
        expect(wrongIn(collection, first)).toEqual([]);
        collection.insert(rows.slice(100, 103));
        collection.insert(rows.slice(103));
        expect(wrongIn(collection, rows)).toEqual([]);
      }
    },
  );

  it.each(THRESHOLD_SETS)(`are ordered by their sizes, tuned %s (seed ${seed})`, (_name, thresholds) => {
    const rows = drawn(true, 0);
    const collection = createWithKernels<unknown>(rows.slice(0, 100), { catalog }, make(), thresholds);
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

  it(`are the same where rows are said to be plain (seed ${seed})`, () => {
    for (let round = 0; round < rounds; round++) {
      const rows = drawn(false, round);
      const collection = createWithKernels<unknown>([...rows], { catalog, rows: "plain" }, make());
      expect(wrongIn(collection, rows)).toEqual([]);
    }
  });

  it(`are the same after saving and opening, with the columns that there were (seed ${seed})`, async () => {
    for (let round = 0; round < rounds; round++) {
      const before = createWithKernels<unknown>(drawn(false, round), { catalog }, make());
      for (const filter of FILTERS) before.count({ filter });
      const { result, bytes } = await savedBytes(before, { unsavable: "leave out" });
      expect(result.ok).toBe(true);
      const opened = await readCollection<Row>(bytes, {
        catalog,
        kernels: _kernels === "plain" ? "plain" : "wasm",
      });
      if (!opened.ok) throw new Error(opened.reason.message);
      const { collection } = opened;
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
