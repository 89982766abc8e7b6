/**
 * Resolves language tags to locales. All collations use a resolved locale: in memory, in database functions, and in the
 * choice of a database's own collation. So every backend reads the same keys of a tag.
 *
 * Of the `-u-` extension, `co` (if it is a collation type of the language) and `kf` (`upper`, `lower` or `false`) count. All
 * other keys and extensions, and variants, are dropped.
 *
 * Keys of `und` count for CLDR's root order, which is a locale of its own in the data of sort keys but not in `Intl`: so
 * `und-u-co-emoji` is `en-US-u-co-emoji` everywhere.
 *
 * Locales without collation rules get CLDR's root order. `Intl` would use the process's default locale instead, so
 * results would differ between machines.
 */
import { requireText } from "../../diagnostics/require-argument.ts";
import { hasOwn, ownProperties } from "../../values/own-properties.ts";
import { LruMap } from "../../values/lru-map.ts";

/** Locale whose collation is CLDR's root order, unchanged. */
export const ROOT_LOCALE = "en-US";

/**
 * Returns the resolved locale of a language tag, or `ROOT_LOCALE` if `Intl` has no collation rules for it.
 * @throws RangeError if `tag` is not a language tag; for user input use `resolveLocale`
 */
export function collationLocale(tag: string | undefined): string {
  if (tag === undefined) return ROOT_LOCALE;
  const resolved = resolveTag(tag);
  return hasRules(resolved) ? resolved : ROOT_LOCALE;
}

/**
 * Returns a language tag in canonical form, with only the subtags and keys that affect collation.
 * @throws RangeError if `tag` is not a language tag
 * @example resolveTag("DE-u-kn-co-PHONEBK") // "de-u-co-phonebk"
 */
export function resolveTag(tag: string): string {
  return resolvedTags.getOrCreate(tag, () => {
    if (canonicalLocale(tag) === undefined) throw new RangeError(`locale: ${noLanguageTag(tag)}`);
    const { language, script, region, collation, caseFirst } = new Intl.Locale(tag);
    // For `und`, some engines return an undefined language, although the type excludes it.
    const baseTag = [(language as string | undefined) ?? "und", script, region]
      .filter((subtag) => subtag !== undefined)
      .join("-");
    const isCaseFirst = caseFirst !== undefined && CASE_ORDERS.has(caseFirst);
    // `Intl` has no locale `und`, and would ignore its keys.
    const base = baseTag === "und" || baseTag.startsWith("und-") ? ROOT_LOCALE : baseTag;
    const keys = {
      ...(collation !== undefined && hasCollationType(base, collation) ? { collation } : {}),
      ...(isCaseFirst && hasRules(base) ? { caseFirst } : {}),
    };
    return Object.keys(keys).length === 0 ? baseTag : new Intl.Locale(base, ownProperties(keys)).toString();
  });
}

/**
 * Returns the resolved locale of a request. Invalid tags are unchanged; they have no collation rules. Caches must use
 * the result as their key, because clients can write one locale in any number of ways.
 * @example requestLocale("de-x-anything") // "de"
 */
export function requestLocale(locale: string | undefined): string | undefined {
  if (locale === undefined) return locale;
  return resolvedTags.get(locale) ?? (canonicalLocale(locale) === undefined ? locale : resolveTag(locale));
}

const resolvedTags = /* @__PURE__ */ new LruMap<string, string>(256);

const CASE_ORDERS: ReadonlySet<string> = new Set(["upper", "lower", "false"]);

/** Returns false for the default type too, which needs no key. `Intl` ignores the types `standard` and `search`. */
function hasCollationType(locale: string, type: string): boolean {
  if (!hasRules(locale) || type === defaultType(locale)) return false;
  return new Intl.Collator(`${locale}-u-co-${type}`).resolvedOptions().collation === type;
}

/**
 * Returns the default collation type of a language that has another one than `standard`. `Intl` reports such a type by its name
 * or as `default`, depending on the collators that the process has created before.
 */
function defaultType(locale: string): string | undefined {
  const { language, script } = new Intl.Locale(locale).maximize();
  if (language !== "zh" && language !== "yue") return undefined;
  return script === "Hant" ? "stroke" : "pinyin";
}

/**
 * Returns whether a language tag has collation rules.
 * @example isSupportedLocale("sv_FI") // false: the separator is a hyphen
 */
export function isSupportedLocale(tag: string): boolean {
  requireText(tag, "tag");
  return hasOwn(resolveLocale(tag), "locale");
}

/**
 * Either the resolved tag of a locale with collation rules, or a sentence for the user that describes the problem.
 */
export type ResolvedLocale = { readonly locale: string } | { readonly problem: string };

/**
 * Resolves a language tag written by a user. Undefined and `und` mean root order. Never throws.
 * @example resolveLocale("DE-at") // { locale: "de-AT" }
 * @example resolveLocale("de-u-co-phonebk-kn") // { locale: "de-u-co-phonebk" }
 * @example resolveLocale("german") // { problem: "There are no collation rules for the locale 'german'. …" }
 */
export function resolveLocale(tag: string | undefined): ResolvedLocale {
  if (tag === undefined) return { locale: ROOT_LOCALE };
  requireText(tag, "locale");
  return resolved.getOrCreate(tag, () => resolveAnew(tag));
}

/** Each request resolves its locale again, and `Intl` is slow. */
const resolved = /* @__PURE__ */ new LruMap<string, ResolvedLocale>(256);

function noLanguageTag(tag: string): string {
  const underscored = tag.includes("_") ? canonicalLocale(tag.replaceAll("_", "-")) : undefined;
  const hint = underscored === undefined ? "Write it like de, fr-CA or zh-Hant." : `Write ${underscored}.`;
  return `'${shorten(tag)}' is not a language tag. ${hint}`;
}

function resolveAnew(tag: string): ResolvedLocale {
  const canonical = canonicalLocale(tag);
  if (canonical === undefined) return { problem: noLanguageTag(tag) };
  if (canonical === "und" || canonical.startsWith("und-")) return { locale: collationLocale(canonical) };
  if (hasRules(canonical)) return { locale: resolveTag(canonical) };
  return {
    problem: `There are no collation rules for the locale '${shorten(tag)}'. Give a language that has some, like de, fr-CA or zh-Hant.`,
  };
}

/** Returns undefined for invalid language tags. */
export function canonicalLocale(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

function hasRules(canonical: string): boolean {
  return knownRules.getOrCreate(canonical, () => Intl.Collator.supportedLocalesOf(canonical).length > 0);
}

const knownRules = /* @__PURE__ */ new LruMap<string, boolean>(256);

function shorten(tag: string): string {
  const printable = tag.replace(/[^\x20-\x7e]/g, "?");
  return printable.length > 40 ? `${printable.slice(0, 40)}…` : printable;
}
