import { expect } from "vitest";
import type { Expression } from "../../src/ast/nodes.ts";
import type { Catalog } from "../../src/catalog/types.ts";
import { check, checkSortBy } from "../../src/checker/check.ts";
import type { CheckedFilter, CheckedSortBy } from "../../src/checker/checked.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { typedCatalog } from "../properties/typed-catalog.ts";
import { compareFilter, compareOrders, keptInMemory, storableRows } from "./against-memory.ts";
import { canonicalRow } from "./canonical-row.ts";
import type { Backend, StoredRow } from "./engines/engine-under-test.ts";

/** Parses and checks a filter. @throws Error if it is invalid. */
export function filterOf(text: string | Expression, catalog: Catalog = typedCatalog): CheckedFilter {
  const expression = typeof text === "string" ? parseFilter(text).expression : text;
  const { filter, diagnostics } = check(expression!, catalog);
  if (filter === undefined) throw new Error(`${JSON.stringify(text)}: ${diagnostics[0]?.message ?? ""}`);
  return filter;
}

export function sortByOf(text: string, catalog: Catalog = typedCatalog): CheckedSortBy {
  const { sortBy, diagnostics } = checkSortBy(parseSortBy(text).expression!, catalog);
  if (sortBy === undefined) throw new Error(`${text}: ${diagnostics[0]?.message ?? ""}`);
  return sortBy;
}

export interface Agreed {
  readonly rows: readonly StoredRow[];
  /** Indices of the expected rows by filter; undefined to compare with memory only. */
  readonly filters?: Readonly<Record<string, readonly number[] | undefined>>;
  readonly sortBys?: readonly string[];
  readonly locale?: string;
  readonly catalog?: Catalog;
}

/** Asserts that memory keeps the expected rows, and that the engine agrees with memory. */
export async function agree(engine: Backend, given: Agreed): Promise<void> {
  const { rows, filters = {}, sortBys = [], locale, catalog = typedCatalog } = given;
  const held = storableRows(engine, catalog, rows);
  await engine.load(catalog, held);
  const canonical = rows.map((row, id) => canonicalRow({ ...row, id }, catalog, { dateTime: 9, time: 9 }));
  for (const [text, expected] of Object.entries(filters)) {
    const filter = filterOf(text, catalog);
    const { disagreement } = await compareFilter(engine, filter, held, locale);
    expect([text, disagreement]).toEqual([text, undefined]);
    if (expected !== undefined)
      expect([text, keptInMemory(filter, canonical, locale)]).toEqual([text, expected.map(String)]);
  }
  for (const text of sortBys) {
    const { disagreement } = await compareOrders(engine, sortByOf(text, catalog), held, locale);
    expect([text, disagreement]).toEqual([text, undefined]);
  }
}
