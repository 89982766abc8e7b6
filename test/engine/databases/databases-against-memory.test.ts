import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { check, checkSortBy, compilePredicate, print, sortRows } from "tamis";
import type { Collection } from "../../../src/engine/collection.ts";
import { sqlCollection } from "../../../src/engine/databases/sql-collection.ts";
import { conditions, orders, TYPED } from "../../properties/evaluable.ts";
import { locales } from "../../properties/hostile-values.ts";
import { typedCatalog } from "../../properties/typed-catalog.ts";
import type { EngineUnderTest } from "../../sql/engines/engine-under-test.ts";
import { ENGINES } from "../../sql/engines/list.ts";
import { DRIVER_ENGINES } from "./drivers/driver-engines.ts";
import { CURSOR_KEY, streamOf } from "./collection-suite.ts";
import { comparableRows, settledRows } from "./fixed-rows-source.ts";
import { orderText, pageQueries, type Row } from "./typed-things.ts";
import { countOf, SEED as seed } from "../../effort.ts";

/** Pages, counts, streams and pages by cursor of every database, through the adapter of its driver. */

/** Queries of SQLite for each one of another database: it answers them in the process of the test. */
const SQLITE_FACTOR = 30;

const TABLES = countOf("engine/databases/databases-against-memory: tables");
const QUERIES = countOf("engine/databases/databases-against-memory: queries");
const WALKS = countOf("engine/databases/databases-against-memory: walks");
const ROWS = 30;

const pages = pageQueries(ROWS);

describe.each([...ENGINES, ...DRIVER_ENGINES])("$name", ({ name, open }) => {
  let engine: EngineUnderTest | undefined;
  let collection: Collection;
  let comparable: (rows: readonly Row[]) => unknown[];
  beforeAll(async () => {
    engine = await open();
    if (engine === undefined) return;
    const { source } = engine;
    comparable = comparableRows(engine);
    collection = sqlCollection({
      source,
      catalog: typedCatalog,
      table: engine.tableOf(typedCatalog),
      maximumLimit: ROWS + 3,
      cursorKey: CURSOR_KEY,
    });
  }, 60_000);
  afterAll(() => engine?.close());

  /** Loads rows, some of them alike but for their key, and asks some random queries of them. */
  const asking = async (
    count: number,
    ask: (asked: Asked, rows: readonly Row[]) => Promise<{ readonly got: unknown; readonly wanted: unknown }>,
  ) => {
    const wrong: unknown[] = [];
    const numRuns = count * (name.startsWith("sqlite") ? SQLITE_FACTOR : 1);
    let asked = 0;
    for (let table = seed; table < seed + TABLES; table++) {
      const sample = <T>(arbitrary: fc.Arbitrary<T>) => fc.sample(arbitrary, { numRuns, seed: table });
      const some = settledRows(engine!, table, ROWS);
      const rows = some.map((row, i) => ({ ...some[i % 20]!, id: row["id"] }));
      await engine!.load(typedCatalog, rows);
      const [filters, orderings] = [sample(conditions(TYPED)), sample(orders(TYPED))];
      const [tags, sizes] = [sample(locales), sample(pages)];
      for (const [i, expression] of filters.entries()) {
        const { filter } = check(expression, typedCatalog);
        const { sortBy } = checkSortBy(orderings[i]!, typedCatalog);
        if (filter === undefined || sortBy === undefined) continue;
        const locale = tags[i];
        const options = locale === undefined ? {} : { locale };
        const kept = sortRows(rows.filter(compilePredicate(filter, options)), sortBy, options);
        asked++;
        const { got, wanted } = await ask({ filter, sortBy, options, kept, ...sizes[i]! }, rows);
        try {
          expect(got).toEqual(wanted);
        } catch (error) {
          const query = { filter: print(expression), order: orderText(sortBy), locale, ...sizes[i] };
          wrong.push({ ...query, error: String(error), got, wanted });
        }
      }
    }
    expect(wrong.slice(0, 1)).toEqual([]);
    expect(asked).toBeGreaterThan((TABLES * numRuns) / 2);
  };

  it(`returns the same pages, counts and streams as memory (seed ${seed})`, async ({ skip }) => {
    if (engine === undefined) return skip(`${name} is not here`);
    await asking(QUERIES, async ({ filter, sortBy, options, kept, start, limit, count }) => {
      const query = { filter, sortBy, start, limit };
      const page = await collection.page(query, { ...options, count });
      const rows = comparable(kept.slice(start, start + limit));
      const hasMore = limit > 0 && kept.length > start + limit;
      return {
        got: {
          page: page.ok ? { ...page, items: comparable(page.items), next: page.next !== undefined } : page,
          counted: await collection.count(query, options),
          streamed: comparable(await streamOf(collection, query, options)),
        },
        wanted: {
          page: {
            ok: true,
            items: rows,
            start,
            limit,
            count: count ? kept.length : undefined,
            next: hasMore,
          },
          counted: { ok: true, count: kept.length },
          streamed: rows,
        },
      };
    });
  }, 600_000);

  it(`returns all rows through consecutive cursors (seed ${seed})`, async ({ skip }) => {
    if (engine === undefined) return skip(`${name} is not here`);
    let turn = 0;
    await asking(WALKS, async ({ filter: some, sortBy, options, kept: found, limit: size }, rows) => {
      // Every other time all rows: few filters keep enough of them for several pages.
      const isAll = turn++ % 2 === 0;
      const filter = isAll ? undefined : some;
      const kept = isAll ? sortRows([...rows], sortBy, options) : found;
      const limit = (size % 11) + 1;
      const got: unknown[] = [];
      let cursor: string | undefined;
      do {
        const page = await collection.page({ filter, sortBy, limit }, { ...options, cursor });
        if (!page.ok) return { got: page.diagnostics, wanted: [] };
        got.push({ start: page.start, count: page.count, ids: page.items.map(({ id }) => id) });
        cursor = page.next;
      } while (cursor !== undefined && got.length <= ROWS);
      const ids = kept.map(({ id }) => id);
      const wanted = Array.from({ length: Math.max(1, Math.ceil(ids.length / limit)) }, (_, i) => ({
        start: i * limit,
        count: ids.length,
        ids: ids.slice(i * limit, (i + 1) * limit),
      }));
      return { got, wanted };
    });
  }, 600_000);
});

interface Asked {
  readonly filter: NonNullable<ReturnType<typeof check>["filter"]>;
  readonly sortBy: NonNullable<ReturnType<typeof checkSortBy>["sortBy"]>;
  readonly options: { readonly locale?: string };
  readonly kept: readonly Row[];
  readonly start: number;
  readonly limit: number;
  readonly count: boolean;
}
