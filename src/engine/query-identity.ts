import { printNode } from "../ast/print.ts";
import type { Catalog } from "../catalog/types.ts";
import type { CheckedFilter, CheckedSortBy } from "../checker/checked.ts";
import { hashText } from "../values/hash-text.ts";
import { ownProperties } from "../values/own-properties.ts";

/** The parts of a query that determine its rows and their order. Pages of the query can have any start and limit. */
export interface IdentifiedQuery {
  readonly filter: CheckedFilter | undefined;
  readonly rules?: readonly CheckedFilter[];
  readonly sortBy: CheckedSortBy;
  readonly locale: string | undefined;
  /** Differs between collections of the same catalog, such as the tables of two tenants. */
  readonly identity?: string | undefined;
}

/** Returns a text that differs between queries of other collections, filters, rules, orders or locales. */
export function describeQuery(query: IdentifiedQuery): string {
  const { filter, rules = [], sortBy, locale, identity } = ownProperties(query);
  return JSON.stringify([
    sortBy.catalog === undefined ? null : describeCatalog(sortBy.catalog),
    filter === undefined ? "true" : printNode(filter.expression),
    rules.map(({ expression }) => printNode(expression)),
    sortBy.keys.map(
      ({ expression, direction, comparison }) => `${printNode(expression)}:${direction}:${comparison}`,
    ),
    locale ?? null,
    identity ?? null,
  ]);
}

/**
 * Returns a short hash of `describeQuery`. It is not cryptographic: it detects mistakes of a program, not forged
 * positions.
 */
export function fingerprintOf(query: IdentifiedQuery): string {
  return hashText(describeQuery(query));
}

const DESCRIBED = new WeakMap<Catalog, string>();

function describeCatalog(catalog: Catalog): string {
  let described = DESCRIBED.get(catalog);
  if (described === undefined) {
    described = JSON.stringify([catalog.name, catalog.key, catalog.definition.members]);
    DESCRIBED.set(catalog, described);
  }
  return described;
}
