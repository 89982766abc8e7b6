import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { prefixOrder } from "../../../../src/collation/order/sort-prefix.ts";
import type { Comparison } from "../../../../src/collation/order/strength.ts";
import { StringPrefixes } from "../../../../src/engine/store/indexes/string-prefixes.ts";
import { plainKernels } from "../../../../src/engine/store/kernels/plain.ts";
import { valueOrder } from "../../../../src/engine/store/members/value-order.ts";
import { sortByRuns } from "../../../../src/engine/store/order/sort-by-runs.ts";
import { runNow } from "../../../../src/engine/store/tasks/task.ts";
import { byEffort } from "../../../effort.ts";

const seed = Number(process.env["TAMIS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const numRuns = byEffort({ sample: 100, full: 500, proof: 20_000 });

/** Sorts rows whose strings have a common beginning. Returns the rows and the number of comparisons. */
function sortRows(texts: readonly (string | null)[], comparison: Comparison, isDescending: boolean) {
  const kernels = plainKernels();
  const prefixes = new StringPrefixes(kernels, prefixOrder(comparison, "en")!, texts);
  runNow(prefixes.write(texts.length, undefined));
  const compareValues = valueOrder(comparison, "en");
  let comparisons = 0;
  const order = (a: number, b: number) => {
    comparisons++;
    const compared = compareValues(texts[a]!, texts[b]!);
    return isDescending ? -compared : compared;
  };
  const all = Uint32Array.from(texts, (_, row) => row);
  const expected = Array.from(all).sort(order);
  comparisons = 0;
  const runs = prefixes.laterRuns();
  const sorted = [...runNow(sortByRuns(all, { runs, start: runs.first, isDescending, order }))];
  return { sorted, expected, comparisons };
}

const COMPARISONS = ["primary", "secondary", "tertiary", "quaternary", "identical", "codePoint"] as const;

describe("rows whose strings begin alike", () => {
  const beginning = "the very same beginning of all strings, ";
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
    "\u0301",
    "a-b",
    " ",
  );
  const endings = fc.array(words, { maxLength: 12 }).map((all) => all.join(""));

  it.each(COMPARISONS)(`are sorted like by comparisons, strength %s (seed ${seed})`, (comparison) => {
    fc.assert(
      fc.property(fc.array(endings, { maxLength: 60 }), fc.boolean(), (drawn, isDescending) => {
        const texts = drawn.map((ending) => beginning + ending);
        const { sorted, expected } = sortRows(texts, comparison, isDescending);
        expect(sorted).toEqual(expected);
      }),
      { seed, numRuns },
    );
  });

  it("need no comparison if their simple characters differ", () => {
    const texts = Array.from({ length: 2000 }, (_, i) => `${beginning}${(i * 7919) % 2003} and so on`);
    const { sorted, expected, comparisons } = sortRows(texts, "tertiary", false);
    expect(sorted).toEqual(expected);
    expect(comparisons).toBe(0);
  });

  it("are compared after eight passes", () => {
    const long = "x".repeat(10_000);
    const texts = Array.from({ length: 100 }, (_, i) => `${long}${i}`);
    const { sorted, expected, comparisons } = sortRows(texts, "tertiary", false);
    expect(sorted).toEqual(expected);
    expect(comparisons).toBeGreaterThan(0);
  });

  it("include rows without a string", () => {
    const { sorted } = sortRows([null, null, null, null, null], "tertiary", false);
    expect(sorted).toEqual([0, 1, 2, 3, 4]);
  });
});
