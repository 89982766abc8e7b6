import { expect } from "vitest";
import type { Catalog } from "../../src/catalog/types.ts";
import { typedCatalog } from "../properties/typed-catalog.ts";
import { compareFilter, compareOrders, keptInMemory, storableRows } from "./against-memory.ts";
import { canonicalRow } from "./canonical-row.ts";
import { filterOf, sortByOf } from "./checked-query.ts";
import type { Backend, StoredRow } from "./engines/engine-under-test.ts";

export { filterOf, sortByOf };

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
