import { describe, expect, it } from "vitest";
import { compilePredicate, defineCatalog, sortRows } from "tamis";
import type { MemoryReader, PageChange } from "tamis/store";
import { createWithKernels } from "../../../src/engine/store/collections/create-collection.ts";
import { checking } from "../../sql/checked-query.ts";
import { words } from "../../words.ts";
import { isPlanned, strictKernels } from "./strict-kernels.ts";
import { KERNELS } from "../../sql/engines-memory.ts";
import { beyondSample } from "../../effort.ts";

/** Effects that need many changes: wider codes, re-encoded columns, removed tombstones. */

const catalog = defineCatalog({
  name: "things",
  key: "id",
  members: { id: "integer", s: "string", n: "number", at: "dateTime", flag: "boolean" },
  maximumLimit: 1_000_000,
});

interface Thing {
  readonly id: number;
  readonly [member: string]: unknown;
}

const { filterOf, sortByOf } = checking(catalog);

/** The same filter objects each time, so that compiled filters are used. */
const FILTERS = words(`
  eq(s,'s3') startsWith(s,'s1') contains(s,'77') ge($primary,s,'s5') isNull(s) gt(n,2.5)
  eq(n,9007199254740993) not(lt(n,0)) ge(at,2020-01-01T00:00:00.0000005Z) isNull(at) and(flag,ne(s,'s3'))
`).map(filterOf);
const ORDERS = ["s:identical", "at:descending,n", "flag,s:primary"].map(sortByOf);

function expectSame(reader: MemoryReader<Thing>, rows: readonly Thing[]): void {
  expect(reader.size).toBe(rows.length);
  const ids = (list: readonly Thing[]) => list.map(({ id }) => id).join();
  for (const filter of FILTERS) {
    const kept = rows.filter(compilePredicate(filter)).map(({ id }) => id);
    expect(reader.count({ filter })).toBe(kept.length);
    expect(ids(reader.all({ filter }))).toBe(kept.sort((a, b) => a - b).join());
  }
  for (const sortBy of ORDERS) {
    const sorted = sortRows(rows, sortBy);
    for (const start of [0, Math.floor(rows.length / 2)])
      expect(ids(reader.page({ sortBy, start, limit: 20 }).items)).toBe(ids(sorted.slice(start, start + 20)));
  }
}

const thing = (id: number, more: object = {}): Thing => ({
  id,
  s: `s${id % 7}`,
  n: id % 5,
  at: `2020-01-0${1 + (id % 3)}T00:00:00Z`,
  flag: id % 2 === 0,
  ...more,
});
const things = (from: number, count: number, more: (id: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, i) => thing(from + i, more(from + i)));

describe.each([KERNELS[0]!, ...beyondSample(KERNELS[1]!)])("%s", (_name, make) => {
  it("codes are widened for more than 256 and more than 65,536 distinct values", () => {
    let rows = things(0, 50);
    const store = createWithKernels<Thing>([...rows], { catalog }, make());
    expectSame(store, rows);
    const before = { reader: store.snapshot(), rows };
    for (const count of [150, 400, 66_000]) {
      const added = things(rows.length, count, (id) => ({ s: `s${id.toString(7)}` }));
      expect(store.insert(added).ok).toBe(true);
      rows = [...rows, ...added];
      expectSame(store, rows);
    }
    expectSame(before.reader, before.rows);
    before.reader.close();
  });

  it("columns are re-encoded for finer instants and integers beyond doubles", () => {
    let rows = things(0, 120);
    const store = createWithKernels<Thing>([...rows], { catalog }, make());
    expectSame(store, rows);
    const finer = [
      "2020-01-01T00:00:00.000001Z",
      "2020-01-01T00:00:00.000000001Z",
      "0001-01-01T00:00:00.000001Z",
    ];
    const batches = [
      things(1000, 5, () => ({ at: finer[0] })),
      things(2000, 90, (id) => ({ at: finer[1 + (id % 2)], n: 2n ** 53n + BigInt(id % 3) })),
      things(3000, 300, (id) => ({ at: finer[id % 3], n: 2n ** 60n + BigInt(id) })),
      things(4000, 10, () => ({ at: "soon", n: "1", s: 5, flag: "true" })),
      things(5000, 300),
    ];
    for (const batch of batches) {
      const before = { reader: store.snapshot(), rows };
      expect(store.insert(batch).ok).toBe(true);
      rows = [...rows, ...batch];
      expectSame(store, rows);
      expectSame(before.reader, before.rows);
      before.reader.close();
    }
    expect([...store.unreadable()].map(({ row }) => row.id)).toEqual(things(4000, 10).map(({ id }) => id));
  });

  it("tombstones are removed from the columns, but not while a snapshot needs them", () => {
    const count = 24_000;
    let rows = things(0, count);
    const store = createWithKernels<Thing>([...rows], { catalog }, make());
    const changes: PageChange<Thing>[] = [];
    const end = store.watch({ filter: FILTERS[0]!, sortBy: ORDERS[1]!, limit: 10 }, (each) =>
      changes.push(each),
    );
    const update = (n: number) => {
      rows = things(0, count, (id) => ({ n: id % n, s: `s${id % (n + 2)}` }));
      expect(store.update(rows).ok).toBe(true);
    };
    const snapshot = store.snapshot();
    const first = rows;
    for (const n of [4, 5, 6, 7]) update(n);
    expectSame(store, rows);
    expectSame(snapshot, first);
    const held = store.bytes();
    snapshot.close();
    const gone = rows.splice(100, 50).map(({ id }) => id);
    expect(store.delete(gone).ok).toBe(true);
    expect(store.bytes()).toBeLessThan(held / 3);
    expectSame(store, rows);
    // Keys find their rows by the new row numbers.
    expect(store.update([thing(0, { s: "s3" })]).ok).toBe(true);
    rows = rows.map((row) => (row.id === 0 ? thing(0, { s: "s3" }) : row));
    expect(store.delete(gone).ok).toBe(false);
    expectSame(store, rows);
    const kept = sortRows(rows.filter(compilePredicate(FILTERS[0]!)), ORDERS[1]!);
    expect(changes.at(-1)!.count).toBe(kept.length);
    expect(changes.at(-1)!.items.map(({ id }) => id)).toEqual(kept.slice(0, 10).map(({ id }) => id));
    end();
  });

  it("tombstones stay if there is no memory to remove them", () => {
    for (const slabs of [0, 1, 2, 3]) {
      const { kernels, failAfter } = strictKernels(make());
      let rows = things(0, 7_000);
      const store = createWithKernels<Thing>([...rows], { catalog }, kernels);
      for (let i = 0; i < 9; i++) expect(store.update(rows).ok).toBe(true);
      const changed = things(0, 7_000, (id) => ({ n: id % 3 }));
      failAfter(slabs);
      try {
        store.update(changed);
        rows = changed;
      } catch (error) {
        if (!isPlanned(error)) throw error;
      }
      failAfter(Infinity);
      expectSame(store, rows);
    }
  });
});
