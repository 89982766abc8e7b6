import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bitmapBytes, type Kernels, type Slab } from "../../../../src/engine/store/kernels/kernels.ts";
import type { NumberArray, NumberKey } from "../../../../src/engine/store/kernels/order-key.ts";
import { narrowRows, rowsOf } from "../../../../src/engine/store/order/near-page/narrow-rows.ts";
import { selectTask } from "../../../../src/engine/store/tasks/select-task.ts";
import { runNow } from "../../../../src/engine/store/tasks/task.ts";
import { TUNING } from "../../../../src/engine/store/tasks/unit-costs.ts";
import { numbersBelow } from "../../../numbers-below.ts";
import { KERNELS } from "../tried-kernels.ts";
import { SEED as seed } from "../../../effort.ts";

type Slabs = [Slab, Slab, Slab];

interface Column {
  readonly key: NumberKey;
  /** Number of passes over the column so far. */
  readonly passes: () => number;
}

function columnOf(kernels: Kernels, values: readonly number[], isDescending: boolean, width: 2 | 8): Column {
  const slab = kernels.allocate(values.length * width + 64);
  const numbers = (): NumberArray => (width === 8 ? slab.f64() : slab.u16());
  numbers().set(values);
  let passes = 0;
  const between = (rows: number, low: number, high: number, within: Slab, out: Slab) => {
    passes++;
    if (width === 8) return kernels.numbersBetween(slab, rows, low, high, within, out, false);
    const codes = { slab, width, rows, count: 0x1_0000 } as const;
    const range = [Math.max(0, low), Math.min(0xffff, high)] as const;
    return kernels.codesBetween(codes, ...range, within, out, false);
  };
  const split: NumberKey["split"] = (rows, low, high, within, out) => {
    passes++;
    if (width === 8) return kernels.splitNumbers(slab, rows, low, high, within, out);
    const codes = { slab, width, rows, count: 0x1_0000 } as const;
    return kernels.splitCodes(codes, Math.max(0, low), Math.min(0xffff, high), within, out);
  };
  const known = {
    split,
    hasNaN: false,
    min: 0,
    max: 0xffff,
    isDescending,
    positionOf: () => undefined,
  };
  return { key: { kind: "numbers", numbers, between, ...known }, passes: () => passes };
}

describe.each(KERNELS)("narrowing to the rows around a page, %s kernels", (_name, make) => {
  it(`keeps the page, and all rows between the kept ones (seed ${seed})`, () => {
    const drawn = fc.record({
      rows: fc.integer({ min: 1, max: 3000 }),
      different: fc.constantFrom(1, 3, 40, 60_000),
      period: fc.constantFrom(1, 2, 32, 64),
      selectedShare: fc.constantFrom(1, 2, 9),
      salt: fc.nat(),
      place: fc.nat(),
      limit: fc.integer({ min: 1, max: 60 }),
      isDescending: fc.boolean(),
      width: fc.constantFrom<2 | 8>(2, 8),
    });
    fc.assert(
      fc.property(drawn, ({ rows, different, period, selectedShare, salt, place, ...others }) => {
        const kernels = make();
        const below = numbersBelow(salt);
        // Values with a period, as of rows that are inserted in turns.
        const values = Array.from({ length: rows }, (_, row) =>
          period === 1 ? below(different) : ((row % period) * 7 + below(2)) % different,
        );
        const { key } = columnOf(kernels, values, others.isDescending, others.width);
        const [selected, one, two] = [0, 1, 2].map(() => kernels.allocate(bitmapBytes(rows))) as Slabs;
        for (const slab of [one, two]) slab.u32().fill(0xffff_ffff);
        const kept = values.flatMap((_, row) => (below(selectedShare) === 0 ? [row] : []));
        for (const row of kept) selected.u32()[row >>> 5]! |= 1 << (row & 31);
        if (kept.length === 0) return;
        const start = place % kept.length;
        const limit = Math.min(others.limit, kept.length - start);
        const context = { kernels, rows, tuning: { ...TUNING, setUp: 4 } };
        const request = { selected, count: kept.length, start, limit };
        const narrowed = runNow(narrowRows(request, key, context, [one, two]));
        const found = [...runNow(rowsOf(narrowed.rows, rows, narrowed.count))];
        const order = (a: number, b: number) =>
          (others.isDescending ? values[b]! - values[a]! : values[a]! - values[b]!) || a - b;
        const expected = kept
          .toSorted(order)
          .slice(start - narrowed.start)
          .slice(0, narrowed.count);
        expect(found.toSorted(order)).toEqual(expected);
        expect(narrowed.start + limit).toBeLessThanOrEqual(narrowed.count);
        if (narrowed.areEqual) expect(new Set(found.map((row) => values[row])).size).toBe(1);
      }),
      { seed, numRuns: 150 },
    );
  });

  it.each([
    ["first", 0],
    ["deep", 25_000],
    ["last", 59_980],
  ])("takes few passes over the column: %s page", (_page, start) => {
    const kernels = make();
    const rows = 60_000;
    const below = numbersBelow(7);
    const values = Array.from({ length: rows }, () => below(60_000));
    const { key, passes } = columnOf(kernels, values, false, 2);
    const [selected, one, two] = [0, 1, 2].map(() => kernels.allocate(bitmapBytes(rows))) as Slabs;
    selected.u32().fill(0xffff_ffff, 0, rows / 32);
    const request = { selected, count: rows, start, limit: 20 };
    const narrowed = runNow(narrowRows(request, key, { kernels, rows, tuning: TUNING }, [one, two]));
    expect(narrowed.count).toBeLessThan(rows / 10);
    // The sample leaves more rows of a deep page, which a second pass reads.
    expect(passes()).toBeLessThanOrEqual(start === 25_000 ? 2 : 1);
  });
});

it(`a selection returns the items of a sorted copy (seed ${seed})`, () => {
  fc.assert(
    fc.property(
      fc.nat(4000),
      fc.integer({ min: 1, max: 5000 }),
      fc.nat(),
      fc.nat(),
      fc.nat(50),
      (count, different, salt, place, limit) => {
        const below = numbersBelow(salt);
        const values = Array.from({ length: count }, () => below(different));
        const start = place % (count + 1);
        const items = Uint32Array.from(values, (_, i) => i);
        const found = runNow(selectTask(items, (a, b) => values[a]! - values[b]!, start, limit));
        const sorted = Array.from(items).sort((a, b) => values[a]! - values[b]! || a - b);
        expect([...found]).toEqual(sorted.slice(start, start + limit));
      },
    ),
    { seed, numRuns: 60 },
  );
});

it("a selection of few items compares each of the others about once", () => {
  const below = numbersBelow(3);
  const values = Array.from({ length: 50_000 }, () => below(1_000_000));
  for (const [start, most] of [
    [0, 1.3],
    [20_000, 3.2],
  ] as const) {
    let compared = 0;
    const items = Uint32Array.from(values, (_, i) => i);
    const order = (a: number, b: number) => {
      compared++;
      return values[a]! - values[b]!;
    };
    runNow(selectTask(items, order, start, 20));
    expect(compared).toBeLessThan(most * values.length);
  }
});
