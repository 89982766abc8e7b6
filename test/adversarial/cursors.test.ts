import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import type { Collection } from "../../src/engine/collection.ts";
import { sqlCollection } from "../../src/engine/databases/sql-collection.ts";
import { createCollection } from "../../src/engine/store/collections/create-collection.ts";
import { sqliteFile } from "../engine/databases/sqlite-source.ts";

const catalog = defineCatalog({
  name: "reports",
  members: { id: "integer", rank: { type: "string", filterable: false } },
  key: "id",
  defaultSort: ["rank"],
});
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
