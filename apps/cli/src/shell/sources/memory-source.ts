import { showQueryPlan } from "tamis/engine";
import type { MemoryCollection } from "tamis/store";
import type { Row } from "tamis/files";
import { memoryAsCollection } from "../../memory/memory-collection.ts";
import { saveRows } from "../../memory/saved-collection.ts";
import type { ShellSource } from "./source.ts";

export function memorySource(
  memory: MemoryCollection<Row>,
  columns: readonly string[],
  files: readonly string[],
): ShellSource {
  const collection = memoryAsCollection(memory);
  return {
    catalog: memory.catalog,
    explainingCatalog: () => Promise.resolve(memory.catalog),
    columns,
    page: async (query, { locale, signal }) => {
      const page = await collection.page(query, { ...locale, signal });
      return page.ok ? { ok: true, items: page.items, count: page.count! } : page;
    },
    count: (filter, { locale, signal }) => collection.count({ filter }, { ...locale, signal }),
    rows: (query, { locale, signal }) => collection.stream(query, { ...locale, signal }),
    facets: (member, filter, limit, { locale, signal }) => {
      signal.throwIfAborted();
      return memory.facets(member, { filter }, { ...locale, limit });
    },
    minMax: (member, filter, { locale, signal }) => {
      signal.throwIfAborted();
      return Promise.resolve({ ok: true, minMax: memory.minMax(member, { filter }, locale) });
    },
    explain: (query, { locale }) => {
      const { limit = memory.size } = query;
      return Promise.resolve(showQueryPlan(memory.explain({ ...query, limit }, locale)));
    },
    save: (path, scope) => saveRows(memory, path, scope),
    files,
    blocks: false,
    describeError: (error) => error,
  };
}
