import fc from "fast-check";
import { print } from "../../../src/ast/print.ts";
import { check, checkSortBy } from "../../../src/checker/check.ts";
import type { Kernels } from "../../../src/engine/store/kernels/kernels.ts";
import { createWithKernels } from "../../../src/engine/store/collections/create-collection.ts";
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

export interface Difference {
  readonly what: string;
  readonly filter: string;
  readonly order: string;
  readonly locale: string | undefined;
  readonly expected: unknown;
  readonly actual: unknown;
  readonly rows?: unknown;
}

export interface Comparing {
  readonly seed: number;
  readonly expressions: number;
  /** Loads the rows from a text instead of objects. */
  readonly fromText?: boolean;
}

/** Compares random pages of hostile rows with the results of the row predicate and the comparator. */
export function compareCollections(
  kernels: Kernels,
  tuning: Tuning,
  { seed, expressions, fromText = false }: Comparing,
): { readonly compared: number; readonly differences: readonly Difference[] } {
  const catalog = { ...typedCatalog, maximumLimit: 10_000 };
  const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number) => fc.sample(arbitrary, { numRuns, seed });
  const drawn = sample(fc.array(typedRows, { minLength: 150, maxLength: 200 }), 1)[0]!;
  // Cursor positions need unique keys. Every second collection has hostile keys, which are not unique.
  const hasKeys = seed % 2 === 0;
  const given = hasKeys
    ? (drawn.map((row, i) => ({ ...row, id: (i * 7919) % 1009 })) as typeof drawn)
    : drawn;
  const collection = fromText
    ? collectionOfText(given, catalog, kernels, tuning)
    : createWithKernels<unknown>([...given], { catalog }, kernels, tuning);
  const rows = fromText ? ([...collection.stream({})] as typeof given) : given;
  const tags = sample(locales, expressions);
  const order = sample(orders(TYPED), expressions);
  const places = sample(fc.tuple(fc.nat(rows.length + 2), fc.nat(30)), expressions);
  const differences: Difference[] = [];
  let compared = 0;
  for (const [i, expression] of sample(conditions(TYPED), expressions).entries()) {
    const { filter } = check(expression, catalog);
    const { sortBy } = checkSortBy(order[i]!, catalog);
    if (filter === undefined) continue;
    compared++;
    const locale = tags[i];
    const options = locale === undefined ? {} : { locale };
    const kept = rows.filter(compilePredicate(filter, options));
    const expected = sortBy === undefined ? kept : sortRows(kept, sortBy, options);
    const [start, limit] = i % 3 === 0 ? [0, rows.length] : places[i]!;
    const page = collection.page(
      { filter, start, limit, ...(sortBy === undefined ? {} : { sortBy }) },
      options,
    );
    const report = (what: string, wanted: unknown, actual: unknown) =>
      differences.push({
        what,
        filter: print(filter.expression),
        order: sortBy === undefined ? "" : print(order[i]!),
        locale,
        expected: wanted,
        actual,
      });
    if (page.count !== kept.length) report("count", kept.length, page.count);
    const counted = collection.count({ filter }, options);
    if (counted !== kept.length) report("count alone", kept.length, counted);
    else if (sortBy !== undefined) {
      const wanted = expected.slice(start, start + limit).map((row) => rows.indexOf(row));
      const actual = page.items.map((row) => rows.indexOf(row as (typeof rows)[number]));
      if (wanted.join() !== actual.join()) report("page", wanted.join(), actual.join());
      const after = page.next;
      if (after !== undefined && hasKeys) {
        const next = collection.page({ filter, start: i % 2, limit, sortBy }, { ...options, after });
        const behind = expected.slice(start + limit + (i % 2), start + 2 * limit + (i % 2));
        const found = next.items.map((row) => rows.indexOf(row as (typeof rows)[number]));
        const due = behind.map((row) => rows.indexOf(row));
        if (due.join() !== found.join()) report("page after a cursor", due.join(), found.join());
        if (next.start !== start + limit + (i % 2)) report("start after a cursor", start + limit, next.start);
      }
    } else if (start === 0 && limit === rows.length) {
      const wanted = kept.map((row) => rows.indexOf(row)).join();
      const actual = page.items
        .map((row) => rows.indexOf(row as (typeof rows)[number]))
        .sort((a, b) => a - b)
        .join();
      if (wanted !== actual) report("rows", wanted, actual);
    }
  }
  return { compared, differences };
}
