import { requireText } from "../diagnostics/require-argument.ts";
import type { Catalog } from "../catalog/types.ts";
import { suggest } from "../diagnostics/suggest.ts";
import type { Family } from "./define-family.ts";
import { FAMILIES } from "./list.ts";

export interface FoundCatalog {
  readonly found: true;
  /** Full name of the catalog, such as `reports/reports`. */
  readonly name: string;
  readonly family: Family;
  readonly catalog: Catalog;
}

export interface NoCatalog {
  readonly found: false;
  /**
   * `ambiguous`: the name is that of a family without a primary collection. `not-published`: the platform does not publish
   * the fields of the resource.
   */
  readonly reason: "no-family" | "no-collection" | "ambiguous" | "not-published";
  /** Full names with a similar spelling, most similar first. */
  readonly suggestions: readonly string[];
  /** Full names of all families, or of all collections of the family. */
  readonly choices: readonly string[];
}

/**
 * Finds a catalog of the built-in families by family and collection (`reports/states`), family and resource
 * (`authorization/rule`), or family alone, for its primary collection. The path prefix of a family is accepted, too:
 * `dataQuality/qkbs`.
 *
 * @example
 * const states = findCatalog("reports/states");
 * if (states.found) states.catalog.members.byName.get("label")?.type; // "string"
 * @example findCatalog("reprots") // { found: false, reason: "no-family", suggestions: ["reports"], choices: ["token-service", …] }
 */
export function findCatalog(name: string): FoundCatalog | NoCatalog {
  requireText(name, "name");
  const slash = name.indexOf("/");
  const familyName = slash < 0 ? name : name.slice(0, slash);
  const families: readonly Family[] = FAMILIES;
  const family = families.find(({ name, prefix }) => name === familyName || prefix === `/${familyName}`);
  if (family === undefined) {
    const names = families.map(({ name }) => name);
    const prefixes = new Map(families.map(({ name, prefix }) => [prefix.slice(1), name]));
    const near = suggest(familyName, [...names, ...prefixes.keys()]).map(
      (word) => prefixes.get(word) ?? word,
    );
    return { found: false, reason: "no-family", suggestions: [...new Set(near)], choices: names };
  }
  const localName = slash < 0 ? family.primary : name.slice(slash + 1);
  if (localName === undefined) {
    return { found: false, reason: "ambiguous", suggestions: [], choices: choicesOf(family) };
  }
  return findWithin(family, localName);
}

function findWithin(family: Family, localName: string): FoundCatalog | NoCatalog {
  const { collections, resources } = family;
  if (Object.hasOwn(collections, localName) || Object.hasOwn(resources, localName)) {
    const catalog = Object.hasOwn(collections, localName)
      ? collections[localName]!.catalog
      : catalogOfResource(family, localName);
    if (catalog !== undefined) return { found: true, name: `${family.name}/${localName}`, family, catalog };
    return { found: false, reason: "not-published", suggestions: [], choices: choicesOf(family) };
  }
  const names = [...Object.keys(collections), ...Object.keys(resources)];
  const suggestions = suggest(localName, names).map((near) => `${family.name}/${near}`);
  return { found: false, reason: "no-collection", suggestions, choices: choicesOf(family) };
}

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
