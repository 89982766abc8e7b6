import type { Collection, Query } from "tamis/engine";
import type { MemoryCollection } from "tamis/store";
import { UsageError } from "../command/arguments.ts";
import type { Row } from "tamis/files";

/** Returns the collection without a maximum page size. */
export function memoryAsCollection(memory: MemoryCollection<Row>): Collection<Row> {
  const collection = memory.asCollection();
  const { catalog } = collection;
  return {
    catalog,
    // A catalog's maximum limit protects servers. Command-line users read their own files.
    page: (query, options = {}) =>
      (limitOf(query) ?? Infinity) <= catalog.maximumLimit
        ? collection.page(query, options)
        : longPage(collection, query, options),
    count: (query, options) => collection.count(query, options),
    aggregate: (query, aggregation, options) => collection.aggregate(query, aggregation, options),
    stream: (query, options) => collection.stream(query, options),
    explain: (query, options) =>
      options?.aggregation === undefined
        ? Promise.reject(new UsageError("--explain is only for databases; use .explain in tamis shell."))
        : collection.explain(query, options),
  };
}

async function longPage(
  collection: Collection<Row>,
  query: Query,
  options: NonNullable<Parameters<Collection["page"]>[1]>,
): ReturnType<Collection<Row>["page"]> {
  const counted = await collection.count(query, options);
  const stream = await collection.stream(query, options);
  if (!counted.ok) return counted;
  if (!stream.ok) return stream;
  const items: Row[] = [];
  for await (const row of stream.rows) items.push(row);
  const limit = limitOf(query) ?? items.length;
  return { ok: true, items, start: query.start ?? 0, limit, count: counted.count, next: undefined };
}

/** @throws TypeError for a query that is not in checked parts. Commands never use one. */
function limitOf(query: Query): number | undefined {
  if (query.kind !== undefined) throw new TypeError("query must consist of checked parts");
  return query.limit;
}
