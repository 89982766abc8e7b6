import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { check, checkSortBy, compilePredicate, defineCatalog, sortRows } from "tamis";
import type { Collection } from "../../../src/engine/collection.ts";
import { cursorSeal } from "../../../src/engine/cursor-seal.ts";
import { sqlCollection } from "../../../src/engine/databases/sql-collection.ts";
import { conditions, orders, TYPED } from "../../properties/evaluable.ts";
import { locales } from "../../properties/hostile-values.ts";
import { typedCatalog } from "../../properties/typed-catalog.ts";
import { checking } from "../../sql/checked-query.ts";
import { CURSOR_KEY, pageOf, streamOf, throughPages } from "./collection-suite.ts";
import { sqliteFile, type SqliteFile } from "./sqlite-source.ts";
import { loadThings, mixedRow, sampleRows, thingsTable, type Row } from "./typed-things.ts";
import { countOf, SEED as seed } from "../../effort.ts";

const tables = countOf("engine/databases/cursors: tables");
const ROWS = 30;

const { filterOf, sortByOf } = checking(typedCatalog);

function collectionOf(
  file: SqliteFile,
  isMixed = false,
  key: Uint8Array | Uint8Array[] = CURSOR_KEY,
): Collection {
  const { source } = file;
  return sqlCollection({ source, catalog: typedCatalog, table: thingsTable(isMixed), cursorKey: key });
}

const ids = (rows: readonly Row[]) => rows.map(({ id }) => id);

describe.each([
  ["with functions", { functions: true, isMixed: false }],
  ["without functions, members held in many ways", { functions: false, isMixed: true }],
] as const)("Pages by cursor of SQLite %s", (_name, { functions, isMixed }) => {
  let file: SqliteFile;
  beforeAll(async () => {
    file = await sqliteFile({ functions });
  });
  afterAll(() => file.close());

  it(`consecutive pages contain all rows (seed ${seed})`, async () => {
    const collection = collectionOf(file, isMixed);
    const wrong: unknown[] = [];
    let cursors = 0;
    for (let table = 0; table < tables; table++) {
      const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number) =>
        fc.sample(arbitrary, { numRuns, seed: seed + table });
      // Few distinct values, so that many rows are equal.
      const some = sampleRows(seed + table, ROWS).map((row) => (isMixed ? mixedRow(row) : row));
      const rows = some.map((row, id) => ({ ...some[id % 20]!, id: row["id"] }));
      loadThings(file, rows, isMixed);
      const tags = sample(locales, 30);
      const sizes = sample(fc.integer({ min: 1, max: 12 }), 30);
      const filters = sample(conditions(TYPED), 30);
      for (const [i, order] of sample(orders(TYPED), 30).entries()) {
        const { sortBy: checked } = checkSortBy(order, typedCatalog);
        const filter = i % 2 === 0 ? undefined : check(filters[i]!, typedCatalog).filter;
        if (checked === undefined) continue;
        const options = tags[i] === undefined ? {} : { locale: tags[i] };
        const kept = filter === undefined ? rows : rows.filter(compilePredicate(filter, options));
        const expected = ids(sortRows(kept, checked, options));
        const got: unknown[] = [];
        let cursor: string | undefined;
        do {
          const query = { filter, sortBy: checked, limit: sizes[i]! };
          const page = await pageOf(collection, query, { ...options, cursor });
          expect(page.start).toBe(got.length);
          expect(page.count).toBe(kept.length);
          expect(page.next === undefined).toBe(got.length + page.items.length === kept.length);
          got.push(...ids(page.items));
          cursor = page.next;
          cursors++;
        } while (cursor !== undefined && got.length <= ROWS);
        if (got.join() !== expected.join()) wrong.push({ order, locale: tags[i], got, expected });
      }
    }
    expect(wrong.slice(0, 1)).toEqual([]);
    expect(cursors).toBeGreaterThan(tables * 60);
  });
});

describe("a cursor", () => {
  let file: SqliteFile;
  beforeAll(async () => {
    file = await sqliteFile();
    const rows = sampleRows(1, 20).map((row, i) => ({ ...row, s: `s${i % 5}`, i }));
    loadThings(file, rows, false);
  });
  afterAll(() => file.close());
  const order = sortByOf("s:descending");

  it("is made only if it is wanted", async () => {
    const collection = collectionOf(file);
    const { items, next } = await pageOf(collection, { sortBy: order, limit: 7 }, { next: false });
    expect([items.length, next]).toEqual([7, undefined]);
  });

  it("continues after the last row of the page, whatever is inserted before it", async () => {
    const collection = collectionOf(file);
    const first = await pageOf(collection, { sortBy: order, limit: 7 });
    const before = ids(await streamOf(collection, { sortBy: order }));
    file.database.exec("INSERT INTO things (id, s) VALUES (100, 's9'), (101, 's0'), (102, 's4')");
    const rest: unknown[] = [];
    for (let cursor = first.next; cursor !== undefined;) {
      const page = await pageOf(collection, { sortBy: order, limit: 7 }, { cursor });
      rest.push(...ids(page.items));
      cursor = page.next;
    }
    file.database.exec("DELETE FROM things WHERE id >= 100");
    const all = [...ids(first.items), ...rest];
    expect(new Set(all).size).toBe(all.length);
    // Rows inserted after the position are found, and rows inserted before it are not.
    expect(all.filter((id) => (id as number) < 100)).toEqual(before);
    expect(all).toContain(101);
    expect(all).not.toContain(100);
  });

  it("continues after an instant in JSON that has a form of databases", async () => {
    const days = [
      "2020-01-01 00:00:00",
      "2020-01-01 02:00 +02:00",
      "2020-01-02 00:00:00",
      "2020-01-01 00:00",
    ];
    const own = await sqliteFile();
    const rows = sampleRows(1, days.length).map((row, i) => ({ ...row, o: { dt: days[i] } }));
    loadThings(own, rows, false);
    const all = await throughPages(collectionOf(own), { sortBy: sortByOf("o.dt"), limit: 1 });
    own.close();
    expect(ids(all)).toEqual([0, 1, 3, 2]);
  });

  it("is rejected if any of its characters is changed or missing", async () => {
    const collection = collectionOf(file);
    const { next } = await pageOf(collection, { sortBy: order, limit: 3 });
    const whole = next!;
    const changed = Array.from(
      whole,
      (character, i) => whole.slice(0, i) + (character === "A" ? "B" : "A") + whole.slice(i + 1),
    );
    const cut = [whole.slice(0, -1), whole.slice(1), `${whole}A`, `${whole}=`];
    for (const cursor of [...changed, ...cut, "", "AAAA", "not a cursor", "é", "A".repeat(100_000)]) {
      const result = await collection.page({ sortBy: order, limit: 3 }, { cursor });
      expect(result.ok ? cursor : result.diagnostics.map(({ code }) => code)).toEqual(["invalid-cursor"]);
    }
  });

  it("is rejected with another key, and accepted with a rotated key", async () => {
    const { next } = await pageOf(collectionOf(file), { sortBy: order, limit: 3 });
    const other = new Uint8Array(32).fill(8);
    const continued = (key: Uint8Array | Uint8Array[]) =>
      collectionOf(file, false, key).page({ sortBy: order, limit: 3 }, { cursor: next });
    const foreign = await continued(other);
    expect(foreign.ok || foreign.diagnostics[0]!.code).toBe("invalid-cursor");
    expect((await continued([other, CURSOR_KEY])).ok).toBe(true);
  });

  it("is rejected for another filter, order, strength, locale or rule", async () => {
    const collection = collectionOf(file);
    const { next } = await pageOf(collection, { sortBy: order, limit: 3 }, { locale: "sv" });
    const again = (query: object, options: object = { locale: "sv" }) =>
      collection.page({ sortBy: order, limit: 3, ...query }, { ...options, cursor: next });
    expect((await again({})).ok).toBe(true);
    expect((await again({ limit: 9 })).ok).toBe(true);
    for (const result of [
      await again({ sortBy: sortByOf("s") }),
      await again({ sortBy: sortByOf("s:descending:primary") }),
      await again({ filter: filterOf("gt(i,3)") }),
      await again({}, { locale: "de" }),
      await again({}, { locale: "sv", rule: filterOf("gt(i,3)") }),
    ])
      expect(result.ok || result.diagnostics[0]!.code).toBe("stale-cursor");
  });

  it("is rejected with another version of the collation or the format", async () => {
    const collection = collectionOf(file);
    const { next } = await pageOf(collection, { sortBy: order, limit: 3 });
    const { seal, open } = cursorSeal([CURSOR_KEY]);
    const opened = await open(Uint8Array.from(Buffer.from(next!, "base64url")));
    const said = JSON.parse(Buffer.from(opened!).toString()) as unknown[];
    for (const change of [
      [1, "cldr1-g1"],
      [0, 0],
    ] as const) {
      const changed = new TextEncoder().encode(JSON.stringify(said.with(change[0], change[1])));
      const cursor = Buffer.from(await seal(changed)).toString("base64url");
      const result = await collection.page({ sortBy: order, limit: 3 }, { cursor });
      expect(
        result.ok || result.diagnostics.map(({ code, message }) => [code, /version/.test(message)]),
      ).toEqual([["stale-cursor", true]]);
    }
  });

  it("distinguishes integers beyond 2^53, and dates", async () => {
    file.database.exec("DELETE FROM things");
    const insert = file.database.prepare("INSERT INTO things (id, i, dt) VALUES (?, ?, ?)");
    const numbers = [2n ** 53n, 2n ** 53n + 1n, 2n ** 53n + 2n, 2n ** 63n - 1n, -(2n ** 63n)];
    for (const [id, i] of numbers.entries()) insert.run(id, i, id);
    const collection = collectionOf(file);
    for (const [text, expected] of [
      ["i", [4, 0, 1, 2, 3]],
      ["i:descending", [3, 2, 1, 0, 4]],
      ["dt:descending", [4, 3, 2, 1, 0]],
    ] as const) {
      const rows = await throughPages(collection, { sortBy: sortByOf(text), limit: 1 });
      expect(ids(rows), text).toEqual(expected);
    }
  });

  it("is found by an index, in both directions", async () => {
    file.database.exec("CREATE INDEX things_i ON things (i, id)");
    const solid = defineCatalog({
      name: "things",
      members: { id: { type: "integer", nullable: false }, i: { type: "integer", nullable: false } },
      key: "id",
    });
    const { source } = file;
    const collection = sqlCollection({
      source,
      catalog: solid,
      table: { table: "things" },
      cursorKey: CURSOR_KEY,
    });
    for (const [text, sign] of [
      ["i", ">"],
      ["i:descending", "<"],
    ] as const) {
      const order = checking(solid).sortByOf(text);
      const first = await pageOf(collection, { sortBy: order, limit: 1 });
      file.statements.length = 0;
      await pageOf(collection, { sortBy: order, limit: 1 }, { cursor: first.next, count: false });
      const [statement] = file.statements;
      const plan = file.database.prepare(`EXPLAIN QUERY PLAN ${statement!}`).all(1, 1, 1, 1, 1, 1) as {
        detail: string;
      }[];
      expect(plan[0]!.detail).toMatch(/^SEARCH t USING .*INDEX things_i/);
      expect(plan[0]!.detail).toContain(`(i${sign}?)`);
    }
  });

  it("throws a TypeError without a cursor key, or with an invalid one", async () => {
    const { source } = file;
    const collection = sqlCollection({ source, catalog: typedCatalog, table: thingsTable(false) });
    await expect(collection.page({}, { cursor: "AAAA" })).rejects.toThrow(TypeError);
    expect(() => collectionOf(file, false, new Uint8Array(4))).toThrow(TypeError);
    expect(() => collectionOf(file, false, [])).toThrow(TypeError);
  });
});
