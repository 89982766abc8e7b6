import { defineCatalog, type Catalog } from "tamis";
import { show } from "tamis/diagnostics";
import { didYouMean, UsageError, type Arguments } from "../../command/arguments.ts";
import type { Option } from "../../command/option.ts";
import { memberValues, type Rows } from "../../memory/sample-rows.ts";

export const KEY: Option = {
  name: "key",
  short: "k",
  value: "[NAME=]MEMBER",
  help: "member that identifies a row, of the collection NAME or of all; can be repeated (default: a unique column such as id)",
  repeatable: true,
};

/** Keys that the user chose. */
export interface KeyChoice {
  /** Keys by collection. */
  readonly named: ReadonlyMap<string, string>;
  /** Key of the other collections. */
  readonly common: string | undefined;
  /** Options that no collection has used yet. */
  readonly unused: Set<string>;
}

/** @throws UsageError for two keys of one collection */
export function chosenKeys(args: Arguments): KeyChoice {
  const named = new Map<string, string>();
  let common: string | undefined;
  const unused = new Set(args.texts(KEY.name));
  for (const text of unused) {
    const at = text.indexOf("=");
    const [collection, member] = at < 0 ? [undefined, text] : [text.slice(0, at), text.slice(at + 1)];
    const earlierKey = collection === undefined ? common : named.get(collection);
    if (earlierKey !== undefined && earlierKey !== member)
      throw new UsageError(`--${KEY.name} names two members: '${show(earlierKey)}' and '${show(member)}'.`);
    if (collection === undefined) common = member;
    else named.set(collection, member);
  }
  return { named, common, unused };
}

/**
 * Returns the catalog with the key that the user chose, or else with its own.
 * @throws UsageError for an unknown member
 */
export function withChosenKey(catalog: Catalog, name: string, { named, common, unused }: KeyChoice): Catalog {
  const key = named.get(name) ?? common;
  if (key === undefined) return catalog;
  const members = [...catalog.members.byName.keys()];
  if (!members.includes(key)) {
    // A key for all collections applies to those that have it.
    if (!named.has(name)) return catalog;
    throw new UsageError(
      `--${KEY.name}: ${show(name)} has no member '${show(key)}'.${didYouMean(key, members)}`,
    );
  }
  unused.delete(named.has(name) ? `${name}=${key}` : key);
  return key === catalog.key ? catalog : defineCatalog({ ...catalog.definition, key });
}

/**
 * @param origin what has determined the key of the catalog
 * @throws UsageError if the user chose another key
 */
export function requireSameKey(catalog: Catalog, name: string, keys: KeyChoice, origin: string): void {
  if (withChosenKey(catalog, name, keys).key !== catalog.key)
    throw new UsageError(
      `--${KEY.name}: ${show(name)} has the key '${show(catalog.key ?? "")}' of ${origin}.`,
    );
}

/** Two rows with the same key. */
export interface RepeatedKey {
  readonly value: unknown;
}

/** Finds a value that does not identify a row: a repeated one, null, or one of another type. */
export function findRepeatedKey(rows: Rows, property: string): RepeatedKey | undefined {
  const values = new Set<string>();
  for (const value of memberValues(rows, property)) {
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "bigint") return { value };
    const size = values.size;
    values.add(String(value));
    if (values.size === size) return { value };
  }
  return undefined;
}
