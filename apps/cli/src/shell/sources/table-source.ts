import { check, checkSortBy, parseFilter, parseSortBy, print, type CheckedFilter } from "tamis";
import { resolveMember } from "tamis/catalog";
import { showPlan, type Query } from "tamis/engine";
import type { DatabaseAddress } from "../../databases/database-address.ts";
import { databaseFailure } from "../../databases/database-failure.ts";
import { getOwn, isJsonObject } from "../../formats/own-members.ts";
import { explainingCatalog } from "../../query/explaining-catalog.ts";
import type { OpenTable } from "../../query/query-collection.ts";
import type { ShellSource, SourceOptions, SourceQuery } from "./source.ts";

export function tableSource(table: OpenTable, address: DatabaseAddress): ShellSource {
  const { collection, catalog, blocks } = table;
  return {
    catalog,
    explainingCatalog: (filter, scope, signal) => explainingCatalog(table, filter, scope, signal),
    columns: [...catalog.members.byName.values()].map(({ property }) => property),
    page: async (query, options) => {
      const page = await collection.page(queryParts(query), requestOptions(options));
      return page.ok ? { ok: true, items: page.items, count: page.count! } : page;
    },
    count: (filter, options) => collection.count({ filter }, requestOptions(options)),
    rows: (query, options) => collection.stream(queryParts(query), requestOptions(options)),
    facets: undefined,
    minMax: (member, filter, options) => findMinMax(table, member, filter, options),
    explain: async (query, options) =>
      showPlan(await collection.explain(queryParts(query), { ...requestOptions(options), values: true })),
    save: undefined,
    files: address.kind === "postgres" || address.kind === "mariadb" ? [] : [address.location],
    blocks,
    describeError: (error) => databaseFailure(error, address, undefined),
  };
}

function queryParts({ filter, sortBy, start, limit }: SourceQuery): Query {
  return {
    filter,
    start,
    ...(sortBy === undefined ? {} : { sortBy }),
    ...(limit === undefined ? {} : { limit }),
  };
}

function requestOptions({ locale, signal }: SourceOptions) {
  return { ...locale, signal };
}

/** Finds min and max by querying the first row in ascending and in descending order. */
async function findMinMax(
  { collection, catalog }: OpenTable,
  member: string,
  filter: CheckedFilter,
  options: SourceOptions,
) {
  const text = `and(${print(filter.expression)},not(isNull(${member})))`;
  const functions = [...filter.functions.values()].filter(({ group }) => group === "service");
  const present = check(parseFilter(text).expression!, catalog, { functions }).filter;
  const path = resolveMember(catalog, member)?.path;
  if (present === undefined || path === undefined)
    throw new TypeError(`member ${member} cannot be filtered, so it has no min and max`);
  const values: unknown[] = [];
  for (const direction of ["ascending", "descending"]) {
    const { sortBy } = checkSortBy(parseSortBy(`${member}:${direction}`).expression!, catalog);
    const query = { filter: present, sortBy, start: 0, limit: 1 };
    const page = await collection.page(queryParts(query), { ...requestOptions(options), count: false });
    if (!page.ok) return page;
    const [row] = page.items;
    if (row !== undefined) values.push(valueAtPath(row, path));
  }
  const minMax = values.length < 2 ? undefined : { min: values[0], max: values[1] };
  return { ok: true as const, minMax };
}

function valueAtPath(row: unknown, path: readonly string[]): unknown {
  return path.reduce((value, name) => (isJsonObject(value) ? getOwn(value, name) : undefined), row);
}
