import { stripVTControlCharacters } from "node:util";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { cutToWidth, displayWidth } from "../../src/io/display-width.ts";
import type { Row } from "../../src/formats/row.ts";
import { createWriter } from "../../src/writers/create-writer.ts";
import { writeAll, type WriteOptions } from "../../src/writers/row-output.ts";
import { Sink } from "../readers/streams.ts";

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

  it("measures columns by their width on a terminal", async () => {
    const lines = (await table(CITIES, { select: ["Όνομα", "people"] })).trimEnd().split("\n");
    expect(new Set(lines.filter((line) => /\d$/.test(line)).map((line) => stringWidth(line)))).toEqual(
      new Set([18]),
    );
  });

  it.each([80, 40, 30, 25, 20, 12, 5, 1])("is never wider than %d columns", async (columns) => {
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
    const types = new Map([
      ["a", "integer"],
      ["b", "string"],
    ] as const);
    expect(
      await table(
        [
          { a: null, b: 1 },
          { a: "12345", b: 123456 },
        ],
        { types },
      ),
    ).toBe("    a  b\n─────  ──────\n       1\n12345  123456\n");
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
});
