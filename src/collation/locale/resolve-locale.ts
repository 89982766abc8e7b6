/**
 * Locales without collation rules get CLDR's root order. `Intl` would use the process's default locale instead, so
 * results would differ between machines.
 */

/** Locale whose collation is CLDR's root order, unchanged. */
export const ROOT_LOCALE = "en-US";

/**
 * Returns the canonical form of a language tag, or `ROOT_LOCALE` if `Intl` has no collation rules for it.
 * @throws RangeError if `tag` is not a language tag; for user input use `resolveLocale`
 */
export function collationLocale(tag: string | undefined): string {
  if (tag === undefined) return ROOT_LOCALE;
  const canonical = Intl.getCanonicalLocales(tag)[0] ?? ROOT_LOCALE;
  return hasRules(canonical) ? canonical : ROOT_LOCALE;
}

/**
 * Returns whether a language tag has collation rules.
 * @example isSupportedLocale("sv_FI") // false: the separator is a hyphen
 */
export function isSupportedLocale(tag: string): boolean {
  return "locale" in resolveLocale(tag);
}

/**
 * Either the canonical tag of a locale with collation rules, or a sentence for the user that describes the problem.
 */
export type ResolvedLocale = { readonly locale: string } | { readonly problem: string };

/**
 * Resolves a language tag written by a user. Undefined and `und` mean root order. Never throws.
 * @example resolveLocale("DE-at") // { locale: "de-AT" }
 * @example resolveLocale("german") // { problem: "There are no collation rules for the locale 'german'. …" }
 */
export function resolveLocale(tag: string | undefined): ResolvedLocale {
  if (tag === undefined) return { locale: ROOT_LOCALE };
  const canonical = canonicalLocale(tag);
  if (canonical === undefined) {
    const underscored = tag.includes("_") ? canonicalLocale(tag.replaceAll("_", "-")) : undefined;
    const hint = underscored === undefined ? "Write it like de, fr-CA or zh-Hant." : `Write ${underscored}.`;
    return { problem: `'${shorten(tag)}' is no language tag. ${hint}` };
  }
  if (canonical === "und" || canonical.startsWith("und-")) return { locale: ROOT_LOCALE };
  if (hasRules(canonical)) return { locale: canonical };
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
  return Intl.Collator.supportedLocalesOf(canonical).length > 0;
}

function shorten(tag: string): string {
  const printable = tag.replace(/[^\x20-\x7e]/g, "?");
  return printable.length > 40 ? `${printable.slice(0, 40)}…` : printable;
}
