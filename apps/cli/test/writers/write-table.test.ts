import { stripVTControlCharacters } from "node:util";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { cutToWidth, displayWidth, wrapToWidth } from "../../src/io/display-width.ts";
import type { Row } from "tamis/files";
import { createWriter } from "../../src/writers/create-writer.ts";
import { writeAll, type WriteOptions } from "../../src/writers/row-output.ts";
import { Sink } from "../io/streams.ts";

async function table(rows: readonly Row[], options: WriteOptions = {}): Promise<string> {
  const sink = new Sink();
  const writer = createWriter("table", sink, options);
  await writeAll(writer, rows);
  await writer.end();
  return sink.text;
}

const CITIES: Row[] = [
  { Όνομα: "Αθήνα", people: 643452, capital: true, tags: ["port", "old"] },
  { Όνομα: "Москва", people: 13104177, capital: true, tags: [] },
  { Όνομα: "東京都", people: 14094034n, capital: null, tags: null },
  { Όνομα: "Ко\u0301шица", people: null, capital: false },
  { Όνομα: "👍 emoji", people: 0.5, capital: false },
];

describe("a table", () => {
  it("isolates cells from right to left on a terminal, also those that are cut, and no others", async () => {
    const rows: Row[] = [
      { שם: "עברית", b: "مرحبا", n: 1 },
      { שם: "x", b: "y".repeat(10), n: 22 },
    ];
    const isolate = (text: string) => `\u2068${text}\u2069`;
    expect(await table(rows, { columns: 40 })).toBe(
      [
        `${isolate("שם")}     b            n`,
        "─────  ──────────  ──",
        `${isolate("עברית")}  ${isolate("مرحبا")}        1`,
        "x      yyyyyyyyyy  22",
        "",
      ].join("\n"),
    );
    const long = await table([{ a: "א".repeat(100) }], { columns: 20 });
    expect(long.split("\n")[2]).toMatch(/^\u2068א+…\u2069$/);
    expect(await table(rows)).not.toMatch(/[\u2068\u2069]/);
  });

  it("shows joined emoji as themselves, and escapes other joiners", async () => {
    const joined = "👩🏽\u200d🚀 👨\u200d👩\u200d👧 ❤️\u200d🔥";
    const text = await table([{ a: joined }, { a: "x\u200dy 👩\u200d \u200d👩 a\u200d👩" }], { columns: 80 });
    expect(text).toContain(`${joined}\n`);
    expect(text).toContain("x<U+200D>y 👩<U+200D> <U+200D>👩 a<U+200D>👩\n");
  });

  it("aligns columns in any script, with numbers on the right", async () => {
    expect("\n" + (await table(CITIES))).toMatchInlineSnapshot(`
      "
      Όνομα       people  capital  tags
      ────────  ────────  ───────  ──────────────
      Αθήνα       643452  true     ["port","old"]
      Москва    13104177  true     []
      東京都    14094034
      Ко́шица              false
      👍 emoji       0.5  false
      "
    `);
  });

  it.each([80, 40, 30, 25, 20, 12, 5, 2])("is never wider than %d columns", async (columns) => {
    const rows: Row[] = [...CITIES, { Όνομα: "東".repeat(100), people: 1, capital: "x".repeat(100) }];
    for (const color of [false, true]) {
      for (const line of (await table(rows, { columns, color })).trimEnd().split("\n")) {
        expect(stringWidth(line)).toBeLessThanOrEqual(columns);
      }
    }
  });

  it("narrows the widest columns first, then omits columns and marks the omission", async () => {
    const row = { id: 1, text: "a long text that does not fit", more: "another long text" };
    expect("\n" + (await table([row], { columns: 30 }))).toMatchInlineSnapshot(`
      "
      id  text          more
      ──  ────────────  ────────────
       1  a long text…  another lon…
      "
    `);
    expect("\n" + (await table([row], { columns: 14 }))).toMatchInlineSnapshot(`
      "
      id  text     …
      ──  ───────  …
       1  a long…  …
      "
    `);
  });

  it("never cuts a number, a date or a code of digits, and narrows strings instead", async () => {
    const row = {
      id: 12345678901234567890n,
      population_estimate: 8,
      name: "a long text that does not fit",
      since: "2024-01-05T13:00:00Z",
      price: "1.234,50",
    };
    const rows = [row, { ...row, population_estimate: -0.000123456, name: 1234567 }];
    expect("\n" + (await table(rows, { columns: 80 }))).toMatchInlineSnapshot(`
      "
                        id  population_…  name          since                 price
      ────────────────────  ────────────  ────────────  ────────────────────  ────────
      12345678901234567890             8  a long text…  2024-01-05T13:00:00Z  1.234,50
      12345678901234567890  -0.000123456  1234567       2024-01-05T13:00:00Z  1.234,50
      "
    `);
    for (let columns = 1; columns <= 120; columns++) {
      for (const keepColumns of [false, true]) {
        const text = await table(rows, { columns, keepColumns });
        expect(text.replaceAll(/\s/g, "")).toContain("12345678901234567890");
        if (keepColumns)
          for (const value of ["-0.000123456", "1234567", "2024-01-05T13:00:00Z", "1.234,50"])
            expect(text.replaceAll(/\s/g, "")).toContain(value);
      }
    }
  });

  it("shows wider numbers of later rows completely", async () => {
    const rows = Array.from({ length: 1_001 }, (_, i) => ({ n: i < 1_000 ? 1 : 123456789, s: "x" }));
    expect((await table(rows, { columns: 10 })).split("\n").at(-2)).toBe("123456789  x");
  });

  it("writes records if the selected columns do not fit, or not even one column does", async () => {
    const row = {
      id: 12345678901234567890n,
      "a rather long name": "a long text that does not fit",
      none: null,
      empty: "",
    };
    const select = Object.keys(row);
    expect("\n" + (await table([row, row], { columns: 32, select, keepColumns: true })))
      .toMatchInlineSnapshot(`
      "
      ── row 1 ───────────────
      id              1234567890123456
                      7890
      a rather long…  a long text that
                       does not fit
      none
      empty
      ── row 2 ───────────────
      id              1234567890123456
                      7890
      a rather long…  a long text that
                       does not fit
      none
      empty
      "
    `);
    expect("\n" + (await table([{ id: 1234567890123n, text: "some text" }], { columns: 10 })))
      .toMatchInlineSnapshot(`
      "
      ── row 1 …
      id
      1234567890
      123
      text
      some text
      "
    `);
    const colored = await table([row], { columns: 32, select, keepColumns: true, color: true });
    expect(colored).toContain("\u001b[2mnull\u001b[22m");
  });

  it("reports how many columns are left out", async () => {
    const omissions: unknown[] = [];
    const onOmittedColumns = (...counts: number[]) => void omissions.push(counts);
    const row = { a: 1, b: "text that is long", c: 2 };
    await table([row], { columns: 10, onOmittedColumns });
    await table([row], { columns: 80, onOmittedColumns });
    await table([row], { columns: 10, keepColumns: true, onOmittedColumns });
    expect(omissions).toEqual([[1, 3]]);
  });

  it("escapes control characters", async () => {
    const text = await table([{ "a\u001b[2J": "x\r\ny\u202E\u0007", b: { "\u001b": 1 } }]);
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(text).toContain("x<U+000D><U+000A>y<U+202E><U+0007>");
    expect(text.split("\n")).toHaveLength(4);
  });

  it("uses colors only on request, and then shows null dimmed", async () => {
    const rows = [{ a: null, b: "x" }];
    const colored = await table(rows, { color: true });
    expect(colored).toContain("\u001b[2mnull\u001b[22m");
    expect(colored).toContain("\u001b[1ma");
    expect(await table(rows)).not.toContain("\u001b");
    expect(await table([{ a: "null", b: null }])).toBe("a     b\n────  ─\nnull\n");
    expect(stripVTControlCharacters(colored)).toContain("null");
  });

  it("streams rows once the column widths are known", async () => {
    const sink = new Sink();
    const writer = createWriter("table", sink, { columns: 80 });
    for (let i = 0; i < 20_000; i++) await writer.write({ a: i < 1_000 ? "short" : "much longer" });
    expect(sink.text.length).toBeGreaterThan(60_000);
    await writer.end();
    expect(sink.text.trimEnd().split("\n").at(-1)).toBe("much…");
  });

  it("does not cut wide cells outside a terminal", async () => {
    const rows = Array.from({ length: 1_001 }, (_, id) => ({ id, n: "x" }));
    expect((await table(rows)).split("\n").slice(-3)).toEqual(["999  x", "1000  x", ""]);
  });

  it("prints nothing without rows, unless columns are selected", async () => {
    expect(await table([])).toBe("");
    expect(await table([], { select: ["id", "name"] })).toBe("id  name\n──  ────\n");
  });

  it("aligns columns by their declared types", async () => {
    const types = new Map(Object.entries({ a: "integer", b: "string" } as const));
    const first = { a: null, b: 1 };
    expect(await table([first, { a: "12345", b: 123456 }], { types })).toBe(
      "    a  b\n─────  ──────\n       1\n12345  123456\n",
    );
  });
});

describe("the display width of a text", () => {
  it("counts wide characters as 2 columns and combining marks as 0", () => {
    expect(["abc", "Москва", "東京", "e\u0301", "👍", ""].map(displayWidth)).toEqual([3, 6, 4, 1, 2, 0]);
  });

  it("is the same with and without the fast path", () => {
    for (let codePoint = 0x20; codePoint < 0x600; codePoint++) {
      const text = String.fromCodePoint(codePoint);
      expect([codePoint, displayWidth(text)]).toEqual([codePoint, stringWidth(text)]);
    }
  });

  it("is respected when a text is cut, without splitting a grapheme", () => {
    expect(cutToWidth("Москва", 4)).toBe("Мос…");
    expect(cutToWidth("東京都", 4)).toBe("東…");
    expect(cutToWidth("東京都", 6)).toBe("東京都");
    expect(cutToWidth("e\u0301e\u0301e\u0301", 2)).toBe("e\u0301…");
    expect(cutToWidth("ab", 1)).toBe("…");
    expect(cutToWidth("ab", 0)).toBe("");
  });

  it("is respected when a text is cut, which never splits a number", () => {
    expect(cutToWidth("Order 12345", 9)).toBe("Order …");
    expect(cutToWidth("Order 12345, open", 12)).toBe("Order 12345…");
    expect(cutToWidth("[1,-2.75,3]", 7)).toBe("[1,…");
    expect(cutToWidth("version 2.75", 10)).toBe("version …");
  });

  it("is respected when a text is wrapped", () => {
    expect(wrapToWidth("Москва", 4)).toEqual(["Моск", "ва"]);
    expect(wrapToWidth("東京都", 5)).toEqual(["東京", "都"]);
    expect(wrapToWidth("東京", 1)).toEqual(["東", "京"]);
    expect(wrapToWidth("e\u0301e\u0301", 1)).toEqual(["e\u0301", "e\u0301"]);
    expect(wrapToWidth("", 5)).toEqual([""]);
  });
});
