/**
 * Which locale's rules apply. The one trap: `Intl` answers a locale that it has no rules for, `und` included, with the
 * default of the process. Then the same filter gives other rows on another machine. Here such locales mean root order.
 */

/** The locale whose collation is the root order, unchanged. It stands for "no locale". */
export const ROOT_LOCALE = "en-US";

/**
 * The locale to collate by: the tag in canonical form if `Intl` has rules for it, else root order.
 *
 * @throws RangeError if the tag is no language tag at all: a mistake of the program. Check what users give with
 * `resolveLocale`.
 */
export function collationLocale(tag: string | undefined): string {
  if (tag === undefined) return ROOT_LOCALE;
  const canonical = Intl.getCanonicalLocales(tag)[0] ?? ROOT_LOCALE;
  return hasRules(canonical) ? canonical : ROOT_LOCALE;
}

/**
 * Whether a text is a language tag for which there are collation rules.
 *
 * @example isSupportedLocale("sv-FI") // true
 * @example isSupportedLocale("sv_FI") // false
 */
export function isSupportedLocale(tag: string): boolean {
  return "locale" in resolveLocale(tag);
}

/** A locale that can be used, or what is wrong with the tag, in words. */
export type ResolvedLocale = { readonly locale: string } | { readonly problem: string };

/**
 * Reads the locale that a person asked for. No tag, and `und`, mean root order. Never throws.
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

/** The canonical form of a tag from outside, or undefined if it is none. */
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
