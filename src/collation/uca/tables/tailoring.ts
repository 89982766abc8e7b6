import { requireText } from "../../../diagnostics/require-argument.ts";
import { LOADERS } from "../data/loaders.ts";
import { LOCALES } from "../data/locales.ts";
import { LruMap } from "../../../values/lru-map.ts";
import { readRoot, type Root } from "./root.ts";
import { readTable, type CollationTable } from "./collation-table.ts";

export interface Tailoring {
  /** Supported locale whose rules apply. */
  readonly locale: string;
  /** Collation type: `standard`, `phonebk`, `pinyin` … */
  readonly type: string;
  /** Name of the data file; undefined for root order. */
  readonly name: string | undefined;
  /** Values of the keys `kn`, `kf` … in the tag's `-u-` extension. The empty string means `true`. */
  readonly keywords: ReadonlyMap<string, string>;
}

interface LocaleEntry {
  readonly defaultType: string;
  readonly types: ReadonlyMap<string, string | undefined>;
}

/** Returns the language tags that have a tailoring or use root order (`und`). */
export function supportedLocales(): readonly string[] {
  return [...localeEntries().keys()];
}

/** Returns the collation types of a locale, such as `phonebk` for `de`. The default type is first. */
export function collationTypes(locale: string): readonly string[] {
  requireText(locale, "locale");
  const { defaultType, types } = localeEntries().get(findTailoring(locale).locale)!;
  return [defaultType, ...[...types.keys()].filter((type) => type !== defaultType)];
}

/**
 * Returns the tailoring for a language tag. A region without its own tailoring uses that of its language.
 * @throws RangeError if the tag is invalid or unsupported
 */
export function findTailoring(tag: string): Tailoring {
  return knownTailorings.getOrCreate(tag, () => resolveTailoring(tag));
}

/** Each request of a database looks up its locale, and clients choose the tags. */
const knownTailorings = /* @__PURE__ */ new LruMap<string, Tailoring>(256);

function resolveTailoring(tag: string): Tailoring {
  const locale = new Intl.Locale(tag);
  const keywords = keywordsOf(tag);
  let name = locale.baseName;
  const entries = localeEntries();
  if (keywords.get("va") === "posix" && entries.has(`${name}-POSIX`)) name = `${name}-POSIX`;
  let entry = entries.get(name);
  while (entry === undefined && name.includes("-")) {
    name = name.slice(0, name.lastIndexOf("-"));
    entry = entries.get(name);
  }
  if (entry === undefined) {
    throw new RangeError(
      `There is no collation for '${tag}'. The supported locales are: ${[...entries.keys()].join(", ")}.`,
    );
  }
  const type = keywords.get("co") ?? entry.defaultType;
  if (!entry.types.has(type)) {
    throw new RangeError(
      `'${name}' has no collation type '${type}'. Its types are: ${[...entry.types.keys()].join(", ")}.`,
    );
  }
  return { locale: name, type, name: entry.types.get(type), keywords };
}

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
 * Loads the collation data of the locales and of root order, unless they are already loaded.
 * @throws RangeError for unsupported tags
 * @example await loadCollations("sv", "de-u-co-phonebk");
 */
export async function loadCollations(...locales: readonly string[]): Promise<void> {
  for (const locale of locales) requireText(locale, "locale");
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
 * Returns the loaded data of a tailoring.
 * @throws Error if the data are not loaded
 */
export function loadedTailoring(tailoring: Tailoring): {
  readonly root: Root;
  readonly table: CollationTable;
} {
  const table = tailoring.name === undefined ? root?.table : tables.get(tailoring.name);
  if (root === undefined || table === undefined) {
    throw new Error(
      `The collation of '${tailoring.locale}' is not loaded. Call await loadCollations('${tailoring.locale}') first.`,
    );
  }
  return { root, table };
}

let root: Root | undefined;
const tables = new Map<string, CollationTable>();

let cached: ReadonlyMap<string, LocaleEntry> | undefined;

function localeEntries(): ReadonlyMap<string, LocaleEntry> {
  cached ??= new Map(
    LOCALES.map((line) => {
      const [tag, defaultType, ...types] = line.split(" ") as [string, string, ...string[]];
      const pairs = types.map((type) => type.split("=") as [string, string]);
      return [
        tag,
        { defaultType, types: new Map(pairs.map(([type, data]) => [type, data === "" ? undefined : data])) },
      ];
    }),
  );
  return cached;
}
