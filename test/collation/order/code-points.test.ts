import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  codePointLength,
  codePointSlice,
  compareCodePoints,
} from "../../../src/collation/order/code-points.ts";

/** Strings of any units, mainly lone surrogates and the units next to them. */
const UNITS = [0x61, 0x7a, 0xd7ff, 0xd800, 0xd83d, 0xdbff, 0xdc00, 0xde00, 0xdfff, 0xe000, 0xff5e, 0xffff];
const unit = fc.oneof(fc.constantFrom(...UNITS), fc.integer({ min: 0, max: 0xffff }));
const anyUnits = fc.array(unit, { maxLength: 8 }).map((units) => String.fromCharCode(...units));

const points = (text: string) => Array.from(text, (character) => character.codePointAt(0)!);

function comparePoints(a: string, b: string): number {
  const x = points(a);
  const y = points(b);
  const at = x.findIndex((point, i) => point !== y[i]);
  return at < 0 ? x.length - y.length : x[at]! - (y[at] ?? -1);
}

describe("compareCodePoints", () => {
  it("a surrogate pair is above U+FF5E, unlike its units", () => {
    expect(compareCodePoints("～", "😀")).toBeLessThan(0);
    expect(["～", "😀"].sort()).toEqual(["😀", "～"]);
  });

  it("equals the order of arrays of code points", () => {
    fc.assert(
      fc.property(anyUnits, anyUnits, (a, b) => {
        expect(Math.sign(compareCodePoints(a, b))).toBe(Math.sign(comparePoints(a, b)));
      }),
      { numRuns: 20_000 },
    );
  });
});

describe("codePointLength", () => {
  it.each([
    ["", 0],
    ["abc", 3],
    ["😀", 1],
    ["e\u0301", 2],
    ["👨‍👩‍👧", 5],
    ["\ud83d", 1],
    ["\ude00\ud83d", 2],
  ])("%j has %i code points", (text, length) => {
    expect(codePointLength(text)).toBe(length);
  });

  it("equals the number of steps of the string iterator", () => {
    fc.assert(fc.property(anyUnits, (text) => codePointLength(text) === points(text).length));
  });
});

describe("codePointSlice", () => {
  it.each([
    ["abcdef", 2, 3, "cde"],
    ["abcdef", -2, 5, "ef"],
    ["abcdef", -10, 5, "abcde"],
    ["abcdef", 6, 1, ""],
    ["abcdef", 2 ** 31, 1, ""],
    ["abcdef", 1, 2 ** 31, "bcdef"],
    ["abcdef", 1, 0, ""],
    ["abcdef", 1, -1, ""],
    ["😀x", 0, 1, "😀"],
    ["😀x", 1, 1, "x"],
    ["x😀y", -2, 1, "😀"],
    ["😀😀😀", -2, 5, "😀😀"],
  ])("%j from %i for %i is %j", (text, start, length, part) => {
    expect(codePointSlice(text, start, length)).toBe(part);
  });

  it("extends to the end without a length", () => {
    expect(codePointSlice("a😀bc", -3)).toBe("😀bc");
  });

  it("equals the slice of the array of code points", () => {
    const offset = fc.integer({ min: -12, max: 12 });
    fc.assert(
      fc.property(anyUnits, offset, offset, (text, start, length) => {
        const all = Array.from(text);
        const from = start < 0 ? Math.max(0, all.length + start) : start;
        expect(codePointSlice(text, start, length)).toBe(
          all.slice(from, from + Math.max(0, length)).join(""),
        );
      }),
      { numRuns: 5_000 },
    );
  });
});
