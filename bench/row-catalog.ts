import { defineCatalog } from "../src/catalog/define-catalog.ts";
import type { Catalog } from "../src/catalog/types.ts";
import { check, checkSortBy } from "../src/checker/check.ts";
import { parseFilter, parseSortBy } from "../src/parser/parse.ts";

export const ROW_MEMBERS = {
  id: "integer",
  name: "string",
  createdBy: "string",
  state: "string",
  description: "string",
  modifiedTimeStamp: "dateTime",
  score: "number",
  size: "integer",
  owner: { type: "object", members: { city: "string", country: "string" } },
  tags: { type: "list", items: "string" },
} as const;

/** Catalog of the rows that `evaluate/rows.ts` generates. */
export const rowCatalog = defineCatalog({ name: "reports", key: "id", members: ROW_MEMBERS });

/** The same rows with a string as the key. */
export const keyedRowCatalog = defineCatalog({
  name: "reports",
  key: "key",
  members: { ...ROW_MEMBERS, key: "string" },
});

/** Parses and checks a filter and an order. The texts must be valid. */
export function queryOf(
  texts: { readonly filter?: string; readonly sortBy?: string },
  catalog: Catalog = rowCatalog,
) {
  const { filter, sortBy } = texts;
  return {
    filter: filter === undefined ? undefined : check(parseFilter(filter).expression!, catalog).filter!,
    sortBy: sortBy === undefined ? undefined : checkSortBy(parseSortBy(sortBy).expression!, catalog).sortBy!,
  };
}
