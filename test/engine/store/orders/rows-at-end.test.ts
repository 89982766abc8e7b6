import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bitmapBytes, type Kernels, type ListedRows } from "../../../../src/engine/store/kernels/kernels.ts";
import type { NumberKey } from "../../../../src/engine/store/kernels/order-key.ts";
import { rowsAtEnd } from "../../../../src/engine/store/order/near-page/rows-at-end.ts";
import { runNow } from "../../../../src/engine/store/tasks/task.ts";
import { TUNING } from "../../../../src/engine/store/tasks/unit-costs.ts";
import { numbersBelow } from "../../../numbers-below.ts";
import { KERNELS } from "../tried-kernels.ts";
import { SEED as seed } from "../../../effort.ts";

interface Column {
  readonly key: NumberKey;
  /** Numbers of rows that were listed, and that were tested for that. */
  readonly work: { listed: number; tested: number };
}

function columnOf(kernels: Kernels, values: readonly number[], isDescending: boolean, width: 4 | 8): Column {
  const slab = kernels.allocate(values.length * width + 128);
  const numbers = () => (width === 8 ? slab.f64() : slab.u32());
  numbers().set(values);
  const work = { listed: 0, tested: 0 };
  const list: NonNullable<NumberKey["list"]> = (rows, low, high, within, from, out): ListedRows => {
    const codes = { slab, width: 4, rows, count: 2 ** 32 } as const;
    const range = [Math.max(0, low), Math.min(2 ** 32 - 1, high)] as const;
    const found =
      width === 8
        ? kernels.listNumbers(slab, rows, low, high, within, from, out)
        : kernels.listCodes(codes, ...range, within, from, out);
    work.listed += found[0];
    work.tested += found[1] - from;
    return found;
  };
  const key: NumberKey = {
    kind: "numbers",
    numbers,
    between: undefined,
    split: undefined,
    list,
    hasNaN: values.some((value) => Number.isNaN(value)),
    min: 0,
    max: 2 ** 32 - 1,
    isDescending,
    positionOf: () => undefined,
  };
  return { key, work };
}

describe.each(KERNELS)("rows at an end of an order, %s kernels", (_name, make) => {
  it(`are the first or the last selected rows (seed ${seed})`, () => {
    const drawn = fc.record({
      rows: fc.integer({ min: 1, max: 3000 }),
      different: fc.constantFrom(1, 3, 40, 60_000),
      trend: fc.constantFrom(-1, 0, 1),
      selectedShare: fc.constantFrom(1, 2, 9, 60),
      nullShare: fc.constantFrom(0, 50),
      salt: fc.nat(),
      start: fc.nat(80),
      isLast: fc.boolean(),
      limit: fc.integer({ min: 1, max: 60 }),
      isDescending: fc.boolean(),
      width: fc.constantFrom<4 | 8>(4, 8),
    });
    let found = 0;
    fc.assert(
      fc.property(drawn, ({ rows, different, trend, selectedShare, nullShare, salt, width, ...others }) => {
        const { isDescending, isLast } = others;
        const kernels = make();
        const below = numbersBelow(salt);
        const values = Array.from({ length: rows }, (_, row) =>
          width === 8 && nullShare > 0 && below(nullShare) === 0
            ? NaN
            : 300_000 + trend * row * 100 + below(different),
        );
        const { key } = columnOf(kernels, values, isDescending, width);
        const selected = kernels.allocate(bitmapBytes(rows));
        const kept = values.flatMap((_, row) => (below(selectedShare) === 0 ? [row] : []));
        for (const row of kept) selected.u32()[row >>> 5]! |= 1 << (row & 31);
        const count = kept.length;
        const limit = Math.min(others.limit, count);
        const start = isLast
          ? Math.max(0, count - limit - others.start)
          : Math.min(others.start, count - limit);
        if (count === 0) return;
        const request = { selected, count, start, limit };
        const atEnd = runNow(rowsAtEnd(request, key, { kernels, rows, tuning: TUNING }));
        if (atEnd === undefined) return;
        found++;
        const ascending = (a: number, b: number) => {
          const [x, y] = [values[a]!, values[b]!];
          if (x === y || (x !== x && y !== y)) return 0;
          return x !== x || x < y ? -1 : 1;
        };
        const order = (a: number, b: number) => ascending(a, b) * (isDescending ? -1 : 1) || a - b;
        const expected = kept.toSorted(order).slice(start - atEnd.start);
        expect([...atEnd.rows].toSorted(order)).toEqual(expected.slice(0, atEnd.rows.length));
        expect(atEnd.start + limit).toBeLessThanOrEqual(atEnd.rows.length);
        expect([...atEnd.rows]).toEqual([...atEnd.rows].toSorted((a, b) => a - b));
      }),
      { seed, numRuns: 400 },
    );
    expect(found).toBeGreaterThan(80);
  });

  it.each([
    ["in random order", (row: number, below: (end: number) => number) => row * 0 + below(1_000_000), 2000],
    ["ascending", (row: number) => row, 2000],
    ["descending", (row: number) => 1_000_000 - row, 12_000],
  ])("are found in one pass that lists few rows, if numbers are %s", (_order, numberOf, maxListed) => {
    const kernels = make();
    const rows = 100_000;
    const below = numbersBelow(11);
    const numbers = Array.from({ length: rows }, (_, row) => numberOf(row, below));
    const { key, work } = columnOf(kernels, numbers, false, 4);
    const selected = kernels.allocate(bitmapBytes(rows));
    selected.u32().fill(0xffff_ffff, 0, rows / 32);
    const request = { selected, count: rows, start: 0, limit: 20 };
    const context = { kernels, rows, tuning: { ...TUNING, setUp: 6_000 } };
    expect(runNow(rowsAtEnd(request, key, context))!.rows.length).toBe(20);
    expect(work.tested).toBe(rows);
    expect(work.listed).toBeLessThan(maxListed);
  });

  it("are not looked for if many rows are equal, or if the page is in the middle", () => {
    const kernels = make();
    const rows = 100_000;
    const selected = kernels.allocate(bitmapBytes(rows));
    selected.u32().fill(0xffff_ffff, 0, rows / 32);
    const below = numbersBelow(5);
    const context = { kernels, rows, tuning: TUNING };
    const random = (end: number) => Array.from({ length: rows }, () => below(end));
    const few = columnOf(kernels, random(10), false, 4);
    const many = columnOf(kernels, random(1e6), false, 4);
    const first = { selected, count: rows, start: 0, limit: 20 };
    expect(runNow(rowsAtEnd(first, few.key, context))).toBeUndefined();
    expect(few.work.tested).toBe(0);
    const middle = { selected, count: rows, start: rows / 2, limit: 20 };
    expect(runNow(rowsAtEnd(middle, many.key, context))).toBeUndefined();
    expect(many.work.tested).toBe(0);
  });
});
