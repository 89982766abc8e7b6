import { afterEach, describe, expect, it, vi } from "vitest";
import { defineCatalog, type Catalog } from "tamis";
import { fromSqliteFile } from "tamis/databases";
import { sqliteStore } from "tamis/http";
import { sharedFile } from "../../engine/databases/drivers/drivers.ts";
import { STORES, TYPED_MEMBERS, type StoreFixture } from "./store-fixtures.ts";

const catalog: Catalog = defineCatalog({
  name: "notes",
  key: "id",
  defaultSort: ["id"],
  members: { id: { type: "string", nullable: false }, name: "string", ...TYPED_MEMBERS },
});
const EMPTY = Object.fromEntries([...catalog.members.byName.keys()].map((name) => [name, null]));
const rowOf = (i: number, name = `name ${i}`) => ({
  ...EMPTY,
  id: `row ${i}`,
  name,
  size: i,
  tags: [`${i}`],
});
const ROWS = Array.from({ length: 450 }, (_, i) => rowOf(i));

describe.each(STORES.filter(([name]) => name !== "memory"))("many rows at once in %s", (_name, open) => {
  let fixture: StoreFixture;
  afterEach(() => fixture.end());

  it("are the same as rows that are created one by one, each with a version of its own", async () => {
    fixture = await open(catalog);
    const { store } = fixture;
    const seen: number[] = [];
    const outcome = await store.createAll!(ROWS, { onProgress: (rows) => seen.push(rows) });
    expect(outcome).toEqual({ kind: "created" });
    expect(seen.at(-1)).toBe(ROWS.length);
    const single = rowOf(1_000);
    await store.create(single);
    const versions = new Set<string>();
    for (const row of [...ROWS.slice(190, 210), ROWS.at(-1)!, single]) {
      const stored = await store.read(row.id);
      expect({ ...stored!.row, size: Number(stored!.row["size"]) }).toEqual(row);
      versions.add(stored!.version);
    }
    expect(versions.size).toBe(22);
    expect(await store.collection.count({})).toMatchObject({ count: ROWS.length + 1 });
  });

  it("are not created if one of them is refused, and the outcome names it", async () => {
    fixture = await open(catalog, { unique: [["name"]] });
    const { store } = fixture;
    const twice = [...ROWS.slice(0, 333), rowOf(500, "name 7"), ...ROWS.slice(333)];
    expect(await store.createAll!(twice)).toEqual({ kind: "refused", index: 333 });
    expect(await store.collection.count({})).toMatchObject({ count: 0 });
    await store.create(rowOf(44, "taken"));
    expect(await store.createAll!(ROWS)).toEqual({ kind: "refused", index: 44 });
    expect(await store.collection.count({})).toMatchObject({ count: 1 });
  });
});

describe("a table of SQLite", () => {
  it("has the same indexes after it was filled, and reads the rules of a language once", async () => {
    const { path, database, end } = sharedFile();
    const source = fromSqliteFile(path);
    const indexes = () => database.prepare("SELECT name, sql FROM sqlite_schema ORDER BY name").all();
    const locales = vi.spyOn(Intl, "getCanonicalLocales");
    try {
      const store = await sqliteStore({ database, source, catalog, unique: [["name"]] });
      const before = indexes();
      expect(
        before.filter(({ sql }) => /tamis_key\(.*'(?:identical|tertiary)'/.test(String(sql))).length,
      ).toBe(2);
      await store.create(rowOf(900));
      locales.mockClear();
      // Fills indexes of two strengths row by row.
      expect(await store.createAll!(ROWS)).toEqual({ kind: "created" });
      expect(locales.mock.calls.length).toBeLessThan(10);
      expect(await store.delete("row 900", "any")).toEqual({ kind: "deleted" });
      for (const { id } of ROWS) await store.delete(id, "any");
      expect(await store.createAll!(ROWS)).toEqual({ kind: "created" });
      expect(indexes()).toEqual(before);
    } finally {
      locales.mockRestore();
      await source.close();
      end();
    }
  });
});
