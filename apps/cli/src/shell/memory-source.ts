/** The rows of files as a source: they are held in memory, by columns. */
import { createCollection, type MemoryCollection } from "tamis/engine";
import type { Row } from "../io/row-reader.ts";
import type { LoadedRows } from "./load-files.ts";
import type { Source, SourceOptions, SourceQuery } from "./source.ts";

export function memorySource({ rows, catalog, columns }: LoadedRows, files: readonly string[]): Source {
  const collection: MemoryCollection<Row> = createCollection(rows, { catalog, rows: "plain" });
  const all = (query: SourceQuery, { locale, signal }: SourceOptions) => {
    signal.throwIfAborted();
    const found = collection.all(query, locale);
    return query.limit === undefined ? found : found.slice(0, query.limit);
  };
  return {
    catalog,
    columns,
    page: (query, options) => {
      const { locale } = options;
      // Whoever has the file may see all of it, whatever a server gives at once.
      if (query.limit! > catalog.maximumLimit) {
        const items = all(query, options);
        return Promise.resolve({ ok: true, items, count: collection.count(query, locale) });
      }
      options.signal.throwIfAborted();
      const { items, count } = collection.page(query, locale);
      return Promise.resolve({ ok: true, items, count });
    },
    count: (filter, { locale, signal }) => {
      signal.throwIfAborted();
      return Promise.resolve({ ok: true, count: collection.count({ filter }, locale) });
    },
    rows: (query, options) => Promise.resolve({ ok: true, rows: asynchronous(all(query, options)) }),
    facets: (member, filter, limit, { locale, signal }) => {
      signal.throwIfAborted();
      return collection.facets(member, { filter }, { ...locale, limit });
    },
    bounds: (member, filter, { locale, signal }) => {
      signal.throwIfAborted();
      return Promise.resolve({ ok: true, bounds: collection.bounds(member, { filter }, locale) });
    },
    explain: undefined,
    files,
    blocks: false,
    failureOf: (error) => error,
  };
}

async function* asynchronous(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
  await Promise.resolve();
}
