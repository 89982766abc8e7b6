import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check, checkSortBy, type Expression, print, type SortBy } from "tamis";
import { createCollection, loadText, type MemoryReader, shareCollection } from "tamis/store";
import { attachCollection } from "../../../../src/engine/store/shared/attach-collection.ts";
import { conditions, orders, TYPED } from "../../../properties/evaluable.ts";
import { locales } from "../../../properties/hostile-values.ts";
import { typedCatalog } from "../../../properties/typed-catalog.ts";
import { formatJson } from "../../../../src/values/json/exact-json.ts";
import { countOf } from "../../../effort.ts";
import { largeTable } from "../large.ts";
import { succeeded } from "../../../succeeded.ts";

interface Row {
  readonly id: number;
}

const catalog = { ...typedCatalog, maximumLimit: 100_000 };
const SEED = 7;
/** More than a dictionary may have values, so that there are columns of strings. */
const ROWS = 9_000;
const rows = largeTable(SEED, ROWS) as unknown as Row[];

interface Query {
  readonly filter: Expression;
  readonly sortBy: SortBy;
  readonly locale: string | undefined;
}

function queriesOf(count: number): Query[] {
  const sample = <T>(arbitrary: fc.Arbitrary<T>) => fc.sample(arbitrary, { numRuns: count, seed: SEED });
  const [filters, sorts, tags] = [sample(conditions(TYPED)), sample(orders(TYPED)), sample(locales)];
  return filters
    .map((filter, i) => ({ filter, sortBy: sorts[i]!, locale: tags[i] }))
    .filter(({ filter, sortBy }) => {
      const checked = [check(filter, catalog).filter, checkSortBy(sortBy, catalog).sortBy];
      return !checked.includes(undefined);
    });
}

const queries = queriesOf(countOf("engine/store/shared/columns: queries"));

function answersOf(collection: MemoryReader<Row>, query: Query) {
  const { locale } = query;
  const filter = check(query.filter, collection.catalog).filter!;
  const sortBy = checkSortBy(query.sortBy, collection.catalog).sortBy!;
  const options = { locale };
  const idsOf = (found: Iterable<Row>) => Array.from(found, ({ id }) => id);
  const page = collection.page({ filter, sortBy, start: 3, limit: 20 }, options);
  const next =
    page.next && collection.page({ filter, sortBy, start: 0, limit: 20 }, { ...options, after: page.next });
  return {
    page: idsOf(page.items),
    next: next && idsOf(next.items),
    count: collection.count({ filter }, options),
    streamed: idsOf(collection.stream({ filter, sortBy }, options)).slice(0, 500),
  };
}

/** Answers about each member, of all rows. */
function summariesOf(collection: MemoryReader<Row>) {
  return [...catalog.members.byName.keys()].map((member) => {
    const ask = (work: () => unknown): unknown => {
      try {
        return work();
      } catch (error) {
        return String(error);
      }
    };
    return {
      member,
      facets: ask(() => collection.facets(member, {}, { limit: 50 })),
      range: ask(() => collection.minMax(member, {})),
      groups: ask(() => collection.aggregate({}, { by: [member], limit: 20, maximumGroups: 100_000 })),
    };
  });
}

async function attached(shared: Parameters<typeof attachCollection>[0]) {
  const result = succeeded(await attachCollection<Row>(shared));
  return result.collection;
}

const TEXT_QUERIES = 4;
const encode = (text: string) => new TextEncoder().encode(text);

describe("columns that threads share", () => {
  it.each([
    "before they are shared",
    "by the first thread that needs them",
    "from texts by the first thread that needs them",
  ])(
    "give the answers of the shared collection if they are built %s",
    async (when) => {
      const lines = when.startsWith("from texts") ? encode(rows.map(formatJson).join("\n")) : undefined;
      const source = lines === undefined ? [...rows] : await loadText<Row>(lines, { format: "ndjson" });
      const collection = createCollection<Row>(source, { catalog });
      // Deleted rows stay in the columns.
      if (when.startsWith("before")) for (const query of queries.slice(0, 5)) answersOf(collection, query);
      collection.delete(rows.filter((_, i) => i % 50 === 0).map(({ id }) => id));
      if (when.startsWith("before")) {
        for (const query of queries) answersOf(collection, query);
        summariesOf(collection);
      }
      const result = succeeded(await shareCollection(collection, { unsavable: "leave out" }));
      expect(result.shared.rows.format.kind === "saved").toBe(lines === undefined);
      // Most of these texts must be parsed again for each column.
      const asked = lines === undefined ? queries : queries.slice(0, TEXT_QUERIES);
      const threads = [await attached(result.shared), await attached(result.shared)];
      for (const [i, query] of asked.entries()) {
        const expected = answersOf(collection, query);
        // The threads take turns in building.
        for (const each of i % 2 === 0 ? threads : threads.toReversed())
          expect({ filter: print(query.filter), ...answersOf(each, query) }).toEqual({
            filter: print(query.filter),
            ...expected,
          });
      }
      const expected = summariesOf(collection);
      for (const each of threads) expect(summariesOf(each)).toEqual(expected);
    },
    120_000,
  );
});
