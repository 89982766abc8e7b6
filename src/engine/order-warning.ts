import { requireObject } from "../diagnostics/require-argument.ts";
import type { Catalog } from "../catalog/types.ts";

/**
 * Returns a warning if a database can return rows that tie in another order for each page; undefined if the catalog has
 * a key, which breaks ties.
 */
export function orderWarning(catalog: Pick<Catalog, "key" | "name">): string | undefined {
  requireObject(catalog, "catalog");
  const { key, name } = catalog;
  if (key !== undefined) return undefined;
  return `${name} has no key, so rows that tie have no stable order. Pages can repeat or omit such rows.`;
}
