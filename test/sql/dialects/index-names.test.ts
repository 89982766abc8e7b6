import { expect, it } from "vitest";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import { postgresIndexes } from "../../../src/sql/dialects/postgres/ddl.ts";
import { sqliteIndexes } from "../../../src/sql/dialects/sqlite/ddl.ts";

it.each([
  ["SQLite", sqliteIndexes],
  ["PostgreSQL", postgresIndexes],
])(
  "indexes with the same members for comparisons and for orders have different names, %s",
  (_name, create) => {
    const catalog = defineCatalog({
      name: "things",
      key: "id",
      members: { id: { type: "integer", nullable: false }, size: "integer", kind: "string" },
    });
    const indexes = [
      { equal: ["size"] },
      { order: "size" },
      { equal: ["kind", "size"] },
      { equal: ["kind"], order: "size" },
    ];
    const names = create({ catalog, table: { table: "things" }, locales: [], indexes }).map(
      (statement) => /"things_[^"]*"/.exec(statement)?.[0],
    );
    expect(names).toHaveLength(4);
    expect(new Set(names).size).toBe(4);
  },
);
