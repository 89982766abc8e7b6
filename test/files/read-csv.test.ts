import { describe, expect, it } from "vitest";
import { inferType, readCell, BAD_CELL, type CellType } from "../../src/files/cells/cell-types.ts";
import { isoDate } from "../../src/files/cells/written-dates.ts";
import { ReadingFault } from "../../src/files/rows/reading-fault.ts";
import type { FileColumn } from "../../src/files/cells/file-options.ts";
import type { ReadOptions } from "../../src/files/reading/read-batches.ts";
import { collect, cut, sourceOf } from "./streams.ts";

const read = (text: string, options: Partial<ReadOptions> = {}) =>
  collect(sourceOf([text]), { format: "csv", ...options });

describe("the CSV reader", () => {
  it("reads cells as strings, empty cells as null, and quotes by RFC 4180", async () => {
    const { rows, error } = await read('\uFEFFid,name\r\n007,"a ""b"", c"\r\n,\r\n1,"x\r\ny"');
    expect(error).toBeUndefined();
    expect(rows).toEqual([
      { id: "007", name: 'a "b", c' },
      { id: null, name: null },
      { id: "1", name: "x\r\ny" },
    ]);
  });

  it.each(["\n", "\r\n", "\r"])("accepts lines that end with %j, and skips blank lines", async (end) => {
    expect((await read(["a,b", "", "1,2", "", "3,4", ""].join(end))).rows).toEqual([
      { a: "1", b: "2" },
      { a: "3", b: "4" },
    ]);
  });

  it("reads TSV", async () => {
    expect((await read("a\tb\n1,5\t\n", { format: "tsv" })).rows).toEqual([{ a: "1,5", b: null }]);
  });

  it("keeps a column named __proto__", async () => {
    const row = (await read("__proto__,a\nx,1\n")).rows[0]!;
    expect(Object.keys(row)).toEqual(["__proto__", "a"]);
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
  });

  it("accepts an empty file, and a file with only a header", async () => {
    expect(await read("")).toEqual({ rows: [], error: undefined });
    expect(await read("a,b\n", { inferTypes: true })).toEqual({ rows: [], error: undefined });
  });

  it.each([
    ["a,b\n1,2\n\n1\n", 1, "line 4, row 2: the row has 1 cell, but the header has 2 columns"],
    ["a,b\n1,2,3", 0, "line 2, row 1: the row has 3 cells, but the header has 2 columns"],
    ['a,b\r\n"x\r\n\r\ny",2\r\n1\r\n', 1, "line 5, row 2: the row has 1 cell, but the header has 2 columns"],
    ["a,,b\n", 0, "line 1: column 2 of the header has no name"],
    ["\n a , \n", 0, "line 2: column 2 of the header has no name"],
    ["a,b,a\n", 0, "line 1: columns 1 and 3 of the header are both named 'a'"],
    ['a\n1\n"x\ny\n', 1, "line 3, row 2: a quoted cell that begins in this row is not closed"],
    [
      'a\n1\n"x"y\n',
      1,
      "line 3, row 2: text follows the closing quote of a cell; double the quotes inside a quoted cell",
    ],
    [
      'a\n5" pipe\n',
      0,
      "line 2, row 1: a quote inside an unquoted cell; quote the whole cell and double the quote",
    ],
  ])("rejects malformed CSV: %j", async (text, before, message) => {
    for (const inferTypes of [false, true]) {
      const { rows, error } = await read(text, { inferTypes });
      expect(error).toBeInstanceOf(ReadingFault);
      expect([rows.length, error?.message]).toEqual([before, message]);
    }
  });
});

describe("the type of cells", () => {
  it.each<[string, CellType, unknown]>([
    ["", "integer", null],
    ["", "string", null],
    ["true", "boolean", true],
    ["TRUE", "boolean", true],
    ["False", "boolean", false],
    ["tRUE", "boolean", BAD_CELL],
    ["1", "boolean", BAD_CELL],
    ["-12", "integer", -12],
    ["9007199254740993", "integer", 9007199254740993n],
    ["9007199254740993", "number", 9007199254740993n],
    ["1.0", "integer", 1],
    ["1.", "integer", 1],
    ["1e3", "integer", 1000],
    ["1.25e2", "integer", 125],
    ["500e-2", "integer", 5],
    ["+1", "integer", 1],
    ["0.0e-9", "integer", 0],
    ["1.5", "integer", BAD_CELL],
    ["1.25e1", "integer", BAD_CELL],
    ["1e-400", "integer", BAD_CELL],
    ["0.99999999999999999999", "integer", BAD_CELL],
    ["9007199254740992.5", "integer", BAD_CELL],
    ["-9007199254740993.0", "integer", -9007199254740993n],
    ["0e999999999", "integer", 0],
    ["1e400", "integer", BAD_CELL],
    ["007", "integer", BAD_CELL],
    ["0", "integer", 0],
    ["1.50", "number", 1.5],
    ["1e3", "number", 1000],
    ["1e400", "number", BAD_CELL],
    ["0x10", "number", BAD_CELL],
    [" 1", "number", BAD_CELL],
    ["+1", "number", 1],
    ["+49123", "number", 49_123],
    ["+491234567", "number", BAD_CELL],
    ["+1234567.5", "number", 1_234_567.5],
    ["+007", "number", BAD_CELL],
    [".5", "number", 0.5],
    ["-.5e1", "number", -5],
    ["7.", "number", 7],
    [".", "number", BAD_CELL],
    ["-", "number", BAD_CELL],
    ["$5", "number", BAD_CELL],
    ["٣", "number", BAD_CELL],
    ["1".repeat(2_000), "integer", BAD_CELL],
    ["2020-01-31", "date", "2020-01-31"],
    ["2020-02-30", "date", BAD_CELL],
    ["2020-01-31T00:00:00", "date", BAD_CELL],
    ["2020/1/31 10:00", "date", BAD_CELL],
    ["2020-01-31", "dateTime", "2020-01-31T00:00:00"],
    ["2020-01-31 25:00", "dateTime", BAD_CELL],
    ["10:30", "time", "10:30"],
    ["25:30", "time", BAD_CELL],
    ["2020-01-31", "time", BAD_CELL],
    ['["a",9007199254740993]', "json", ["a", 9007199254740993n]],
    ["9007199254740993", "json", 9007199254740993n],
    ["-9007199254740993", "json", -9007199254740993n],
    ["[", "json", BAD_CELL],
  ])("%j as %s is %s", (text, type, expected) => {
    expect(readCell(text, { type, isRequired: false })).toEqual(expected);
  });

  it.each<[string, CellType, unknown]>([
    ["$1,234.50", "number", 1234.5],
    ["($20.00)", "number", -20],
    ["(20)", "integer", -20],
    ["1 234,50 €", "number", BAD_CELL],
    ["1\u202f234.50 €", "number", 1234.5],
    ["CHF 1'234.50", "number", 1234.5],
    ["-12,34,567.5 INR", "number", -1_234_567.5],
    ["US$ 5", "number", 5],
    ["-$5", "number", -5],
    ["$-5", "number", -5],
    ["20.00-", "number", -20],
    ["\u22125", "number", -5],
    ["--5", "number", BAD_CELL],
    ["(-5)", "number", BAD_CELL],
    ["7.5 %", "number", 7.5],
    ["+491234567", "number", 491_234_567],
    ["007", "integer", 7],
    ["$1,234.00", "integer", 1234],
    ["$1,234.50", "integer", BAD_CELL],
    ["1,23", "number", BAD_CELL],
    ["1,234,5", "number", BAD_CELL],
    ["1.2.3", "number", BAD_CELL],
    ["5 KWH", "number", BAD_CELL],
    ["$", "number", BAD_CELL],
    ["9,007,199,254,740,993", "integer", 9007199254740993n],
    ["Y", "boolean", true],
    ["oFF", "boolean", false],
    ["0", "boolean", false],
    ["2", "boolean", BAD_CELL],
    ["20240105", "date", "2024-01-05"],
    ["20240230", "date", BAD_CELL],
    ["2024-02-30", "date", BAD_CELL],
    ["2024-01-05 10:30", "date", BAD_CELL],
    ["2024.1.5", "date", "2024-01-05"],
    ["20240105T103000Z", "dateTime", "2024-01-05T10:30:00Z"],
    ["2024-01-05", "dateTime", "2024-01-05T00:00:00"],
    ["1704412800", "unixSeconds", "2024-01-05T00:00:00Z"],
    ["1704412800.25", "unixSeconds", "2024-01-05T00:00:00.250000000Z"],
    ["1.7044128e+09", "unixSeconds", "2024-01-05T00:00:00Z"],
    ["-0.5", "unixSeconds", "1969-12-31T23:59:59.500000000Z"],
    ["1704412800123", "unixMilliseconds", "2024-01-05T00:00:00.123000000Z"],
    ["99999999999999", "unixSeconds", BAD_CELL],
    ["soon", "unixSeconds", BAD_CELL],
  ])("%j in a column of --type %s is %s", (text, type, expected) => {
    expect(readCell(text, { type, isRequired: true })).toEqual(expected);
  });

  it.each<[string, string | undefined]>([
    ["2024/1/5", "2024-01-05"],
    ["2024/01-05", undefined],
    ["Jan 5, 2024", "2024-01-05"],
    ["05/Jan/2024:10:00:00 +0000", "2024-01-05T10:00:00+00:00"],
    ["January 5 2024", "2024-01-05"],
    ["Sept. 5th, 2024", "2024-09-05"],
    ["5 Jan 2024", "2024-01-05"],
    ["5. Januar 2024", undefined],
    ["05-JAN-2024", "2024-01-05"],
    ["Fri, 05 Jan 2024 10:30:00 GMT", "2024-01-05T10:30:00Z"],
    ["2015-01-01 1:00", "2015-01-01T01:00:00"],
    ["2024-01-05T10:30:00+0530", "2024-01-05T10:30:00+05:30"],
    ["2024-01-05 10:30:00,5 +0000", "2024-01-05T10:30:00.5+00:00"],
    ["2024-01-05 10:30 PM", "2024-01-05T22:30:00"],
    ["2024-01-05T24:00:00Z", "2024-01-05T24:00:00Z"],
    ["2024-01-05 24:01", undefined],
    ["2024-01-05 10:30 +1900", undefined],
    ["Feb 30, 2024", undefined],
    ["01/02/2024", undefined],
    ["20240105", undefined],
    ["2024.1.5", undefined],
    ["May 2024", undefined],
    ["0000-01-01", undefined],
  ])("%j is the date %s", (text, expected) => {
    expect(isoDate(text)).toBe(expected);
  });

  it("reads amounts with a decimal comma", () => {
    const texts = ["1.234,50", "€ 1.234,50", "1 234,50 €", "(5,5)", ",5", "1.5"];
    const column = { type: "number", isRequired: true } as const;
    const values = texts.map((text) => readCell(text, column, { decimalComma: true }));
    expect(values).toEqual([1234.5, 1234.5, 1234.5, -5.5, 0.5, BAD_CELL]);
  });

  it.each<[string[], CellType]>([
    [["1", "", "-2"], "integer"],
    [["1", "2.5"], "number"],
    [["2.5", "1"], "number"],
    [["1.0", "2"], "number"],
    [["1", "007"], "string"],
    [["true", "", "false"], "boolean"],
    [["true", "1"], "string"],
    [["1", "true"], "string"],
    [["", ""], "string"],
    [[], "string"],
    [["2020-01-01", "2020/2/1"], "date"],
    [["2020-01-01", "Jan 5, 2020 10:30"], "dateTime"],
    [["2020-01-01", "2020-02-30"], "string"],
    [["01/02/2020"], "string"],
    [["10:30", "", "11:00:00.5Z"], "time"],
    [["10:30", "2020-01-01"], "string"],
    [["10:30", "25:00"], "string"],
    [[".5", "+5", "7."], "number"],
    [["+5", "+491234567"], "string"],
  ])("%j is inferred as %s", (cells, type) => {
    expect(inferType(cells)).toBe(type);
  });

  it("is inferred from the first 1,000 rows; a later cell of another type is null and is reported", async () => {
    const lines = Array.from({ length: 1_000 }, (_, i) => `${i},00${i},true,${i}`);
    const bad: [number, string, string][] = [];
    let columns: readonly FileColumn[] = [];
    const { rows } = await read(`n,code,flag,word\n${lines.join("\n")}\nx,1,yes,y\n1.5,2,false,3\n`, {
      inferTypes: true,
      types: new Map([["word", "string"]]),
      onProblem: (problem) => {
        if (problem.kind === "cell") bad.push([problem.row, problem.column, problem.text]);
      },
      onColumns: (found) => (columns = found),
    });
    expect(columns).toEqual([
      { name: "n", type: "integer" },
      { name: "code", type: "string" },
      { name: "flag", type: "boolean" },
      { name: "word", type: "string" },
    ]);
    expect(rows[7]).toEqual({ n: 7, code: "007", flag: true, word: "7" });
    expect(rows[1000]).toEqual({ n: null, code: "1", flag: null, word: "y" });
    // A fraction in an inferred integer column is kept.
    expect(rows[1001]).toEqual({ n: 1.5, code: "2", flag: false, word: "3" });
    expect(bad).toEqual([
      [1001, "n", "x"],
      [1001, "flag", "yes"],
    ]);
  });

  it("is inferred from as many rows that begin with its first cell, if the first 1,000 rows have none", async () => {
    const number = (i: number) => (i < 1_100 ? "" : String(i));
    const code = (i: number) => (i < 1_500 ? "" : i < 1_600 ? "12" : `0${i}`);
    const text = Array.from({ length: 3_000 }, (_, i) => `${i},${number(i)},${code(i)},\n`).join("");
    const whole = await read(`id,n,code,none\n${text}`, { inferTypes: true });
    expect(whole.rows[1_099]).toEqual({ id: 1_099, n: null, code: null, none: null });
    expect(whole.rows[1_599]).toEqual({ id: 1_599, n: 1_599, code: "12", none: null });
    expect(whole.rows[2_999]).toEqual({ id: 2_999, n: 2_999, code: "02999", none: null });
    const chunks = cut(Buffer.from(`id,n,code,none\n${text}`), [3, 9_000, 9_001, 20_000]);
    expect(await collect(sourceOf(chunks), { format: "csv", inferTypes: true })).toEqual(whole);
    const members = new Map([["n", "n"]]);
    const matches = ({ n }: Record<string, unknown>) => typeof n === "number" && n >= 2_990;
    const filtered = await collect(sourceOf(chunks), {
      format: "csv",
      inferTypes: true,
      rowFilter: () => ({ members, matches, countsOnly: false }),
    });
    expect(filtered.rows).toHaveLength(3_000);
    expect(filtered.rows.filter((row) => matches(row as Record<string, unknown>))).toEqual(
      whole.rows.slice(2_990),
    );
  });

  it("can be declared, which takes precedence over inference", async () => {
    const bad: [number, string, string][] = [];
    const { rows } = await read("n\n1\n1.5\n", {
      types: new Map([["n", "integer"]]),
      onProblem: (problem) => {
        if (problem.kind === "cell") bad.push([problem.row, problem.column, problem.text]);
      },
    });
    expect(rows).toEqual([{ n: 1 }, { n: null }]);
    expect(bad).toEqual([[2, "n", "1.5"]]);
  });
});
