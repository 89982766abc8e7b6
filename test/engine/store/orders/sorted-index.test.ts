import fc from "fast-check";
import { expect, it } from "vitest";
import { buildSortedIndex, mergeNewRows } from "../../../../src/engine/store/sorting/sorted-index.ts";
import type {
  LazyKey,
  NumberKey,
  NumberArray,
  OrderKey,
} from "../../../../src/engine/store/kernels/order-key.ts";
import { mergeTask, sortTask } from "../../../../src/engine/store/tasks/sort-task.ts";
import { indexWalkCost, walkIndex } from "../../../../src/engine/store/order/path-index-walk.ts";
import { runNow } from "../../../../src/engine/store/tasks/task.ts";
import { SEED as seed } from "../../../effort.ts";

const doubles = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(NaN, 0, -0, 1, -1, 2 ** 53, -(2 ** 53), Number.MAX_VALUE, -Number.MAX_VALUE, 5e-324),
);
const whole = fc.oneof(
  fc.integer({ min: -50, max: 50 }),
  fc.constantFrom(NaN, 2 ** 31, 2 ** 31 - 1, 2 ** 31 - 2),
);
/** Sort numbers of one key. */
const columns = (rows: number): fc.Arbitrary<NumberArray> => {
  const size = { minLength: rows, maxLength: rows };
  return fc.oneof(
    fc.array(fc.nat(0xff), size).map((list) => Uint8Array.from(list)),
    fc.array(fc.nat(3), size).map((list) => Uint16Array.from(list)),
    fc.array(fc.nat(0xffff_ffff), size).map((list) => Uint32Array.from(list)),
    fc.array(doubles, size).map((list) => Float64Array.from(list)),
    fc.array(whole, size).map((list) => Float64Array.from(list)),
  );
};

function keyOf(numbers: NumberArray, isDescending: boolean): NumberKey {
  const there = [...numbers].filter((number) => number === number);
  const min = Math.min(...there);
  const max = Math.max(...there);
  return {
    kind: "numbers",
    numbers: () => numbers,
    between: undefined,
    split: undefined,
    hasNaN: true,
    min,
    max,
    isDescending,
    positionOf: () => undefined,
  };
}

function lazy(key: OrderKey): LazyKey {
  return {
    *get() {
      return key;
    },
  };
}

function compareKeys(keys: readonly NumberKey[], a: number, b: number): number {
  for (const { numbers, isDescending } of keys) {
    const [x, y] = [numbers()[a]!, numbers()[b]!];
    const order = x === y ? 0 : x !== x ? (y !== y ? 0 : -1) : y !== y || x > y ? 1 : -1;
    if (order !== 0) return isDescending ? -order : order;
  }
  return 0;
}

it(`the radix sort gives the order of a stable sort (seed ${seed})`, () => {
  const drawn = fc
    .nat(60)
    .chain((rows) =>
      fc.tuple(fc.array(fc.tuple(columns(rows), fc.boolean()), { maxLength: 3 }), fc.constant(rows)),
    );
  fc.assert(
    fc.property(drawn, fc.nat(60), ([list, rows], known) => {
      const keys = list.map(([numbers, isDescending]) => keyOf(numbers, isDescending));
      const order = Array.from({ length: rows }, (_, row) => row);
      const compare = (a: number, b: number) => compareKeys(keys, a, b);
      const expected = order.toSorted(compare);
      const found = runNow(buildSortedIndex(keys.map(lazy), rows));
      expect([...found]).toEqual(expected);
      const before = found.filter((row) => row < known);
      expect([...runNow(mergeNewRows(before, Math.max(rows, before.length), compare))]).toEqual(expected);
    }),
    { seed },
  );
});

it(`the sort task is stable for any number of items (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.nat(6000), fc.nat(50), fc.nat(), (count, different, salt) => {
      const valueOf = (each: number) => ((each * 7919 + salt) % 1_000_003) % (different + 1);
      const order = (a: number, b: number) => valueOf(a) - valueOf(b);
      const numbers = Uint32Array.from({ length: count }, (_, i) => i);
      const found = runNow(sortTask(numbers, order));
      expect([...found]).toEqual(Array.from(numbers).sort(order));
      const [first, rest] = [
        found.filter((each) => each < count / 2),
        found.filter((each) => each >= count / 2),
      ];
      expect([...runNow(mergeTask(first, rest, order))]).toEqual([...found]);
    }),
    { seed, numRuns: 30 },
  );
});

it("sorting many items takes many steps", () => {
  const numbers = Uint32Array.from({ length: 100_000 }, (_, i) => (i * 7919) % 100_000);
  let steps = 0;
  const sorting = sortTask(numbers, (a, b) => a - b);
  while (sorting.next().done !== true) steps++;
  expect(steps).toBeGreaterThan(50);
});

it(`a walk over a sorted index takes the selected rows, from either end (seed ${seed})`, () => {
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { minLength: 1, maxLength: 200 }),
      fc.nat(200),
      fc.nat(50),
      fc.option(fc.nat(200), { nil: undefined }),
      (bits, start, limit, maxSteps) => {
        const rows = bits.length;
        const sortedIndex = Uint32Array.from({ length: rows }, (_, i) => (i * 7 + 3) % rows);
        const distinct = [...new Set(sortedIndex)];
        const order = Uint32Array.from(
          distinct.concat(Array.from({ length: rows }, (_, i) => i).filter((i) => !distinct.includes(i))),
        );
        const words = new Uint32Array(Math.ceil(rows / 32));
        bits.forEach((bit, row) => {
          if (bit) words[row >>> 5]! |= 1 << (row & 31);
        });
        const kept = [...order].filter((row) => bits[row]);
        const take = Math.min(limit, kept.length - start);
        if (take <= 0) return;
        const page = kept.slice(start, start + take);
        const walk = { count: kept.length, start, limit: take, ...(maxSteps !== undefined && { maxSteps }) };
        const isForward = start + take <= kept.length - start;
        const steps = isForward ? order.indexOf(page.at(-1)!) + 1 : rows - order.indexOf(page[0]!);
        // It gives up after so many rows, unless the page is large.
        const isFound = kept.length === rows || take * 16 > rows || steps <= Math.ceil(maxSteps ?? rows / 2);
        expect(runNow(walkIndex(order, () => words, walk))).toEqual(isFound ? page : undefined);
        expect(indexWalkCost(rows, kept.length, start, take)).toBeGreaterThan(0);
      },
    ),
    { seed },
  );
});
