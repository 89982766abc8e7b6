/** A table of a database as a source. */
import { check, checkSortBy, parseFilter, parseSortBy, print, type CheckedFilter } from "tamis";
import { resolveMember } from "tamis/catalog";
import { showPlan, type Query } from "tamis/engine";
import type { Table } from "../databases/ask-database.ts";
import type { DatabaseAddress } from "../databases/database-address.ts";
import { databaseFailure } from "../databases/database-failure.ts";
import { getOwn, isObject } from "../io/own-members.ts";
import type { Bounds, Source, SourceOptions, SourceQuery } from "./source.ts";

export function tableSource(table: Table, address: DatabaseAddress): Source {
  const { collection, catalog, blocks } = table;
  return {
    catalog,
    columns: [...catalog.members.byName.values()].map(({ property }) => property),
    page: async (query, options) => {
      const page = await collection.page(partsOf(query), optionsOf(options));
      return page.ok ? { ok: true, items: page.items, count: page.count! } : page;
    },
    count: (filter, options) => collection.count({ filter }, optionsOf(options)),
    rows: (query, options) => collection.stream(partsOf(query), optionsOf(options)),
    facets: undefined,
    bounds: (member, filter, options) => boundsOf(table, member, filter, options),
    explain: async (query, options) =>
      showPlan(await collection.explain(partsOf(query), { ...optionsOf(options), values: true })),
    save: undefined,
    files: address.kind === "postgres" || address.kind === "mariadb" ? [] : [address.location],
    blocks,
    failureOf: (error) => databaseFailure(error, address, undefined),
  };
}

function partsOf({ filter, sortBy, start, limit }: SourceQuery): Query {
  return {
    filter,
    start,
    ...(sortBy === undefined ? {} : { sortBy }),
    ...(limit === undefined ? {} : { limit }),
  };
}

function optionsOf({ locale, signal }: SourceOptions) {
  return { ...locale, signal };
}

/** The first row of the order and the first of the opposite one. */
async function boundsOf(
  { collection, catalog }: Table,
  member: string,
  filter: CheckedFilter,
  options: SourceOptions,
) {
  const text = `and(${print(filter.expression)},not(isNull(${member})))`;
  const present = check(parseFilter(text).expression!, catalog).filter;
  const path = resolveMember(catalog, member)?.path;
  if (present === undefined || path === undefined) throw new TypeError(`${member} has no bounds.`);
  const values: unknown[] = [];
  for (const direction of ["ascending", "descending"]) {
    const { sortBy } = checkSortBy(parseSortBy(`${member}:${direction}`).expression!, catalog);
    const query = { filter: present, sortBy, start: 0, limit: 1 };
    const page = await collection.page(partsOf(query), { ...optionsOf(options), count: false });
    if (!page.ok) return page;
    const [row] = page.items;
    if (row !== undefined) values.push(valueOf(row, path));
  }
  const bounds: Bounds = values.length < 2 ? undefined : { min: values[0], max: values[1] };
  return { ok: true as const, bounds };
}

function valueOf(row: unknown, path: readonly string[]): unknown {
  return path.reduce((value, name) => (isObject(value) ? getOwn(value, name) : undefined), row);
}
