import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Comparison } from "../../../../src/collation/order/strength.ts";
import { prefixOrder } from "../../../../src/collation/order/sort-prefix.ts";
import { StringColumn } from "../../../../src/engine/store/columns/string-column.ts";
import type {
  CompareKey,
  LazyKey,
  NumberKey,
  OrderKey,
} from "../../../../src/engine/store/kernels/order-key.ts";
import { plainKernels } from "../../../../src/engine/store/kernels/plain.ts";
import { wasmKernels } from "../../../../src/engine/store/kernels/wasm/wasm-kernels.ts";
import { valueOrder } from "../../../../src/engine/store/members/value-order.ts";
import { buildSortedIndex } from "../../../../src/engine/store/sorting/sorted-index.ts";
import { StringWords } from "../../../../src/engine/store/sorting/string-words.ts";
import { runNow, type Task } from "../../../../src/engine/store/tasks/task.ts";
import { countOf, SEED as seed } from "../../../effort.ts";
import { KERNEL_NAMES } from "../tried-kernels.ts";

const numRuns = countOf("engine/store/orders/sort-strings: runs");

type Texts = readonly (string | null)[];

interface Options {
  readonly comparison: Comparison;
  readonly isDescending: boolean;
  /** Number of values of the second key. */
  readonly others?: number;
  readonly kernels?: "plain" | "wasm";
}

/** Sorts rows by strings, then by a number. Returns the rows, those of a stable sort, and the number of comparisons. */
function sortRows(texts: Texts, { comparison, isDescending, others = 1, kernels = "plain" }: Options) {
  const column = new StringColumn(kernels === "plain" ? plainKernels() : wasmKernels()!);
  column.append(texts);
  const compareValues = valueOrder(comparison, "en");
  let comparisons = 0;
  const compare = (a: number, b: number) => {
    comparisons++;
    return compareValues(texts[a]!, texts[b]!);
  };
  function* wordsOf(): Task<StringWords> {
    yield* column.write();
    const source = {
      encoded: () => column.written,
      isNull: (row: number) => texts[row] === null,
      illFormed: column.illFormed,
      order: prefixOrder(comparison, "en")!,
    };
    return new StringWords(source, texts.length, isDescending);
  }
  const strings = compareKey(compare, isDescending, wordsOf);
  const numbers = Uint8Array.from(texts, (_, row) => (row * 7) % others);
  const second: NumberKey = {
    kind: "numbers",
    numbers: () => numbers,
    min: 0,
    max: others - 1,
    isDescending: !isDescending,
    between: undefined,
    split: undefined,
    hasNaN: false,
    positionOf: () => undefined,
  };
  const sign = isDescending ? -1 : 1;
  const expected = Array.from(texts, (_, row) => row).sort(
    (a, b) => sign * compare(a, b) || sign * (numbers[b]! - numbers[a]!),
  );
  comparisons = 0;
  const sorted = [...runNow(buildSortedIndex([lazy(strings), lazy(second)], texts.length))];
  return { sorted, expected, comparisons };
}

function compareKey(
  compare: CompareKey["compare"],
  isDescending: boolean,
  wordsOf: CompareKey["wordsOf"],
): CompareKey {
  return { kind: "compare", compare, isDescending, prefixes: undefined, prefixesOf: undefined, wordsOf };
}

function lazy(key: OrderKey): LazyKey {
  return {
    *get() {
      return key;
    },
  };
}

const ASCENDING: Options = { comparison: "tertiary", isDescending: false };
const COMPARISONS = ["primary", "secondary", "tertiary", "quaternary", "identical", "codePoint"] as const;

const words = fc.constantFrom(
  "rolling",
  "Median",
  "café",
  "cafe\u0301",
  "CAFE",
  "æ",
  "ß",
  "日本",
  "😀",
  "\uff21",
  "\ud800",
  "\u0301",
  "\0",
  "a-b",
  "и",
  "и\u0306",
  "\u0439",
  " ",
);
const text = fc.array(words, { maxLength: 12 }).map((all) => all.join(""));

describe("rows sorted by words of their strings", () => {
  it.each(COMPARISONS)(`have the order of a stable sort, strength %s (seed ${seed})`, (comparison) => {
    const texts = fc.array(fc.option(text, { freq: 8 }), { maxLength: 120 });
    const beginnings = fc.constantFrom("", "the very same beginning of all of these strings, ");
    fc.assert(
      fc.property(texts, beginnings, fc.boolean(), fc.constantFrom(1, 3), (drawn, beginning, ...rest) => {
        const [isDescending, others] = rest;
        const all = drawn.map((ending) => ending && beginning + ending);
        const { sorted, expected } = sortRows(all, { comparison, isDescending, others });
        expect(sorted).toEqual(expected);
      }),
      { seed, numRuns },
    );
  });

  it.each(KERNEL_NAMES)("are moved by radix sorts if they are many, %s kernels", (kernels) => {
    const makeText = (i: number) => {
      const name = `${(i * 7919) % 70_001}`;
      if (i % 997 === 0) return `${name.slice(0, 2)}日本${name}`;
      return i % 89 === 0 ? null : `${name.padStart(5, "0")} and more ${(i * 31) % 11}`;
    };
    const length = countOf("engine/store/orders/sort-strings: rows");
    const texts = Array.from({ length }, (_, i) => makeText(i));
    for (const isDescending of [false, true]) {
      const { sorted, expected } = sortRows(texts, { ...ASCENDING, isDescending, others: 3, kernels });
      expect(sorted).toEqual(expected);
    }
  });

  it("are not compared if their simple characters differ", () => {
    const texts = Array.from({ length: 5000 }, (_, i) => `the same beginning ${(i * 7919) % 5003} and so on`);
    const { sorted, expected, comparisons } = sortRows(texts, ASCENDING);
    expect(sorted).toEqual(expected);
    expect(comparisons).toBe(0);
  });

  it("are compared if they differ only after many characters", () => {
    const long = "x".repeat(10_000);
    const texts = Array.from({ length: 100 }, (_, i) => `${long}${i}`);
    const { sorted, expected, comparisons } = sortRows(texts, ASCENDING);
    expect(sorted).toEqual(expected);
    expect(comparisons).toBeGreaterThan(0);
  });

  it("take many steps", () => {
    const column = new StringColumn(plainKernels());
    const texts = Array.from({ length: 100_000 }, (_, i) => `${(i * 7919) % 100_003}`);
    column.append(texts);
    runNow(column.write());
    const source = {
      encoded: () => column.written,
      isNull: () => false,
      illFormed: [],
      order: prefixOrder("tertiary", "en")!,
    };

    function* wordsOf() {
      return new StringWords(source, texts.length, false);
    }
    const compare = (a: number, b: number) => valueOrder("tertiary", "en")(texts[a]!, texts[b]!);
    const key = compareKey(compare, false, wordsOf);
    let steps = 0;
    const sorting = buildSortedIndex([lazy(key)], texts.length);
    while (sorting.next().done !== true) steps++;
    expect(steps).toBeGreaterThan(20);
  });
});
