import { describe, expect, it } from "vitest";
import { compilePredicate, defineCatalog } from "tamis";
import { createCollection } from "../../../src/engine/store/collections/create-collection.ts";
import { checking } from "../../sql/checked-query.ts";
import { KERNEL_NAMES } from "./tried-kernels.ts";
import { inEachTurn, largestTurn } from "./largest-turn.ts";
import { leastBytes } from "./least-bytes.ts";

const catalog = defineCatalog({
  name: "things",
  key: "id",
  members: { id: "integer", name: "string", size: "number" },
});
const rows = Array.from({ length: 40_000 }, (_, id) => ({
  id,
  name: `name ${(id * 7919) % 40_009}`,
  size: id % 100,
}));
const { filterOf, sortByOf } = checking(catalog);
const QUERY = { filter: filterOf("contains(name,'99')"), sortBy: sortByOf("name") };

describe.each(KERNEL_NAMES)("preparing queries, %s kernels", (kernels) => {
  it("in time slices has the same result as at once, and yields to the event loop", async () => {
    const [atOnce, sliced] = [1, 2].map(() => createCollection(rows, { catalog, kernels }));
    atOnce!.prepare(QUERY);
    const told: unknown[] = [];
    const options = { milliseconds: 0, onProgress: (each: unknown) => told.push(each) };
    const { turns } = await largestTurn(() => sliced!.prepareInSlices([QUERY, {}], options));
    expect(told).toEqual([
      { prepared: 0, of: 2 },
      { prepared: 1, of: 2 },
      { prepared: 2, of: 2 },
    ]);
    // Encoding the strings takes three steps, and sorting them many.
    expect(turns).toBeGreaterThan(20);
    expect(sliced!.page(QUERY)).toEqual(atOnce!.page(QUERY));
    expect(sliced!.explain(QUERY).order.path).toBe(atOnce!.explain(QUERY).order.path);
  });

  it("builds the index of keys, whatever changes meanwhile", async () => {
    const collection = createCollection(rows, { catalog, kernels });
    const prepared = collection.prepareInSlices([], { milliseconds: 0, changes: true });
    let turns = 0;
    inEachTurn((turn) => {
      turns = turn;
      if (turn === 3) collection.insert([{ id: -1, name: "between two slices", size: -1 }]);
      return turn < 3;
    });
    await prepared;
    expect(turns).toBe(3);
    expect(collection.insert([{ id: -1, name: "a second time", size: 0 }])).toMatchObject({ ok: false });
    expect(collection.upsert([{ id: 7, name: "again", size: -2 }])).toMatchObject({ updated: 1 });
    expect(collection.delete([8, -1])).toMatchObject({ deleted: 2 });
    expect(collection.all({ filter: filterOf("lt(size,0)") })).toEqual([{ id: 7, name: "again", size: -2 }]);
  });

  it("builds the index of keys in many time slices", async () => {
    const collection = createCollection(rows, { catalog, kernels });
    const options = { milliseconds: 0, changes: true };
    const { turns } = await largestTurn(() => collection.prepareInSlices([], options));
    expect(turns).toBeGreaterThan(20);
    expect(collection.delete([39_999])).toMatchObject({ deleted: 1 });
  });

  it("leaves the collection usable when it is canceled", async () => {
    const collection = createCollection(rows, { catalog, kernels });
    const controller = new AbortController();
    const prepared = collection.prepareInSlices([QUERY], { milliseconds: 0, signal: controller.signal });
    inEachTurn((turn) => {
      if (turn === 8) controller.abort(new Error("enough"));
      return turn < 8;
    });
    await expect(prepared).rejects.toThrow("enough");
    expect(collection.page(QUERY)).toEqual(createCollection(rows, { catalog, kernels }).page(QUERY));
  });
});

describe.each(KERNEL_NAMES)("maxBytes, %s kernels", (kernels) => {
  const work = {
    "a query": (collection: ReturnType<typeof make>) => collection.count({ filter: filterOf("gt(size,50)") }),
    "preparing an order": (collection: ReturnType<typeof make>) =>
      collection.prepare({ sortBy: QUERY.sortBy }),
    "inserting rows": (collection: ReturnType<typeof make>) => {
      collection.count({ filter: filterOf("gt(size,50)") });
      collection.insert(
        Array.from({ length: 20_000 }, (_, i) => ({ id: 100_000 + i, name: `new ${i}`, size: 1 })),
      );
    },
  };
  const make = (maxBytes?: number) => createCollection(rows, { catalog, kernels, maxBytes });

  it.each(Object.entries(work))(
    "%s succeeds with exactly enough bytes, and throws with one byte less",
    (_, run) => {
      const enough = leastBytes((bytes) => {
        try {
          run(make(bytes));
          return true;
        } catch (error) {
          expect(error).toMatchObject({ code: "memory-limit", limit: bytes });
          return false;
        }
      });
      const refused = make(enough - 1);
      const before = refused.size;
      try {
        run(refused);
      } catch {
        // The assertions below compare results.
      }
      expect(refused.bytes()).toBeLessThan(enough);
      expect([before, refused.size]).toEqual([rows.length, rows.length]);
      const done = make(enough);
      run(done);
      expect(done.bytes()).toBeLessThanOrEqual(enough);
      expect(done.count({})).toBe(done.size);
    },
  );
});

it.each(KERNEL_NAMES)(
  "reading class instances and proxies runs none of their code, %s kernels",
  (kernels) => {
    let ran = 0;
    const trapped = (target: object) =>
      new Proxy(target, {
        get: () => {
          ran++;
          return "a";
        },
      });
    const strange: unknown[] = [
      { id: 1, name: "a", size: 5 },
      {
        id: 2,
        get name() {
          ran++;
          return "a";
        },
        size: 5,
      },
      Object.create({ id: 3, name: "a", size: 5 }),
      Object.assign(Object.create(null), { id: 4, name: "a" }),
      trapped({ id: 5, name: "b", size: 5 }),
      { id: 6, name: trapped([]), size: "5" },
      null,
      7,
      "a",
      ["a"],
    ];
    const collection = createCollection<unknown>(strange, { catalog, kernels });
    const count = (filter: string) => collection.count({ filter: filterOf(filter) });
    expect([count("eq(name,'a')"), count("isNull(name)"), count("eq(size,5)")]).toEqual([2, 7, 3]);
    expect(ran).toBe(0);
    const told = [...collection.unreadable()].map(({ index, members }) => [index, ...members]);
    expect(told).toContainEqual([5, "name", "size"]);
  },
);

it.each(KERNEL_NAMES)(
  "the error of a revoked proxy is thrown by queries, like by the row predicate, and damages nothing, %s kernels",
  (kernels) => {
    const { proxy, revoke } = Proxy.revocable({ id: 2 }, {});
    const collection = createCollection([{ id: 1, name: "a" }, proxy], { catalog, kernels });
    revoke();
    const filter = filterOf("eq(name,'a')");
    expect(() => compilePredicate(filter)(proxy)).toThrow(TypeError);
    expect(() => collection.count({ filter })).toThrow(TypeError);
    expect(collection.bytes()).toBeLessThan(10_000);
    expect(collection.count({})).toBe(2);
  },
);
