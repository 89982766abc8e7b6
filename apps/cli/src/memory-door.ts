/** Rows in memory behind the door that a database has, so that commands ask both alike. */
import type { Collection, Query } from "tamis/engine";
import type { MemoryCollection } from "tamis/store";
import { UsageError } from "./options.ts";
import type { Row } from "./io/row-reader.ts";

export function memoryDoor(collection: MemoryCollection<Row>): Collection<Row> {
  const door = collection.asCollection();
  const { catalog } = door;
  return {
    catalog,
    // Whoever has the file may see all of it, whatever a server gives at once.
    page: (query, options = {}) =>
      (limitOf(query) ?? Infinity) <= catalog.maximumLimit
        ? door.page(query, options)
        : longPage(door, query, options),
    count: (query, options) => door.count(query, options),
    stream: (query, options) => door.stream(query, options),
    explain: () => Promise.reject(new UsageError("--explain is for databases; tamis shell has .explain.")),
  };
}

async function longPage(
  door: Collection<Row>,
  query: Query,
  options: NonNullable<Parameters<Collection["page"]>[1]>,
): ReturnType<Collection<Row>["page"]> {
  const counted = await door.count(query, options);
  const stream = await door.stream(query, options);
  if (!counted.ok) return counted;
  if (!stream.ok) return stream;
  const items: Row[] = [];
  for await (const row of stream.rows) items.push(row);
  const limit = limitOf(query) ?? items.length;
  return { ok: true, items, start: query.start ?? 0, limit, count: counted.count, next: undefined };
}

/** @throws TypeError for a query that was made by no command */
function limitOf(query: Query): number | undefined {
  if (query.kind !== undefined || query.cursor !== undefined)
    throw new TypeError("Commands ask with checked parts.");
  return query.limit;
}
