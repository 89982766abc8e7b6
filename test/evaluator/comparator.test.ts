import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { compileSortBy, type CompileOptions } from "../../src/evaluator/compile-filter.ts";
import { sortRows } from "../../src/evaluator/sort-rows.ts";

function sorted<T>(text: string, rows: readonly T[], options: CompileOptions = {}): T[] {
  const { sortBy, diagnostics } = compileSortBy(text, options);
  expect(diagnostics).toEqual([]);
  return sortRows(rows, sortBy!, options);
}
const values = (text: string, list: readonly unknown[], options?: CompileOptions) =>
  sorted(
    text,
    list.map((v) => ({ v })),
    options,
  ).map(({ v }) => v);

describe("a compiled sort order", () => {
  it("sorts every kind of null first when ascending and last when descending", () => {
    expect(values("v", [2, null, 1])).toEqual([null, 1, 2]);
    expect(values("v:descending", [2, null, 1])).toEqual([2, 1, null]);
    expect(values("v", [1, NaN, 0])).toEqual([NaN, 0, 1]);
    expect(sorted("v", [{ v: 1 }, {}, { v: undefined }])).toEqual([{}, { v: undefined }, { v: 1 }]);
  });

  it("sorts false before true", () => {
    expect(values("v", [true, false, null, true])).toEqual([null, false, true, true]);
    expect(values("v:descending", [true, false, null])).toEqual([true, false, null]);
  });

  it("compares numbers and bigints exactly", () => {
    expect(values("v", [9007199254740993n, 2 ** 53, 1.5, 2n, -1n])).toEqual([
      -1n,
      1.5,
      2n,
      2 ** 53,
      9007199254740993n,
    ]);
  });

  it("sorts booleans, then numbers, then strings if a member has values of several types", () => {
    expect(values("v", ["a", 5, true, null, "B", 1n, false])).toEqual([null, false, true, 1n, 5, "a", "B"]);
    expect(values("v:descending", ["a", 5, true, null])).toEqual(["a", 5, true, null]);
  });

  it("is a total order of any values", () => {
    const anything = fc.oneof(
      fc.constantFrom<unknown>(
        null,
        undefined,
        NaN,
        Infinity,
        true,
        false,
        "",
        "a",
        "A",
        "ä",
        "b",
        [],
        ["a"],
        {},
        new Date(0),
        new Date(1),
        new Date(NaN),
      ),
      fc.integer({ min: -3, max: 3 }),
      fc.bigInt({ min: -3n, max: 3n }),
      fc.constantFrom("2020-01-01", "2020-01-01T00:00:00Z", "soon"),
    );
    const catalog = (type: "string" | "number" | "dateTime" | "boolean" | "integer" | "date" | "time") =>
      defineCatalog({ name: "x", members: { v: type, id: "integer" }, key: "id" });
    const comparators = [
      compileSortBy("v").comparator!,
      compileSortBy("v:descending:primary").comparator!,
      ...(["string", "number", "dateTime", "boolean", "integer", "date", "time"] as const).map(
        (type) => compileSortBy("v", { catalog: catalog(type) }).comparator!,
      ),
    ];
    const rows = fc.record({ v: anything, id: anything });
    fc.assert(
      fc.property(rows, rows, rows, (a, b, c) => {
        for (const compare of comparators) {
          const [ab, ba, bc, ac] = [compare(a, b), compare(b, a), compare(b, c), compare(a, c)].map((order) =>
            Math.sign(order),
          ) as [number, number, number, number];
          expect(ab + ba).toBe(0);
          expect(compare(a, a)).toBe(0);
          if (ab <= 0 && bc <= 0) expect(ac).toBeLessThanOrEqual(0);
          if (ab === 0 && bc === 0) expect(ac).toBe(0);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it("sorts rows with equal first keys by the second key, each key in its own direction", () => {
    const rows = [
      { a: 1, b: 1 },
      { a: 2, b: 1 },
      { a: 1, b: 2 },
    ];
    expect(sorted("a,b:descending", rows)).toEqual([rows[2], rows[0], rows[1]]);
    expect(sorted("a:descending,b:descending", rows)).toEqual([rows[1], rows[2], rows[0]]);
  });

  it("keeps the order of rows with equal sort keys if the catalog has no key", () => {
    const rows = Array.from({ length: 50 }, (_, n) => ({ v: n % 3, n }));
    const byHand = [0, 1, 2].flatMap((v) => rows.filter((row) => row.v === v));
    expect(sorted("v", rows)).toEqual(byHand);
    expect(sorted("", rows)).toEqual(rows);
  });

  it("sorts rows with equal sort keys by the catalog's key, ascending and by code points", () => {
    const catalog = defineCatalog({
      name: "x",
      members: { v: "integer", id: { type: "string", property: "ID" } },
      key: "id",
    });
    const rows = ["b", "a", "B", "ä", "A"].map((ID) => ({ v: 1, ID }));
    for (const text of ["v", "v:descending", ""])
      expect(sorted(text, rows, { catalog }).map(({ ID }) => ID)).toEqual(["A", "B", "a", "b", "ä"]);
  });

  it("reads the catalog's key by its declared type: unreadable keys are null and equal", () => {
    const catalog = defineCatalog({ name: "x", members: { v: "integer", id: "dateTime" }, key: "id" });
    const rows = ["2020-01-01T01:00:00+02:00", "soon", "2020-01-01T00:00:00Z", null, 5].map((id) => ({
      v: 1,
      id,
    }));
    expect(sorted("v", rows, { catalog }).map(({ id }) => id)).toEqual([
      "soon",
      null,
      5,
      "2020-01-01T01:00:00+02:00",
      "2020-01-01T00:00:00Z",
    ]);
  });

  it("is tertiary by default; a sort key or member can set another strength", () => {
    const texts = ["b", "B", "a", "A", "ä"];
    expect(values("v", texts)).toEqual(["a", "A", "ä", "b", "B"]);
    expect(values("v:primary", texts)).toEqual(["a", "A", "ä", "b", "B"]);
    expect(values("v:primary", ["A", "ä", "a", "Ä"])).toEqual(["A", "ä", "a", "Ä"]);
    expect(values("v:secondary", ["A", "ä", "a", "Ä"])).toEqual(["A", "a", "ä", "Ä"]);
    const codePoint = defineCatalog({ name: "x", members: { v: { type: "string", strength: "codePoint" } } });
    expect(values("v", texts, { catalog: codePoint })).toEqual(["A", "B", "a", "b", "ä"]);
    expect(values("v:tertiary", texts, { catalog: codePoint })).toEqual(["a", "A", "ä", "b", "B"]);
    expect(values("v", ["\uffee", "😀"], { catalog: codePoint })).toEqual(["\uffee", "😀"]);
  });

  it("applies the collation of the locale", () => {
    expect(values("v", ["z", "ö", "o"], { locale: "de" })).toEqual(["o", "ö", "z"]);
    expect(values("v", ["z", "ö", "o"], { locale: "sv" })).toEqual(["o", "z", "ö"]);
  });

  it("sorts by any expression, for example folders first", () => {
    const rows = [
      { contentType: "report", name: "a" },
      { contentType: "folder", name: "z" },
      { contentType: "folder", name: "b" },
      { name: "c" },
    ];
    expect(sorted("eq(contentType,'folder'):descending,name:primary", rows).map(({ name }) => name)).toEqual([
      "b",
      "z",
      "a",
      "c",
    ]);
    expect(
      sorted("length(name):descending,downCase(name)", [{ name: "B" }, { name: "aa" }, { name: "a" }]).map(
        ({ name }) => name,
      ),
    ).toEqual(["aa", "a", "B"]);
  });

  it("sorts dates and times by instant with a catalog, and as strings without one", () => {
    const rows = ["2020-01-01T01:00:00+02:00", "2020-01-01T00:00:00Z", "2020-01-01"];
    const catalog = defineCatalog({ name: "x", members: { v: "dateTime" } });
    expect(values("v", rows.slice(0, 2), { catalog })).toEqual(rows.slice(0, 2));
    expect(values("v", rows.slice(0, 2))).toEqual([rows[1], rows[0]]);
    expect(
      values("v", ["24:00:00", "00:00:00", "12:00"], {
        catalog: defineCatalog({ name: "x", members: { v: "time" } }),
      }),
    ).toEqual(["00:00:00", "12:00", "24:00:00"]);
  });

  it("sorts Date objects", () => {
    const [late, early] = [new Date("2021-01-01"), new Date("2020-01-01")];
    const catalog = defineCatalog({ name: "x", members: { v: "dateTime" } });
    expect(values("v", [late, early, null], { catalog })).toEqual([null, early, late]);
    expect(values("v", [late, "2020-06-01T00:00:00Z", early], { catalog })).toEqual([
      early,
      "2020-06-01T00:00:00Z",
      late,
    ]);
  });

  it("does not reorder the given array", () => {
    const rows = [{ v: 2 }, { v: 1 }];
    expect(sorted("v", rows)).not.toBe(rows);
    expect(rows).toEqual([{ v: 2 }, { v: 1 }]);
  });
});
