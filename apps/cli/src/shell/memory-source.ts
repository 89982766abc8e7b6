/** Rows in memory, by columns, as a source. */
import { showQueryPlan } from "tamis/engine";
import { type MemoryCollection } from "tamis/store";
import type { Row } from "../io/row-reader.ts";
import { memoryDoor } from "../memory-door.ts";
import { saveRows } from "../saved-collection.ts";
import type { Source } from "./source.ts";

/** @param columns the members of the rows, as they call them */
export function memorySource(
  collection: MemoryCollection<Row>,
  columns: readonly string[],
  files: readonly string[],
): Source {
  const door = memoryDoor(collection);
  return {
    catalog: collection.catalog,
    columns,
    page: async (query, { locale, signal }) => {
      const page = await door.page(query, { ...locale, signal });
      return page.ok ? { ok: true, items: page.items, count: page.count! } : page;
    },
    count: (filter, { locale, signal }) => door.count({ filter }, { ...locale, signal }),
    rows: (query, { locale, signal }) => door.stream(query, { ...locale, signal }),
    facets: (member, filter, limit, { locale, signal }) => {
      signal.throwIfAborted();
      return collection.facets(member, { filter }, { ...locale, limit });
    },
    bounds: (member, filter, { locale, signal }) => {
      signal.throwIfAborted();
      return Promise.resolve({ ok: true, bounds: collection.minMax(member, { filter }, locale) });
    },
    explain: (query, { locale }) => {
      const { limit = collection.size } = query;
      return Promise.resolve(showQueryPlan(collection.explain({ ...query, limit }, locale)));
    },
    save: (path, scope) => saveRows(collection, path, scope),
    files,
    blocks: false,
    failureOf: (error) => error,
  };
}
