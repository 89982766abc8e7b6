import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isInstalled } from "../../../scripts/install-packages.ts";
import { kernelModules } from "../../../scripts/kernels.ts";
import { StringColumn } from "../../../src/engine/store/columns/string-column.ts";
import {
  bitmapBytes,
  bitmapWordCount,
  LISTED_AT_ONCE,
  type CodeArray,
  type Kernels,
  type ListedRows,
  type Slab,
} from "../../../src/engine/store/kernels/kernels.ts";
import {
  INTERN_MODULE,
  MODULE,
  PAGE_MODULE,
  SEARCH_MODULE,
  TOKENS_MODULE,
} from "../../../src/engine/store/kernels/wasm/module.ts";
import { ROWS_MODULE } from "../../../src/wasm/rows-module.ts";
import { Budget } from "../../../src/engine/store/kernels/budget.ts";
import { typedCodes, plainKernels } from "../../../src/engine/store/kernels/plain.ts";
import { kernelsWith, MAX_PAGES } from "../../../src/engine/store/kernels/wasm/wasm-kernels.ts";
import type { MatchPosition } from "../../../src/engine/store/kernels/search-string.ts";
import { bitmapWhere, capacityFor } from "../../../src/engine/store/kernels/growable-buffers.ts";
import { numbersBelow } from "../../numbers-below.ts";

it.runIf(isInstalled("assembly"))(
  "the compiled kernels are up to date with their sources (npm run generate)",
  async () => {
    for (const { path, text } of await kernelModules()) expect(readFileSync(path, "utf8")).toBe(text);
  },
);

it.each([MODULE, PAGE_MODULE, SEARCH_MODULE, INTERN_MODULE, TOKENS_MODULE, ROWS_MODULE])(
  "each module is below 4 KB, so that every platform compiles it synchronously",
  (module) => {
    expect(Buffer.from(module, "base64").length).toBeLessThan(4096);
  },
);

/** Bits of the rows, as a string of 0 and 1. */
function bitsOf(slab: Slab, rows: number): string {
  const bits = slab.u32();
  return Array.from({ length: rows }, (_, row) => (bits[row >>> 5]! >>> (row & 31)) & 1).join("");
}

/** Bitmap of all rows except every fifth, which no kernel may find. */
function rowsOf(kernels: Kernels, values: readonly number[]): Slab {
  return bitmapWhere(kernels, values.length, isAsked);
}

const isAsked = (row: number) => row % 5 !== 4;

/** Lists rows with a kernel that has room for few of them at once. */
function listed(
  kernels: Kernels,
  rows: number,
  list: (within: Slab, from: number, out: Slab) => ListedRows,
  selected: Slab,
): number[] {
  const out = kernels.allocate((LISTED_AT_ONCE + 8) * 4);
  const found: number[] = [];
  for (let row = 0; row < rows;) {
    const [count, next] = list(selected, row, out);
    expect(next).toBeGreaterThan(row);
    found.push(...out.u32().subarray(0, count));
    row = next;
  }
  return found;
}

function codesIn(
  kernels: Kernels,
  values: readonly number[],
  width: CodeArray["width"],
  count: number,
): CodeArray {
  const codes: CodeArray = {
    slab: kernels.allocate(capacityFor(values.length, 0) * width),
    width,
    rows: values.length,
    count,
  };
  typedCodes(codes).set(values);
  return codes;
}

describe.each([
  ["plain", plainKernels],
  ["WebAssembly", () => kernelsWith(new Budget(), MAX_PAGES, false)!],
  ["WebAssembly with shared memory", () => kernelsWith(new Budget(), MAX_PAGES, true)!],
])("%s kernels", (_name, make) => {
  it.each([
    [1, 0xff],
    [2, 0xffff],
    [4, 0xffff_ffff],
  ] as const)("find codes of %i bytes by a range and by a table", (width, most) => {
    const code = fc.oneof(fc.nat(Math.min(most, 300)), fc.constantFrom(0, 1, most - 1, most, most >>> 1));
    fc.assert(
      fc.property(fc.array(code, { maxLength: 300 }), code, code, (values, a, b) => {
        const kernels = make();
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const codes = codesIn(kernels, values, width, most + 1);
        const out = kernels.allocate(bitmapBytes(values.length));
        kernels.codesBetween(codes, low, high, rowsOf(kernels, values), out, false);
        const within = values.map((value, i) => Number(isAsked(i) && value >= low && value <= high));
        expect(bitsOf(out, values.length)).toBe(within.join(""));
        const inPlace = rowsOf(kernels, values);
        kernels.codesBetween(codes, low, high, inPlace, inPlace, false);
        expect(bitsOf(inPlace, values.length)).toBe(within.join(""));
        const counted = values.filter((value) => value >= low && value <= high).length;
        expect(kernels.countCodes(codes, low, high)).toBe(counted);
        out.u32().fill(0xffff_ffff);
        expect(kernels.splitCodes(codes, low, high, rowsOf(kernels, values), out)).toBe(
          values.filter((value, i) => isAsked(i) && value < low).length,
        );
        expect(bitsOf(out, values.length)).toBe(within.join(""));
        kernels.codesBetween(codes, 0, 0, rowsOf(kernels, values), out, true);
        const added = values.map((value, i) => Number((isAsked(i) && value === 0) || within[i] === 1));
        expect(bitsOf(out, values.length)).toBe(added.join(""));
        if (width === 4) {
          const list = (...to: [Slab, number, Slab]) => kernels.listCodes(codes, low, high, ...to);
          const rows = within.flatMap((isFound, row) => (isFound === 1 ? [row] : []));
          expect(listed(kernels, values.length, list, rowsOf(kernels, values))).toEqual(rows);
          return;
        }
        const table = kernels.allocate(most + 1);
        for (const value of values) if (value % 3 === 1) table.u8()[value] = 1;
        kernels.codesInTable(codes, table, rowsOf(kernels, values), out);
        expect(bitsOf(out, values.length)).toBe(
          values.map((value, i) => Number(isAsked(i) && value % 3 === 1)).join(""),
        );
      }),
    );
  });

  it.each([
    [1, 0xff],
    [2, 0xffff],
    [4, 0xffff_ffff],
  ] as const)("count more codes of %i bytes than a narrow lane can hold", (width, most) => {
    const kernels = make();
    const values = Array.from({ length: 600_001 }, (_, i) => (i % 3 === 0 ? most : 1));
    const codes = codesIn(kernels, values, width, most + 1);
    expect(kernels.countCodes(codes, 1, 1)).toBe(400_000);
    expect(kernels.countCodes(codes, 2, 0xffff_ffff)).toBe(200_001);
    expect(kernels.countCodes(codes, 3, 2)).toBe(0);
  });

  it("look up codes of 4 bytes in a table", () => {
    const kernels = make();
    const values = Array.from({ length: 1000 }, (_, i) => (i * 7919) % 70_000);
    const codes = codesIn(kernels, values, 4, 70_000);
    const table = kernels.allocate(70_000);
    for (const value of values) table.u8()[value] = value & 1;
    const out = kernels.allocate(bitmapBytes(values.length));
    kernels.codesInTable(codes, table, rowsOf(kernels, values), out);
    expect(bitsOf(out, values.length)).toBe(
      values.map((value, i) => Number(isAsked(i) && value % 2 === 1)).join(""),
    );
  });

  it("find numbers by a range, but never NaN", () => {
    const number = fc.oneof(fc.double(), fc.constantFrom(NaN, 0, -0, 1, Infinity, -Infinity, 5e-324));
    fc.assert(
      fc.property(fc.array(number, { maxLength: 200 }), number, number, (values, low, high) => {
        const kernels = make();
        const numbers = kernels.allocate(capacityFor(values.length, 0) * 8);
        numbers.f64().set(values);
        const out = kernels.allocate(bitmapBytes(values.length));
        kernels.numbersBetween(numbers, values.length, low, high, rowsOf(kernels, values), out, false);
        const expected = values.map((value, i) => Number(isAsked(i) && value >= low && value <= high));
        expect(bitsOf(out, values.length)).toBe(expected.join(""));
        const counted = values.filter((value) => value >= low && value <= high).length;
        expect(kernels.countNumbers(numbers, values.length, low, high)).toBe(counted);
        out.u32().fill(0xffff_ffff);
        expect(kernels.splitNumbers(numbers, values.length, low, high, rowsOf(kernels, values), out)).toBe(
          values.filter((value, i) => isAsked(i) && value < low).length,
        );
        expect(bitsOf(out, values.length)).toBe(expected.join(""));
        const list = (...to: [Slab, number, Slab]) =>
          kernels.listNumbers(numbers, values.length, low, high, ...to);
        const rows = expected.flatMap((isFound, row) => (isFound === 1 ? [row] : []));
        expect(listed(kernels, values.length, list, rowsOf(kernels, values))).toEqual(rows);
      }),
    );
  });

  it("combine bitmaps and count their bits", () => {
    const word = fc.nat(0xffff_ffff);
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 40 }), (pairs) => {
        const kernels = make();
        const words = bitmapWordCount(pairs.length * 32);
        const [a, b] = [kernels.allocate(words * 4), kernels.allocate(words * 4)];
        const check = (join: Kernels["and"], expected: (x: number, y: number) => number) => {
          a.u32().set(pairs.map(([x]) => x));
          b.u32().set(pairs.map(([, y]) => y));
          join(a, b, words);
          const wanted = pairs.map(([x, y]) => expected(x, y) >>> 0);
          expect([...a.u32().subarray(0, pairs.length)]).toEqual(wanted);
          const popcount32 = wanted.reduce((sum, x) => sum + x.toString(2).replaceAll("0", "").length, 0);
          expect(kernels.popcount(a, words)).toBe(popcount32);
        };
        check(kernels.and, (x, y) => x & y);
        check(kernels.or, (x, y) => x | y);
        check(kernels.andNot, (x, y) => x & ~y);
      }),
    );
  });

  it("list the rows of a bitmap", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 700 }), fc.nat(9), (selected, sparse) => {
        const kernels = make();
        const words = bitmapWordCount(selected.length);
        const isSet = (row: number) => selected[row]! && row % (sparse * 20 + 1) === 0;
        const bits = bitmapWhere(kernels, selected.length, isSet);
        const out = kernels.allocate(words * 32 * 4);
        kernels.listRows(bits, words, out);
        const rows = selected.flatMap((_, row) => (isSet(row) ? [row] : []));
        expect([...out.u32().subarray(0, rows.length)]).toEqual(rows);
      }),
    );
  });

  it("find the rows of matches among strings of very different length", () => {
    const group = fc.tuple(fc.constantFrom(0, 1, 7, 60, 3000), fc.integer({ min: 1, max: 40 }), fc.boolean());
    fc.assert(
      fc.property(fc.array(group, { minLength: 1, maxLength: 12 }), fc.nat(2999), (groups, place) => {
        const values = groups.flatMap(([length, count, matches]) =>
          Array.from({ length: count }, (_, i) => {
            const text = "-".repeat(length);
            const at = place % (length + 1);
            return matches && i % 3 === 0 ? `${text.slice(0, at)}needle 12${text.slice(at)}` : text;
          }),
        );
        const kernels = make();
        const column = new StringColumn(kernels);
        column.append(values);
        const out = kernels.allocate(bitmapBytes(values.length));
        for (const searchString of ["needle 12", "edl", "eedle 12"]) {
          kernels.find(column.encoded()!, column.searchString(searchString, "anywhere"), out);
          const expected = values.map((value) => Number(value.includes(searchString)));
          expect(bitsOf(out, values.length)).toBe(expected.join(""));
        }
      }),
    );
  });

  it("find hundreds of matches, whether they are expected to be rare or not", () => {
    const needle = "search string of 40 bytes, with no repeat";
    const drawn = fc.record({
      length: fc.constantFrom(1, 2, 7, 8, 9, 16, 17, 24, 41),
      period: fc.constantFrom(1, 2, 7, 40),
      perString: fc.constantFrom(1, 1, 5, 300),
      longest: fc.constantFrom(0, 3, 90, 1500),
      from: fc.constantFrom(0, 32, 320),
      salt: fc.nat(),
    });
    fc.assert(
      fc.property(drawn, ({ length, period, perString, longest, from, salt }) => {
        const below = numbersBelow(salt);
        const searched = needle.slice(0, length);
        // The last byte differs, or another one, so that both parts of a comparison decide.
        const others = [`${searched.slice(0, -1)}_`, `${searched.slice(0, 3)}_${searched.slice(4)}`, "-"];
        const values = Array.from({ length: 900 }, (_, row) => {
          const isFound = row % period === 0;
          const part = isFound ? searched : others[below(3)]!;
          return "-".repeat(below(longest + 1)) + (part + "-".repeat(below(4))).repeat(1 + below(perString));
        });
        const kernels = make();
        const column = new StringColumn(kernels);
        column.append(values);
        const out = kernels.allocate(bitmapBytes(values.length));
        const end = values.length - below(200);
        const expected = values.map((value, row) =>
          Number(row >= from && row < end && value.includes(searched)),
        );
        for (const isDense of [false, true]) {
          out.u32().fill(0);
          const searchString = { ...column.searchString(searched, "anywhere"), isDense };
          kernels.find(column.encoded()!, searchString, out, { from, end });
          expect(bitsOf(out, end)).toBe(expected.slice(0, end).join(""));
        }
      }),
      { numRuns: 60 },
    );
  });

  it("find a search string anywhere, at the start, at the end or as the whole string", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "é", "😀", "\u0000"), maxLength: 24 });
    const texts = fc.array(fc.option(text, { freq: 8 }), { minLength: 1, maxLength: 60 });
    const needles = fc.string({ unit: fc.constantFrom("a", "b", "é", "😀"), minLength: 1, maxLength: 20 });
    const repeats = fc.tuple(fc.constantFrom("a", "ab", "aab", "é"), fc.nat(3), fc.nat(120));
    fc.assert(
      fc.property(texts, needles, fc.nat(), repeats, (given, random, pick, [part, skip, times]) => {
        const repeated = part.repeat(times).slice(skip);
        const values = [...given, repeated, repeated.slice(1), `a${repeated}b`, repeated + part + repeated];
        const kernels = make();
        const column = new StringColumn(kernels);
        const half = values.length >> 1;
        column.append(values.slice(0, half));
        column.encoded();
        column.append(values.slice(half));
        const out = kernels.allocate(bitmapBytes(values.length));
        const some = values[pick % values.length] ?? "";
        for (const searchString of [random, some, some.slice(0, 4), some.slice(-4), repeated]) {
          if (searchString === "" || !searchString.isWellFormed()) continue;
          const ask = (asks: MatchPosition, holds: (value: string) => boolean) => {
            const sought = column.searchString(searchString, asks);
            kernels.find(column.encoded()!, sought, out);
            const expected = values.map((value) => Number(value !== null && holds(value)));
            expect(bitsOf(out, values.length)).toBe(expected.join(""));
            // Any two bytes find the same rows.
            const [rare, other] = [pick % sought.bytes.length, (pick >>> 8) % sought.bytes.length];
            for (const isDense of [false, true]) {
              kernels.find(column.encoded()!, { ...sought, rare, other, isDense }, out);
              expect(bitsOf(out, values.length)).toBe(expected.join(""));
            }
            // The same for a range of rows, with `find` and with `findAmong`.
            const rows = { from: values.length > 32 ? 32 : 0, end: values.length };
            out.u32().fill(0x5555_5555, 0, 1);
            const before = bitsOf(out, rows.from);
            kernels.find(column.encoded()!, sought, out, rows);
            expect(bitsOf(out, values.length)).toBe(before + expected.slice(rows.from).join(""));
            const among = rowsOf(kernels, values.map(Number));
            kernels.findAmong(column.encoded()!, sought, among, rows);
            const left = values.map((_, i) => Number(isAsked(i) && (i < rows.from || expected[i] === 1)));
            expect(bitsOf(among, values.length)).toBe(left.join(""));
          };
          ask("anywhere", (value) => value.includes(searchString));
          ask("start", (value) => value.startsWith(searchString));
          ask("end", (value) => value.endsWith(searchString));
          ask("whole", (value) => value === searchString);
        }
      }),
    );
  });

  it("free released memory, and allocate zeroed memory", () => {
    const kernels = make();
    const slabs = Array.from({ length: 50 }, (_, i) => kernels.allocate(i * 1000));
    expect(kernels.budget.bytes).toBeGreaterThan(50 * 49 * 500 - 1);
    slabs[7]!.u8().fill(1);
    for (const slab of slabs) kernels.release(slab);
    expect(kernels.budget.bytes).toBe(0);
    expect(
      kernels
        .allocate(49_000)
        .u8()
        .every((byte) => byte === 0),
    ).toBe(true);
  });
});
