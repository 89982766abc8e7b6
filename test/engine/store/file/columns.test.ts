import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { check, checkSortBy, defineCatalog, print } from "tamis";
import { readCollection } from "../../../../src/engine/store/file/read-collection.ts";
import {
  createCollection,
  createWithKernels,
} from "../../../../src/engine/store/collections/create-collection.ts";
import type { CursorPosition } from "../../../../src/engine/cursor-position.ts";
import { conditions, orders, TYPED } from "../../../properties/evaluable.ts";
import { typedCatalog, typedRows } from "../../../properties/typed-catalog.ts";
import { TUNINGS } from "../against-rows.ts";
import { checking } from "../../../sql/checked-query.ts";
import { words } from "../../../words.ts";
import { succeeded } from "../../../succeeded.ts";
import { savedBytes } from "./bytes.ts";
import { countOf, SEED as seed } from "../../../effort.ts";
import { KERNELS } from "../tried-kernels.ts";

const rounds = countOf("engine/store/file/columns: rounds");
const catalog = { ...typedCatalog, maximumLimit: 10_000 };

/** A property that no member reads, which identifies rows. */
const PLACE = "place among the rows";

/** Returns the bytes as a source that counts those that it has read. */
function countedSource(bytes: Uint8Array) {
  const readNow = (into: Uint8Array, at: number) => {
    const piece = bytes.subarray(at, at + into.length);
    into.set(piece);
    source.readBytes += piece.length;
    return piece.length;
  };
  const source = { size: bytes.length, read: readNow, readNow, readBytes: 0 };
  return source;
}

function placesOf(rows: readonly unknown[]): string {
  return rows.map((row) => (row as Record<string, unknown>)[PLACE]).join();
}

describe.each(KERNELS)("a collection that was saved and opened, %s kernels", (kernels, make) => {
  it.each(TUNINGS)(`has the same results as before, tuning: %s (seed ${seed})`, async (_name, tuning) => {
    for (let round = 0; round < rounds; round++) {
      const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number) =>
        fc.sample(arbitrary, { numRuns, seed: seed + round });
      const given = sample(fc.array(typedRows, { minLength: 80, maxLength: 120 }), 1)[0]!;
      const rows = given.map((row, place) => ({ ...row, [PLACE]: place }));
      const before = createWithKernels<unknown>([...rows], { catalog, locale: "en" }, make(), tuning);
      const asked = sample(fc.tuple(conditions(TYPED), orders(TYPED)), 120).flatMap(([condition, order]) => {
        const { filter } = check(condition, catalog);
        const { sortBy } = checkSortBy(order, catalog);
        return filter === undefined || sortBy === undefined ? [] : [{ filter, sortBy, limit: 10_000 }];
      });
      expect(asked.length).toBeGreaterThan(50);
      // Half of the queries use saved columns, the others build theirs afterwards.
      const expected = asked.map((query, i) => (i % 2 === 0 ? before.page(query) : undefined));
      const { result, bytes } = await savedBytes(before, { unsavable: "leave out" });
      expect(result.ok).toBe(true);
      const options = { catalog, locale: "en", kernels };
      const opened = succeeded(await readCollection(bytes, options));
      const savedAgain = (await savedBytes(opened.collection)).bytes;
      const again = succeeded(await readCollection(savedAgain, options));
      const members = [...catalog.members.byName.keys()].filter((_, i) => i % 2 === 0);
      const partial = succeeded(await readCollection(bytes, { ...options, members }));
      const late = { ...options, onDemand: true };
      const onDemand = succeeded(
        await readCollection(countedSource(bytes), { ...late, members: () => members }),
      );
      const lazily = succeeded(await readCollection(countedSource(bytes), late));
      for (const [i, query] of asked.entries()) {
        const wanted = expected[i] ?? before.page(query);
        for (const { collection } of [opened, again, partial, onDemand, lazily]) {
          const page = collection.page(query);
          expect(page.count, print(query.filter.expression)).toBe(wanted.count);
          expect(placesOf(page.items), print(query.filter.expression)).toBe(placesOf(wanted.items));
        }
      }
    }
  });

  it("keeps its columns, so that filters read no rows, also after changes", async () => {
    const rows = Array.from({ length: 2000 }, (_, id) => ({
      id,
      s: `s${id % 7}`,
      sp: `text ${id * 7919}`,
      n: id / 3,
      flag: id % 2 === 0,
      dt: new Date(id * 1000).toISOString(),
      tags: [`t${id % 5}`, null],
    }));
    const tuning = { ...TUNINGS[0]![1], stringSampleRows: 100 };
    const before = createWithKernels<object>([...rows], { catalog }, make(), tuning);
    const filters = words(
      "eq(s,'s3') contains(sp,'77') gt(n,100) flag lt(dt,1970-01-01T00:10:00Z) eq(tags,'t2') ge(id,1990)",
    );
    const queries = filters.map((text) => ({ filter: checking(catalog).filterOf(text) }));
    const expected = queries.map((query) => before.count(query));
    const { collection } = succeeded(
      await readCollection<object>((await savedBytes(before)).bytes, { catalog, kernels }),
    );
    collection.insert([{ ...rows[3], id: 5000 }]);
    const spy = vi.spyOn(JSON, "parse");
    const counts = queries.map((query) => collection.count(query));
    const parsed = spy.mock.calls.length;
    spy.mockRestore();
    before.insert([{ ...rows[3], id: 5000 }]);
    expect(counts).toEqual(queries.map((query) => before.count(query)));
    expect(counts).not.toEqual(expected);
    // The inserted row is not parsed.
    expect(parsed).toBeLessThan(20);
  });

  it("contains nothing of deleted rows, and finds cursor positions among the others", async () => {
    const rows = Array.from({ length: 300 }, (_, id) => ({
      id,
      s: `s${id % 7}`,
      sp: `text ${id}`,
      n: id % 5 === 0 ? 2n ** 64n + 1n : id,
      tags: [`t${id % 5}`],
    }));
    const sortBy = checking(catalog).sortByOf("s:descending,n,sp");
    const tuning = { ...TUNINGS[0]![1], stringSampleRows: 100 };
    const before = createWithKernels<{ id: number }>([...rows], { catalog }, make(), tuning);
    for (const member of ["id", "s", "sp", "n", "tags"]) before.facets(member, {});
    before.delete(rows.filter(({ id }) => id % 3 === 0).map(({ id }) => id));
    const { collection } = succeeded(
      await readCollection<{ id: number }>((await savedBytes(before)).bytes, { catalog, kernels }),
    );
    for (const each of [before, collection]) {
      each.prepare({ sortBy });
      each.insert(rows.filter(({ id }) => id % 9 === 0));
    }
    const expected = before.all({ sortBy }).map(({ id }) => id);
    const ids: number[] = [];
    for (let after: CursorPosition | undefined; ;) {
      const page = collection.page({ sortBy, limit: 7 }, { after });
      ids.push(...page.items.map(({ id }) => id));
      if (ids.length > rows.length || (after = page.next) === undefined) break;
    }
    expect(ids).toEqual(expected);
    expect(collection.facets("tags", {})).toEqual(before.facets("tags", {}));
  });
});

it("the columns of other members than the given ones are not read, and are built if a query needs them", async () => {
  const things = defineCatalog({
    name: "things",
    members: { id: "integer", state: "string", text: "string", tags: { type: "list", items: "string" } },
  });
  const rows = Array.from({ length: 5_000 }, (_, id) => ({
    id,
    state: `state ${id % 3}`,
    text: `text ${id} is different in each row`,
    tags: [`tag ${id % 100}`],
  }));
  const before = createCollection(rows, { catalog: things });
  const filters = [
    "eq(state,'state 1')",
    "contains(text,'9 is')",
    "eq(tags,'tag 7')",
    "ge(length(tags),1)",
    "lt(id,100)",
  ].map(checking(things).filterOf);
  const counts = filters.map((filter) => before.count({ filter }));
  const { bytes } = await savedBytes(before);
  const readWith = async (members: readonly string[] | undefined) => {
    let read = 0;
    const onProgress = ({ bytes }: { readonly bytes: number }) => (read = bytes);
    const { collection } = succeeded(await readCollection(bytes, { catalog: things, members, onProgress }));
    expect(filters.map((filter) => collection.count({ filter }))).toEqual(counts);
    return read;
  };
  const [all, state, tags, none] = [
    await readWith(undefined),
    await readWith(["state", "unknown", "text.unknown"]),
    await readWith(["tags"]),
    await readWith([]),
  ];
  expect(state).toBeLessThan(all);
  expect(tags).toBeLessThan(all);
  expect(none).toBeLessThan(Math.min(state, tags));
});

describe("a collection whose rows are read on demand", () => {
  const things = defineCatalog({
    name: "things",
    members: { id: "integer", state: "string", text: "string" },
    key: "id",
  });
  const rows = Array.from({ length: 40_000 }, (_, id) => ({
    id,
    state: `state ${id % 3}`,
    text: `text ${id} is different in each row`,
  }));
  const { filterOf } = checking(things);
  const filter = filterOf("eq(state,'state 1')");
  const openThings = async (source: Parameters<typeof readCollection>[0], options: object = {}) => {
    const read = await readCollection<{ id: number }>(source, {
      catalog: things,
      onDemand: true,
      ...options,
    });
    return succeeded(read).collection;
  };
  const saved = async () => {
    const collection = createCollection(rows, { catalog: things });
    // A column is saved if a query has used it.
    for (const each of [filter, filterOf("isNull(id)")]) collection.count({ filter: each });
    return (await savedBytes(collection)).bytes;
  };

  it("reads only the columns of a filter for a count, and only the rows of a page", async () => {
    const bytes = await saved();
    const source = countedSource(bytes);
    const collection = await openThings(source, { members: ["state", "id"] });
    expect(collection.count({ filter })).toBe(13_333);
    // The first block, which a sample is compared with.
    expect(source.readBytes).toBeLessThan(bytes.length * 0.6);
    const { items } = collection.page({ filter, start: 13_000, limit: 2 });
    expect(items.map(({ id }) => id)).toEqual([39_001, 39_004]);
    expect(source.readBytes).toBeLessThan(bytes.length * 0.9);
  });

  it("reads a column when a query first needs it, and then not again", async () => {
    const bytes = await saved();
    const source = countedSource(bytes);
    const collection = await openThings(source);
    const atStart = source.readBytes;
    expect(atStart).toBeLessThan(bytes.length * 0.1);
    expect(collection.count({ filter })).toBe(13_333);
    const afterCount = source.readBytes;
    expect(afterCount).toBeGreaterThan(atStart + rows.length / 4);
    expect(collection.count({ filter })).toBe(13_333);
    expect(source.readBytes).toBe(afterCount);
    const late = filterOf("ge(id,30000)");
    expect(collection.count({ filter: late })).toBe(10_000);
    expect(source.readBytes).toBeGreaterThan(afterCount);
    expect(source.readBytes).toBeLessThan(bytes.length * 0.6);
    const again = await openThings((await savedBytes(collection)).bytes, { onDemand: false });
    expect(again.count({ filter: late })).toBe(10_000);
  });

  it("reports a damaged column when a query needs it", async () => {
    const bytes = await saved();
    const at = new TextDecoder("latin1").decode(bytes).indexOf('"state 0","state 1"');
    bytes[at + 7] = bytes[at + 7]! ^ 1;
    const collection = await openThings(countedSource(bytes));
    expect(collection.page({ limit: 1 }).items).toEqual([rows[0]]);
    const part = expect.stringContaining('column [["state"]') as unknown;
    const problem = expect.objectContaining({ code: "checksum", part }) as unknown;
    expect(() => collection.count({ filter })).toThrow(expect.objectContaining({ problem }));
    await expect(collection.asCollection().count({ filter })).rejects.toMatchObject({ problem });
  });

  it("builds a column from the rows if memory does not suffice to read it", async () => {
    const collection = await openThings(countedSource(await saved()), { maxBytes: 1 << 21 });
    expect(collection.count({ filter })).toBe(13_333);
  });

  it("reports damaged rows when they are read", async () => {
    const bytes = await saved();
    const at = new TextDecoder("latin1").decode(bytes).indexOf("text 39000 is");
    bytes[at] = bytes[at]! ^ 1;
    const collection = await openThings(countedSource(bytes), { members: ["state", "id"] });
    expect(collection.count({ filter })).toBe(13_333);
    expect(() => collection.page({ filter, start: 13_000, limit: 2 })).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ code: "checksum" }) as unknown }),
    );
    const options = { catalog: things, onDemand: true, verify: true };
    const verified = await readCollection(countedSource(bytes), options);
    expect(verified).toMatchObject({ ok: false, reason: { code: "checksum" } });
  });
});
