import fc from "fast-check";
import type { Kernels } from "../../../src/engine/store/kernels/kernels.ts";
import { createWithKernels } from "../../../src/engine/store/collections/create-collection.ts";
import { typedCatalog } from "../../properties/typed-catalog.ts";
import { tableOf } from "../../sql/fuzz/hostile-tables.ts";
import type { StoredRow } from "../../sql/engines/engine-under-test.ts";
import { numbersBelow } from "../../numbers-below.ts";
import { compareQueries, type Comparison } from "./against-rows.ts";

/** Tables that are large enough for all strategies, and random queries on them. */

export interface LargeTrials {
  readonly seed: number;
  readonly rows: number;
  readonly expressions: number;
  /** Every n-th filter is combined with an order. */
  readonly orderEvery: number;
}

const catalog = { ...typedCatalog, maximumLimit: 1_000_000 };
const DIFFERENT = 300;

/** Combines members of different hostile rows, so that rows are distinct. Some strings are all distinct, to get string columns. */
export function largeTable(seed: number, count: number): StoredRow[] {
  const [pool] = fc.sample(tableOf(DIFFERENT), { numRuns: 1, seed });
  const names = [...new Set(pool!.flatMap((row) => Object.keys(row)))];
  const random = numbersBelow(seed);
  return Array.from({ length: count }, (_, id) => {
    const entries = names.flatMap((name): [string, unknown][] => {
      const from = pool![random(DIFFERENT)]!;
      return Object.hasOwn(from, name) ? [[name, from[name]]] : [];
    });
    const row = Object.fromEntries(entries);
    const isPlaced = typeof row["s"] === "string" && random(8) > 0;
    const isCounted = random(4) === 0;
    return {
      ...row,
      id,
      ...(isPlaced ? { s: `${row["s"] as string}${random(count).toString(36)}` } : {}),
      ...(isCounted ? { n: random(count) / 8 } : {}),
    };
  });
}

export function compareLarge(
  { rows: count, ...trials }: LargeTrials,
  kernels: readonly (readonly [string, () => Kernels])[],
): Comparison {
  const rows = largeTable(trials.seed, count);
  const collections = kernels.map(
    ([name, make]) => [name, createWithKernels<unknown>([...rows], { catalog }, make())] as const,
  );
  return compareQueries(collections, rows, { ...trials, allRowsEvery: Infinity, hasKeys: true });
}
