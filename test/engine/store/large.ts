import fc from "fast-check";
import { print } from "../../../src/ast/print.ts";
import { check, checkSortBy } from "../../../src/checker/check.ts";
import type { Kernels } from "../../../src/engine/store/kernels/kernels.ts";
import { createWithKernels } from "../../../src/engine/store/collections/create-collection.ts";
import { compilePredicate } from "../../../src/evaluator/predicate.ts";
import { sortRows } from "../../../src/evaluator/sort-rows.ts";
import { conditions, orders, TYPED } from "../../properties/evaluable.ts";
import { locales } from "../../properties/hostile-values.ts";
import { typedCatalog } from "../../properties/typed-catalog.ts";
import { tableOf } from "../../sql/fuzz/hostile-tables.ts";
import type { StoredRow } from "../../sql/engines/engine-under-test.ts";
import { numbersBelow } from "../../numbers-below.ts";

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

/** Returns the number of compared queries and the differences. */
export function compareLarge(
  { seed, rows: count, expressions, orderEvery }: LargeTrials,
  kernels: readonly (readonly [string, () => Kernels])[],
): { readonly compared: number; readonly wrong: readonly string[] } {
  const sample = <T>(arbitrary: fc.Arbitrary<T>) => fc.sample(arbitrary, { numRuns: expressions, seed });
  const rows = largeTable(seed, count);
  const tags = sample(locales);
  const sorts = sample(orders(TYPED));
  const places = sample(fc.tuple(fc.nat(count), fc.nat(40)));
  const stores = kernels.map(
    ([name, make]) => [name, createWithKernels([...rows], { catalog }, make())] as const,
  );
  const wrong: string[] = [];
  let compared = 0;
  for (const [i, expression] of sample(conditions(TYPED)).entries()) {
    const { filter } = check(expression, catalog);
    const { sortBy } = checkSortBy(sorts[i]!, catalog);
    if (filter === undefined || sortBy === undefined) continue;
    compared++;
    const locale = tags[i];
    const options = locale === undefined ? {} : { locale };
    const kept = rows.filter(compilePredicate(filter, options));
    const isOrdered = i % orderEvery === 0;
    const sorted = isOrdered ? sortRows(kept, sortBy, options) : kept;
    // The start of a page can be after the last row.
    const [place, limit] = places[i]!;
    const start = place % (kept.length + 1);
    for (const [name, store] of stores) {
      const found = isOrdered
        ? store.page({ filter, sortBy, start, limit }, options).items
        : store.all({ filter }, options);
      const expected = isOrdered ? sorted.slice(start, start + limit) : kept;
      const total = store.count({ filter }, options);
      if (total === kept.length && sameRows(found, expected)) continue;
      const order = isOrdered ? ` by ${print(sorts[i]!)} from ${start}, ${limit} rows` : "";
      wrong.push(
        `${name}: ${print(filter.expression)}${order}, ${locale ?? "no locale"}: ${total} for ${kept.length}`,
      );
    }
  }
  return { compared, wrong };
}

/** Returns whether two lists have the same rows in the same order. Without a sort, collections return rows in the order of the key. */
function sameRows(a: readonly StoredRow[], b: readonly StoredRow[]): boolean {
  return a.length === b.length && a.every((row, i) => row["id"] === b[i]!["id"]);
}
