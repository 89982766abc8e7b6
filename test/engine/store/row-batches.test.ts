import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePredicate, defineCatalog } from "tamis";
import { createCollection } from "../../../src/engine/store/collections/create-collection.ts";
import { capacityFor, capacityForAll } from "../../../src/engine/store/kernels/growable-buffers.ts";
import { ElementDictionary } from "../../../src/engine/store/columns/element-dictionary.ts";
import { Budget, MemoryLimitError } from "../../../src/engine/store/kernels/budget.ts";
import { plainKernels } from "../../../src/engine/store/kernels/plain.ts";
import { ArrayRowList } from "../../../src/engine/store/kernels/row-list.ts";
import { RowBatches, type PropertyReader } from "../../../src/engine/store/members/row-batches.ts";
import { asTask, pause, runNow, UNITS_PER_STEP, type Task } from "../../../src/engine/store/tasks/task.ts";
import { ownDataProperty } from "../../../src/values/read-path.ts";
import { countWork } from "../../../src/values/work.ts";
import { checking } from "../../sql/checked-query.ts";
import { KERNEL_NAMES } from "./tried-kernels.ts";

const catalog = defineCatalog({
  name: "things",
  members: {
    id: "integer",
    name: "string",
    size: "number",
    owner: { type: "object", members: { name: "string", city: "string" } },
    tags: { type: "list", items: "string" },
    items: { type: "list", items: { type: "object", members: { code: "string", count: "integer" } } },
    notes: { type: "map", values: "string" },
  },
});
const { filterOf } = checking(catalog);

/** One condition per member, none of which decides the result alone. */
const ALL = filterOf(
  "or(eq(id,3),contains(name,'7'),lt(size,2),eq(owner.name,'o1'),startsWith(owner.city,'c9'),eq(tags,'t2')," +
    "eq(items.code,'x1'),gt(items.count,6),eq(length(tags),3),match(notes,'k','v3'))",
);

interface Read {
  readonly row: number;
  readonly property: string;
}

/** Rows that report each read of a property, and run no other code. */
function reportingRows(rows: readonly object[], reads: Read[]): object[] {
  return rows.map(
    (row, number) =>
      new Proxy(row, {
        getOwnPropertyDescriptor(target, property) {
          reads.push({ row: number, property: String(property) });
          return Reflect.getOwnPropertyDescriptor(target, property);
        },
        get() {
          throw new Error("a property was read without its descriptor");
        },
      }),
  );
}

/** Few enough for a dictionary: without one, the names would be read again. */
const DISTINCT_NAMES = 3500;

function rowsOf(count: number, textLength = 0): object[] {
  return Array.from({ length: count }, (_, id) => ({
    id,
    name: `${id % DISTINCT_NAMES}`.padEnd(textLength, "n"),
    size: id / 2,
    owner: id % 5 === 0 ? null : { name: `o${id % 9}`, city: `c${id % 31}` },
    tags: Array.from({ length: id % 4 }, (_each, i) => `t${(id + i) % 6}`),
    items: Array.from({ length: id % 3 }, (_each, i) => ({ code: `x${(id * i) % 11}`, count: id % 8 })),
    notes: { k: `v${id % 10}` },
  }));
}

const PROPERTIES = ["id", "name", "size", "owner", "tags", "items", "notes"];

describe.each(KERNEL_NAMES)("columns that are built together, %s kernels", (kernels) => {
  it("read each property of a row once, and all properties of a row before those of the next one", () => {
    const reads: Read[] = [];
    const rows = rowsOf(5000);
    const collection = createCollection(reportingRows(rows, reads), { catalog, kernels });
    expect(collection.count({ filter: ALL })).toBe(rows.filter(compilePredicate(ALL)).length);
    expect(reads.length).toBe(5000 * PROPERTIES.length);
    expect(reads.map(({ row }) => row)).toEqual(reads.map((_, i) => Math.floor(i / PROPERTIES.length)));
  });

  it("read each property once even if some columns take fewer rows at once, because their values are long", () => {
    const reads: Read[] = [];
    const rows = rowsOf(3000, 1000);
    const collection = createCollection(reportingRows(rows, reads), { catalog, kernels });
    expect(collection.count({ filter: ALL })).toBe(rows.filter(compilePredicate(ALL)).length);
    expect(reads.length).toBe(3000 * PROPERTIES.length);
  });

  it("read only the properties of columns that are missing", () => {
    const reads: Read[] = [];
    const collection = createCollection(reportingRows(rowsOf(1000), reads), { catalog, kernels });
    collection.count({ filter: filterOf("and(ge(id,0),ge(size,0))") });
    expect(new Set(reads.map(({ property }) => property))).toEqual(new Set(["id", "size"]));
    reads.length = 0;
    collection.count({ filter: filterOf("or(eq(id,0),eq(size,0),eq(tags,'t1'))") });
    expect(new Set(reads.map(({ property }) => property))).toEqual(new Set(["tags"]));
  });

  it("are not built again if another request has built them meanwhile", async () => {
    const reads: Read[] = [];
    const rows = reportingRows(rowsOf(10_000, 2000), reads);
    const collection = createCollection(rows, { catalog, kernels });
    // The names are sampled in several slices before the sizes are read.
    const both = collection
      .asCollection({ milliseconds: 0 })
      .count({ filter: filterOf("or(contains(name,'7'),lt(size,2))") });
    await new Promise((resolve) => setImmediate(resolve));
    const sizes = () => reads.filter(({ property }) => property === "size").length;
    expect(sizes()).toBe(0);
    expect(collection.count({ filter: filterOf("lt(size,2)") })).toBe(4);
    await both;
    // A batch of names that was read meanwhile has sizes too.
    expect(sizes()).toBeLessThan(11_000);
  });

  it("can exceed the number of columns that are built at once", () => {
    const members = Array.from({ length: 40 }, (_, i) => `m${i}`);
    const many = defineCatalog({
      name: "many",
      members: Object.fromEntries(members.map((name) => [name, "integer" as const])),
    });
    const rows = Array.from({ length: 1000 }, (_, id) =>
      Object.fromEntries(members.map((name, i) => [name, id * i])),
    );
    const text = `or(${members.map((name, i) => `eq(${name},${i * i})`).join(",")})`;
    const filter = checking(many).filterOf(text);
    const collection = createCollection(rows, { catalog: many, kernels });
    expect(collection.count({ filter })).toBe(rows.filter(compilePredicate(filter)).length);
  });
});

describe("a batch of rows", () => {
  const readAll = (unitsPerRow: number) => {
    let visited = 0;
    class SlowRows extends ArrayRowList {
      override at(number: number): unknown {
        visited++;
        countWork(unitsPerRow);
        return super.at(number);
      }
    }
    const rows = new SlowRows(Array.from({ length: 2000 }, (_, id) => ({ id })));
    const batches = new RowBatches(rows, ownDataProperty);
    const reader = batches.reader("id");
    function* task(): Task<{ readonly values: unknown[]; readonly visited: number }> {
      const values = reader.read(0, 2000);
      yield* pause();
      return { values, visited };
    }
    return runNow(task());
  };

  it("ends early if its rows take long to read", () => {
    expect(readAll(0)).toEqual({ values: Array.from({ length: 512 }, (_, id) => id), visited: 512 });
    expect(readAll(UNITS_PER_STEP)).toEqual({
      values: Array.from({ length: 16 }, (_, id) => id),
      visited: 16,
    });
    expect(readAll(UNITS_PER_STEP / 16 - 1).visited).toBe(32);
    expect(readAll(UNITS_PER_STEP / 16).visited).toBe(16);
  });
});

describe("a batch of rows of which one throws", () => {
  const rows = new ArrayRowList(Array.from({ length: 1000 }, (_, id) => ({ a: id, c: id })));
  const isThrowing = (object: unknown, key: string) => key === "a" && (object as { a: number }).a === 513;
  const read = (object: unknown, key: string) => {
    if (isThrowing(object, key)) throw new RangeError("row 513");
    return ownDataProperty(object, key);
  };
  const numbers = (from: number, end: number) => Array.from({ length: end - from }, (_, i) => from + i);
  const valuesOf = (reader: PropertyReader, from: number) => runNow(asTask(() => reader.read(from, 1000))());

  it("has the other properties of the row", () => {
    const batches = new RowBatches(rows, read);
    const [a, c] = [batches.reader("a"), batches.reader("c")];
    expect(valuesOf(c, 0)).toEqual(numbers(0, 512));
    expect(valuesOf(a, 0)).toEqual(numbers(0, 512));
    a.row = c.row = 512;
    expect(valuesOf(c, 512)).toEqual(numbers(512, 1000));
    expect(() => valuesOf(a, 512)).toThrow("row 513");
    expect(valuesOf(c, 512)).toEqual(numbers(512, 1000));
  });

  it("leaves no part of a batch that could not be read", () => {
    const batches = new RowBatches(rows, read);
    const [a, c] = [batches.reader("a"), batches.reader("c")];
    c.row = 545;
    a.row = Infinity;
    expect(valuesOf(c, 545)).toEqual(numbers(545, 1000));
    a.row = 512;
    c.row = 578;
    expect(() => valuesOf(a, 512)).toThrow("row 513");
    expect(valuesOf(c, 578)).toEqual(numbers(578, 1000));
  });
});

describe("capacityForAll", () => {
  const numbers = fc.record({
    count: fc.integer({ min: 0, max: 1e6 }),
    present: fc.integer({ min: 0, max: 1e6 }),
    share: fc.double({ min: 1e-6, max: 2, noNaN: true }),
  });

  it("suffices for the present elements, and plans for at most four times as many", () => {
    fc.assert(
      fc.property(numbers, ({ count, present, share }) => {
        const capacity = capacityForAll(count, present, share);
        expect(capacity).toBeGreaterThanOrEqual(Math.max(count, present));
        expect(capacity).toBeLessThanOrEqual(Math.max(4 * count, 1.5 * present) * (17 / 16) + 128);
      }),
    );
  });

  it("is not required if memory is scarce", () => {
    const dictionary = new ElementDictionary(plainKernels(new Budget(15_000)));
    dictionary.addCodes({ from: 0, count: 10_000, share: 0.001 }, new Uint32Array(10_000));
    expect(dictionary.codes.slab.bytes).toBeLessThan(15_000);
    expect(dictionary.codes.rows).toBe(10_000);
    expect(() =>
      dictionary.addCodes({ from: 10_000, count: 10_000, share: 0.002 }, new Uint32Array(10_000)),
    ).toThrow(MemoryLimitError);
  });

  it("makes room for all elements if the share is known", () => {
    const first = capacityForAll(1000, 0, 0.5);
    expect(first).toBeGreaterThanOrEqual(2000);
    expect(capacityForAll(2000, first, 1)).toBe(first);
    expect(capacityForAll(1000, 0, 1)).toBe(capacityFor(1000, 0));
  });
});
