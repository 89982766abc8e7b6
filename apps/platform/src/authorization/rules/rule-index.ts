import type { CompiledRule } from "./compiled-rule.ts";
import { ancestorsOf, parentOf, type PatternKind } from "./uri-pattern.ts";

type ByPrincipal = Map<string, Set<CompiledRule>>;

/**
 * All rules, by the paths that they cover and by their principals. A lookup touches only the rules whose URI covers the path, or
 * whose container contains it.
 */
export class RuleIndex {
  readonly #byId = new Map<string, CompiledRule>();
  readonly #byObject = new Map<string, ByPrincipal>();
  /** Rules without an `objectUri`. */
  readonly #byContainer = new Map<string, ByPrincipal>();
  /** Rules about single items, by the path of their collection. */
  readonly #byCollection = new Map<string, ByPrincipal>();
  /** Increases with each change. */
  #revision = 0;
  /** Ids by digest. */
  readonly #byDigest = new Map<string, string>();

  get revision(): number {
    return this.#revision;
  }

  get size(): number {
    return this.#byId.size;
  }

  ids(): IterableIterator<string> {
    return this.#byId.keys();
  }

  get(id: string): CompiledRule | undefined {
    return this.#byId.get(id);
  }

  /** Returns the id of the rule with a digest. */
  findDigest(digest: string): string | undefined {
    return this.#byDigest.get(digest);
  }

  /** Adds a rule, or replaces the one with its id. */
  set(rule: CompiledRule): void {
    this.delete(rule.id);
    this.#revision++;
    this.#byId.set(rule.id, rule);
    this.#byDigest.set(rule.row.digest!, rule.id);
    for (const [map, key] of this.#placesOf(rule)) {
      const byPrincipal = entry(map, key, () => new Map<string, Set<CompiledRule>>());
      entry(byPrincipal, rule.principalKey, () => new Set<CompiledRule>()).add(rule);
    }
  }

  delete(id: string): void {
    const rule = this.#byId.get(id);
    if (rule === undefined) return;
    this.#revision++;
    this.#byId.delete(id);
    this.#byDigest.delete(rule.row.digest!);
    for (const [map, key] of this.#placesOf(rule)) {
      const byPrincipal = map.get(key)!;
      const rules = byPrincipal.get(rule.principalKey)!;
      rules.delete(rule);
      if (rules.size === 0) byPrincipal.delete(rule.principalKey);
      if (byPrincipal.size === 0) map.delete(key);
    }
  }

  /**
   * Returns the rules for some principals that cover a path, or whose container contains it.
   *
   * @param path canonical path
   * @param containers canonical paths of all containers of the resource
   * @param principals see `principalKeys`
   */
  find(path: string, containers: readonly string[], principals: readonly string[]): readonly CompiledRule[] {
    const rules: CompiledRule[] = [];
    for (const key of objectKeys(path)) collect(this.#byObject.get(key), principals, rules);
    for (const container of new Set(containers)) collect(this.#byContainer.get(container), principals, rules);
    return rules;
  }

  /** Returns the rules for some principals that are about single items of a collection. */
  findItems(collection: string, principals: readonly string[]): readonly CompiledRule[] {
    const rules: CompiledRule[] = [];
    collect(this.#byCollection.get(collection), principals, rules);
    return rules;
  }

  #placesOf({ object, container }: CompiledRule): readonly (readonly [Map<string, ByPrincipal>, string])[] {
    if (object === undefined) return container === undefined ? [] : [[this.#byContainer, container]];
    const collection = object.kind === "children" ? undefined : parentOf(object.path);
    return [
      [this.#byObject, keyOf(object.kind, object.path)],
      ...(collection === undefined ? [] : ([[this.#byCollection, collection]] as const)),
    ];
  }
}

function keyOf(kind: PatternKind, path: string): string {
  return `${kind} ${path}`;
}

function objectKeys(path: string): readonly string[] {
  const ancestors = ancestorsOf(path);
  return [
    keyOf("exact", path),
    ...ancestors.slice(0, 1).map((parent) => keyOf("children", parent)),
    ...[path, ...ancestors].map((subtree) => keyOf("subtree", subtree)),
  ];
}

function collect(
  byPrincipal: ByPrincipal | undefined,
  principals: readonly string[],
  rules: CompiledRule[],
): void {
  if (byPrincipal === undefined) return;
  for (const principal of principals) for (const rule of byPrincipal.get(principal) ?? []) rules.push(rule);
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
