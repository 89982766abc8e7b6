import { afterAll, beforeAll, beforeEach } from "vitest";
import { print } from "../../../src/ast/print.ts";
import type { CheckedFilter, CheckedSortBy } from "../../../src/checker/checked.ts";
import type { Collection, Page } from "../../../src/engine/collection.ts";

/** Key of the cursors of tests. */
export const CURSOR_KEY = new Uint8Array(32).fill(7);

/** More pages than any table of a test has. */
const MAXIMUM_PAGES = 1_000;

type Row = Record<string, unknown>;

interface Opened {
  readonly end: () => Promise<unknown>;
}

/**
 * Opens a database before the tests of a suite, and ends it after them. Skips the tests if it is not available.
 *
 * @param setUp creates the tables of the tests
 */
export function useOpened<T extends Opened>(
  { name, open }: { readonly name: string; readonly open: () => Promise<T | undefined> },
  setUp: (opened: T) => void | Promise<void>,
): void {
  let opened: T | undefined;
  beforeAll(async () => {
    opened = await open();
    if (opened !== undefined) await setUp(opened);
  }, 120_000);
  afterAll(() => opened?.end());
  beforeEach(({ skip }) => {
    if (opened === undefined) skip(`${name} is not here`);
  });
}

/** Returns a page. @throws Error with the filter and the order if the request is rejected */
export async function pageOf<T = Row>(
  collection: Collection<T>,
  ...request: Parameters<Collection["page"]>
): Promise<Page<T>> {
  const page = await collection.page(...request);
  if (!page.ok) throw new Error(`${textOf(request[0])}: ${JSON.stringify(page.diagnostics)}`);
  return page;
}

function textOf(query: object): string {
  const { filter, sortBy } = query as { readonly filter?: CheckedFilter; readonly sortBy?: CheckedSortBy };
  const nodes = [filter?.expression, ...(sortBy?.keys ?? []).map(({ expression }) => expression)];
  return nodes.flatMap((node) => (node === undefined ? [] : [print(node)])).join(" ");
}

/** Returns the rows of consecutive pages, each after the cursor of the previous one. @throws Error if a page is rejected */
export async function throughPages(
  collection: Collection,
  query: Parameters<Collection["page"]>[0],
  options: Parameters<Collection["page"]>[1] = {},
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MAXIMUM_PAGES; pages++) {
    const page = await pageOf(collection, query, { ...options, cursor });
    rows.push(...page.items);
    cursor = page.next;
    if (cursor === undefined) return rows;
  }
  throw new Error("the pages have no end");
}

/** Returns the rows of a stream. @throws Error if the request is rejected */
export async function streamOf(
  collection: Collection,
  ...request: Parameters<Collection["stream"]>
): Promise<Row[]> {
  const stream = await collection.stream(...request);
  if (!stream.ok) throw new Error(`${textOf(request[0])}: ${JSON.stringify(stream.diagnostics)}`);
  const rows: Row[] = [];
  for await (const row of stream.rows) rows.push(row);
  return rows;
}
