import fc from "fast-check";
import { print } from "../../../src/ast/print.ts";
import { check, checkSortBy } from "../../../src/checker/check.ts";
import type { Kernels } from "../../../src/engine/store/kernels/kernels.ts";
import { createWithKernels } from "../../../src/engine/store/collections/create-collection.ts";
import type { MemoryCollection } from "../../../src/engine/store/collections/memory-collection.ts";
import { collectionOfText } from "./texts/collection-of-text.ts";
import {
  TUNING,
  type Tuning,
  UNIT_COSTS,
  type UnitCosts,
} from "../../../src/engine/store/tasks/unit-costs.ts";
import { compilePredicate } from "../../../src/evaluator/predicate.ts";
import { sortRows } from "../../../src/evaluator/sort-rows.ts";
import { conditions, orders, TYPED } from "../../properties/evaluable.ts";
import { locales } from "../../properties/hostile-values.ts";
import { typedCatalog, typedRows } from "../../properties/typed-catalog.ts";

/** Number that determines the costs drawn at random. */
const costSeed = Number(process.env["TAMIS_COSTS"] ?? Math.floor(Math.random() * 2 ** 31));

/** Returns unit costs that differ from the real ones by factors of up to 1,000, so that any path may seem the cheapest. */
function randomCosts(): UnitCosts {
  const names = Object.keys(UNIT_COSTS) as (keyof UnitCosts)[];
  const power = fc.double({ min: -10, max: 10, noNaN: true });
  const powers = fc.sample(fc.tuple(...names.map(() => power)), { numRuns: 1, seed: costSeed })[0]!;
  return Object.fromEntries(names.map((name, i) => [name, UNIT_COSTS[name] * 2 ** powers[i]!])) as UnitCosts;
}

/** Costs that exercise all strategies even with few rows. */
export const TUNINGS: readonly (readonly [string, Tuning])[] = [
  ["default", TUNING],
  [
    "all optimizations at once",
    {
      ...TUNING,
      placedNumber: 0,
      setUp: 1 / 64,
      readValue: 1 / 32,
      stringSampleRows: 1,
      writtenNumber: 0,
      sortedWord: Infinity,
      overdueFactor: 1,
      writtenString: 0,
      cachedMapKeyColumns: 0,
      cachedConditions: 2,
      passesBeforeCaching: 0,
      cachedLocales: 1,
    },
  ],
  [
    "dictionaries and comparisons",
    {
      ...TUNING,
      placedNumber: 1 / 2,
      writtenString: 768,
      setUp: 16,
      readValue: 8,
      comparison: 4,
      stringSampleRows: 1000,
      writtenNumber: 0,
      sortedWord: Infinity,
      overdueFactor: 1,
      cachedMapKeyColumns: 1,
      cachedConditions: 1,
      passesBeforeCaching: 64,
      cachedLocales: 1,
    },
  ],
  [
    "sorted indexes at once",
    {
      ...TUNING,
      writtenString: 0,
      placedNumber: 0,
      setUp: 2,
      readValue: 1 / 32,
      writtenNumber: 0,
      sortedWord: 0,
      passesBeforeCaching: 0,
    },
  ],
  [
    "prefixes of rows",
    {
      ...TUNING,
      setUp: 4,
      stringSampleRows: 1,
      writtenNumber: 0,
      comparison: 0,
      sortedWord: Infinity,
      cachedConditions: 0,
    },
  ],
  [
    "scans of strings",
    {
      ...TUNING,
      writtenNumber: 1e12,
      writtenString: 1e12,
      placedNumber: 1e12,
      sortedWord: Infinity,
      stringSampleRows: 1,
      overdueFactor: 1,
      cachedConditions: 0,
    },
  ],
  [`costs drawn at random (TAMIS_COSTS=${costSeed})`, { ...TUNING, ...randomCosts(), stringSampleRows: 64 }],
];

export interface Comparing {
  readonly seed: number;
  readonly expressions: number;
  /** Every n-th query has an order. */
  readonly orderEvery: number;
  /** Every n-th page has all rows. */
  readonly allRowsEvery: number;
  /** Whether keys are unique, as cursor positions need them. */
  readonly hasKeys: boolean;
}

export interface Comparison {
  /** Number of queries. */
  readonly compared: number;
  readonly wrong: readonly string[];
}

/** Compares random queries of collections with the results of the row predicate and the comparator. */
export function compareQueries(
  collections: readonly (readonly [name: string, MemoryCollection])[],
  rows: readonly unknown[],
  { seed, expressions, orderEvery, allRowsEvery, hasKeys }: Comparing,
): Comparison {
  const sample = <T>(arbitrary: fc.Arbitrary<T>) => fc.sample(arbitrary, { numRuns: expressions, seed });
  const [tags, sorts] = [sample(locales), sample(orders(TYPED))];
  const places = sample(fc.tuple(fc.nat(rows.length), fc.nat(40)));
  const wrong: string[] = [];
  let compared = 0;
  for (const [i, expression] of sample(conditions(TYPED)).entries()) {
    const { catalog } = collections[0]![1];
    const { filter } = check(expression, catalog);
    const { sortBy } = checkSortBy(sorts[i]!, catalog);
    if (filter === undefined || sortBy === undefined) continue;
    compared++;
    const locale = tags[i];
    const options = locale === undefined ? {} : { locale };
    const kept = rows.filter(compilePredicate(filter, options));
    const isOrdered = i % orderEvery === 0;
    const sorted = isOrdered ? sortRows(kept, sortBy, options) : kept;
    const [place, most] = places[i]!;
    // The start of a page can be after the last row.
    const [start, limit] = i % allRowsEvery === 0 ? [0, rows.length] : [place % (kept.length + 3), most];
    for (const [name, collection] of collections) {
      const compare = (what: string, expected: unknown, actual: unknown) => {
        if (expected !== actual)
          wrong.push(
            `${name}: ${what} of ${print(filter.expression)} by ${print(sorts[i]!)} from ${start}, ${limit} rows, ${locale ?? "no locale"}: ${String(actual)} for ${String(expected)}`,
          );
      };
      const compareRows = (what: string, expected: readonly unknown[], actual: readonly unknown[]) => {
        const isSame = actual.length === expected.length && actual.every((row, at) => row === expected[at]);
        const numbersOf = (list: readonly unknown[]) => list.map((row) => rows.indexOf(row)).join();
        if (!isSame) compare(what, numbersOf(expected), numbersOf(actual));
      };
      compare("count", kept.length, collection.count({ filter }, options));
      if (!isOrdered) {
        // Without an order, rows are in the order of the key.
        compareRows("rows", kept, collection.all({ filter }, options));
        continue;
      }
      const page = collection.page({ filter, sortBy, start, limit }, options);
      compare("count of a page", kept.length, page.count);
      compareRows("page", sorted.slice(start, start + limit), page.items);
      const after = page.next;
      if (after === undefined || !hasKeys) continue;
      const next = collection.page({ filter, sortBy, start: i % 2, limit }, { ...options, after });
      const from = start + limit + (i % 2);
      compare("start after a cursor", from, next.start);
      compareRows("page after a cursor", sorted.slice(from, from + limit), next.items);
    }
  }
  return { compared, wrong };
}

/**
 * Compares random pages of hostile rows.
 *
 * @param isText loads the rows from a text instead of objects
 */
export function compareCollections(
  kernels: Kernels,
  tuning: Tuning,
  { seed, expressions, isText }: Pick<Comparing, "seed" | "expressions"> & { readonly isText: boolean },
): Comparison {
  const catalog = { ...typedCatalog, maximumLimit: 10_000 };
  const drawn = fc.sample(fc.array(typedRows, { minLength: 150, maxLength: 200 }), { numRuns: 1, seed })[0]!;
  // Every second collection has hostile keys, which are not unique.
  const hasKeys = seed % 2 === 0;
  const keyed = hasKeys ? drawn.map((row, i) => ({ ...row, id: (i * 7919) % 1009 })) : drawn;
  const collection = isText
    ? collectionOfText(keyed, catalog, kernels, tuning)
    : createWithKernels<unknown>([...keyed], { catalog }, kernels, tuning);
  const rows = isText ? [...collection.stream({})] : keyed;
  const comparing = { seed, expressions, orderEvery: 1, allRowsEvery: 3, hasKeys };
  return compareQueries([["collection", collection]], rows, comparing);
}
