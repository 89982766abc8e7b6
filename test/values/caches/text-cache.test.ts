import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import { compileFilter, compileSortBy } from "../../../src/evaluator/compile-filter.ts";
import { decodeQuery } from "../../../src/url/decode-query.ts";

const catalog = defineCatalog({ name: "rows", members: { size: "integer", name: "string" } });
const other = defineCatalog({ name: "rows", members: { size: "number", name: "string" } });

describe.each([
  ["decodeQuery", "filter=gt(size,1)", "filter=gt(siz,1)", decodeQuery],
  ["compileFilter", "gt(size,1)", "gt(siz,1)", compileFilter],
  ["compileSortBy", "size", "siz", compileSortBy],
] as const)("%s of a repeated text", (_, text, wrong, read: (text: string, options: object) => object) => {
  it("returns the result of the second call again, frozen", () => {
    const first = read(text, { catalog });
    const second = read(text, { catalog });
    expect(JSON.stringify(second)).toBe(JSON.stringify(first));
    expect(read(text, { catalog, mode: undefined })).toBe(second);
    expect(Object.isFrozen(second)).toBe(true);
  });

  it("depends on the catalog and the options", () => {
    for (const options of [{ catalog, mode: "strict" }, { catalog: other }, {}]) {
      const first = read(text, options);
      expect(first).not.toBe(read(text, { catalog }));
      expect(read(text, { ...options })).toBe(read(text, { ...options }));
    }
  });

  it("is read again with options that can change, if it is wrong, and if it is long", () => {
    expect(read(text, { catalog, functions: [] })).not.toBe(read(text, { catalog, functions: [] }));
    const long = (length: number) => text.replace(/size/, `${" ".repeat(length - text.length)}size`);
    for (const [repeated, isKept] of [
      [wrong, false],
      [long(2_048), true],
      [long(2_049), false],
    ] as const) {
      read(repeated, { catalog });
      expect(read(repeated, { catalog }) === read(repeated, { catalog })).toBe(isKept);
    }
  });

  it("is read again after 256 other repeated texts", () => {
    read(text, { catalog });
    const kept = read(text, { catalog });
    for (let i = 0; i < 256; i++)
      for (let run = 0; run < 2; run++)
        read(text.replace("1", String(2 + i)).replace(/^size$/, `size,name${" ".repeat(i)}`), { catalog });
    expect(read(text, { catalog })).not.toBe(kept);
  });
});

it("the query that several callers receive cannot be changed", () => {
  const read = () => decodeQuery("name=a%7Cb&size=1", { catalog }).query!;
  read();
  const query = read() as unknown as { start: number; basics: { values: string[] }[] };
  expect(() => (query.start = 5)).toThrow(TypeError);
  expect(() => query.basics.pop()).toThrow(TypeError);
  expect(() => query.basics[0]!.values.push("c")).toThrow(TypeError);
  expect(read()).toMatchObject({ start: 0, basics: [{ values: ["a", "b"] }, { values: ["1"] }] });
});
