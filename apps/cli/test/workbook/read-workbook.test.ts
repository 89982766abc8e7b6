import { describe, expect, it } from "vitest";
import type { Row } from "tamis/files";
import { readWorkbook, type WorkbookOptions } from "../../src/workbook/read-workbook.ts";
import { cut } from "../../../../test/files/streams.ts";
import { sourceOf } from "../io/streams.ts";
import { rowOf, workbook, zip } from "./workbook-file.ts";

interface Read {
  readonly rows: readonly Row[];
  readonly names: readonly string[];
  readonly note: string | undefined;
  readonly errors: readonly string[];
  readonly problems: readonly string[];
}

async function read(bytes: Buffer, options: Partial<WorkbookOptions> = {}): Promise<Read> {
  const result = { rows: [] as Row[], names: [] as readonly string[], note: undefined as string | undefined };
  const errors: string[] = [];
  const problems: string[] = [];
  const batches = readWorkbook(sourceOf(cut(bytes, [3, 100, 1_000]), "test"), {
    sheet: undefined,
    header: true,
    onErrorCell: ({ cell, row, text }) => errors.push(`${cell} ${row} ${text}`),
    onHeaderProblem: ({ newName }) => problems.push(newName),
    onColumns: (names, note) => Object.assign(result, { names, note }),
    ...options,
  });
  for await (const batch of batches) result.rows.push(...batch);
  return { ...result, errors, problems };
}

const one = (rows: string, strings?: readonly string[]) => workbook([{ name: "Sheet1", rows }], strings);
const message = (bytes: Buffer, options?: Partial<WorkbookOptions>) =>
  read(bytes, options).then(
    () => "no error",
    (error: unknown) => `${(error as Error).name}: ${(error as Error).message}`,
  );

describe("the rows of a workbook", () => {
  it("have the types of their cells, and dates in ISO 8601", async () => {
    const header = rowOf(1, ["text", "number", "ok", "day", "at", "time"]);
    const cells =
      `<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" s="5"><f>A1+1</f><v>1.5</v></c><c r="C2" t="b"><v>1</v></c>` +
      `<c r="D2" s="1"><v>45296</v></c><c r="E2" s="2"><v>45296.4375</v></c><c r="F2" s="3"><v>0.4375</v></c></row>` +
      `<row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3"><v>-2e3</v></c><c r="C3" t="b"><v>0</v></c>` +
      `<c r="D3" s="4"><v>1</v></c><c r="E3" s="2"><v>45297</v></c><c r="F3" t="str"><f>""</f><v></v></c></row>`;
    const strings = [`<t xml:space="preserve"> a &amp; b </t>`, "<r><t>rich</t></r><r><t> text</t></r>"];
    const { rows, note, problems } = await read(one(header + cells, strings));
    const first = { day: "2024-01-05", at: "2024-01-05T10:30:00", time: "10:30:00" };
    const second = { day: "1900-01-01", at: "2024-01-06T00:00:00", time: null };
    expect(rows).toEqual([
      { text: " a & b ", number: 1.5, ok: true, ...first },
      { text: "rich text", number: -2000, ok: false, ...second },
    ]);
    expect([note, problems]).toEqual([undefined, []]);
  });

  it("read errors, and dates outside of the calendar, as null", async () => {
    const rows =
      rowOf(1, ["a", "b"]) +
      `<row r="2"><c r="A2" t="e"><v>#N/A</v></c><c r="B2" s="1"><v>9999999</v></c></row>` +
      `<row r="4"><c r="A4" t="e"><v>#DIV/0!</v></c><c r="B4" s="1"><v>-5</v></c></row>`;
    const { rows: found, errors } = await read(one(rows));
    expect(found).toEqual([
      { a: null, b: null },
      { a: null, b: null },
    ]);
    expect(errors).toEqual([
      "A2 1 #N/A",
      "B2 1 a date before 1900 or after 9999",
      "A4 2 #DIV/0!",
      "B4 2 a date before 1900 or after 9999",
    ]);
  });

  it("begin at the first row that is not empty, and have no empty columns", async () => {
    const rows =
      `<row r="1"/>${rowOf(3, [null, "a", null, "a", ""])}<row r="4"><c r="B4" s="1"/></row>` +
      `${rowOf(5, [null, 1, null, 2])}${rowOf(6, [null, 3, null, null, null, "late"])}<row r="9"><c r="Z9"/></row>`;
    const { rows: found, names, problems } = await read(one(rows));
    expect(names).toEqual(["a", "a_2", "column3"]);
    expect(found).toEqual([
      { a: 1, a_2: 2, column3: null },
      { a: 3, a_2: null, column3: "late" },
    ]);
    expect(problems).toEqual(["a_2", "column3"]);
    const [row] = (await read(one(rows), { header: false })).rows;
    expect(row).toEqual({ column1: "a", column2: "a", column3: null });
    expect(await message(one(rows), { onHeaderProblem: undefined })).toContain("are both named 'a'");
  });

  it("keep the name __proto__ as a member", async () => {
    const { rows } = await read(one(rowOf(1, ["__proto__"]) + rowOf(2, [1])));
    expect(Object.keys(rows[0]!)).toEqual(["__proto__"]);
  });

  it("come in batches", async () => {
    const numbers = Array.from({ length: 2_500 }, (_, i) => i + 1);
    const { rows } = await read(one(rowOf(1, ["n"]) + numbers.map((n) => rowOf(n + 1, [n])).join("")));
    expect(rows.map(({ n }) => n)).toEqual(numbers);
  });
});

describe("the sheet", () => {
  const book = workbook([
    { name: "Secret", rows: rowOf(1, ["s"]) + rowOf(2, [0]), state: "hidden" },
    { name: "Empty", rows: `<row r="1"><c r="A1"/></row>` },
    { name: "Sales", rows: rowOf(1, ["a"]) + rowOf(2, [1]) },
    { name: "2", rows: rowOf(1, ["b"]) + rowOf(2, [2]) },
  ]);

  it("is the first visible one that has rows, and a note names the others", async () => {
    const { rows, note } = await read(book);
    expect(rows).toEqual([{ a: 1 }]);
    expect(note).toBe("test: the sheet 'Sales' is read. --sheet NAME reads another: 'Secret', 'Empty', '2'.");
  });

  it.each([
    ["sales", { a: 1 }],
    ["1", { s: 0 }],
    ["2", { b: 2 }],
    ["3", { a: 1 }],
  ])("is the one of --sheet %s", async (sheet, row) => {
    expect(await read(book, { sheet })).toMatchObject({ rows: [row], note: undefined });
  });

  it("is suggested if there is none with the name", async () => {
    expect(await message(book, { sheet: "Salse" })).toBe(
      "UsageError: --sheet: test has no sheet 'Salse'. Did you mean Sales? Its sheets are 'Secret', 'Empty', 'Sales', '2'.",
    );
    expect(await message(book, { sheet: "9" })).toContain("has no sheet '9'");
  });
});

describe("a file that is not a workbook", () => {
  const whole = one(rowOf(1, ["a"]) + rowOf(2, [1]));
  const damaged = Buffer.from(whole);
  damaged.fill(0xff, whole.indexOf("sheet1.xml") + 12, whole.indexOf("sheet1.xml") + 60);
  const parts: readonly (readonly [string, string])[] = [
    ["[Content_Types].xml", "<Types/>"],
    ["xl/workbook.xml", "<workbook/>"],
  ];

  it.each([
    ["truncated", whole.subarray(0, -300), "the workbook ends too early: the file is truncated or damaged"],
    ["damaged", damaged, "the workbook is damaged"],
    ["without parts", zip(parts), "the workbook is damaged"],
    ["an archive", zip([["a.txt", "a"]]), "this is a ZIP archive without an xlsx workbook; unpack it first"],
    ["a document", zip([parts[0]!, ["word/document.xml", ""]]), "without an xlsx workbook"],
    ["binary", zip([parts[0]!, ["xl/workbook.bin", ""]]), "this is a binary workbook (.xlsb)"],
    ["with a password", Buffer.from("d0cf11e0a1b11ae1", "hex"), "with a password or in the old format .xls"],
    ["text", Buffer.from("a,b\n1,2\n"), "this is not an xlsx workbook"],
    ["a bomb", zip(parts, 2 ** 31), "the workbook is too large: a part of it has more than"],
    [
      "a bomb without sizes",
      zip([...parts, ["xl/sharedStrings.xml", "ab ".repeat(5_000)]], 0),
      "states no size",
    ],
    [
      "a bomb of empty strings",
      zip([...parts, ["xl/sharedStrings.xml", "<si/>".repeat(300_000)]]),
      "xl/sharedStrings.xml hardly has any content",
    ],
    ["larger than stated", zip(parts, 3), "the workbook is damaged"],
  ])("is reported: %s", async (_what, bytes, expected) => {
    const text = await message(bytes);
    expect(text).toMatch(/^DataError: test: /);
    expect(text).toContain(expected);
    expect(text).not.toContain("\n");
  });

  it("stops at the signal", async () => {
    await expect(read(whole, { signal: AbortSignal.abort(new Error("stopped")) })).rejects.toThrow("stopped");
  });
});
