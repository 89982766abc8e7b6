import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Budget } from "../../../src/engine/store/kernels/budget.ts";
import { bitmapBytes } from "../../../src/engine/store/kernels/kernels.ts";
import { fullBitmap } from "../../../src/engine/store/kernels/growable-buffers.ts";
import { NumberColumn } from "../../../src/engine/store/columns/number-column.ts";
import { runNow } from "../../../src/engine/store/tasks/task.ts";
import { isPlanned, strictKernels } from "./strict-kernels.ts";
import { countOf, SEED as seed } from "../../effort.ts";
import { KERNELS } from "./tried-kernels.ts";

const numRuns = countOf("engine/store/number-column: runs");

type Cell = number | bigint | null;

const TOP = 2 ** 52;
/** Limits of codes of 1, 2 and 4 bytes, with their neighbors. */
const EDGES = [0, 0xfe, 0xff, 0xfffe, 0xffff, 0xffff_fffe, 0xffff_ffff, TOP, 2 ** 53].flatMap((edge) => [
  edge - 1,
  edge,
  edge + 1,
]);
const STEPS = [1, 1, 2, 7, 1000, 86_400_000, 2 ** 20 + 1];

/** Evenly spaced numbers, and sometimes one that does not fit. */
const cells: fc.Arbitrary<Cell[]> = fc
  .record({
    first: fc.oneof(fc.constantFrom(0, 1, -1, -300, 1e12, -TOP, TOP, 0.5), fc.integer()),
    step: fc.constantFrom(...STEPS),
    scale: fc.constantFrom(1, 1, 1, 10, 100, 1e6, 1e9),
    places: fc.array(fc.oneof(fc.nat(300), fc.constantFrom(...EDGES), fc.nat(70_000)), {
      minLength: 1,
      maxLength: 70,
    }),
    others: fc.array(
      fc.constantFrom<Cell>(null, null, -0, 0, 0.5, -1e300, 5e-324, 2 ** 53, 10n ** 30n, 7n, 2n ** 53n + 1n),
      { maxLength: 3 },
    ),
  })
  .chain(({ first, step, scale, places, others }) =>
    fc.shuffledSubarray([...places.map((place): Cell => (first + place * step) / scale), ...others], {
      minLength: 1,
    }),
  );

/** Expected number of a value: NaN for null and for values that are not doubles. */
function numberOf(cell: Cell): number {
  if (cell === null) return NaN;
  return typeof cell === "number" || BigInt(Number(cell)) === cell ? Number(cell) : NaN;
}

function comparable(number: number): number {
  return number === number ? number : -Infinity;
}

describe.each(KERNELS)("number columns, %s kernels", (_name, make) => {
  it(`return the appended numbers in every encoding (seed ${seed})`, () => {
    const parts = fc.array(cells, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(parts, fc.nat(), (lists, pick) => {
        const strict = strictKernels(make());
        const { kernels } = strict;
        const column = new NumberColumn(kernels, "number", "number", lists[0]!.length);
        const numbers: number[] = [];
        for (const list of lists) {
          const given = column.valid().u32().slice();
          expect(column.append(list)).toBe(true);
          numbers.push(...list.map(numberOf));
          const rows = numbers.length;
          expect(column.rows).toBe(rows);
          const numberAt = column.reader();
          // Zeros lose their sign.
          expect(Array.from(numbers, (_, row) => numberAt(row) + 0)).toEqual(numbers.map((each) => each + 0));
          expect(column.numberAt(rows - 1) + 0).toEqual(numbers[rows - 1]! + 0);
          const there = numbers.filter((each) => each === each);
          expect([column.min + 0, column.max + 0]).toEqual([Math.min(...there) + 0, Math.max(...there) + 0]);
          const some = numbers[pick % rows]!;
          const bounds = [some, some - 0.5, some + 1, -Number.MAX_VALUE, Number.MAX_VALUE, ...EDGES];
          const low = bounds[pick % bounds.length]!;
          for (const high of [low, some, low + 254, Number.MAX_VALUE, low - 1]) {
            const holds = (each: number) => each >= low && each <= high;
            const [within, out] = [fullBitmap(kernels, rows), kernels.allocate(bitmapBytes(rows))];
            column.between(rows, low, high, within, out, false);
            const bits = out.u32();
            const found = numbers.filter((_, row) => (bits[row >>> 5]! & (1 << (row & 31))) !== 0);
            expect(found).toEqual(numbers.filter(holds));
            expect(column.count(rows, low, high)).toBe(found.length);
            column.between(rows, some, some, within, out, true);
            const added = numbers.filter((_, row) => (out.u32()[row >>> 5]! & (1 << (row & 31))) !== 0);
            expect(added).toEqual(numbers.filter((each) => holds(each) || each === some));
            kernels.release(within);
            kernels.release(out);
          }
          const valid = column.valid().u32();
          const isThere = (row: number) => (valid[row >>> 5]! & (1 << (row & 31))) !== 0;
          expect(Array.from(numbers, (_, row) => isThere(row))).toEqual(
            lists
              .flat()
              .slice(0, rows)
              .map((each) => each !== null),
          );
          expect([...given].every((word, i) => (word & ~valid[i]!) === 0)).toBe(true);
        }
        column.release();
        expect(strict.held()).toBe(0);
      }),
      { seed, numRuns },
    );
  });

  it(`sort rows, and find the sort position of a value (seed ${seed})`, () => {
    fc.assert(
      fc.property(cells, cells, cells, (first, later, asked) => {
        const kernels = make();
        const column = new NumberColumn(kernels, "number", "number", 0);
        column.append(first);
        column.append(later);
        const numbers = [...first, ...later].map((each) => comparable(numberOf(each)));
        const key = column.key();
        const keys = Array.from(key.numbers().subarray(0, numbers.length), comparable);
        const byNumber = numbers.map((_, row) => row).sort((a, b) => numbers[a]! - numbers[b]! || a - b);
        const byKey = numbers.map((_, row) => row).sort((a, b) => keys[a]! - keys[b]! || a - b);
        expect(byKey).toEqual(byNumber);
        for (const row of byNumber) {
          const [number, value] = [numbers[row]!, keys[row]!];
          if (number !== -Infinity) expect([value >= key.min, value <= key.max]).toEqual([true, true]);
        }
        for (const value of asked) {
          const bound = key.positionOf(value)!;
          const at = comparable(numberOf(value));
          // Exceptions are covered by another test.
          if (value !== null && at === -Infinity) continue;
          numbers.forEach((number, row) => {
            const order = keys[row]! - comparable(bound.number) || (bound.isExact ? 0 : -1);
            expect([number, Math.sign(order)]).toEqual([number, Math.sign(number - at) || 0]);
          });
        }
        const index = column.index();
        runNow(index.keepBuilt());
        const there = numbers.filter((each) => each !== -Infinity);
        for (const low of [...there.slice(0, 5), -Number.MAX_VALUE])
          for (const high of [low, ...there.slice(-3)]) {
            const found = [...index.rowsIn(index.rangeOf(low, high))];
            const wanted = byNumber.filter((row) => numbers[row]! >= low && numbers[row]! <= high);
            expect(found.sort((a, b) => a - b)).toEqual(low > high ? [] : wanted.sort((a, b) => a - b));
          }
      }),
      { seed, numRuns },
    );
  });

  it.each<[what: string, width: number, values: Cell[], ...later: Cell[][]]>([
    ["nothing but nulls", 1, [null, null]],
    ["one number", 1, [1e15]],
    ["255 integers", 1, [-100, -99, 154]],
    ["256 integers", 2, [-100, -99, 155]],
    ["65,535 integers", 2, [10, 11, 65_544]],
    ["65,536 integers", 4, [10, 11, 65_545]],
    ["2^32 - 1 integers", 4, [-5, -4, 2 ** 32 - 7]],
    ["2^32 integers", 8, [-5, -4, 2 ** 32 - 6]],
    ["as many integers and a null", 4, [null, -5, -4, 2 ** 32 - 7]],
    ["two distant integers", 1, [-TOP, TOP]],
    ["255 multiples of a step", 1, [-7, -7 + 254 * 3600, -7 + 3600]],
    ["256 multiples of a step", 2, [-7, -7 + 255 * 3600, -7 + 3600]],
    ["2^32 - 1 multiples of a step", 4, [0, (2 ** 32 - 2) * 3, 3]],
    ["multiples of a step and another integer", 8, [0, (2 ** 32 - 2) * 3, 3, 4]],
    ["a fraction", 1, [1, 2.5]],
    ["a fraction without a finite decimal form", 8, [1, 1 / 3]],
    ["decimals", 2, [0.1, 0.2, 0.3, 19.99]],
    ["sums of decimals", 8, [0.1 + 0.2, 1e9]],
    ["nine decimals", 4, [1e-9, 2e-9, 4.294967295]],
    ["ten decimals", 8, [1e-10]],
    ["decimals that need more than 2^32 codes", 8, [0.001, 0.002, 5_000_000]],
    ["decimals in steps of a quarter", 1, [0, 0.25, -30.25, 30]],
    ["decimals beyond 2^48", 8, [0.5, 2 ** 48]],
    ["an integer beyond 2^52", 8, [1, TOP + 1]],
    ["the min and max of encoded integers", 8, [-TOP, TOP, TOP - 1]],
    ["large integers close to each other", 1, [TOP, TOP - 254]],
    ["large negative integers that grow downwards", 1, [-TOP + 1], [-TOP]],
    ["an integer that no double holds", 1, [1, 2n ** 53n + 1n]],
    ["an appended number that fits", 1, [1, 2], [255]],
    ["an appended number above the range", 2, [1, 2], [300]],
    ["an appended number below the range", 2, [1, 2], [-300]],
    ["a distant appended number", 4, [1, 2], [1e9]],
    ["an appended fraction", 1, [1, 2], [0.5]],
    ["more and more decimals", 1, [100], [99.5], [99.75]],
    ["an appended fraction without a finite decimal form", 8, [1, 2.5], [1 / 3]],
    ["an appended number between two steps", 4, [0, 86_400_000], [1]],
    ["appended nulls", 1, [1, 2], [null]],
  ])("store %s in %i bytes per row", (_what, width, values, ...later) => {
    const kernels = make();
    const column = new NumberColumn(kernels, "number", "number", 0);
    for (const list of [values, ...later]) column.append(list);
    expect(column.image().state.frame?.width ?? 8).toBe(width);
    const all = [values, ...later].flat();
    expect(all.map((_, row) => column.numberAt(row))).toEqual(all.map(numberOf));
    // The smallest capacity is 128 rows.
    expect(kernels.budget.bytes).toBe(Math.ceil((128 * width) / 64) * 64);
  });

  it("are rarely re-encoded, whatever is appended", () => {
    let writes = 0;
    const kernels = make();
    const allocate: typeof kernels.allocate = (bytes) => (writes++, kernels.allocate(bytes));
    for (const next of [(i: number) => i, (i: number) => -i, (i: number) => (i % 2 === 0 ? i : -i)]) {
      const column = new NumberColumn({ ...kernels, allocate }, "integer", "number", 20_000);
      writes = 0;
      for (let i = 0; i < 20_000; i++) column.append([next(i) * 3000]);
      expect(writes).toBeLessThan(60);
      column.release();
    }
  });

  it("are unchanged if there is no memory for appended values", () => {
    const first = [5, null, 7];
    const later = [[70_000, 2n ** 70n + 1n], [0.5, null], Array.from({ length: 5000 }, (_, i) => i * 1e6)];
    for (const list of later) {
      for (let slabs = 0; ; slabs++) {
        const strict = strictKernels(make());
        const column = new NumberColumn(strict.kernels, "number", "number", 0);
        column.append(first);
        strict.failAfter(slabs);
        let isDone = false;
        try {
          isDone = column.append(list);
        } catch (error) {
          expect(isPlanned(error)).toBe(true);
        }
        const all = isDone ? [...first, ...list] : first;
        if (!isDone && column.rows !== first.length) expect(column.rows % 4096).toBe(first.length);
        else {
          expect(column.rows).toBe(all.length);
          expect(all.map((_, row) => column.numberAt(row))).toEqual(all.map(numberOf));
          expect(column.exceptions).toEqual(
            all.flatMap((each, row) => (typeof each === "bigint" ? [row] : [])),
          );
        }
        column.release();
        expect(strict.held()).toBe(0);
        if (isDone) break;
        expect(slabs).toBeLessThan(10);
      }
    }
  });

  it("need the memory of both encodings while they are re-encoded, but no more", () => {
    const enough = (bytes: number) => {
      const column = new NumberColumn(make(new Budget(bytes)), "integer", "number", 1024);
      column.append(Array.from({ length: 1024 }, (_, i) => i % 200));
      column.append([1000]);
    };
    // Capacity for 1024 rows and 1/16 more, in 1 byte and in 2.
    const [one, two] = [1152, 2304];
    expect(() => enough(one + two)).not.toThrow();
    expect(() => enough(one + two - 1)).toThrow(expect.objectContaining({ code: "memory-limit" }));
  });
});
