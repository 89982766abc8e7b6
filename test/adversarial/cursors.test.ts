import { describe, expect, it } from "vitest";
import { checkSortBy } from "../../src/checker/check.ts";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import type { Collection } from "../../src/engine/collection.ts";
import { sqlCollection } from "../../src/engine/databases/sql-collection.ts";
import type { CursorPosition } from "../../src/engine/cursor-position.ts";
import { createCollection } from "../../src/engine/store/collections/create-collection.ts";
import { parseSortBy } from "../../src/parser/parse.ts";
import { sqliteFile } from "../engine/databases/sqlite-source.ts";
import { kept } from "./keep.ts";

const catalog = defineCatalog({
  name: "reports",
  members: { id: "integer", rank: { type: "string", filterable: false } },
  key: "id",
  defaultSort: ["rank"],
});
const dateTimes = defineCatalog({ name: "instants", members: { v: "dateTime" } });
const cursorKey = new Uint8Array(32).fill(7);
const rowsOf = (tenant: string) => [1, 2, 3].map((id) => ({ id, rank: `${tenant}-secret-${id}` }));

const nextOf = async (collection: Pick<Collection, "page">, options: object = {}) => {
  const page = await collection.page({ limit: 1 }, { select: ["id"], ...options });
  return page.ok ? page.next! : page.diagnostics[0]!.code;
};

describe("a cursor", () => {
  const memory = (tenant: string, identity?: string) =>
    createCollection(rowsOf(tenant), { catalog, identity }).asCollection({ cursorKey });

  it("does not show the values of a member that clients cannot see", async () => {
    const next = await nextOf(memory("a"));
    const bytes = Buffer.from(next, "base64url");
    for (const encoding of ["utf8", "latin1", "utf16le"] as const)
      expect(bytes.toString(encoding)).not.toMatch(/secret|cldr/);
    expect(await nextOf(memory("a"), { cursor: next })).not.toBe(next);
  });

  it("has the same length for hidden values of similar lengths, and is the same for the same page", async () => {
    const ranks = ["", "x", "a rank of 21 letters"].map((rank) => [
      { id: 1, rank },
      { id: 2, rank: "zzz" },
    ]);
    const cursors = await Promise.all(
      ranks.map((rows) => nextOf(createCollection(rows, { catalog }).asCollection({ cursorKey }))),
    );
    expect(new Set(cursors.map(({ length }) => length)).size).toBe(1);
    expect(await nextOf(memory("a"))).toBe(await nextOf(memory("a")));
    expect(await nextOf(memory("a"))).not.toBe(await nextOf(memory("b")));
  });

  it("is refused by the table of another tenant", async () => {
    const file = await sqliteFile();
    try {
      for (const tenant of ["a", "b"]) {
        file.database.exec(`CREATE TABLE ${tenant} (id INTEGER, rank TEXT)`);
        for (const { id, rank } of rowsOf(tenant))
          file.database.prepare(`INSERT INTO ${tenant} VALUES (?, ?)`).run(id, rank);
      }
      const table = (path: string, identity?: string) =>
        sqlCollection({
          source: file.source,
          catalog,
          table: { table: path },
          cursorKey,
          ...(identity === undefined ? {} : { identity }),
        });
      const next = await nextOf(table("a"));
      expect(await nextOf(table("b"), { cursor: next })).toBe("stale-cursor");
      expect(await nextOf(table("a"), { cursor: next })).not.toBe("stale-cursor");
      const shared = await nextOf(table("a", "both"));
      expect(await nextOf(table("b", "both"), { cursor: shared })).not.toBe("stale-cursor");
      // Rows in memory can share cursors with a table.
      expect(await nextOf(memory("a", "both"), { cursor: shared })).not.toBe("stale-cursor");
      expect(await nextOf(memory("a"), { cursor: shared })).toBe("stale-cursor");
    } finally {
      file.close();
    }
  });

  it("is refused by a collection in memory with another identity, as is a cursor position", async () => {
    expect(await nextOf(memory("b", "tenant b"), { cursor: await nextOf(memory("a", "tenant a")) })).toBe(
      "stale-cursor",
    );
    const collectionOf = (tenant: string) => createCollection(rowsOf(tenant), { catalog, identity: tenant });
    const after = collectionOf("a").page({ limit: 1 }).next;
    expect(() => collectionOf("b").page({ limit: 1 }, { after })).toThrow("belongs to another query");
    expect(collectionOf("a").page({ limit: 1 }, { after }).items).toHaveLength(1);
    expect(() => createCollection([], { catalog, identity: 1 as never })).toThrow(
      "identity must be a string, got number.",
    );
  });
});

describe("pages by cursor", () => {
  const years = [-62_135_596_800_000, -62_135_596_800_001, 253_402_300_799_999, 253_402_300_800_000];
  const extremes = ["0001-01-01T00:00:00+18:00", "9999-12-31T24:00:00-18:00"];
  const held: Readonly<Record<string, readonly unknown[]>> = {
    string: ["", "a", "A", "a\u0301", "\u00e1", "\ud800", "\0", "\u00ad", "x".repeat(5_000)],
    number: [0, -0, 0.1, -1e308, 5e-324, 2 ** 53, 2n ** 53n + 1n, 10n ** 30n, NaN, Infinity],
    integer: [0, -0, 2 ** 53, 2n ** 53n + 1n, -(10n ** 30n), 1.5],
    boolean: [true, false],
    date: ["0001-01-01", "9999-12-31", "2020-02-30", "0000-01-01", "+012345-01-01"],
    time: ["00:00", "24:00:00", "00:00+18:00", "24:00-18:00", "12:00:00.000000001", "24:01"],
    dateTime: [
      ...[0, -1, -1e14, ...years, 8.64e15, -8.64e15, NaN].map((at) => new Date(at)),
      ...[...extremes, "2020-01-01 00:00:00.000000001+02", "soon"],
    ],
  };
  const others = [undefined, null, [], {}, "x", 7, true, new Date(5), new Date(-1e14)];

  it.each(Object.keys(held))(
    "reach each row once, in both directions, for each value of a %s member",
    async (type) => {
      const things = defineCatalog({
        name: "things",
        members: { id: "integer", v: type as "string" },
        key: "id",
      });
      const rows = [...held[type]!, ...others].map((v, id) => ({ id, v }));
      const collection = createCollection<(typeof rows)[number]>(rows, { catalog: things });
      const service = collection.asCollection({ cursorKey });
      for (const text of ["v", "v:descending"]) {
        const { sortBy } = checkSortBy(parseSortBy(text, { catalog: things }).expression!, things);
        const whole = collection.page({ sortBy: sortBy!, limit: 100 }).items.map(({ id }) => id);
        const byCursor: unknown[] = [];
        const byPosition: unknown[] = [];
        for (
          let cursor: string | undefined, i = 0;
          i === 0 || (cursor !== undefined && i <= rows.length);
          i++
        ) {
          const page = await service.page(
            { sortBy: sortBy!, limit: 1 },
            cursor === undefined ? {} : { cursor },
          );
          if (!page.ok) throw new Error(page.diagnostics[0]!.message);
          byCursor.push(...page.items.map(({ id }) => id));
          cursor = page.next;
        }
        for (let after: CursorPosition | undefined, i = 0; i === 0 || (after && i <= rows.length); i++) {
          const page = collection.page({ sortBy: sortBy!, limit: 1 }, after === undefined ? {} : { after });
          byPosition.push(...page.items.map(({ id }) => id));
          after = page.next && (JSON.parse(JSON.stringify(page.next)) as CursorPosition);
        }
        expect({ text, byCursor, byPosition }).toEqual({ text, byCursor: whole, byPosition: whole });
        expect(whole).toHaveLength(rows.length);
      }
    },
  );

  it("read the JSON form of each row as the same value", () => {
    for (const v of held["dateTime"]!) {
      const [copy] = JSON.parse(JSON.stringify([v])) as [unknown];
      expect([v, kept("isNull(v)", [{ v: copy }], { catalog: dateTimes }).length]).toEqual([
        v,
        kept("isNull(v)", [{ v }], { catalog: dateTimes }).length,
      ]);
    }
  });
});
