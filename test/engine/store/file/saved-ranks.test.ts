import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defineCatalog } from "tamis";
import type { DictionaryColumn } from "../../../../src/engine/store/columns/dictionary-column.ts";
import { createCollection, type MemoryCollection, readCollection } from "tamis/store";
import { bitmapBytes } from "../../../../src/engine/store/kernels/kernels.ts";
import { ranksAgree, sortedByRank } from "../../../../src/engine/store/columns/saved-ranks.ts";
import { runNow } from "../../../../src/engine/store/tasks/task.ts";
import { storeOf } from "../../../../src/engine/store/collections/collection-of-store.ts";
import { ranksKey, valueOrder } from "../../../../src/engine/store/members/value-order.ts";
import { checking } from "../../../sql/checked-query.ts";
import { succeeded } from "../../../succeeded.ts";
import { forged, manifestOf, savedBytes } from "./bytes.ts";

const catalog = defineCatalog({
  name: "things",
  key: "id",
  members: { id: "integer", name: "string" },
  maximumLimit: 100_000,
});
const letters = ["a", "A", "á", "Á", "b", "B", "z", "ä"];
const rows = Array.from({ length: 4000 }, (_, id) => ({
  id,
  name: id % 9 === 0 ? null : `${letters[id % 8]} ${(id * 7919) % 500}`,
}));
const { filterOf, sortByOf } = checking(catalog);
const ORDERS = ["name:primary", "name:tertiary:descending", "name:identical"].map(sortByOf);

function collectionWithOrders() {
  const collection = createCollection([...rows], { catalog, locale: "sv" });
  for (const sortBy of ORDERS) collection.prepare({ sortBy });
  return collection;
}

async function opened(bytes: Uint8Array, options = {}) {
  const result = succeeded(
    await readCollection<(typeof rows)[number]>(bytes, { catalog, locale: "sv", ...options }),
  );
  return result.collection;
}

function codesOf<T>(collection: MemoryCollection<T>): DictionaryColumn {
  const { columns, close } = storeOf(collection)!.freeze();
  close();
  const found = columns.keys().map((key) => columns.peek(key)!);
  return found.find((column) => column.kind === "dictionary")!;
}

const KEY = ranksKey("tertiary", "sv");
const order = valueOrder("tertiary", "sv");

describe("saved ranks", () => {
  it("are used if one comparison per value confirms them", async () => {
    const before = collectionWithOrders();
    const { bytes } = await savedBytes(before);
    const column = codesOf(await opened(bytes));
    let compared = 0;
    const ranks = column.ranks(KEY, (a, b) => {
      compared++;
      return order(a, b);
    });
    expect(ranks.codeRanks()).toEqual(codesOf(before).ranks(KEY, order).codeRanks());
    expect(compared).toBe(column.values.length - 2);
  });

  it("are saved again, whether they were used or not", async () => {
    const first = await opened((await savedBytes(collectionWithOrders())).bytes);
    first.page({ sortBy: ORDERS[1]! });
    const second = await opened((await savedBytes(first)).bytes);
    const keysOf = (column: DictionaryColumn) => column.allRanks().map(([key]) => key);
    const keys = keysOf(codesOf(second));
    expect(keys.toSorted()).toEqual(keysOf(codesOf(collectionWithOrders())).toSorted());
    expect(keys.length).toBeGreaterThan(1);
  });

  it("lead to the same pages, min and max, also with values that were added later", async () => {
    const before = collectionWithOrders();
    const after = await opened((await savedBytes(before)).bytes);
    const added = ["å 1", "a 7", "Zz", null, "é"].map((name, i) => ({ id: 9000 + i, name }));
    for (const sortBy of ORDERS) {
      expect(after.all({ sortBy })).toEqual(before.all({ sortBy }));
    }
    const late = await opened((await savedBytes(before)).bytes);
    for (const each of [before, late]) each.insert(added);
    for (const sortBy of ORDERS) expect(late.all({ sortBy })).toEqual(before.all({ sortBy }));
    const filter = filterOf("gt($tertiary,name,'b')");
    expect(late.count({ filter })).toBe(before.count({ filter }));
    expect(late.minMax("name", { filter })).toEqual(before.minMax("name", { filter }));
  });

  it("of another order, with correct checksums, change no result", async () => {
    const before = collectionWithOrders();
    const { bytes } = await savedBytes(before);
    const manifest = manifestOf(bytes) as { columns: { form: string; ranks: { ranks: number }[] }[] };
    const codes = manifest.columns.find(({ form }) => form === "codes")!;
    const sections = codes.ranks.map(({ ranks }) => ranks);
    expect(sections.length).toBeGreaterThan(1);
    codes.ranks.forEach((each, i) => (each.ranks = sections[(i + 1) % sections.length]!));
    const after = await opened(forged(bytes, manifest));
    for (const sortBy of ORDERS) {
      const page = { sortBy, start: 900, limit: 20 };
      expect(after.all({ sortBy })).toEqual(before.all({ sortBy }));
      expect(after.page(page).items).toEqual(before.page(page).items);
    }
  });

  it("that are invalid are rejected", async () => {
    const { bytes } = await savedBytes(collectionWithOrders());
    const manifest = manifestOf(bytes) as {
      columns: { form: string; codes: number; ranks: { ranks: number }[] }[];
    };
    const codes = manifest.columns.find(({ form }) => form === "codes")!;
    codes.ranks[0]!.ranks = codes.codes;
    expect(await readCollection(forged(bytes, manifest))).toMatchObject({ reason: { code: "impossible" } });
  });

  it("are dropped if there is no memory for them, to the byte", async () => {
    const { bytes } = await savedBytes(collectionWithOrders());
    const unbounded = await opened(bytes);
    const all = codesOf(unbounded).allRanks();
    const each = all[0]![1].byteLength;
    const without = unbounded.bytes() - all.length * each;
    // The live bitmap is allocated after the columns.
    const atRanks = without - bitmapBytes(rows.length);
    const most = atRanks + (all.length - 1) * each + 16 * each;
    expect(codesOf(await opened(bytes, { maxBytes: most })).allRanks().length).toBe(all.length);
    expect(codesOf(await opened(bytes, { maxBytes: most - 1 })).allRanks().length).toBe(all.length - 1);
    const few = await opened(bytes, { maxBytes: without });
    expect(codesOf(few).allRanks()).toEqual([]);
    expect(few.bytes()).toBe(without);
  });
});

it("sortedByRank accepts contiguous ranks only", () => {
  const accepted = [0, 2, 1, 2];
  for (const [ranks, sorted] of [
    [accepted, [2, 1, 3]],
    [[0], []],
    [[0, 1, 3], undefined],
    [[0, 0, 1], undefined],
    [[0, 2, 2], undefined],
    [[0, 1, 4], undefined],
  ] as const) {
    const found = sortedByRank(Uint32Array.from(ranks), 1);
    expect(found === undefined ? undefined : [...found]).toEqual(sorted);
  }
  const values = fc.array(fc.nat(20), { maxLength: 60 });
  fc.assert(
    fc.property(values, fc.nat(59), fc.integer({ min: 1, max: 3 }), (list, at, more) => {
      const different = [...new Set(list)].sort((a, b) => a - b);
      const ranks = Uint32Array.from([0, ...list.map((value) => different.indexOf(value) + 1)]);
      const compare = (a: number, b: number) => list[a - 1]! - list[b - 1]!;
      const sorted = sortedByRank(ranks, 1)!;
      expect(runNow(ranksAgree(sorted, ranks, compare))).toBe(true);
      if (at >= list.length) return;
      const changed = ranks.slice();
      changed[at + 1]! += more;
      const other = sortedByRank(changed, 1);
      if (other === undefined) return;
      // Ranks that are confirmed have the same order.
      if (runNow(ranksAgree(other, changed, compare))) expect(changed).toEqual(ranks);
    }),
  );
});
