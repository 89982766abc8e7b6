import type { Catalog } from "../catalog/types.ts";
import { suggest } from "../diagnostics/suggest.ts";
import type { Family } from "./define-family.ts";
import { FAMILIES } from "./list.ts";

export interface FoundCatalog {
  readonly found: true;
  /** The whole name: `reports/reports`. */
  readonly name: string;
  readonly family: Family;
  readonly catalog: Catalog;
}

export interface NoCatalog {
  readonly found: false;
  /**
   * - `no-family`: no family is called so.
   * - `no-collection`: the family has nothing that is called so.
   * - `ambiguous`: the family has no collection that its bare name could stand for.
   * - `not-published`: it exists, and nothing is known of its fields.
   */
  readonly reason: "no-family" | "no-collection" | "ambiguous" | "not-published";
  /** Whole names that are spelled nearly so, nearest first. */
  readonly suggestions: readonly string[];
  /** Whole names of all that could have been asked for in this place. */
  readonly choices: readonly string[];
}

/**
 * Finds a catalog of the built-in families. A name is a family and a collection, `reports/states`; or a family alone,
 * which stands for its main collection; or, as few families have collections, a family and a resource,
 * `authorization/rule`. Families are also found by their prefix: `dataQuality/qkbs`.
 *
 * @example
 * const states = findCatalog("reports/states");
 * if (states.found) states.catalog.members.byName.get("label")?.type; // "string"
 * @example findCatalog("reprots") // { found: false, reason: "no-family", suggestions: ["reports"], choices: ["token-service", …] }
 */
export function findCatalog(name: string): FoundCatalog | NoCatalog {
  const slash = name.indexOf("/");
  const familyName = slash < 0 ? name : name.slice(0, slash);
  const families: readonly Family[] = FAMILIES;
  const family = families.find(({ name, prefix }) => name === familyName || prefix === `/${familyName}`);
  if (family === undefined) {
    const names = families.map(({ name }) => name);
    const prefixes = new Map(families.map(({ name, prefix }) => [prefix.slice(1), name]));
    const near = suggest(familyName, [...names, ...prefixes.keys()]).map(
      (found) => prefixes.get(found) ?? found,
    );
    return { found: false, reason: "no-family", suggestions: [...new Set(near)], choices: names };
  }
  const place = slash < 0 ? family.primary : name.slice(slash + 1);
  if (place === undefined) {
    return { found: false, reason: "ambiguous", suggestions: [], choices: choicesOf(family) };
  }
  return findWithin(family, place);
}

function findWithin(family: Family, place: string): FoundCatalog | NoCatalog {
  const { collections, resources } = family;
  if (Object.hasOwn(collections, place) || Object.hasOwn(resources, place)) {
    const catalog = Object.hasOwn(collections, place)
      ? collections[place]!.catalog
      : catalogOfResource(family, place);
    if (catalog !== undefined) return { found: true, name: `${family.name}/${place}`, family, catalog };
    return { found: false, reason: "not-published", suggestions: [], choices: choicesOf(family) };
  }
  const names = [...Object.keys(collections), ...Object.keys(resources)];
  const suggestions = suggest(place, names).map((near) => `${family.name}/${near}`);
  return { found: false, reason: "no-collection", suggestions, choices: choicesOf(family) };
}

/** The collections that have a catalog; in a family without any, the resources. */
function choicesOf(family: Family): string[] {
  const collections = Object.keys(family.collections).filter(
    (name) => family.collections[name]!.catalog !== undefined,
  );
  const names =
    collections.length > 0
      ? collections
      : Object.keys(family.resources).filter((name) => catalogOfResource(family, name) !== undefined);
  return names.map((name) => `${family.name}/${name}`);
}

function catalogOfResource(family: Family, name: string): Catalog | undefined {
  const resource = family.resources[name]!;
  return resource.fields === "all" || resource.fields === "some" ? resource.catalog : undefined;
}
