import type { Collection } from "../../src/engine/collection.ts";
import type { MemoryCollection } from "../../src/engine/store/collections/memory-collection.ts";
import type { MemoryReader } from "../../src/engine/store/queries/memory-reader.ts";
import type { CursorPosition } from "../../src/engine/cursor-position.ts";
import { compilePredicate } from "../../src/evaluator/predicate.ts";
import { sortRows } from "../../src/evaluator/sort-rows.ts";
import { idsOf, optionsOf } from "./against-memory.ts";
import type { AskedPage, StoredRow, Wrong } from "./engines/engine-under-test.ts";

/** Key that signs the cursors of collections under test. */
export const CURSOR_KEY = new Uint8Array(16);

/**
 * Compares consecutive pages, each after the previous page's cursor, and a stream with the whole order. Every second page
 * is requested without a count.
 */
export async function wrongPages(
  collection: Collection<StoredRow>,
  asked: AskedPage,
  rows: readonly StoredRow[],
  identity?: string,
): Promise<Wrong | undefined> {
  const { filter, sortBy, start, locale } = asked;
  const { catalog } = collection;
  const limit = asked.limit + 1;
  const options = optionsOf(locale);
  const expected = idsOf(orderOf(asked, rows), catalog, identity);
  const actual: string[] = [];
  let cursor: string | undefined;
  do {
    const isCounted = (actual.length / limit) % 2 === start % 2;
    const page = await collection.page({ filter, sortBy, limit }, { ...options, cursor, count: isCounted });
    // Inexact results are compared elsewhere.
    if (!page.ok) return undefined;
    const count = isCounted ? expected.length : undefined;
    if (page.count !== count) return { what: "count of a page", expected: [count], actual: [page.count] };
    actual.push(...idsOf(page.items, catalog, identity));
    cursor = page.next;
  } while (cursor !== undefined && actual.length <= expected.length);
  if (expected.join() !== actual.join()) return { what: "pages by cursors", expected, actual };
  const stream = await collection.stream({ filter, sortBy, start, limit: limit * 2 }, options);
  if (!stream.ok) return undefined;
  const streamed: StoredRow[] = [];
  for await (const row of stream.rows) streamed.push(row);
  const due = expected.slice(start, start + limit * 2);
  const ids = idsOf(streamed, catalog, identity);
  return due.join() === ids.join() ? undefined : { what: "stream", expected: due, actual: ids };
}

/** Compares pages like `wrongPages` for synchronous collections in memory, and checks the counts of `explain`. */
export function wrongPlaces(
  reader: MemoryReader<StoredRow>,
  asked: AskedPage,
  rows: readonly StoredRow[],
): Wrong | undefined {
  const { filter, sortBy, start, locale } = asked;
  const options = optionsOf(locale);
  const expected = idsOf(orderOf(asked, rows), reader.catalog);
  const actual = givenByPlaces(reader, asked, () => undefined);
  if (expected.join() !== actual.join()) return { what: "pages by places", expected, actual };
  const streamed = idsOf([...reader.stream({ filter, sortBy, start }, options)], reader.catalog);
  const due = expected.slice(start);
  if (due.join() !== streamed.join()) return { what: "stream at once", expected: due, actual: streamed };
  const { count } = reader.explain({ filter, sortBy }, options);
  return count === expected.length
    ? undefined
    : { what: "count that is explained", expected: [expected.length], actual: [count] };
}

/**
 * Compares pages while rows change between them. Between two pages, deletes the last returned row and one that was not returned
 * yet, and inserts the deleted rows again that are before the cursor. At the end, inserts all of them again.
 */
export function wrongWhileChanged(
  collection: MemoryCollection<StoredRow>,
  asked: AskedPage,
  rows: readonly StoredRow[],
): Wrong | undefined {
  const key = collection.catalog.key!;
  const left = orderOf(asked, rows);
  const given: StoredRow[] = [];
  const gone: StoredRow[] = [];
  const actual = givenByPlaces(collection, asked, (count) => {
    collection.upsert(gone.filter((row) => given.includes(row)));
    given.push(...left.splice(0, count));
    const going = [...given.slice(-1), ...left.splice(1, 1)];
    collection.delete(going.map((row) => row[key] as number));
    gone.push(...going);
  });
  collection.upsert(gone);
  const expected = idsOf([...given, ...left], collection.catalog);
  return expected.join() === actual.join() ? undefined : { what: "pages between changes", expected, actual };
}

function givenByPlaces(
  reader: MemoryReader<StoredRow>,
  { filter, sortBy, limit, locale }: AskedPage,
  between: (given: number) => void,
): string[] {
  const most = reader.size;
  const ids: string[] = [];
  let after: CursorPosition | undefined;
  do {
    const page = reader.page({ filter, sortBy, limit: limit + 1 }, { ...optionsOf(locale), after });
    ids.push(...idsOf(page.items, reader.catalog));
    after = page.next;
    if (after !== undefined) between(page.items.length);
  } while (after !== undefined && ids.length <= most);
  return ids;
}

function orderOf({ filter, sortBy, locale }: AskedPage, rows: readonly StoredRow[]): StoredRow[] {
  const options = optionsOf(locale);
  return sortRows(rows.filter(compilePredicate(filter, options)), sortBy, options);
}
