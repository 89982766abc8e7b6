import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineCatalog } from "tamis";
import type { Collection } from "../../../src/engine/collection.ts";
import { cursorSeal } from "../../../src/engine/cursor-seal.ts";
import { sqlCollection } from "../../../src/engine/databases/sql-collection.ts";
import { typedCatalog } from "../../properties/typed-catalog.ts";
import { checking } from "../../sql/checked-query.ts";
import { CURSOR_KEY, pageOf, throughPages } from "./collection-suite.ts";
import { sqliteFile, type SqliteFile } from "./sqlite-source.ts";
import { loadThings, sampleRows, THINGS, type Row } from "./typed-things.ts";

const { sortByOf } = checking(typedCatalog);

function collectionOf({ source }: SqliteFile, cursorKey: Uint8Array | Uint8Array[] = CURSOR_KEY): Collection {
  return sqlCollection({ source, catalog: typedCatalog, table: THINGS, cursorKey });
}

const ids = (rows: readonly Row[]) => rows.map(({ id }) => id);

describe("a cursor", () => {
  let file: SqliteFile;
  beforeAll(async () => {
    file = await sqliteFile();
    const rows = sampleRows(1, 20).map((row, i) => ({ ...row, s: `s${i % 5}`, i }));
    loadThings(file, rows);
  });
  afterAll(() => file.close());
  const order = sortByOf("s:descending");

  it("is made only if it is wanted", async () => {
    const collection = collectionOf(file);
    const { items, next } = await pageOf(collection, { sortBy: order, limit: 7 }, { next: false });
    expect([items.length, next]).toEqual([7, undefined]);
  });

  it("continues after an instant in JSON that has a form of databases", async () => {
    const days = [
      "2020-01-01 00:00:00",
      "2020-01-01 02:00 +02:00",
      "2020-01-02 00:00:00",
      "2020-01-01 00:00",
    ];
    const datedFile = await sqliteFile();
    const rows = sampleRows(1, days.length).map((row, i) => ({ ...row, o: { dt: days[i] } }));
    loadThings(datedFile, rows);
    const all = await throughPages(collectionOf(datedFile), { sortBy: sortByOf("o.dt"), limit: 1 });
    datedFile.close();
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
      collectionOf(file, key).page({ sortBy: order, limit: 3 }, { cursor: next });
    const foreign = await continued(other);
    expect(foreign.ok || foreign.diagnostics[0]!.code).toBe("invalid-cursor");
    expect((await continued([other, CURSOR_KEY])).ok).toBe(true);
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
    const collection = sqlCollection({ source, catalog: typedCatalog, table: THINGS });
    await expect(collection.page({}, { cursor: "AAAA" })).rejects.toThrow(TypeError);
    expect(() => collectionOf(file, new Uint8Array(4))).toThrow(TypeError);
    expect(() => collectionOf(file, [])).toThrow(TypeError);
  });
});
