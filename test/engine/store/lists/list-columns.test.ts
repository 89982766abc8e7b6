import { describe, expect, it } from "vitest";
import { compilePredicate } from "../../../../src/evaluator/predicate.ts";
import { createCollection } from "../../../../src/engine/store/collections/create-collection.ts";
import { createWithKernels } from "../../../../src/engine/store/collections/create-collection.ts";
import { TUNING } from "../../../../src/engine/store/tasks/unit-costs.ts";
import { checking } from "../../../sql/checked-query.ts";
import { words } from "../../../words.ts";
import { listsCatalog as catalog } from "./hostile-lists.ts";
import { KERNELS } from "../tried-kernels.ts";
import { inEachTurn } from "../largest-turn.ts";
import { leastBytes } from "../least-bytes.ts";

const { filterOf } = checking(catalog);

/** Rows with many distinct elements, some of which first occur late. */
function rowsOf(count: number, from = 0) {
  return Array.from({ length: count }, (_, i) => {
    const id = from + i;
    return {
      id,
      tags: id % 5 === 0 ? null : Array.from({ length: id % 4 }, (__, j) => `t${id >>> j}`),
      m: id % 7 === 0 ? undefined : { [`k${id % 3}`]: `v${id}`, a: id % 2 === 0 ? "even" : null },
      o: id % 3 === 0 ? null : { x: "x" },
      l: Array.from({ length: id % 3 }, (__, j) => ({ x: `x${(id * 7 + j) % 90_000}` })),
    };
  });
}

const FILTERS = words(`
  eq(tags,'t300') not(startsWith(tags,'t1')) contains(l.x,'x70001') gt(l.x,'x8') match(m,'k1','v.*7')
  not(match(m,'a','even')) isNull(o) gt(length(l),1) eq(length(m),2)
`);

describe.each(KERNELS)("list and map columns, %s kernels", (kernels, make) => {
  it("widen their codes as distinct elements are added", () => {
    const rows = rowsOf(90_000);
    const predicates = FILTERS.map((text) => compilePredicate(filterOf(text)));
    const collection = createWithKernels<object>([], { catalog }, make());
    let before = 0;
    // 250 rows need codes of 1 byte, 60,000 rows 2 bytes, and more rows 4 bytes.
    for (const end of [250, 260, 300, 60_000, 90_000]) {
      collection.insert(rows.slice(before, end));
      before = end;
      const held = rows.slice(0, end);
      FILTERS.forEach((text, i) => {
        const expected = held.filter(predicates[i]!).map(({ id }) => id);
        const found = collection.all({ filter: filterOf(text) }).map((row) => (row as { id: number }).id);
        expect(found, text).toEqual(expected);
      });
    }
    const whole = createCollection(rows, { catalog, kernels });
    FILTERS.forEach((text, i) => {
      expect(whole.count({ filter: filterOf(text) }), text).toBe(rows.filter(predicates[i]!).length);
    });
  });

  it("store rows with up to 70,000 elements next to short ones", () => {
    const few = rowsOf(3000);
    const long = (length: number, id: number) => ({
      id,
      tags: Array.from({ length }, (_, i) => (i === length - 1 ? "last" : `t${i % 50}`)),
      m: Object.fromEntries(Array.from({ length }, (_, i) => [`k${i}`, i === length - 1 ? "last" : "v"])),
    });
    for (const lengths of [[255], [256], [300, 65_535], [65_536], [65_535, 70_000, 31, 32, 33, 64]]) {
      const rows: object[] = [...few];
      lengths.forEach((length, i) => rows.splice(64 * (i + 1) - (i % 3), 0, long(length, 10_000 + i)));
      const collection = createWithKernels<object>(rows.slice(0, 2000), { catalog }, make());
      for (const end of [2000, rows.length + 1]) {
        if (end > 2000) collection.insert([...rows.slice(2000), long(lengths.at(-1)!, 20_000)]);
        for (const text of [
          "eq(tags,'last')",
          "not(eq(tags,'last'))",
          "match(m,'.*','last')",
          "gt(tags,'t0')",
        ]) {
          const all = [...rows, long(lengths.at(-1)!, 20_000)].slice(0, end);
          const expected = all.filter(compilePredicate(filterOf(text)));
          const found = collection.all({ filter: filterOf(text) });
          const ids = (of: readonly object[]) =>
            of.map((row) => (row as { id: number }).id).sort((a, b) => a - b);
          expect(ids(found), text).toEqual(ids(expected));
        }
      }
    }
  });

  it("take little more memory than their codes", () => {
    const rows = rowsOf(100_000).map(({ id }) => ({ id, tags: ["a", "b", "c"], m: { a: "a", b: "b" } }));
    const collection = createCollection(rows, { catalog, kernels });
    const bytesOf = (text: string) => {
      const before = collection.bytes();
      collection.count({ filter: filterOf(text) });
      const bitmaps = 2 * 100_000;
      return (collection.bytes() - before - bitmaps) / rows.length;
    };
    bytesOf("isNull(o)");
    // Count, block offset and null bit per row; then three codes, or two codes each of keys and values.
    const places = 1 + 4 / 64 + 1 / 8;
    expect(bytesOf("eq(tags,'zzz')")).toBeLessThan(places + 3 * (17 / 16) + 0.05);
    expect(bytesOf("match(m,'a','zzz')")).toBeLessThan(places + 4 * (17 / 16) + 0.05);
    expect(bytesOf("eq(length(tags),3)")).toBeLessThan(17 / 16 + 0.05);
  });

  it("evaluate filters without reading rows, as explain reports", () => {
    const rows = rowsOf(2000);
    const collection = createCollection(rows, { catalog, kernels });
    const by = Object.fromEntries(
      words("eq(tags,'t3') match(m,'a','even') isNull(o) gt(length(m),1) eq(l.x,'x7') eq(m.a,'even')").map(
        (text) => [text, collection.explain({ filter: filterOf(text) }).filter[0]!.by.join()],
      ),
    );
    expect(by).toEqual({
      "eq(tags,'t3')": "lists",
      "match(m,'a','even')": "maps",
      "isNull(o)": "dictionary",
      "gt(length(m),1)": "dictionary",
      "eq(l.x,'x7')": "lists",
      "eq(m.a,'even')": "dictionary",
    });
    const filters = FILTERS.map((text) => filterOf(text));
    const counts = filters.map((filter) => collection.count({ filter }));
    expect(counts).toEqual(filters.map((filter) => rows.filter(compilePredicate(filter)).length));
    // Even if the rows are emptied, the results stay the same, because rows are not read.
    for (const row of rows) for (const key of Object.keys(row)) Reflect.deleteProperty(row, key);
    expect(filters.map((filter) => collection.count({ filter }))).toEqual(counts);
  });

  it.each(["not(eq(tags,'t300'))", "match(m,'k1','v.*7')", "gt(length(l),1)"])(
    "%s fails if a single byte of memory is missing, and so does an insertion",
    (text) => {
      const rows = rowsOf(3000);
      const filter = filterOf(text);
      const expected = rows.filter(compilePredicate(filter)).length;
      const later = rowsOf(20_000, 3000);
      const open = (maxBytes: number) => createCollection<object>([...rows], { catalog, kernels, maxBytes });
      const refusals = new Set<string>();
      const isRefused = (work: () => void) => {
        try {
          work();
          return false;
        } catch (error) {
          expect(error).toMatchObject({ code: "memory-limit" });
          refusals.add((error as Error).message);
          return true;
        }
      };
      const least = leastBytes((bytes) => !isRefused(() => open(bytes).count({ filter })));
      expect(open(least).count({ filter })).toBe(expected);
      const refused = open(least - 1);
      expect(isRefused(() => refused.count({ filter }))).toBe(true);
      expect(refused.bytes()).toBeLessThan(least);
      expect(refused.count({})).toBe(rows.length);
      const grow = (bytes: number) => {
        const collection = open(bytes);
        collection.count({ filter });
        if (isRefused(() => void collection.insert(later))) {
          expect(collection.size).toBe(rows.length);
          expect(collection.bytes()).toBeLessThanOrEqual(bytes);
          return false;
        }
        return true;
      };
      const leastToGrow = leastBytes(grow, least);
      expect(leastToGrow).toBeGreaterThan(least);
      expect(grow(leastToGrow - 1)).toBe(false);
      // A collection without memory for new rows answers as before.
      const full = open(leastToGrow - 1);
      full.count({ filter });
      expect(isRefused(() => void full.insert(later))).toBe(true);
      expect(full.count({ filter })).toBe(expected);
      expect(refusals.size).toBeGreaterThan(2);
    },
  );

  it("are built in steps, and an aborted request leaves no memory behind", async () => {
    const rows = rowsOf(100_000);
    const filter = filterOf("or(eq(tags,'t300'),match(m,'k1','v.*7'),gt(length(l),1))");
    const memory = createCollection(rows, { catalog, kernels });
    const collection = memory.asCollection({ milliseconds: 0 });
    const before = memory.bytes();
    const controller = new AbortController();
    inEachTurn((turn) => {
      if (turn === 3) controller.abort(new Error("enough"));
      return turn < 3;
    });
    await expect(collection.count({ filter }, { signal: controller.signal })).rejects.toThrow("enough");
    expect(memory.bytes()).toBe(before);
    const expected = rows.filter(compilePredicate(filter)).length;
    expect(await collection.count({ filter })).toMatchObject({ count: expected });
  });
});

describe.each(KERNELS)("columns of map keys, %s kernels", (_kernels, make) => {
  const rows = Array.from({ length: 5000 }, (_, id) => ({
    id,
    m: Object.fromEntries(Array.from({ length: id % 5 }, (__, j) => [`k${(id + j) % 300}`, `v${id % 3}`])),
  }));
  const expected = (text: string) => rows.filter(compilePredicate(filterOf(text))).length;

  it("are limited in number, whatever keys are requested", () => {
    const collection = createWithKernels<object>([...rows], { catalog }, make(), {
      ...TUNING,
      cachedMapKeyColumns: 8,
    });
    const ask = (key: number) => {
      const text = `eq(m.k${key},'v1')`;
      expect(collection.count({ filter: filterOf(text) }), text).toBe(expected(text));
    };
    for (let key = 0; key < 20; key++) ask(key);
    const bytes = collection.bytes();
    for (let key = 20; key < 300; key++) ask(key);
    expect(collection.bytes()).toBeLessThan(bytes * 1.1);
    for (let key = 295; key < 310; key++) ask(key);
  });

  it("can be dropped without harm to compiled filters", () => {
    const collection = createWithKernels<object>([...rows], { catalog }, make(), {
      ...TUNING,
      cachedMapKeyColumns: 1,
    });
    const filters = [0, 1, 2].map((key) => filterOf(`or(eq(m.k${key},'v1'),eq(m.k${key + 9},'v2'))`));
    const counts = filters.map((filter) => rows.filter(compilePredicate(filter)).length);
    for (let round = 0; round < 12; round++) {
      // One filter at a time first, then alternating.
      const [first, again] = round < 6 ? [round % 3, round % 3] : [(round + 1) % 3, (round * 2) % 3];
      for (const asked of [first, again, first]) {
        expect(collection.count({ filter: filters[asked]! })).toBe(counts[asked]);
      }
    }
  });

  it("are built together once per filter, even beyond the limit", () => {
    let reads = 0;
    const counting = new Proxy(rows[0]!, {
      getOwnPropertyDescriptor: (row, key) => {
        if (key === "m") reads++;
        return Reflect.getOwnPropertyDescriptor(row, key);
      },
    });
    const held = [counting, ...rows.slice(1)];
    const collection = createWithKernels<object>(held, { catalog }, make(), {
      ...TUNING,
      cachedMapKeyColumns: 1,
    });
    const text = "and(isNull(m.k1),isNull(m.k2),isNull(m.k3),not(eq(m.k4,'v1')))";
    expect(collection.count({ filter: filterOf(text) })).toBe(expected(text));
    expect(reads).toBe(1);
  });

  it("are kept while their filter runs, even with concurrent requests", async () => {
    const memory = createWithKernels<object>([...rows], { catalog }, make(), {
      ...TUNING,
      cachedMapKeyColumns: 2,
    });
    const collection = memory.asCollection({ milliseconds: 0 });
    const texts = Array.from({ length: 12 }, (_, i) => {
      const keys = Array.from({ length: 6 }, (__, j) => (i * 5 + j * 11) % 300);
      // Row-by-row conditions run in steps, so that requests for other columns are interleaved.
      return `or(${keys.map((key) => `and(eq(m.k${key},'v1'),not(eq(id,length(m))))`).join(",")})`;
    });
    const counted = await Promise.all(texts.map((text) => collection.count({ filter: filterOf(text) })));
    const plain = texts.map((text) => ({ ok: true, count: expected(text) }));
    expect(counted).toMatchObject(plain);
  });
});
