import vm from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printedOf, setShown } from "../../../../src/files/rows/row.ts";
import { readRow } from "../../../../src/engine/store/file/row-format.ts";
import { RowWriter, type UnsavableKind } from "../../../../src/engine/store/file/row-text.ts";
import { values } from "../../../properties/hostile-values.ts";
import { typedRows } from "../../../properties/typed-catalog.ts";
import { words } from "../../../words.ts";
import { SEED as seed } from "../../../effort.ts";

/** Serializes and parses a row. Returns its text, the parsed row and the parts that were left out. */
function saved(row: unknown): { text: string; row: unknown; leftOut: [string, UnsavableKind][] } {
  const leftOut: [string, UnsavableKind][] = [];
  const text = new RowWriter((member, kind) => void leftOut.push([member, kind])).textOf(row);
  return { text, row: readRow(new TextDecoder().decode(new TextEncoder().encode(text))), leftOut };
}

describe("a row that is serialized and parsed", () => {
  it.each<[string, unknown]>([
    ["null", null],
    ["undefined", undefined],
    ["a number", 0.1],
    ["minus zero", -0],
    ["a string", 'a\ud800\u2028\0"\\'],
    ["numbers that JSON lacks", { a: NaN, b: Infinity, c: -Infinity, d: -0, e: 5e-324 }],
    ["integers beyond 2^53", { a: 2n ** 64n, b: -1n, c: [0n] }],
    ["properties that are undefined", { a: undefined, b: [undefined, null] }],
    ["dates", { a: new Date(0), b: new Date(NaN), c: new Date(8.64e15) }],
    ["a property with the name of the tag", { $: ["bigint", "1"], a: { $: { $: 1n } } }],
    [
      "names of inherited properties",
      JSON.parse('{"__proto__":{"a":1},"constructor":2,"toJSON":3,"a":{"__proto__":4}}'),
    ],
    ["the same with a tag", Object.defineProperty({ a: 1n }, "__proto__", { value: 2n, enumerable: true })],
    ["lone surrogates in names", { "\udfff": "\ud800", "": "" }],
  ])("is the same: %s", (_what, row) => {
    const result = saved(row);
    expect(result.leftOut).toEqual([]);
    expect(result.row).toStrictEqual(row);
    expect(result.text.isWellFormed()).toBe(true);
  });

  it(`is the same for random rows (seed ${seed})`, () => {
    fc.assert(
      fc.property(fc.oneof(typedRows, values, fc.jsonValue()), (row) => {
        const result = saved(row);
        if (result.leftOut.length > 0) return;
        // Objects without a prototype come back as plain objects.
        expect(result.row).toEqual(row);
        expect(saved(result.row).text).toBe(result.text);
      }),
      { seed, numRuns: 500 },
    );
  });

  it("is written as JSON if JSON can represent it", () => {
    expect(saved({ a: [1, "x", null, { b: true }], "": 1e21 }).text).toBe(
      '{"a":[1,"x",null,{"b":true}],"":1e+21}',
    );
  });

  class Point {
    readonly x = 1;
  }
  const circle: Record<string, unknown> = { a: 1 };
  circle["self"] = { circle };
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();

  it.each<[string, unknown, string, UnsavableKind, unknown]>([
    ["a function", { a: 1, f: () => 1 }, "f", "function", { a: 1 }],
    ["a row that is a function", () => 1, "", "function", null],
    ["a symbol", { a: [1, Symbol("x")] }, "a.1", "symbol", { a: [1, undefined] }],
    ["a symbol as a key", { a: 1, [Symbol("x")]: 1 }, "Symbol(x)", "symbol", { a: 1 }],
    [
      "a getter",
      Object.defineProperty({ a: 1 }, "g", { enumerable: true, get: raise }),
      "g",
      "accessor",
      { a: 1 },
    ],
    [
      "a hidden property",
      Object.defineProperty({ a: 1 }, "h", { value: 1 }),
      "h",
      "hidden",
      Object.defineProperty({ a: 1 }, "h", { value: 1 }),
    ],
    ["an object of a class", { p: new Point() }, "p", "instance", { p: { x: 1 } }],
    ["an heir", Object.create({ a: 1 }), "", "instance", {}],
    ["a map", { m: new Map([[1, 2]]) }, "m", "instance", { m: {} }],
    [
      "a date of another realm",
      { d: vm.runInNewContext("new Date(5)") as unknown },
      "d",
      "instance",
      { d: new Date(5) },
    ],
    ["a list with holes", { l: [1, , 2] }, "l", "holes", { l: [1, undefined, 2] }],
    ["a list of a billion holes", { l: new Array(2 ** 32 - 1) }, "l", "holes", {}],
    ["a list with a name", { l: Object.assign([1], { a: 1 }) }, "l", "holes", { l: [1] }],
    ["an object within itself", circle, "self.circle", "circular", { a: 1, self: {} }],
    ["a proxy that was revoked", { p: revoked.proxy }, "", "unreadable", null],
  ])("tells what no file holds, and leaves it out: %s", (_what, row, member, kind, rest) => {
    const result = saved(row);
    expect(result.leftOut).toEqual([[member, kind]]);
    expect(result.row).toEqual(rest);
  });

  it("keeps the values that outputs print", () => {
    const row = { n: 1234.5, d: null, $: 1, x: "a" };
    setShown(row, { n: "$1,234.50", d: "someday", $: 1, x: "a" });
    const result = saved(row);
    expect(result).toMatchObject({ row, leftOut: [] });
    expect(Object.entries(printedOf(result.row as object))).toEqual(Object.entries(printedOf(row)));
    expect(saved(result.row).text).toBe(result.text);
  });

  it("has limited depth and size", () => {
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(saved({ deep }).leftOut.map(([, kind]) => kind)).toEqual(["too-deep"]);
    let wide: unknown = 1;
    for (let i = 0; i < 40; i++) wide = [wide, wide];
    expect(saved({ wide }).leftOut[0]?.[1]).toBe("too-large");
  });

  it.each([
    ...words(`
      !{"$":1} !{"$":[]} !{"$":["number","7"]} !{"$":["bigint","x"]} !{"$":["date","x"]} !{"$":["object",1]}
      !{"$":["shown",{},1]} !
    `),
    "",
  ])("is refused where no row is written like it: %s", (text) => {
    expect(() => readRow(text)).toThrow(SyntaxError);
  });
});

function raise(): never {
  throw new Error("a getter was run");
}
