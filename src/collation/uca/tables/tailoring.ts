/** Which data a language tag asks for, and loading them. Data are unpacked once and kept. */
import { LOADERS } from "../data/loaders.ts";
import { LOCALES } from "../data/locales.ts";
import { readRoot, type Root } from "./root.ts";
import { readTable, type CollationTable } from "./collation-table.ts";

/** What a language tag comes to. */
export interface Tailoring {
  /** The tag of the list whose rules apply. */
  readonly locale: string;
  /** `standard`, `phonebk`, `pinyin` … */
  readonly type: string;
  /** The name of the data; undefined for root's own. */
  readonly name: string | undefined;
  /** What the tag itself says, by the two letters of each key: `kn`, `kf` … An empty text stands for `true`. */
  readonly keywords: ReadonlyMap<string, string>;
}

interface LocaleEntry {
  readonly defaultType: string;
  readonly types: ReadonlyMap<string, string | undefined>;
}

/** The language tags that have rules or are known to need none. `und` is root. */
export function supportedLocales(): readonly string[] {
  return [...localeEntries().keys()];
}

/** The collation types of a language tag, such as `phonebk` of `de`, its default first. */
export function collationTypes(locale: string): readonly string[] {
  const { defaultType, types } = localeEntries().get(findTailoring(locale).locale)!;
  return [defaultType, ...[...types.keys()].filter((type) => type !== defaultType)];
}

/**
 * Finds the rules of a language tag. Regions without rules of their own take those of the language.
 *
 * @throws RangeError if the tag is none, its language is not in the list, or it asks for a type that it does not have.
 */
export function findTailoring(tag: string): Tailoring {
  const locale = new Intl.Locale(tag);
  const keywords = keywordsOf(tag);
  let name = locale.baseName;
  const all = localeEntries();
  if (keywords.get("va") === "posix" && all.has(`${name}-POSIX`)) name = `${name}-POSIX`;
  let entry = all.get(name);
  while (entry === undefined && name.includes("-")) {
    name = name.slice(0, name.lastIndexOf("-"));
    entry = all.get(name);
  }
  if (entry === undefined) {
    throw new RangeError(
      `There is no collation for '${tag}'. There is one for: ${[...all.keys()].join(", ")}.`,
    );
  }
  const type = keywords.get("co") ?? entry.defaultType;
  if (!entry.types.has(type)) {
    throw new RangeError(
      `'${name}' has no collation '${type}'. It has: ${[...entry.types.keys()].join(", ")}.`,
    );
  }
  return { locale: name, type, name: entry.types.get(type), keywords };
}

/** The keys of the extension `-u-` in a tag. */
function keywordsOf(tag: string): ReadonlyMap<string, string> {
  const parts = tag.toLowerCase().split("-");
  const keywords = new Map<string, string>();
  let key: string | undefined;
  const from = parts.indexOf("u");
  if (from < 0 || parts.slice(0, from).includes("x")) return keywords;
  for (const part of parts.slice(from + 1)) {
    if (part.length === 1) break;
    if (part.length === 2) {
      key = keywords.has(part) ? undefined : part;
      if (key !== undefined) keywords.set(key, "");
    } else if (key !== undefined) {
      const before = keywords.get(key)!;
      keywords.set(key, before === "" ? part : `${before}-${part}`);
    }
  }
  return keywords;
}

/**
 * Loads what collations of these locales need; root's data always. Loading again costs nothing.
 *
 * @throws RangeError as `findTailoring` does.
 * @example await loadCollations("sv", "de-u-co-phonebk");
 */
export async function loadCollations(...locales: readonly string[]): Promise<void> {
  const names = new Set(
    locales.map((locale) => findTailoring(locale).name).filter((name) => name !== undefined),
  );
  if (root === undefined) {
    const { data } = await LOADERS["root"]!();
    root ??= readRoot(data);
  }
  for (const name of names) {
    if (tables.has(name)) continue;
    const { data } = await LOADERS[name]!();
    tables.set(name, readTable(data, root.table).table);
  }
}

/**
 * What has been loaded.
 *
 * @throws Error if it has not.
 */
export function loadedTailoring(tailoring: Tailoring): {
  readonly root: Root;
  readonly table: CollationTable;
} {
  const table = tailoring.name === undefined ? root?.table : tables.get(tailoring.name);
  if (root === undefined || table === undefined) {
    throw new Error(
      `The collation of '${tailoring.locale}' is not loaded: await loadCollations('${tailoring.locale}') first.`,
    );
  }
  return { root, table };
}

let root: Root | undefined;
const tables = new Map<string, CollationTable>();

let known: ReadonlyMap<string, LocaleEntry> | undefined;

function localeEntries(): ReadonlyMap<string, LocaleEntry> {
  known ??= new Map(
    LOCALES.map((line) => {
      const [tag, defaultType, ...types] = line.split(" ") as [string, string, ...string[]];
      const pairs = types.map((each) => each.split("=") as [string, string]);
      return [
        tag,
        { defaultType, types: new Map(pairs.map(([type, data]) => [type, data === "" ? undefined : data])) },
      ];
    }),
  );
  return known;
}
