import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import { rowReader } from "../../../src/sql/rows/row-reader.ts";
import { sqlTarget } from "../../../src/sql/compile/compile-clauses.ts";
import { sqlite } from "../../../src/sql/dialects/sqlite/dialect.ts";
import { joinSql, toStatement } from "../../../src/sql/fragments/fragment.ts";
import type { TableDefinition } from "../../../src/sql/tables/table-definition.ts";

const catalog = defineCatalog({
  name: "reports",
  members: {
    id: "integer",
    name: { type: "string", property: "title" },
    owner: {
      type: "object",
      members: { name: "string", address: { type: "object", members: { city: "string", zip: "integer" } } },
    },
    labels: { type: "map", values: "integer" },
    tags: { type: "list", items: "string" },
    made: "dateTime",
    __proto: "boolean",
  },
  key: "id",
});

const dialect = sqlite({ version: "3", functions: new Set(), features: new Set() });

function readerOf(members: TableDefinition["members"], properties?: ReadonlySet<string>) {
  const target = sqlTarget({ catalog, table: { table: "reports", ...(members && { members }) }, dialect });
  const reader = rowReader(target, properties);
  return { ...reader, text: toStatement(joinSql(reader.columns, ", ")).segments.join("?") };
}

describe("the row reader", () => {
  it("selects the columns named like the members' properties by default", () => {
    const { text, row } = readerOf({});
    expect(text).toMatch(
      /^t\."id", t\."title", t\."owner", t\."labels", t\."tags", CASE WHEN .* THEN strftime\(.*t\."made".*\) \|\| 'Z' END, t\."__proto"$/,
    );
    const made = "1970-01-01T00:00:01.500Z";
    expect(row([1n, "x", '{"name":"n","more":[1]}', '{"a":1}', '["b",null]', made, 1n])).toEqual({
      id: 1,
      title: "x",
      owner: { name: "n", more: [1] },
      labels: { a: 1 },
      tags: ["b", null],
      made,
      __proto: true,
    });
  });

  it("sets a property for each member, null without a value", () => {
    const { row } = readerOf({});
    expect(row([null, null, null, "no json", "null", null, null])).toEqual({
      id: null,
      title: null,
      owner: null,
      labels: null,
      tags: null,
      made: null,
      __proto: null,
    });
  });

  it("builds nested objects from flat columns, and null if all are null", () => {
    const { text, row } = readerOf(
      { "owner.name": "owner_name", "owner.address.city": "city", "owner.address.zip": "zip" },
      new Set(["owner"]),
    );
    expect(text).toBe('NULL, t."owner_name", t."city", t."zip"');
    expect(row([null, "n", null, 5n])).toEqual({ owner: { name: "n", address: { city: null, zip: 5 } } });
    expect(row([null, "n", null, null])).toEqual({ owner: { name: "n" } });
    expect(row([null, null, "Bonn", null])).toEqual({
      owner: { name: null, address: { city: "Bonn", zip: null } },
    });
    expect(row([null, null, null, null])).toEqual({ owner: null });
  });

  it("merges a column into the JSON of the same object", () => {
    const { text, row } = readerOf({ "owner.address.city": "city" }, new Set(["owner"]));
    expect(text).toBe('t."owner", t."city"');
    expect(row(['{"name":"n","address":{"city":"old","zip":1}}', "new"])).toEqual({
      owner: { name: "n", address: { city: "new", zip: 1 } },
    });
    expect(row([null, "new"])).toEqual({ owner: { address: { city: "new" } } });
  });

  it("selects a JSON column once, however many members are read from it", () => {
    const { text, row } = readerOf({
      name: { json: "doc", path: ["name"] },
      tags: { json: "doc", path: ["deep", "tags"] },
      id: { json: "doc" },
    });
    expect(text.match(/"doc"/g)).toHaveLength(1);
    expect(row(['{"name":"n","deep":{"tags":["a"]}}', null, null, null, null])).toMatchObject({
      title: "n",
      tags: ["a"],
    });
  });

  it("reads nothing from prototypes", () => {
    const { row } = readerOf({ name: { json: "doc", path: ["constructor", "name"] } }, new Set(["title"]));
    expect(row(["{}"])).toEqual({ title: null });
    const { row: labels } = readerOf(
      { labels: { childTable: "labels", parent: "report", key: "k", value: "v" } },
      new Set(["labels"]),
    );
    const read = labels(['[["__proto__","5"],["a",null]]'])["labels"] as object;
    expect(Object.entries(read)).toEqual([
      ["__proto__", 5],
      ["a", null],
    ]);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  });

  it("throws for members that the dialect cannot select", () => {
    expect(() => readerOf({ tags: { array: "tags" } })).toThrow(TypeError);
    expect(() => readerOf({ labels: { childTable: "labels", parent: "report", value: "v" } })).toThrow(
      TypeError,
    );
  });
});
