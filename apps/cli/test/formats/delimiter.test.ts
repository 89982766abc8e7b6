import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DELIMITERS, detectDelimiter } from "../../src/formats/delimiter.ts";

describe("detecting the delimiter", () => {
  it.each([
    ["name\tsize\n", "\t"],
    ["name;price;size\nA;1,50;2\nB;2,75;3\n", ";"],
    ["name|note\nA|b, c; d\n", "|"],
    ["id,comment\n1,a; b; c\n", ","],
    ["one column\n1,5\n", ","],
    ["", ","],
    ['"Last, First";born\n"Doe, Jane";1970\n', ";"],
    ["Last, First;born;died\nDoe, Jane;1970;\nRoe;1980;\n", ";"],
    ["city, state\tzip\tarea\nBoise, ID\t83702\t1\n", "\t"],
    ['a|"b\nc;d"|e\n1|2|3\n', "|"],
    ["a;b,c\n1;2,3\n", ","],
  ])("finds it in %j", (text, delimiter) => {
    expect(detectDelimiter(text, true)).toBe(delimiter);
  });

  const cell = fc.string({
    unit: fc.constantFrom("a", "1", ",", ";", "\t", "|", '"', "\n", " ", "é"),
    maxLength: 6,
  });
  const table = fc
    .integer({ min: 2, max: 5 })
    .chain((columns) =>
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 12 }),
    );
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

  it("never takes a character within quoted cells for the delimiter", () => {
    fc.assert(
      fc.property(table, fc.constantFrom(...DELIMITERS), (rows, delimiter) => {
        const text = rows.map((cells) => `${cells.map(quoted).join(delimiter)}\n`).join("");
        expect(detectDelimiter(text, true)).toBe(delimiter);
      }),
    );
  });

  it("does not depend on the amount of text, once it is decided", () => {
    fc.assert(
      fc.property(table, fc.constantFrom(...DELIMITERS), fc.boolean(), (rows, delimiter, quotes) => {
        const text = rows
          .map((cells) => `${cells.map((c) => (quotes ? quoted(c) : c)).join(delimiter)}\n`)
          .join("");
        for (let length = 0; length <= text.length; length++) {
          const found = detectDelimiter(text.slice(0, length), false);
          if (found !== undefined) expect(found).toBe(detectDelimiter(text, true));
        }
      }),
    );
  });
});
