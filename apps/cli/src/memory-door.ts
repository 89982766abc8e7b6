/** Rows in memory behind the door that a database has, so that commands ask both alike. */
import type { CheckedFilter, CheckedSortBy } from "tamis";
import type { Collection, MemoryCollection, Query, RequestOptions } from "tamis/engine";
import { UsageError } from "./options.ts";
import type { Row } from "./io/row-reader.ts";

interface Parts {
  readonly filter: CheckedFilter | undefined;
  readonly sortBy: CheckedSortBy | undefined;
  readonly start: number;
  readonly limit: number | undefined;
}

export function memoryDoor(collection: MemoryCollection<Row>): Collection<Row> {
  const { catalog } = collection;
  const asked = (query: Query, { locale, signal }: RequestOptions = {}) => {
    signal?.throwIfAborted();
    return { parts: partsOf(query), options: locale === undefined ? {} : { locale } };
  };
  const rowsOf = (query: Query, request: RequestOptions | undefined) => {
    const { parts, options } = asked(query, request);
    const { start, limit } = parts;
    // Whoever has the file may see all of it, whatever a server gives at once.
    if (limit !== undefined && limit <= catalog.maximumLimit)
      return collection.page({ ...parts, limit }, options);
    const items = collection.all(parts, options);
    return {
      items: limit === undefined ? items : items.slice(0, limit),
      start,
      limit: limit ?? items.length,
      count: collection.count(parts, options),
    };
  };
  return {
    catalog,
    page: (query, request) => Promise.resolve({ ok: true, ...rowsOf(query, request), next: undefined }),
    count: (query, request) => {
      const { parts, options } = asked(query, request);
      return Promise.resolve({ ok: true, count: collection.count(parts, options) });
    },
    stream: (query, request) => Promise.resolve({ ok: true, rows: oneByOne(rowsOf(query, request).items) }),
    explain: () => Promise.reject(new UsageError("--explain is for databases: rows in memory need no plan.")),
  };
}

/** @throws TypeError for a query that was made by no command */
function partsOf(query: Query): Parts {
  if (query.kind !== undefined || query.cursor !== undefined)
    throw new TypeError("Commands ask with checked parts.");
  const { filter, sortBy, start = 0, limit } = query;
  return { filter, sortBy, start, limit };
}

async function* oneByOne(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
  await Promise.resolve();
}
