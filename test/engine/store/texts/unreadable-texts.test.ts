import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { defineCatalog } from "../../../../src/catalog/define-catalog.ts";
import { createCollection, loadCollection } from "../../../../src/engine/store/index.ts";
import { plainKernels } from "../../../../src/engine/store/kernels/plain.ts";
import { CsvFormat } from "../../../../src/files/located/csv-format.ts";
import { JsonFormat } from "../../../../src/files/located/json-format.ts";
import { countOf } from "../../../effort.ts";
import { collectionOfText } from "./collection-of-text.ts";

const catalog = defineCatalog({
  name: "things",
  key: "id",
  members: {
    id: "integer",
    safe: { type: "integer", safe: true },
    name: { type: "string", property: "full name" },
    size: "number",
    open: "boolean",
    day: "date",
    at: "dateTime",
    tags: { type: "list", items: "string" },
    by: { type: "map", values: "number" },
    owner: { type: "object", members: { city: "string", age: "integer" } },
  },
});
const values = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    0,
    -1,
    1.5,
    4,
    1e21,
    2n ** 53n,
    -(2n ** 70n),
    "",
    "4",
    "a",
    true,
    false,
    "é",
  ),
  fc.constantFrom<unknown>(
    "2026-01-31",
    "2026-01-31T00:00:00Z",
    "2026-02-30",
    ["a"],
    ["a", 1],
    [null],
    [],
    {},
  ),
  fc.constantFrom<unknown>({ a: 1 }, { a: "b" }, { city: "x" }, { city: 1, age: 1.5 }, { age: null }, [[]]),
);
const rows = fc.record(
  Object.fromEntries(
    ["id", "safe", "full name", "size", "open", "day", "at", "tags", "by", "owner"].map((name) => [
      name,
      values,
    ]),
  ),
  { requiredKeys: [] },
);

describe("unreadable values of rows that are text", () => {
  it("are those of the same rows as objects, after changes too", () => {
    let found = 0;
    fc.assert(
      fc.property(
        fc.array(rows, { minLength: 1, maxLength: 20 }),
        fc.array(rows, { maxLength: 3 }),
        (given, added) => {
          const texts = collectionOfText(given, catalog, plainKernels());
          const objects = createCollection<unknown>(given, { catalog });
          const all = (collection: typeof texts) =>
            [...collection.unreadable()].map(({ row, index, members }) => ({ row, index, members }));
          expect(all(texts)).toEqual(all(objects));
          for (const collection of [texts, objects]) {
            collection.delete([0, 4]);
            collection.insert(added);
          }
          expect(all(texts)).toEqual(all(objects));
          found += all(texts).length;
        },
      ),
      { numRuns: countOf("engine/store/texts/unreadable-texts: runs") },
    );
    expect(found).toBeGreaterThan(100);
  });

  it("are found without parsing the other rows", () => {
    const parse = vi.spyOn(JsonFormat.prototype, "read");
    const given = Array.from({ length: 3_000 }, (_, id) => ({
      id,
      safe: id,
      "full name": `name ${id}`,
      size: id === 77 ? "large" : id / 2,
      open: id % 2 === 0,
      day: "2026-01-31",
      at: id === 2_999 ? "soon" : "2026-01-31T00:00:00Z",
      tags: ["a"],
      by: { a: id },
      owner: { city: "x", age: id },
    }));
    const collection = collectionOfText(given, catalog, plainKernels(), undefined, (row) =>
      JSON.stringify(row),
    );
    expect([...collection.unreadable()]).toEqual([
      { row: given[77], index: 77, members: ["size"] },
      { row: given[2_999], index: 2_999, members: ["at"] },
    ]);
    expect(parse).toHaveBeenCalledTimes(2);
    parse.mockRestore();
  });

  it("are also found with names that every object inherits, in long rows, and in CSV", async () => {
    const strange = defineCatalog({
      name: "things",
      key: "id",
      members: {
        id: "integer",
        text: "string",
        made: { type: "string", property: "constructor" },
        like: { type: "string", property: "__proto__" },
      },
    });
    const text = [
      '{"id":1}',
      '{"id":2,"constructor":3}',
      '{"id":3,"__proto__":4}',
      '{"id":4,"__proto__":"x","constructor":"y"}',
      `{"text":"${"x".repeat(2_000_000)}","id":"3"}`,
    ].join("\n");
    const found = await loadCollection(new TextEncoder().encode(text), {
      format: "ndjson",
      catalog: strange,
    });
    expect([...found.unreadable()].map(({ index, members }) => [index, ...members])).toEqual([
      [1, "made"],
      [2, "like"],
      [4, "id"],
    ]);
    const csv = new TextEncoder().encode("id,size,at\n1,2,2026-01-31T00:00:00Z\n2,large,soon\nx,,\n");
    const cells = await loadCollection(csv, { format: "csv", catalog });
    expect([...cells.unreadable()].map(({ index, members }) => [index, ...members])).toEqual([
      [1, "size", "at"],
      [2, "id"],
    ]);
  });

  it("are not searched in columns of strings", async () => {
    const read = vi.spyOn(CsvFormat.prototype, "valueAt");
    const csv = new TextEncoder().encode('full name,id,open\na,1,\n"b",x,true\n');
    const cells = await loadCollection(csv, { format: "csv", catalog });
    expect([...cells.unreadable()].map(({ index, members }) => [index, ...members])).toEqual([[1, "id"]]);
    const columns = new Set(read.mock.calls.map(([, , column]) => column));
    expect(columns).toEqual(new Set([1, 2]));
    read.mockRestore();
  });
});
