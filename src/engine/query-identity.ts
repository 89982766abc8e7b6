import { printNode } from "../ast/print.ts";
import type { Catalog } from "../catalog/types.ts";
import type { CheckedFilter, CheckedSortBy } from "../checker/checked.ts";
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
  const text = describeQuery(query);
  return `${hash(text, FIRST_SEED)}${hash(text, SECOND_SEED)}`;
}

const FIRST_SEED = 0x811c9dc5;
const SECOND_SEED = 0x01000193;

/** Computes the FNV-1a hash of the UTF-16 units, with a final mix that spreads the last units over all bits. */
function hash(text: string, seed: number): string {
  let bits = seed;
  for (let i = 0; i < text.length; i++) bits = Math.imul(bits ^ text.charCodeAt(i), 0x01000193);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0).toString(16).padStart(8, "0");
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
