/**
 * Resolves the locale whose collation rules apply.
 *
 * For a locale without rules, `und` included, `Intl` uses the default locale of the process. The same filter would then
 * return different rows on different machines. Here, such locales mean root order.
 */

/** A locale whose collation is CLDR's root order, unchanged. Used if no locale is given. */
export const ROOT_LOCALE = "en-US";

/**
 * Returns the tag in canonical form if `Intl` has collation rules for it, else `ROOT_LOCALE`.
 *
 * @throws RangeError if `tag` is not a language tag. Check user input with `resolveLocale` instead.
 */
export function collationLocale(tag: string | undefined): string {
  if (tag === undefined) return ROOT_LOCALE;
  const canonical = Intl.getCanonicalLocales(tag)[0] ?? ROOT_LOCALE;
  return hasRules(canonical) ? canonical : ROOT_LOCALE;
}

/**
 * Returns whether a string is a language tag that has collation rules.
 *
 * @example isSupportedLocale("sv-FI") // true
 * @example isSupportedLocale("sv_FI") // false
 */
export function isSupportedLocale(tag: string): boolean {
  return "locale" in resolveLocale(tag);
}

/** A usable locale, or a sentence that describes the problem. */
export type ResolvedLocale = { readonly locale: string } | { readonly problem: string };

/**
 * Resolves a locale from user input. A missing tag and `und` mean root order. Never throws.
 *
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

/** Returns the canonical form of a language tag; undefined if it is invalid. */
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
