import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../../../src/catalog/define-catalog.ts";
import { check } from "../../../../src/checker/check.ts";
import { createCollection, loadCollection, type InvalidRow } from "../../../../src/engine/store/index.ts";
import { MAX_COLUMNS } from "../../../../src/engine/store/texts/csv-format.ts";
import { CsvTextValues } from "../../../../src/engine/store/texts/csv-text-values.ts";
import { parseFilter } from "../../../../src/parser/parse.ts";
import { byEffort } from "../../../effort.ts";

const catalog = defineCatalog({
  name: "things",
  key: "id",
  members: {
    id: "integer",
    name: "string",
    size: "number",
    open: "boolean",
    at: "dateTime",
    when: { type: "date", property: "due date" },
  },
});
const filterOf = (each: string) => check(parseFilter(each).expression!, catalog).filter!;
const encode = (each: string) => new TextEncoder().encode(each);
const load = (text: string, onInvalidRow?: (row: InvalidRow) => void) =>
  loadCollection(encode(text), { format: "csv", catalog, onInvalidRow });
const rowsOf = async (text: string) => [...(await load(text)).stream({})];

function* inParts(bytes: Uint8Array, length: number) {
  for (let i = 0; i < bytes.length; i += length) yield bytes.subarray(i, i + length);
}

describe("loadCollection of CSV", () => {
  it("reads cells by the types of the members", async () => {
    const text = [
      "id,name,size,open,at,due date,note",
      '1,"straße, ""A""",4.35,true,2026-01-01T00:00:00Z,2026-02-03,x',
      '"2",,-0,false,,"",""',
      '9007199254740993,"two\nlines",1e5,TRUE,soon,2026-02-30, y ',
      '4.0,a"b,0.1234567890123456789,"true",2026-01-01T00:00:00+01:00,,',
      "x,y,1e999,,,,",
    ].join("\r\n");
    const rows = await rowsOf(`\u{feff}${text}`);
    const base = { open: null, at: null, "due date": null, note: null };
    // In the order of the key: null, 1, 2, 4, 9007199254740993.
    expect(rows).toEqual([
      { ...base, id: "x", name: "y", size: "1e999" },
      {
        id: 1,
        name: 'straße, "A"',
        size: 4.35,
        open: true,
        at: "2026-01-01T00:00:00Z",
        "due date": "2026-02-03",
        note: "x",
      },
      { ...base, id: 2, name: null, size: -0, open: false, "due date": "", note: "" },
      {
        ...base,
        id: 4,
        name: 'a"b',
        size: 0.1234567890123456789,
        open: true,
        at: "2026-01-01T00:00:00+01:00",
      },
      {
        id: 9007199254740993n,
        name: "two\nlines",
        size: 1e5,
        open: "TRUE",
        at: "soon",
        "due date": "2026-02-30",
        note: " y ",
      },
    ]);
    const collection = await load(text);
    const count = (filter: string) => collection.count({ filter: filterOf(filter) });
    expect(count("gt(id,2)")).toBe(2);
    expect(count("contains($primary,name,'STRASSE')")).toBe(1);
    expect(count("isNull(name)")).toBe(1);
    expect(count("eq(open,true)")).toBe(2);
    expect(count("lt(at,2026-01-01T00:00:00Z)")).toBe(1);
    expect(count("gt(when,2026-01-01)")).toBe(1);
  });

  it("finds the same rows in columns as in parsed rows, for random cells and parts of any length", async () => {
    const cell = fc.oneof(
      fc.constantFrom(
        "",
        '""',
        "1",
        "-2.5",
        "007",
        "1e3",
        "12345678901234567890",
        "true",
        "false",
        "é",
        "😀x",
      ),
      fc.constantFrom(
        "2026-01-01",
        "2026-01-01T00:00:00Z",
        '"a,b"',
        '"a""b"',
        '"line\r\nend"',
        "a\rb",
        " 1 ",
      ),
    );
    const conditions = [
      "gt(id,0)",
      "isNull(id)",
      "contains(name,'a')",
      "eq(name,'')",
      "lt(size,2)",
      "eq(open,true)",
      "isNull(at)",
      "gt(when,2025-01-01)",
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell, cell, cell, cell, cell), { minLength: 1, maxLength: 30 }),
        fc.constantFrom("\n", "\r\n"),
        fc.integer({ min: 1, max: 40 }),
        async (records, lineEnd, length) => {
          const text = ["id,name,size,open,at,due date", ...records.map((cells) => cells.join(","))].join(
            lineEnd,
          );
          const collection = await loadCollection(inParts(encode(text), length), { format: "csv", catalog });
          expect(collection.size).toBe(records.length);
          const reference = createCollection<unknown>([...(await load(text)).stream({})], { catalog });
          for (const each of conditions) {
            const filter = filterOf(each);
            expect([each, collection.count({ filter })]).toEqual([each, reference.count({ filter })]);
          }
        },
      ),
      { numRuns: byEffort({ sample: 100, full: 2_000, proof: 50_000 }) },
    );
  });

  it("reports invalid rows with their line, and leaves them out", async () => {
    const invalid: InvalidRow[] = [];
    const text = ["id,name", "1,a", "2", "", "3,b,c", '4,"x\ny"', '5,"x"y', '6,"', "lost,1"].join("\n");
    const collection = await load(text, (row) => invalid.push(row));
    expect([...collection.stream({})]).toEqual([
      { id: 1, name: "a" },
      { id: 4, name: "x\ny" },
    ]);
    expect(invalid.map(({ line, row, message }) => ({ line, row, message }))).toEqual([
      { line: 3, row: 2, message: "The row has 1 cell, but the header has 2." },
      { line: 5, row: 3, message: "The row has 3 cells, but the header has 2." },
      { line: 8, row: 5, message: "Text follows a closing quote. A quote inside quotes must be doubled." },
      { line: 9, row: 6, message: "A quote has no closing quote." },
    ]);
    await expect(load(text)).rejects.toThrow("Line 3: The row has 1 cell, but the header has 2.");
    const bytes = Uint8Array.of(...encode("id,name\n1,"), 0xc3, 0x28, 0x0a);
    await expect(loadCollection(bytes, { format: "csv", catalog })).rejects.toThrow(
      "Line 2: The text is not valid UTF-8.",
    );
  });

  it("counts the bytes of quoted cells, so that long ones end a batch", () => {
    const values = new CsvTextValues(["string", "number"]);
    values.add(encode('"""x""",'), 0, 0);
    expect(values.bytes).toBe(3);
    values.add(encode("word,"), 0, 1);
    expect(values.bytes).toBe(7);
    expect(values.take()).toEqual(['"x"', "word"]);
    expect(values.bytes).toBe(0);
  });

  it("rejects invalid headers", async () => {
    await expect(load("id,id\n1,2")).rejects.toThrow(
      "Line 1: The header has two columns with the name 'id'.",
    );
    await expect(load('id,"na')).rejects.toThrow("Line 1: A quote has no closing quote.");
    await expect(load('id,"na"x\n')).rejects.toThrow("Line 1: Text follows a closing quote.");
    await expect(loadCollection(encode("id\n1"), { format: "csv" })).rejects.toThrow(
      "CSV requires a catalog",
    );
    const header = (columns: number) =>
      `id,${Array.from({ length: columns - 1 }, (_, i) => `c${i}`).join(",")}`;
    const row = `7${",x".repeat(MAX_COLUMNS - 1)}`;
    const widest = await load(`${header(MAX_COLUMNS)}\n${row}`);
    expect(widest.count({ filter: filterOf("eq(id,7)") })).toBe(1);
    await expect(load(header(MAX_COLUMNS + 1))).rejects.toThrow("The header has more than 1000 columns.");
  });

  it("accepts a header without rows", async () => {
    expect((await load("id,name\r\n")).size).toBe(0);
    expect((await load("id,name")).size).toBe(0);
  });
});
