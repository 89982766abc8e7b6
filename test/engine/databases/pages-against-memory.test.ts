import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { check, checkSortBy, compilePredicate, print, sortRows } from "tamis";
import { sqlCollection } from "../../../src/engine/databases/sql-collection.ts";
import { conditions, orders, TYPED } from "../../properties/evaluable.ts";
import { locales } from "../../properties/hostile-values.ts";
import { typedCatalog } from "../../properties/typed-catalog.ts";
import { sqliteFile, type SqliteFile } from "./sqlite-source.ts";
import { streamOf } from "./collection-suite.ts";
import * as things from "./typed-things.ts";
import type { Row } from "./typed-things.ts";
import { countOf, SEED as seed } from "../../effort.ts";

const tables = countOf("engine/databases/pages-against-memory: tables");
const ROWS = 40;

const VARIANTS = [
  ["SQLite", { functions: true, isMixed: false }],
  ["SQLite, members held in many ways", { functions: true, isMixed: true }],
  ["SQLite without functions", { functions: false, isMixed: false }],
  ["SQLite without functions, members held in many ways", { functions: false, isMixed: true }],
] as const;

const pages = things.pageQueries(ROWS);

describe.each(VARIANTS)("%s", (_name, { functions, isMixed }) => {
  let file: SqliteFile;
  beforeAll(async () => {
    file = await sqliteFile({ functions });
  });
  afterAll(() => file.close());

  it(`returns the same pages, counts and streams as memory (seed ${seed})`, async () => {
    const { source } = file;
    const collection = sqlCollection({
      source,
      catalog: typedCatalog,
      table: things.thingsTable(isMixed),
      maximumLimit: ROWS + 3,
    });
    const found: unknown[] = [];
    const verdicts = { exact: 0, superset: 0, refused: 0 };
    for (let table = 0; table < tables; table++) {
      const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number) =>
        fc.sample(arbitrary, { numRuns, seed: seed + table });
      const rows = things.sampleRows(seed + table, ROWS).map((row) => (isMixed ? things.mixedRow(row) : row));
      things.loadThings(file, rows, isMixed);
      const tags = sample(locales, 50);
      const orderings = sample(orders(TYPED), 50);
      const asked = sample(pages, 50);
      for (const [i, expression] of sample(conditions(TYPED), 50).entries()) {
        const { filter } = check(expression, typedCatalog);
        const { sortBy } = checkSortBy(orderings[i]!, typedCatalog);
        if (filter === undefined || sortBy === undefined) continue;
        const locale = tags[i];
        const options = locale === undefined ? {} : { locale };
        const kept = sortRows(rows.filter(compilePredicate(filter, options)), sortBy, options);
        const { start, limit, count } = asked[i]!;
        const query = { filter, sortBy, start, limit };
        const page = await collection.page(query, { ...options, count });
        const counted = await collection.count(query, options);
        const streamed = await streamOf(collection, query, options);
        verdicts[(await collection.explain(query, options)).verdict]++;
        const given = (list: readonly Row[]) =>
          list.map((row) => things.plainNumbers(isMixed ? unordered(row) : row));
        const expected = given(kept.slice(start, start + limit).map((row) => things.givenRow(row)));
        const result = {
          page: page.ok ? { ...page, items: given(page.items) } : page,
          counted,
          streamed: given(streamed),
        };
        const wanted = {
          page: { ok: true, items: expected, start, limit, count: count ? kept.length : undefined },
          counted: { ok: true, count: kept.length },
          streamed: expected,
        };
        try {
          expect(result).toEqual(wanted);
        } catch (error) {
          const asking = {
            filter: print(filter.expression),
            order: things.orderText(sortBy),
            locale,
            start,
            limit,
          };
          found.push({ ...asking, error: String(error), result, wanted });
        }
      }
    }
    expect(found.slice(0, 2)).toEqual([]);
    expect(file.open).toEqual({ snapshots: 0, statements: 0 });
    // Both ways of answering are met.
    expect(verdicts.exact).toBeGreaterThan(tables * 5);
    if (!functions) expect(verdicts.superset).toBeGreaterThan(tables * 5);
  });
});

/** A table has no order of a list's elements or a map's entries. */
function unordered(row: Row): Row {
  const sorted = (list: unknown) =>
    Array.isArray(list) ? list.toSorted((a, b) => (String(a) < String(b) ? -1 : 1)) : list;
  return { ...row, nums: sorted(row["nums"]), tags: sorted(row["tags"]) };
}
