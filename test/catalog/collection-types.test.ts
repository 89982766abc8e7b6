import { DatabaseSync } from "node:sqlite";
import { describe, expect, expectTypeOf, it } from "vitest";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { readCatalog } from "../../src/catalog/read-catalog.ts";
import type { RowOf } from "../../src/catalog/row-type.ts";
import type { Catalog } from "../../src/catalog/types.ts";
import type { Collection } from "../../src/engine/collection.ts";
import { fromNodeSqlite } from "../../src/engine/databases/adapters/sqlite/node-sqlite.ts";
import { sqlCollection } from "../../src/engine/databases/sql-collection.ts";
import { createCollection } from "../../src/engine/store/collections/create-collection.ts";
import { loadCollection } from "../../src/engine/store/collections/load-collection.ts";
import type { MemoryCollection } from "../../src/engine/store/collections/memory-collection.ts";

const catalog = defineCatalog({
  name: "reports",
  members: {
    id: { type: "string", nullable: false },
    state: { type: "string", enum: ["draft", "done"] },
    size: "number",
  },
  key: "id",
});
type Report = RowOf<typeof catalog>;
interface Short {
  readonly id: string;
}
const untyped: Catalog = readCatalog(catalog.definition).catalog!;

describe("createCollection", () => {
  it("infers the row type from the catalog", () => {
    const reports = createCollection([{ id: "a", state: "draft" }], { catalog });
    expectTypeOf(reports).toEqualTypeOf<MemoryCollection<Report>>();
    expectTypeOf(createCollection([], { catalog })).toEqualTypeOf<MemoryCollection<Report>>();
    reports.insert([{ id: "b", state: "done", size: 2 }]);
    expect(reports.page({ limit: 5 }).items.map(({ state }) => state)).toEqual(["draft", "done"]);
    // @ts-expect-error a row needs an id
    expect(reports.insert([{ size: 1 }])).toMatchObject({ inserted: 1 });
  });

  it("rejects rows of another shape", () => {
    // @ts-expect-error the id must be a string
    createCollection([{ id: 1 }], { catalog });
    // @ts-expect-error the id is missing
    createCollection([{ state: "draft" }], { catalog });
    // @ts-expect-error lost is not a state
    createCollection([{ id: "a", state: "lost" }], { catalog });
    // @ts-expect-error there is no member more
    createCollection([{ id: "a", more: 1 }], { catalog });
    const unknown: Record<string, unknown>[] = [];
    // @ts-expect-error the properties are unknown
    createCollection(unknown, { catalog });
  });

  it("keeps the type of the rows without a catalog, and with one whose members are unknown to the compiler", () => {
    const rows: Short[] = [{ id: "a" }];
    expectTypeOf(createCollection(rows)).toEqualTypeOf<MemoryCollection<Short>>();
    expectTypeOf(createCollection(rows, { locale: "de" })).toEqualTypeOf<MemoryCollection<Short>>();
    expectTypeOf(createCollection(rows, { catalog: untyped })).toEqualTypeOf<MemoryCollection<Short>>();
    expectTypeOf(createCollection<Short>(rows, { catalog })).toEqualTypeOf<MemoryCollection<Short>>();
  });
});

describe("loadCollection", () => {
  it("has the types of createCollection", async () => {
    const loaded = await loadCollection([{ id: "a" }, [{ id: "b" }]], { catalog });
    expectTypeOf(loaded).toEqualTypeOf<MemoryCollection<Report>>();
    expect(loaded.count({})).toBe(2);
    // @ts-expect-error the id must be a string
    await loadCollection([{ id: 1 }], { catalog });
    const rows: Short[] = [];
    expectTypeOf(await loadCollection(rows, { catalog: untyped })).toEqualTypeOf<MemoryCollection<Short>>();
  });
});

describe("sqlCollection", () => {
  const source = fromNodeSqlite(new DatabaseSync(":memory:"));
  const table = { table: "reports" };

  it("infers the row type from the catalog", () => {
    expectTypeOf(sqlCollection({ source, catalog, table })).toEqualTypeOf<Collection<Report>>();
  });

  it("is not assignable to a collection of other rows", () => {
    // @ts-expect-error the id must be a string
    const other: Collection<{ readonly id: number }> = sqlCollection({ source, catalog, table });
    expect(other.catalog).toBe(catalog);
  });

  it("returns objects for a catalog whose members are unknown to the compiler", () => {
    expectTypeOf(sqlCollection({ source, catalog: untyped, table })).toEqualTypeOf<Collection>();
    expectTypeOf(sqlCollection<Short>({ source, catalog, table })).toEqualTypeOf<Collection<Short>>();
  });
});
