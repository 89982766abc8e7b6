import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../../../src/catalog/define-catalog.ts";
import {
  createCollection,
  loadCollection,
  loadText,
  type CsvColumn,
  type CsvOptions,
  type InvalidRow,
} from "../../../../src/engine/store/index.ts";
import { MAX_COLUMNS } from "../../../../src/files/located/csv-format.ts";
import { readRows } from "../../../../src/files/index.ts";
import { countOf } from "../../../effort.ts";
import { checking } from "../../../sql/checked-query.ts";
import { words } from "../../../words.ts";

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
const { filterOf } = checking(catalog);
const encode = (each: string) => new TextEncoder().encode(each);
const load = (text: string, onInvalidRow?: (row: InvalidRow) => void) =>
  loadCollection(encode(text), { format: "csv", catalog, onInvalidRow });
const rowsOf = async (text: string) => [...(await load(text)).stream({})];

function* inParts(bytes: Uint8Array, length: number) {
  for (let i = 0; i < bytes.length; i += length) yield bytes.subarray(i, i + length);
}

/** A source that waits for ever. */
async function* unending(): AsyncGenerator<Uint8Array> {
  yield encode("id\n");
  await new Promise(() => undefined);
}

describe("loadCollection of CSV", () => {
  it("reads cells by the types of the members", async () => {
    const text = [
      "id,name,size,open,at,due date,note",
      '1,"straße, ""A""",4.35,true,2026-01-01T00:00:00Z,2026-02-03,x',
      '"2",,-0,false,,"",""',
      '9007199254740993,"two\nlines",1e5,TRUE,soon,2026-02-30, y ',
      '4,"a""b",0.1234567890123456789,"true",2026-01-01T00:00:00+01:00,,',
      "x,y,1e999,maybe,,,",
    ].join("\r\n");
    const rows = await rowsOf(`\u{feff}${text}`);
    const base = { open: null, at: null, "due date": null, note: null };
    // In the order of the key: null, 1, 2, 4, 9007199254740993.
    expect(rows).toEqual([
      { ...base, id: null, name: "y", size: null },
      {
        id: 1,
        name: 'straße, "A"',
        size: 4.35,
        open: true,
        at: "2026-01-01T00:00:00Z",
        "due date": "2026-02-03",
        note: "x",
      },
      { ...base, id: 2, name: null, size: -0, open: false },
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
        open: true,
        at: null,
        "due date": null,
        note: " y ",
      },
    ]);
    const collection = await load(text);
    const count = (filter: string) => collection.count({ filter: filterOf(filter) });
    expect(count("gt(id,2)")).toBe(2);
    expect(count("contains($primary,name,'STRASSE')")).toBe(1);
    expect(count("isNull(name)")).toBe(1);
    expect(count("eq(open,true)")).toBe(3);
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
      fc.constantFrom("2026-01-01", "2026-01-01T00:00:00Z", '"a,b"', '"a""b"', '"line\r\nend"', " 1 "),
    );
    const conditions = words(`
      gt(id,0) isNull(id) contains(name,'a') eq(name,'') lt(size,2) eq(open,true) isNull(at)
      gt(when,2025-01-01)
    `);
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
      { numRuns: countOf("engine/store/texts/load-csv: runs") },
    );
  });

  it("reports invalid rows with their line, and leaves them out", async () => {
    const invalid: InvalidRow[] = [];
    const text = ["id,name", "1,a", "2", "", "3,b,c", '4,"x\ny"', '5,"x"y', " ", '7,"', "lost,1"].join("\n");
    const collection = await load(text, (row) => invalid.push(row));
    expect([...collection.stream({})]).toEqual([
      { id: null, name: "1" },
      { id: 1, name: "a" },
      { id: 4, name: "x\ny" },
    ]);
    expect([...collection.unreadable()].map(({ index, members }) => [index, ...members])).toEqual([
      [2, "id"],
    ]);
    expect(invalid.map(({ line, row, message }) => ({ line, row, message }))).toEqual([
      { line: 3, row: 2, message: "the row has 1 cell, but the header has 2 columns" },
      { line: 5, row: 3, message: "the row has 3 cells, but the header has 2 columns" },
      {
        line: 8,
        row: 5,
        message: "text follows the closing quote of a cell; double the quotes inside a quoted cell",
      },
      { line: 9, row: 6, message: "the row has 1 cell, but the header has 2 columns" },
      { line: 10, row: 7, message: "a quoted cell that begins in this row is not closed" },
    ]);
    await expect(load(text)).rejects.toThrow("Line 3: the row has 1 cell, but the header has 2 columns");
    const bytes = Uint8Array.of(...encode("id,name\n1,"), 0xc3, 0x28, 0x0a);
    await expect(loadCollection(bytes, { format: "csv", catalog })).rejects.toThrow(
      "Only readRows and readRowBatches can read the rows: invalid UTF-8",
    );
  });

  it("reads the header, the delimiter and the types of columns like readRows, and refuses other CSV", async () => {
    const title = "Orders of June\n\n";
    const csv = encode(`${title}id;Unit Price;id;at\n${"1;.5;x;2024/1/5\n".repeat(30)}2;+7;y;\n3;x\n`);
    const invalid: InvalidRow[] = [];
    const options = { format: "csv", onInvalidRow: (row: InvalidRow) => invalid.push(row) } as const;
    const text = await loadText(csv, options);
    const rows: unknown[] = [];
    for await (const row of readRows(csv, { format: "csv" })) rows.push(row);
    expect([...text]).toEqual(rows);
    expect(rows.slice(29)).toEqual([
      { id: 1, "Unit Price": 0.5, id_2: "x", at: "2024-01-05" },
      { id: 2, "Unit Price": 7, id_2: "y", at: null },
    ]);
    expect(invalid).toMatchObject([
      { line: 35, row: 32, byte: csv.length - 4, fault: { position: { line: 35 } } },
    ]);
    const typed = await loadCollection(csv, { ...options, catalog });
    expect([...typed.stream({})]).toHaveLength(31);
    for (const [other, reason] of [
      ["", "there is no header"],
      ["a, b\n1, 2\n", "the cells are not written as in RFC 4180"],
      ['id,name\n1,5" pipe\n', "line 2: a quote inside an unquoted cell"],
      [`id,x\n${"1,\n".repeat(1_000)}2,3\n`, "the first rows have no value of a column"],
    ] as const)
      await expect(loadText(encode(other), { format: "csv" })).rejects.toThrow(
        `Only readRows and readRowBatches can read the rows: ${reason}`,
      );
    const controller = new AbortController();
    const waiting = loadText(unending(), { format: "csv", signal: controller.signal });
    controller.abort(new Error("stop"));
    await expect(waiting).rejects.toThrow("stop");
  });

  it("has a limit of columns", async () => {
    const header = (columns: number) =>
      `id,${Array.from({ length: columns - 1 }, (_, i) => `c${i}`).join(",")}`;
    const row = `7${",x".repeat(MAX_COLUMNS - 1)}`;
    const widest = await load(`${header(MAX_COLUMNS)}\n${row}`);
    expect(widest.count({ filter: filterOf("eq(id,7)") })).toBe(1);
    await expect(load(`${header(MAX_COLUMNS + 1)}\n`)).rejects.toThrow("there are more than 1000 columns");
  });

  const columns: readonly CsvColumn[] = [
    { name: "id", kind: "number", read: (text) => (text === "none" ? -1 : undefined) },
    { name: "name", kind: "string" },
    { name: "list", kind: "other", read: (text) => (text.startsWith("[") ? JSON.parse(text) : undefined) },
  ];
  const loadColumns = (text: string, csv: CsvOptions, onInvalidRow?: (row: InvalidRow) => void) =>
    loadText(encode(text), { format: "csv", csv, onInvalidRow });

  it("reads cells with given columns, and finds those that a column cannot have", async () => {
    const rows = [
      "1\ta b\t[1,2]",
      '"2"\t"a\t""b"""\t"[""x""]"',
      '""\t""\t""',
      "none\t\t",
      "x\t1\ty",
      "1234567890123456\t007\t[]",
      '"1e3"\t\t"{}"',
      "-0\tx,y\t[{}]",
    ];
    for (const end of ["\n", "\r\n"]) {
      const text = await loadColumns(rows.join(end), { delimiter: "\t", columns });
      const expected = [
        { id: 1, name: "a b", list: [1, 2] },
        { id: 2, name: 'a\t"b"', list: ["x"] },
        { id: null, name: null, list: null },
        { id: -1, name: null, list: null },
        { id: null, name: "1", list: null },
        { id: null, name: "007", list: [] },
        { id: 1e3, name: null, list: null },
        { id: -0, name: "x,y", list: [{}] },
      ];
      expect([...text]).toEqual(expected);
      for (const name of ["id", "name", "list"] as const)
        expect([...text.values(name)]).toEqual(expected.map((row) => row[name]));
      const unreadable = [
        { index: 4, columns: ["id", "list"] },
        { index: 5, columns: ["id"] },
        { index: 6, columns: ["list"] },
      ];
      expect(text.unreadableCells(0, 100)).toEqual(unreadable);
      expect(text.unreadableCells(5, 6)).toEqual(unreadable.slice(1, 2));
      expect(text.unreadableCells(6, 6)).toEqual([]);
      expect(text.unreadableCells(8, 9)).toEqual([]);
    }
    const ndjson = await loadText(encode('{"id":"x"}\n'), { format: "ndjson" });
    expect(ndjson.unreadableCells(0, 1)).toEqual([]);
  });

  it("reads integers without fractions and exponents, and leaves other cells to the column", async () => {
    const read = (text: string) => `other ${text}`;
    const cells = words(`
      1 -12 0 -0 1.0 1e3 01 - 123456789012345 1234567890123456 "7" "7.0"
    `);
    const text = await loadColumns(cells.join("\n"), { columns: [{ name: "id", kind: "integer", read }] });
    const expected = [1, -12, 0, -0, "other 1.0", "other 1e3", "other 01", "other -", 123456789012345];
    expect([...text.values("id")]).toEqual([...expected, "other 1234567890123456", 7, "other 7.0"]);
  });

  it("finds unreadable cells behind the first 64 KB of a row, and in several blocks", async () => {
    const long = "x".repeat(70_000);
    const text = await loadColumns(
      Array.from(
        { length: 50 },
        (_, i) => `${i},${i % 2 === 0 ? long : "x"},${i % 10 === 4 ? "x" : "[]"}`,
      ).join("\n"),
      { columns },
    );
    expect(text.parsedRows).toBe(25);
    const found = [4, 14, 24, 34, 44].map((index) => ({ index, columns: ["list"] }));
    expect(text.unreadableCells(0, 50)).toEqual(found);
    expect([...text.values("list")].filter((value) => value === null)).toHaveLength(5);
  });

  it("makes rows with a given function, and reads nested members of their values", async () => {
    const things = defineCatalog({
      name: "things",
      members: {
        id: "number",
        list: { type: "list", items: "number" },
        x: { type: "object", members: { a: "number" } },
      },
    });
    const read = (text: string): unknown => JSON.parse(text);
    const csv: CsvOptions = {
      delimiter: ";",
      columns: [columns[0]!, { name: "list", kind: "other", read }, { name: "x", kind: "other", read }],
      row: ([id, list, x]) => ({
        id: Number(id),
        list: read(list!),
        x: read(x!),
        source: `${id}${list}${x}`,
      }),
    };
    const text = await loadColumns('1;[1,2];"{""a"":1}"\n2;[];"{""a"":2}"\n3;[3];{}\n', csv);
    expect(text.at(0)).toEqual({ id: 1, list: [1, 2], x: { a: 1 }, source: '1[1,2]{"a":1}' });
    const collection = createCollection<unknown>(text, { catalog: things });
    const count = (filter: string) => collection.count({ filter: checking(things).filterOf(filter) });
    expect(count("gt(x.a,1)")).toBe(1);
    expect(count("isNull(x.a)")).toBe(1);
    expect(count("eq(id,3)")).toBe(1);
  });

  it("reads cells of given columns without a kind by the types of the catalog", async () => {
    const names = ["id", "name", "size", "open", "at", "due date"];
    const row = '1,"",4.35,true,,x';
    const csv = { columns: names.map((name) => ({ name })) };
    const text = await loadText(encode(row), { format: "csv", catalog, csv });
    expect(text.at(0)).toEqual(
      (await loadText(encode(`${names.join(",")}\n${row}`), { format: "csv", catalog })).at(0),
    );
    expect(text.at(0)).toEqual({ id: 1, name: null, size: 4.35, open: true, at: null, "due date": null });
    const strings = await loadColumns("1,x", { columns: [{ name: "id" }, { name: "name" }] });
    expect(strings.at(0)).toEqual({ id: "1", name: "x" });
  });

  it("names the number of given columns in messages, and counts lines from the first row", async () => {
    const invalid: InvalidRow[] = [];
    await loadColumns("1,2,3\n\n1\n", { columns }, (row) => invalid.push(row));
    expect(invalid.map(({ line, row, message }) => ({ line, row, message }))).toEqual([
      { line: 3, row: 2, message: "the row has 1 cell, but the header has 3 columns" },
    ]);
  });

  it("passes the options of loadCollection on", async () => {
    const csv = { delimiter: ";" };
    const withHeader = await loadCollection(encode("id;name\n1;x\n"), { format: "csv", csv, catalog });
    expect([...withHeader.stream({})]).toEqual([{ id: 1, name: "x" }]);
    const named = await loadCollection(encode("1,x\n"), {
      format: "csv",
      csv: { columns: columns.slice(0, 2) },
    });
    expect([...named.stream({})]).toEqual([{ id: 1, name: "x" }]);
  });

  it("reads rows that begin with CR, and finds their unreadable cells", async () => {
    const text = await loadColumns(
      "1,2\n\rx,3\n\r\n\r\r\n",
      { columns: columns.slice(0, 2) },
      () => undefined,
    );
    expect([...text]).toEqual([
      { id: 1, name: "2" },
      { id: null, name: "3" },
    ]);
    expect(text.unreadableCells()).toEqual([{ index: 1, columns: ["id"] }]);
  });

  it("finds the end of an invalid row that continues in the next block", async () => {
    const invalid: InvalidRow[] = [];
    const before = "1,2\n".repeat((1 << 18) - 4);
    const text = await loadColumns(
      `${before}1,2,"x\n5,6\n7,8\n9"\n3,4\n`,
      { columns: [{ name: "a" }, { name: "b" }] },
      (row) => invalid.push(row),
    );
    expect(text.at(text.length - 1)).toEqual({ a: "3", b: "4" });
    expect(text.length).toBe((1 << 18) - 3);
    expect(invalid.map(({ message }) => message)).toEqual([
      "the row has 3 cells, but the header has 2 columns",
    ]);
  });

  it("has defaults for columns", async () => {
    const cells = [
      ...["1,1,x,", "x,x,x,x", "1.0,1.0,x,1", "0.12345678901234567,9007199254740993,x,"],
      ...["1e20,1e20,x,", "1e999,-,x,", '"-12345678901234567.5","-12345678901234567",,'],
    ];
    const text = await loadColumns(cells.join("\n"), {
      columns: [
        { name: "a", kind: "number" },
        { name: "b", kind: "integer" },
        { name: "c", read: () => 42 },
        { name: "d", kind: "other" },
      ],
    });
    expect([...text]).toEqual([
      { a: 1, b: 1, c: 42, d: null },
      { a: null, b: null, c: 42, d: "x" },
      { a: 1, b: 1, c: 42, d: "1" },
      { a: 0.12345678901234567, b: 9007199254740993n, c: 42, d: null },
      { a: 1e20, b: 10n ** 20n, c: 42, d: null },
      { a: null, b: null, c: 42, d: null },
      { a: -12345678901234567.5, b: -12345678901234567n, c: null, d: null },
    ]);
    expect(text.unreadableCells(0)).toEqual([
      { index: 1, columns: ["a", "b"] },
      { index: 5, columns: ["a", "b"] },
    ]);
    for (const limit of [0.5, -1, NaN, "1" as unknown as number])
      expect(() => text.unreadableCells(limit)).toThrow("a limit of rows must be an integer >= 0");
  });

  it("rejects invalid options", async () => {
    for (const delimiter of [
      "",
      ",,",
      '"',
      "\n",
      "\r",
      "\0",
      ...words("é 1 e - . + _"),
      9 as unknown as string,
    ])
      await expect(loadColumns("", { delimiter, columns })).rejects.toThrow(
        "csv.delimiter must be one ASCII character",
      );
    const many = (count: number) =>
      Array.from({ length: count }, (_, i): CsvColumn => ({ name: `c${i}`, kind: "string" }));
    const row = "x,".repeat(MAX_COLUMNS - 1);
    expect(await loadColumns(row, { columns: many(MAX_COLUMNS) })).toHaveLength(1);
    for (const [invalid, message] of [
      [[columns[0]!, columns[0]!], "csv.columns: there are two columns with the name 'id'."],
      [many(MAX_COLUMNS + 1), "csv.columns: there are more than 1000 columns."],
      [[], "csv.columns must be a list of columns"],
      [{}, "csv.columns must be a list of columns"],
      [["id"], "csv.columns[0] must have a name that is a string."],
      [[null], "csv.columns[0] must have a name that is a string."],
      [[{ name: "a" }, { name: "b", kind: "boolean" }], "csv.columns[1].kind must be one of string, number"],
      [[{ name: "a", read: 1 }], "csv.columns[0].read must be a function."],
      [
        [{ name: "a", kind: "string", read: () => 1 }],
        "csv.columns[0]: 'read' is never called for the kind 'string'",
      ],
    ] as const)
      await expect(loadColumns("", { columns: invalid as unknown as CsvColumn[] })).rejects.toThrow(message);
    await expect(loadColumns("id\n", { delimiter: "e" })).rejects.toThrow("csv.delimiter must be one ASCII");
    await expect(loadText(encode(""), { format: "csv", catalog, csv: { row: () => ({}) } })).rejects.toThrow(
      "csv.row requires csv.columns",
    );
    await expect(
      loadText(encode(""), { format: "csv", csv: { start: { line: 2, byte: 3 } } }),
    ).rejects.toThrow("csv.start requires csv.columns");
    await expect(loadText(encode(""), { format: "ndjson", csv: {} })).rejects.toThrow(
      "the option csv requires the format 'csv' or 'tsv'",
    );
  });

  it("accepts a header without rows", async () => {
    expect((await load("id,name\r\n")).size).toBe(0);
    expect((await load("id,name")).size).toBe(0);
  });
});
